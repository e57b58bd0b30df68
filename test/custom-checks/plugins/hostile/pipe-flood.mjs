import { writeSync } from 'node:fs';
import { one } from './one.mjs';
export default one('pipe-flood', () => {
  for (;;) writeSync(4, Buffer.alloc(1_000_000, 255));
});
