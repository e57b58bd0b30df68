import { finding, one } from './one.mjs';
export default one('loop-iterator', function* () {
  for (;;) yield finding();
});
