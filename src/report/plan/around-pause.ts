import type { KarpenterPool } from '../../facts/karpenter-objects.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import { shellTexts } from './conditions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import {
  listBudgets,
  listPausedPools,
  namePools,
  pauseHow,
  pauseLimits,
  resumeHow,
  toPoolName,
  toPoolValue,
} from './drift-pause.ts';
import { hasRollback, holdId } from './hold-task.ts';
import { managedFields } from './managed.ts';
import { managedPools } from './managed-objects.ts';
import { listNeeds } from './needs.ts';

/**
 * Adds the tasks that keep Karpenter from replacing nodes during each hold: one directly before the update of the
 * control plane, and one that ends the pause directly before the first task that waits for Karpenter, or after the hold
 * if no task does.
 */
export function aroundPause(sorted: readonly Draft[], known: Known): Draft[] {
  const { versions, current, target } = known.path;
  if (!hasRollback(known) || target < current) return [...sorted];
  const pools = listPausedPools(known);
  return versions
    .slice(1)
    .reduce(
      (tasks, to, index) =>
        noteEager(pauseAt(tasks, { pools, from: versions[index] ?? current, to, known }), to, pools),
      [...sorted],
    );
}

interface Pause {
  pools: readonly KarpenterPool[];
  from: Minor;
  to: Minor;
  known: Known;
}

function pauseAt(tasks: Draft[], pause: Pause): Draft[] {
  const { pools, to } = pause;
  const update = tasks.find(({ id }) => id === controlPlaneId(to));
  const hold = tasks.find(({ id }) => id === holdId(to));
  if (pools.length === 0 || update === undefined || hold === undefined) return tasks;
  const waiting = tasks.filter((task) => isWaiting(task, to) && pools.some((pool) => concernsPool(task, pool)));
  const first = tasks.find((task) => waiting.includes(task) || isSetUp(task, to));
  const lower = lowerTask(update, pause);
  const restore = restoreTask(first ?? hold, tasks, lower, pause);
  return tasks.flatMap((task) => {
    if (task === update) return [lower, { ...task, after: [...task.after, lower.id] }];
    const self = waiting.includes(task) || task === first ? { ...task, after: [...task.after, restore.id] } : task;
    if (task === first) return [restore, self];
    return first === undefined && task === hold ? [self, restore] : [self];
  });
}

/** Nodes of a pool move after the update: by themselves, or because a person starts it. */
function isWaiting({ id, at }: Draft, to: Minor): boolean {
  return id.startsWith('nodes:karpenter/') && at?.version === format(to);
}

/** Sets what Karpenter replaces nodes with, or the budgets of a pool: the pause would set them back. */
function isSetUp({ id, stage, at }: Draft, to: Minor): boolean {
  return stage === 'nodes' && id.startsWith('software:karpenter/') && at?.version === format(to);
}

function concernsPool({ id }: Draft, { name }: KarpenterPool): boolean {
  return id.startsWith(`nodes:karpenter/${name}:`);
}

function lowerTask(update: Draft, { pools, from, to, known }: Pause): Draft {
  const resume = toHow(resumeHow(pools));
  const how = toHow(pauseHow(pools, from, to));
  return draftTask({
    id: `lower:nodepools:${format(to)}`,
    kind: 'lower',
    title: `Pause Karpenter in ${namePools(pools)}`,
    hop: update.hop,
    stage: update.stage,
    at: update.at,
    area: 'control-plane',
    ...managedFields(managedPools(pools), how),
    how,
    done: [
      {
        kind: 'paused',
        text: `${namePools(pools)}: \`nodes: "0"\` is among the budgets, without reasons or a schedule`,
        commands: shellTexts(listBudgets),
        objects: pools.map(toPoolName),
      },
    ],
    notes: [
      ...pauseLimits(known, pools, from, to),
      `Do this directly before "${update.title}": until "${restoreTitle(pools)}", Karpenter replaces no node of these pools.`,
      keepPlan,
    ],
    undo: resume,
  });
}

const keepPlan = 'Keep this plan: a later plan does not show the old budgets.';

/** @param next the task that waits for it, or the hold that it follows */
function restoreTask(next: Draft, tasks: readonly Draft[], lower: Draft, { pools, to }: Pause): Draft {
  const how = toHow(resumeHow(pools));
  return draftTask({
    id: `restore:nodepools:${format(to)}`,
    kind: 'restore',
    title: restoreTitle(pools),
    hop: next.hop,
    stage: 'nodes',
    at: next.at,
    after: [...new Set([lower.id, holdId(to), ...listNeeds(next, tasks.slice(0, tasks.indexOf(next)))])],
    ...managedFields(managedPools(pools), how),
    how,
    done: [
      {
        kind: 'value',
        text: `${namePools(pools)}: the disruption budgets are those from before the pause`,
        commands: shellTexts(listBudgets),
        values: pools.map((pool) => ({ object: toPoolName(pool), value: toPoolValue(pool) })),
      },
    ],
    notes: [
      `From now on, Karpenter replaces nodes that are not at ${format(to)}, as these budgets allow.`,
      'If you roll back instead, do this after the rollback.',
      keepPlan,
    ],
  });
}

function restoreTitle(pools: readonly KarpenterPool[]): string {
  return `Restore the budgets of ${namePools(pools)}`;
}

/** What Karpenter replaces during the hold, because no budget can stop it, or because it is no NodePool. */
function noteEager(tasks: Draft[], to: Minor, pools: readonly KarpenterPool[]): Draft[] {
  const note = 'Karpenter begins right after the update of the control plane, also during the HOLD.';
  return tasks.map((task) =>
    task.by === 'Karpenter' && isWaiting(task, to) && !pools.some((pool) => concernsPool(task, pool))
      ? { ...task, notes: [...task.notes, note] }
      : task,
  );
}
