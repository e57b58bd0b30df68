import type { Facts } from '../../../facts/facts.ts';
import type { Readings } from '../../../facts/reading.ts';
import { exitCodes } from '../../../judge/exit-codes.ts';
import type { Result } from '../../../judge/result.ts';
import { buildHealth } from '../../health/build-health.ts';
import type { PlanDocument } from '../../plan/document.ts';
import { readMovedNodes } from '../../plan/moved-nodes.ts';
import type { StatusDocument } from '../schema.ts';
import { formatList } from '../../../syntax/english.ts';
import { printableData } from '../../../syntax/printable.ts';
import type { Since, TaskStatus } from './schema.ts';
import { judgeTasks } from './tasks.ts';
import { isAtMinor } from './view.ts';
import { findWorse } from './worse.ts';

/** What one look has read for a plan. */
export interface Looked {
  readings: Readings;
  cluster: Facts['cluster'];
  /** The results of the checks that the plan's conditions name. */
  results: readonly Result[];
  /** Checks that judged the plan by more than this look has read, with the reason. */
  unread: ReadonlyMap<string, string>;
  status: StatusDocument;
  /** ISO 8601. */
  now: string;
}

/**
 * Compares a plan with the cluster.
 * @param isOtherBuild true if another build made the plan
 */
export function buildSince(plan: PlanDocument, looked: Looked, isOtherBuild: boolean): Since {
  const { readings, now } = looked;
  const health = buildHealth(readings, { now });
  const owners = readMovedNodes(looked.cluster, readings)?.owners;
  const view = { ...looked, plan, owners };
  const done = judgeTasks({ ...view, worse: [] }).filter(({ state }) => state !== 'open' && state !== 'unseen');
  const { worse, same, unseen } = findWorse(plan.health, health, {
    readings,
    tasks: plan.plan.tasks,
    done: new Set(done.map(({ number }) => number)),
    now,
  });
  const tasks = judgeTasks({ ...view, worse: plan.health === undefined ? undefined : worse });
  const {
    scannedAt,
    target,
    plan: { direction },
  } = plan;
  return { plan: { scannedAt, target, direction, isOtherBuild }, tasks, worse, same, unseen };
}

/** Whether a second look is needed: a pod that starts when the first look is taken is not ready yet. */
export function seemsWorse({ worse, tasks }: Since): boolean {
  return worse.length > 0 || tasks.some(({ state }) => state === 'worse');
}

/** What is worse in both of two looks, as the second one saw it. What only the second one saw is unknown so far. */
export function worseInBoth(first: Since, second: Since): Since {
  const before = new Set(first.worse.map(({ object }) => object));
  const isConfirmed = ({ object }: Since['worse'][number]) => before.has(object);
  const unconfirmed = second.worse.filter((one) => !isConfirmed(one)).map(({ object }) => object);
  return {
    ...second,
    worse: second.worse.filter(isConfirmed),
    unseen: [
      ...second.unseen,
      ...(unconfirmed.length === 0
        ? []
        : [{ what: formatList(unconfirmed), reason: 'worse in the last look only: look again', permission: null }]),
    ],
  };
}

/** The status with a plan: what is worse counts as stuck, what is open or was not seen as running. */
export function withSince(status: StatusDocument, since: Since): StatusDocument & { since: Since } {
  return printableData({ ...status, exitCode: exitCodeWith(status, since), since });
}

function exitCodeWith({ exitCode, controlPlane }: StatusDocument, since: Since): number {
  if (exitCode === exitCodes.blocked || seemsWorse(since)) return exitCodes.blocked;
  const { target, direction } = since.plan;
  const isThere = isAtMinor(controlPlane.version, target, direction);
  const isOpen = !isThere || since.tasks.some(isLeft) || since.unseen.length > 0;
  return isOpen ? exitCodes.incomplete : exitCode;
}

/** True for a task that counts and is not done. */
export function isLeft({ counts, state }: TaskStatus): boolean {
  return counts && state !== 'done' && state !== 'over';
}
