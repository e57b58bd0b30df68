import { check, finding, one } from './one.mjs';
export default one('exit-run', () => process.exit(0), {}, [check('exit-run/well', () => [finding()])]);
