import { writeSync } from 'node:fs';
import { finding, one } from './one.mjs';
export default one('forged-answers', () => {
  // An empty answer on the pipe of the worker's own answers.
  writeSync(4, Buffer.alloc(4));
  return [finding()];
});
