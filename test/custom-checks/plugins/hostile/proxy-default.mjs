export default new Proxy(
  {},
  {
    get: () => {
      throw new Error('trap');
    },
  },
);
