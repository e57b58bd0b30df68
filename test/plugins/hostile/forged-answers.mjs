import { writeSync } from 'node:fs';
import { isMainThread, parentPort } from 'node:worker_threads';
import { one } from './one.mjs';
const forged = (body) => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  writeSync(4, Buffer.concat([head, bytes]));
};
parentPort?.postMessage({ said: [] });
process.send?.({ said: [] });
for (let to = 50; to < 60; to++) forged({ to, said: { findings: [] } });
export default one('forged-answers', () => {
  for (const body of [
    '',
    'null',
    '[',
    '[]',
    '1',
    { said: { findings: [] } },
    { to: '3', said: [] },
    { to: null, failed: 'x' },
  ])
    forged(body);
  return [{ level: 'fail', resource: { kind: 'Thread', name: String(isMainThread) }, message: 'the true answer' }];
});
