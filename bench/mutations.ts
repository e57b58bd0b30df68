import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { listMutations } from '../test/fuzz/answers/mutations.ts';
import { openSubjects } from '../test/fuzz/answers/subjects.ts';
import { tryMutation } from '../test/fuzz/answers/try.ts';

const { values } = parseArgs({
  options: { world: { type: 'string', multiple: true }, log: { type: 'string' }, part: { type: 'string', default: '1/1' } },
});
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const subjects = await openSubjects();
if (values.log !== undefined) writeFileSync(values.log, '');
for (const subject of subjects.filter(({ name }) => values.world?.includes(name) ?? true)) {
  await subject.open.renew();
  const counts: Record<string, number> = {};
  const started = performance.now();
  let number = 0;
  for (const answer of subject.answers) {
    for (const mutation of listMutations(answer, subject, subjects)) {
      number += 1;
      if (number % parts !== (part - 1) % parts) continue;
      const { kind, faults } = await tryMutation(subject, answer, mutation);
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (kind === 'fault' && values.log !== undefined)
        appendFileSync(values.log, `${JSON.stringify({ world: subject.name, call: answer.call, key: answer.key, member: mutation.member, change: mutation.change, places: mutation.places, protobuf: mutation.isProtobuf, faults })}\n`);
    }
  }
  console.log(subject.name, number, counts, Math.round((performance.now() - started) / 1000), 's');
}
for (const { open } of subjects) await open.close();
