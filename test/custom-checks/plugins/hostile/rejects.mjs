import { check, finding, one } from './one.mjs';
export default one(
  'rejects',
  () => {
    void Promise.reject(new Error('let go'));
    return [finding()];
  },
  {},
  [check('rejects/well', () => [finding()])],
);
