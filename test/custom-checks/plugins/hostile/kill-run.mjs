import { one } from './one.mjs';
export default one('kill-run', () => process.abort());
