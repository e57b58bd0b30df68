import { isDeepStrictEqual } from 'node:util';
import { clusterNamed } from '../cluster-named.ts';
import type { PlanDocument } from './document.ts';
import type { Task } from './draft.ts';
import { drainsText } from './plan-text.ts';

/** A task that both plans have, with other versions, drains or commands. */
export interface ChangedTask {
  before: Task;
  now: Task;
  /** What is different. */
  what: readonly ('versions' | 'drains' | 'commands')[];
}

/**
 * The differences of two plans. Tasks are the same if they have the same id, or begin at the same version of the same
 * object.
 */
export interface PlanChanges {
  /** Whether both are of one cluster. */
  isSameCluster: boolean;
  /** Tasks that only the older plan has: done, or no longer needed. Those of `restore` are left out. */
  gone: readonly Task[];
  /**
   * Restores that only the older plan has, although it is unknown whether they are done: once protection is lowered,
   * a later plan shows neither the lowering nor the value to restore.
   */
  restore: readonly Task[];
  /** Tasks that only the later plan has. */
  new: readonly Task[];
  changed: readonly ChangedTask[];
  /** Tasks of the later plan that are as they were. */
  same: readonly Task[];
}

/** Compares a plan with an older one, or with that of another cluster. */
export function planChanges(before: PlanDocument, now: PlanDocument): PlanChanges {
  const isSameCluster = clusterNamed(before).arn === clusterNamed(now).arn;
  const pairs = pairTasks(before.plan.tasks, now.plan.tasks);
  const later = new Set(now.plan.tasks.map(({ id }) => id));
  const paired = new Set(pairs.values());
  const left = before.plan.tasks.filter((task) => !paired.has(task));
  const restore = isSameCluster ? left.filter((task) => isOpenRestore(task, later)) : [];
  const both = [...pairs].map(([task, earlier]) => ({
    before: earlier,
    now: task,
    what: listDifferent(earlier, task),
  }));
  return {
    isSameCluster,
    gone: left.filter((task) => !restore.includes(task)),
    restore,
    new: now.plan.tasks.filter((task) => !pairs.has(task)),
    changed: both.filter(({ what }) => what.length > 0),
    same: both.filter(({ what }) => what.length === 0).map((one) => one.now),
  };
}

/** The tasks of the later plan that the older one has, each with that of the older one. */
function pairTasks(before: readonly Task[], now: readonly Task[]): Map<Task, Task> {
  const later = new Set(now.map(({ id }) => id));
  const old = new Map(before.map((task) => [task.id, task]));
  const left = new Map(before.filter(({ id }) => !later.has(id)).map((task) => [withoutVersion(task), task]));
  return new Map(
    now.flatMap((task) => {
      const earlier = old.get(task.id) ?? left.get(withoutVersion(task));
      return earlier === undefined ? [] : [[task, earlier] as const];
    }),
  );
}

/** The object and its version before the task; the id of a task that changes no version. */
function withoutVersion({ id, from }: Task): string {
  return from === null ? id : `${id.slice(0, id.lastIndexOf(':'))} ${from}`;
}

/** True if nothing is different. */
export function isUnchanged({ gone, restore, new: added, changed }: PlanChanges): boolean {
  return gone.length + restore.length + added.length + changed.length === 0;
}

/** A restore whose lowering the later plan does not have: that is done, or no longer needed. */
function isOpenRestore({ kind, id }: Task, later: ReadonlySet<string>): boolean {
  return kind === 'restore' && !later.has(id.replace(/^restore:/, 'lower:'));
}

function listDifferent(before: Task, now: Task): ChangedTask['what'] {
  const isOtherVersion = before.from !== now.from || before.to !== now.to;
  const areOtherDrains = drainsText(before) !== drainsText(now);
  const areOtherCommands = !isDeepStrictEqual(before.how.commands, now.how.commands);
  return [
    ...(isOtherVersion ? (['versions'] as const) : []),
    ...(areOtherDrains ? (['drains'] as const) : []),
    ...(areOtherCommands ? (['commands'] as const) : []),
  ];
}
