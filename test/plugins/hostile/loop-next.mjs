import { forever, one } from './one.mjs';
export default one('loop-next', () => ({ [Symbol.iterator]: () => ({ next: forever }) }));
