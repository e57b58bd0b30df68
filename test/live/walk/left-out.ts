import type { Step, Task } from './walk.ts';

/** What a person may skip without a trace: it waits, looks or scans. */
const exempt = new Set<string>(['hold', 'scan']);

/** Whether a condition can show that the task was forgotten. */
export function canBeForgotten({ kind, done }: Task): boolean {
  return !exempt.has(kind) && done.some((one) => one.kind !== 'seen' && !isOfClient(one));
}

function isOfClient({ checks = [] }: Task['done'][number]): boolean {
  return checks.length > 0 && checks.every((check) => check.startsWith('clients/'));
}

/** The kind of a task; those for nodes differ by what manages them: `nodes:fargate`. */
export function toKey({ kind, id }: Task): string {
  if (kind !== 'nodes') return kind;
  const how = id.includes(':replace') ? ':replace' : '';
  return `${id.split('/')[0]}${how}`;
}

/** The keys of the tasks that can be left out, each once. */
export function listForgettable(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(({ task }) => canBeForgotten(task)).map(({ task }) => toKey(task)))];
}
