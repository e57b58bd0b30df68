/** Tries some of the changes, and sends the parent what became of each. */
import { listMutations } from '../../test/fuzz/answers/mutations.ts';
import type { Mutation } from '../../test/fuzz/answers/mutation.ts';
import { openSubjects } from '../../test/fuzz/answers/subjects.ts';
import { tryMutation, type Outcome } from '../../test/fuzz/answers/try.ts';

/** The changes with these numbers are tried: `first`, and each one `step` later. */
export interface Task {
  worlds: readonly string[];
  first: number;
  step: number;
}

/** A change, and what became of it. */
export interface Attempt extends Outcome, Pick<Mutation, 'member' | 'change' | 'places' | 'isProtobuf'> {
  world: string;
  call: string;
  key: string;
}

const { worlds, first, step } = JSON.parse(process.argv[2] ?? '{}') as Task;
const subjects = await openSubjects();
for (const subject of subjects.filter(({ name }) => worlds.includes(name))) {
  await subject.open.renew();
  let number = 0;
  for (const answer of subject.answers) {
    for (const mutation of listMutations(answer, subject, subjects)) {
      if (number++ % step !== first % step) continue;
      const outcome = await tryMutation(subject, answer, mutation);
      const { make: _, ...about } = mutation;
      const attempt: Attempt = { world: subject.name, call: answer.call, key: answer.key, ...about, ...outcome };
      process.send?.(attempt);
    }
  }
}
for (const { open } of subjects) await open.close();
process.disconnect();
