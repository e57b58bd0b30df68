import { forever, one } from './one.mjs';
console.log(`worker ${process.pid}`);
export default one('loop-pid', forever);
