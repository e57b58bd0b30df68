import { check, finding, one } from './one.mjs';
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
export default one(
  'handlers',
  async () => {
    throw new Error('x');
  },
  {},
  [
    check('handlers/timer', () => {
      setTimeout(() => {
        throw new Error('later');
      }, 0);
      return [finding()];
    }),
    check('handlers/well', () => [finding()]),
  ],
);
