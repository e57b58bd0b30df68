import { one } from './one.mjs';
export default one('heap-buffers', () => {
  const all = [];
  for (;;) all.push(Buffer.alloc(50_000_000, 1));
});
