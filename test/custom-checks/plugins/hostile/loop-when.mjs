import { one, still } from './one.mjs';
export default one('loop-when', () => [], { applies: { needs: ['cluster'], when: still } });
