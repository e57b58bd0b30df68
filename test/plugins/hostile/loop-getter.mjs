import { finding, forever, one } from './one.mjs';
export default one('loop-getter', () => [
  Object.defineProperty(finding(), 'message', { get: forever, enumerable: true }),
]);
