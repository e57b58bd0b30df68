import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { finding, one } from './one.mjs';
setInterval(() => undefined, 10);
createServer().listen(0, '127.0.0.1');
process.on('SIGTERM', () => undefined);
process.on('SIGINT', () => undefined);
process.on('exit', () => {
  for (;;);
});
export default one('leaves-open', () => {
  const { pid } = spawn('/bin/sleep', ['1000'], { stdio: 'inherit' });
  return [finding({ message: `started ${pid}` })];
});
