import { finding, one } from './one.mjs';
console.log('{"forged": "report"}');
export default one('print-flood', () => {
  for (let at = 0; at < 30_000; at++) console.log(`\u001B[2J::error::${'x'.repeat(1_000)}`);
  process.stderr.write('y'.repeat(30_000_000));
  return [finding()];
});
