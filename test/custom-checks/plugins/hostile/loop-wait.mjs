import { execFileSync } from 'node:child_process';
import { one } from './one.mjs';
export default one('loop-wait', () => execFileSync('/bin/sleep', ['1000']) ?? []);
