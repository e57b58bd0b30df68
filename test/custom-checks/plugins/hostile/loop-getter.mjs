import { finding, one, still } from './one.mjs';
export default one('loop-getter', () => [
  Object.defineProperty(finding(), 'message', { get: still, enumerable: true }),
]);
