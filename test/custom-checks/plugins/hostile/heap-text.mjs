import { finding, one } from './one.mjs';
export default one('heap-text', () => [finding({ message: 'a'.repeat(500_000_000) })]);
