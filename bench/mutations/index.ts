/**
 * `npm run bench -- mutations [--world NAME] [--part N/M] [--log FILE]`: changes every member of every answer that a
 * collector reads, in the worlds `healthy`, `demo` and `everything-wrong`, and judges what is then read. Prints a table
 * with one row for each world. `--log` writes each fault and each change that cannot be seen as one line of JSON. Exit
 * code 1 if there is a fault, or if an entry of `test/fuzz/answers/unseen.ts` is for no change. `--part 2/10` tries each
 * tenth change, from the second one on.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { worldNames } from '../../test/fuzz/answers/subjects.ts';
import { unseen } from '../../test/fuzz/answers/unseen.ts';
import type { Attempt, Task } from './worker.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string', multiple: true, default: [...worldNames] },
    part: { type: 'string', default: '1/1' },
    log: { type: 'string' },
  },
});

const [part = 1, parts = 1] = values.part.split('/').map(Number);
const workers = availableParallelism();
const started = performance.now();
const kinds = ['unreadable', 'unknown', 'other', 'same', 'unseen', 'fault'] as const;
const counts = new Map(values.world.map((world) => [world, new Map<string, number>()]));
const notable: Attempt[] = [];

function count(attempt: Attempt): void {
  const own = counts.get(attempt.world);
  own?.set(attempt.kind, (own.get(attempt.kind) ?? 0) + 1);
  if (attempt.faults.length > 0) notable.push(attempt);
}

/** Tries a part of the changes in a separate process. */
async function runWorker(number: number): Promise<void> {
  const task: Task = { worlds: values.world, first: part - 1 + parts * number, step: parts * workers };
  const file = fileURLToPath(new URL('worker.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(task)]);
  child.on('message', (attempt) => count(attempt as Attempt));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`part ${number + 1} of ${workers} ended with ${code}`);
}

await Promise.all(Array.from({ length: workers }, (_, number) => runWorker(number)));

console.log(`| world | changes | unreadable | unknown | other findings | same verdict | cannot be seen | faults |`);
console.log(`| --- |${' --- |'.repeat(7)}`);
for (const [world, own] of counts) {
  const total = [...own.values()].reduce((sum, one) => sum + one, 0);
  console.log(`| ${[world, total, ...kinds.map((kind) => own.get(kind) ?? 0)].join(' | ')} |`);
}
console.log(`\n${Math.round((performance.now() - started) / 1000)} s, ${workers} processes\n`);

const grouped = new Map<string, number>();
for (const { kind, call, member, change, faults } of notable) {
  if (kind !== 'fault') continue;
  const line = `${call} | ${member === '' ? 'the whole' : member} | ${change} | ${faults.join('; ')}`;
  grouped.set(line, (grouped.get(line) ?? 0) + 1);
}
for (const [line, times] of [...grouped].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  console.log(`FAULT ${line} (${times})`);

const used = new Set(notable.map(({ call, member, change }) => `${call} ${member} ${change}`));
const isWhole = parts === 1 && values.world.length === worldNames.length;
const idle = unseen.flatMap(({ call, member, changes }) =>
  changes.map((change) => `${call} ${member} ${change}`).filter((entry) => isWhole && !used.has(entry)),
);
for (const entry of idle)
  console.log(`UNUSED ${entry}: can now be seen, so remove it from test/fuzz/answers/unseen.ts`);

if (values.log !== undefined) {
  writeFileSync(values.log, notable.map((attempt) => `${JSON.stringify(attempt)}\n`).join(''));
}
if (grouped.size + idle.length > 0) process.exitCode = 1;
