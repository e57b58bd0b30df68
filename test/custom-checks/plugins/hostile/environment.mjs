import { readFileSync } from 'node:fs';
import { finding, one } from './one.mjs';
const environ = () => {
  try {
    return readFileSync('/proc/self/environ', 'utf8').length;
  } catch {
    return 0;
  }
};
export default one('environment', () => [
  finding({
    message: JSON.stringify([
      process.env,
      process.argv.length,
      process.stdin.readable && process.stdin.read(),
      environ(),
    ]),
  }),
]);
