import { forever, one } from './one.mjs';
export default one('loop-when', () => [], { applies: { needs: ['cluster'], when: forever } });
