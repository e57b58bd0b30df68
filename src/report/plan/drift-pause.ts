import type { KarpenterPool } from '../../facts/karpenter-objects.ts';
import { driftBudgets } from '../../karpenter/drift-budgets.ts';
import { ownObjects } from '../../karpenter/own-objects.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { forCount, formatFirst } from '../../syntax/english.ts';
import { json, sh, type Command } from '../../syntax/shell.ts';
import { format, isBelow, type Minor } from '../../syntax/versions.ts';
import { seen } from './conditions.ts';
import type { Condition, Known } from './draft.ts';
import { poolFollows } from './pool-how.ts';
import { readValue } from './read.ts';

/** The first versions of Karpenter with disruption budgets, and with reasons in them. */
const knowsBudgets = '0.34.0';
const knowsReasons = '1.0.0';

/**
 * The NodePools whose nodes Karpenter begins to replace as soon as the control plane is at a version, if a budget can
 * stop it: these nodes rule out a rollback.
 * Source: https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets
 */
export function listDriftingPools(known: Known, to: Minor): KarpenterPool[] {
  const karpenter = known.steps.findLast(({ component }) => component === 'karpenter')?.to;
  const version = runningVersion(known);
  if (version === undefined || isBelow(version, knowsBudgets)) return [];
  const { pools } = ownObjects({
    karpenterPools: readValue(known.readings.karpenterPools),
    karpenterNodeClasses: readValue(known.readings.karpenterNodeClasses),
  });
  return pools.filter((pool) => {
    const { kind, name } = pool;
    if (kind !== 'NodePool' || isStopped(pool)) return false;
    return poolFollows({ resource: { kind, name } }, to, { readings: known.readings, karpenter });
  });
}

/** A budget already stops drift at any time. */
function isStopped(pool: KarpenterPool): boolean {
  return driftBudgets(pool).some(({ nodes, schedule }) => schedule === null && /^0+%?$/.test(nodes));
}

/** What to do before an update of the control plane to keep Karpenter from replacing nodes; empty if it would not. */
export function pauseDrift(known: Known, to: Minor): Advice {
  const pools = listDriftingPools(known, to);
  if (pools.length === 0) return advice``;
  const hasReasons = !isBelow(runningVersion(known) ?? knowsBudgets, knowsReasons);
  return advice`Karpenter begins to replace nodes of ${namePools(pools)} as soon as the control plane is at ${format(to)}, and once a node is at ${format(to)}, EKS refuses a rollback. To keep a rollback possible until the end of the hold, first set a disruption budget of no nodes. If a repository or a chart defines the pools, set it there. Keep this plan: a later one does not show the budgets of today.\n${commands(...pools.map((pool) => patch(pool, [...pool.disruption.budgets, stopping(hasReasons)])))}`;
}

/** What to do at the end of the hold if drift was stopped before the update; empty if there is nothing to stop. */
export function resumeDrift(known: Known, to: Minor): Advice {
  const pools = listDriftingPools(known, to);
  if (pools.length === 0) return advice``;
  return advice`At the end of the hold, restore the disruption budgets of ${namePools(pools)} that were set before the update, or Karpenter never replaces their nodes:\n${commands(...pools.map((pool) => patch(pool, pool.disruption.budgets)))}`;
}

/** What shows at the end of the hold that the budgets are restored; empty if there is nothing to stop. */
export function driftResumed(known: Known, to: Minor): Condition[] {
  const pools = listDriftingPools(known, to);
  if (pools.length === 0) return [];
  const list = sh`kubectl get nodepools.karpenter.sh -o custom-columns=NAME:.metadata.name,BUDGETS:.spec.disruption.budgets`;
  return [seen(`the disruption budgets of ${namePools(pools)} are those of before the update`, list)];
}

/** `NodePool default`, `NodePools builds, default`. */
function namePools(pools: readonly KarpenterPool[]): string {
  return `${forCount(pools.length, 'NodePool', 'NodePools')} ${formatFirst(pools.map(({ name }) => name))}`;
}

/** The version of Karpenter after all its updates. */
function runningVersion({ karpenter }: Known): string | undefined {
  return karpenter.path.versions.at(-1) ?? karpenter.path.current ?? undefined;
}

type Budget = KarpenterPool['disruption']['budgets'][number];

function stopping(hasReasons: boolean): Budget {
  return { nodes: '0', schedule: null, duration: null, reasons: hasReasons ? ['Drifted'] : [] };
}

/** A merge patch replaces the whole list. Without budgets, Karpenter applies its default of 10%. */
function patch({ name }: KarpenterPool, budgets: readonly Budget[]): Command {
  const list = budgets.map(({ nodes, schedule, duration, reasons }) => ({
    nodes,
    ...(schedule === null ? {} : { schedule }),
    ...(duration === null ? {} : { duration }),
    ...(reasons.length === 0 ? {} : { reasons }),
  }));
  const value = list.length === 0 ? null : list;
  return sh`kubectl patch nodepools.karpenter.sh ${name} --type merge -p ${json({ spec: { disruption: { budgets: value } } })}`;
}
