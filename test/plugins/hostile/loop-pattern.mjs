import { one } from './one.mjs';
export default one('loop-pattern', () => (/^(a+)+$/.test(`${'a'.repeat(80)}b`) ? [] : []));
