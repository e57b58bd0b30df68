import { isDeepStrictEqual } from 'node:util';
import { clusterNamed } from '../cluster-named.ts';
import type { PlanDocument } from './document.ts';
import type { Task } from './draft.ts';

/** A task that both plans have, with other versions or commands. */
export interface ChangedTask {
  before: Task;
  now: Task;
  /** What is different. */
  what: readonly ('versions' | 'commands')[];
}

/** The differences of two plans. Tasks are the same if they have the same id. */
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
  const old = new Map(before.plan.tasks.map((task) => [task.id, task]));
  const later = new Set(now.plan.tasks.map(({ id }) => id));
  const left = before.plan.tasks.filter(({ id }) => !later.has(id));
  const restore = isSameCluster ? left.filter((task) => isOpenRestore(task, later)) : [];
  const both = now.plan.tasks.flatMap((task) => {
    const earlier = old.get(task.id);
    return earlier === undefined ? [] : [{ before: earlier, now: task, what: listDifferent(earlier, task) }];
  });
  return {
    isSameCluster,
    gone: left.filter((task) => !restore.includes(task)),
    restore,
    new: now.plan.tasks.filter(({ id }) => !old.has(id)),
    changed: both.filter(({ what }) => what.length > 0),
    same: both.filter(({ what }) => what.length === 0).map((one) => one.now),
  };
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
  const areOtherCommands = !isDeepStrictEqual(before.how.commands, now.how.commands);
  return [...(isOtherVersion ? (['versions'] as const) : []), ...(areOtherCommands ? (['commands'] as const) : [])];
}
