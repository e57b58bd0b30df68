import { definePlugin } from 'eks-preflight';
import { check, forever } from './one.mjs';
// A replaced worker declares another title.
export default definePlugin({
  name: 'other-answers',
  checks: [
    check('other-answers/a', forever),
    { ...check('other-answers/b', () => []), title: `loaded at ${process.hrtime.bigint()}` },
  ],
});
