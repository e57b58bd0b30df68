import { definePlugin } from 'eks-preflight';
import { check, still } from './one.mjs';
export default definePlugin({
  name: 'many-loops',
  checks: Array.from({ length: 30 }, (_, at) => check(`many-loops/n${at}`, still)),
});
