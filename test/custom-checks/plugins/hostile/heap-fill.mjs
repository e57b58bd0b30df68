import { one } from './one.mjs';
export default one('heap-fill', () => Array.from({ length: 1e9 }).fill({}));
