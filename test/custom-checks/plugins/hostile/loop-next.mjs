import { one, still } from './one.mjs';
export default one('loop-next', () => ({ [Symbol.iterator]: () => ({ next: still }) }));
