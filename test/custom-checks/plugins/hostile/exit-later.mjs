import { check, finding, one } from './one.mjs';
export default one(
  'exit-later',
  () => {
    setTimeout(() => process.exit(7), 0);
    return [finding()];
  },
  {},
  [check('exit-later/well', () => [finding()])],
);
