import type { KarpenterPool } from '../../facts/karpenter-objects.ts';
import { selectsImages } from '../../karpenter/followed-images.ts';
import { ownObjects } from '../../karpenter/own-objects.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { forCount, formatList } from '../../syntax/english.ts';
import { json, sh, type Command } from '../../syntax/shell.ts';
import { format, isBelow, type Minor } from '../../syntax/versions.ts';
import type { Known } from './draft.ts';
import { readValue } from './read.ts';

/** The first versions of Karpenter with disruption budgets, and in which these do not limit expiry. */
const knowsBudgets = '0.34.0';
const expiresAnyway = '1.0.0';

/** What a budget of Karpenter limits, as its `reasons`. */
const reasons = ['Drifted', 'Underutilized', 'Empty'] as const;

type Budget = KarpenterPool['disruption']['budgets'][number];

/** Without a schedule and without reasons: always, and for all reasons. */
const noNodes: Budget = { nodes: '0', schedule: null, duration: null, reasons: [] };

/**
 * The NodePools whose new nodes get the version of the control plane, if a budget can stop Karpenter from replacing
 * their nodes and none does: such nodes rule out a rollback. A release in an alias is one for the version of the control
 * plane, too.
 * Sources: https://karpenter.sh/docs/concepts/disruption/#nodepool-disruption-budgets,
 * https://karpenter.sh/docs/tasks/managing-amis/
 */
export function listPausedPools(known: Known): KarpenterPool[] {
  const version = runningVersion(known);
  if (version === undefined || isBelow(version, knowsBudgets)) return [];
  const { pools, nodeClasses } = ownObjects({
    karpenterPools: readValue(known.readings.karpenterPools),
    karpenterNodeClasses: readValue(known.readings.karpenterNodeClasses),
  });
  return pools.filter((pool) => {
    const own = nodeClasses.find(({ kind, name }) => kind === pool.nodeClass?.kind && name === pool.nodeClass.name);
    const follows = typeof own?.alias === 'string' || selectsImages(pool, nodeClasses) !== true;
    return pool.kind === 'NodePool' && follows && !isStopped(pool);
  });
}

/** The NodePools whose budgets stop Karpenter from replacing any node. */
export function listStoppedPools({ karpenterPools }: Known['readings']): KarpenterPool[] {
  const { pools } = ownObjects({ karpenterPools: readValue(karpenterPools), karpenterNodeClasses: undefined });
  return pools.filter((pool) => pool.kind === 'NodePool' && isStopped(pool));
}

/** Budgets stop every reason at any time. */
export function isStopped({ disruption: { budgets } }: KarpenterPool): boolean {
  const always = budgets.filter(({ nodes, schedule }) => schedule === null && /^0+%?$/.test(nodes));
  return reasons.every((reason) =>
    always.some((budget) => budget.reasons.length === 0 || budget.reasons.includes(reason)),
  );
}

/** How to keep Karpenter from replacing nodes of pools, and what a rollback needs if a node is newer in spite of it. */
export function pauseHow(pools: readonly KarpenterPool[], from: Minor, to: Minor): Advice {
  const file = `karpenter-amis-${format(from)}.yaml`;
  return advice`Once a node runs ${format(to)}, EKS refuses a rollback. Add a disruption budget of no nodes for all reasons (drift and consolidation), so that Karpenter replaces no node until the end of the HOLD:\n${commands(...pools.map((pool) => patch(pool, [...pool.disruption.budgets, noNodes])))}\nSave the node classes, whose \`status.amis\` lists the AMIs for ${format(from)}:\n${commands(sh`kubectl get ec2nodeclasses.karpenter.k8s.aws -o yaml > ${file}`)}`;
}

/** What budgets do not stop. From 1.0 on, nodes expire regardless of them. */
export function pauseLimits(known: Known, pools: readonly KarpenterPool[], from: Minor, to: Minor): string[] {
  const expires =
    !isBelow(runningVersion(known) ?? knowsBudgets, expiresAnyway) &&
    pools.some(({ disruption: { expireAfter } }) => expireAfter !== 'Never');
  const replaced = expires ? 'nodes that expire (`expireAfter`) or are interrupted' : 'nodes that are interrupted';
  return [
    `The budget stops drift and consolidation only. Karpenter still launches nodes at ${format(to)} for pods that need more capacity, and to replace ${replaced}.`,
    `Before a rollback, such nodes must go: select the saved AMI IDs for ${format(from)} in \`amiSelectorTerms\` of the node class, then delete these nodes.`,
  ];
}

/** How to restore the budgets of pools. */
export function resumeHow(pools: readonly KarpenterPool[]): Advice {
  return advice`Restore the disruption budgets that were set before the pause: until then, Karpenter replaces none of these nodes:\n${commands(...pools.map((pool) => patch(pool, pool.disruption.budgets)))}`;
}

/** The command that shows the budgets of all pools. */
export const listBudgets = sh`kubectl get nodepools.karpenter.sh -o custom-columns=NAME:.metadata.name,BUDGETS:.spec.disruption.budgets`;

/** `NodePool default`, `NodePools builds and default`. */
export function namePools(pools: readonly KarpenterPool[]): string {
  return `${forCount(pools.length, 'NodePool', 'NodePools')} ${formatList(pools.map(({ name }) => name))}`;
}

/** The version of Karpenter after all its updates. */
function runningVersion({ karpenter }: Known): string | undefined {
  return karpenter.path.versions.at(-1) ?? karpenter.path.current ?? undefined;
}

/** A NodePool in the conditions of a plan. */
export function toPoolName({ name }: KarpenterPool): string {
  return `nodepool/${name}`;
}

/** The disruption budgets of a NodePool in the conditions of a plan: as JSON, empty without budgets. */
export function toPoolValue({ disruption: { budgets } }: KarpenterPool): string {
  return JSON.stringify(toList(budgets));
}

function toList(budgets: readonly Budget[]) {
  return budgets.map(({ nodes, schedule, duration, reasons: own }) => ({
    nodes,
    ...(schedule === null ? {} : { schedule }),
    ...(duration === null ? {} : { duration }),
    ...(own.length === 0 ? {} : { reasons: own }),
  }));
}

/** A merge patch replaces the whole list. Without budgets, Karpenter applies its default of 10%. */
function patch({ name }: KarpenterPool, budgets: readonly Budget[]): Command {
  const list = toList(budgets);
  const value = list.length === 0 ? null : list;
  return sh`kubectl patch nodepools.karpenter.sh ${name} --type merge -p ${json({ spec: { disruption: { budgets: value } } })}`;
}
