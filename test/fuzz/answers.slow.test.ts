import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMutations } from './answers/mutations.ts';
import { openSubjects } from './answers/subjects.ts';
import { tryMutation, type Subject } from './answers/try.ts';
import { findUnseen, unseen } from './answers/unseen.ts';
import { pickOne, seeded } from './mutate.ts';

/**
 * A sample of the changes that `npm run bench -- mutations` tries as a whole: one member of one answer, or one whole
 * answer, is missing, null, of another type, of another object, contradicting, in the future, HTML, cut or doubled. No
 * check passes, and no verdict is ready, that is not so by the true answer.
 */

const seed = 20_261_129;
const sample = 400;
let subjects: Subject[] = [];

beforeAll(async () => {
  subjects = await openSubjects();
});
afterAll(() => Promise.all(subjects.map(({ open }) => open.close())));

it(`gives no pass that the true answer does not give: ${sample} changed answers (seed ${seed})`, async () => {
  const random = seeded(seed);
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  for (const subject of subjects) {
    await subject.open.renew();
    for (let round = 0; round < sample / subjects.length; round += 1) {
      const answer = pickOne(random, subject.answers);
      const mutation = pickOne(random, [...listMutations(answer, subject, subjects)]);
      const outcome = await tryMutation(subject, answer, mutation);
      counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
      if (outcome.kind !== 'fault') continue;
      const { member, change, places } = mutation;
      faults.push(
        `${subject.name}, ${answer.key}, ${member} ${places.join(' ')} ${change}: ${outcome.faults.join('; ')}`,
      );
    }
  }
  console.log(`fuzz, changed answers, seed ${seed}: ${JSON.stringify(counts)}`);
  expect(faults.join('\n')).toBe('');
});

it('lists what cannot be seen once, with a reason', () => {
  for (const entry of unseen) {
    expect(entry.reason).not.toBe('');
    for (const change of entry.changes) expect(findUnseen(entry.call, { member: entry.member, change })).toBe(entry);
  }
});
