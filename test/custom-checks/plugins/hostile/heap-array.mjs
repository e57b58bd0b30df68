import { check, finding, one } from './one.mjs';
export default one(
  'heap-array',
  () => {
    const all = [];
    for (;;) all.push(all.length);
  },
  {},
  [check('heap-array/well', () => [finding()])],
);
