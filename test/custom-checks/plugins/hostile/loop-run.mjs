import { check, finding, forever, one } from './one.mjs';
export default one('loop-run', forever, {}, [check('loop-run/well', () => [finding()])]);
