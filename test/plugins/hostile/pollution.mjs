import { finding, one } from './one.mjs';
Object.prototype.level = 'pass';
Object.prototype.status = 'pass';
JSON.stringify = () => '{"to":1,"said":{"findings":[]}}';
JSON.parse = () => ({});
export default one('pollution', () => {
  Array.prototype.push = () => 0;
  Array.prototype.map = () => [];
  WeakSet.prototype.has = () => true;
  return [finding()];
});
