import type { Facts, NodeFact } from '../facts/facts.ts';
import { parseMinutes } from '../syntax/cron.ts';
import { grouped } from '../syntax/grouped.ts';
import { isRollback, parseMinor, type PathEnds } from '../syntax/versions.ts';
import { countAtMost, driftBudgets } from '../karpenter/drift-budgets.ts';
import { toPoolKind } from './node-owners.ts';
import { ownerText } from './pods-by-group.ts';

/** Nodes that the update replaces, and that one action or controller replaces together. */
export interface RolledGroup {
  /** As reports name it: `node group general`, `NodePool default`. */
  text: string;
  computeType: NodeFact['computeType'];
  nodes: readonly [NodeFact, ...NodeFact[]];
  /** The lowest and the highest number of nodes that are replaced at a time; undefined: by hand, or not read. */
  parallel?: { from: number; to: number };
  /** Whether a new node starts before an old one is drained; undefined: by hand, or not read. */
  addsNode?: boolean;
  /** For how many minutes a pod can keep its node; null: without limit; undefined: not read. */
  minutes?: number | null;
}

/** The facts that {@link listRolledGroups} reads; without node groups or pools, less is known about theirs. */
export interface RolledFrom {
  nodes: Facts['nodes'];
  nodegroups?: Facts['nodegroups'] | undefined;
  karpenterPools?: Facts['karpenterPools'] | undefined;
}

type Roll = Pick<RolledGroup, 'parallel' | 'addsNode' | 'minutes'>;

/**
 * How long a managed node group waits for the pods of a node. Source:
 * https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
 */
const managedMinutes = 15;
/** A managed node group replaces at most 100 nodes at a time, whatever the percentage. Source: the same page. */
const managedAtATime = 100;
/** The terminationGracePeriod of EKS Auto Mode's own NodePools. Source: the user guide's page on node pools. */
const autoMinutes = 24 * 60;
/** The share of a NodePool's nodes that Karpenter disrupts at a time, without budgets. Source: concepts/disruption. */
const defaultBudget = '10%';

/**
 * Groups the nodes with a kubelet below the target (for a rollback: above it), or with an unreadable one, by what
 * replaces them. Omits virtual kubelets, which are no nodes that anybody drains.
 * @returns sorted by text
 */
export function listRolledGroups(from: RolledFrom, path: PathEnds): RolledGroup[] {
  const { target } = path;
  const rolled = from.nodes.filter(({ computeType, kubeletVersion }) => {
    const kubelet = parseMinor(kubeletVersion) ?? null;
    const isRolled = kubelet === null || (isRollback(path) ? kubelet > target : kubelet < target);
    return computeType !== 'virtual' && isRolled;
  });
  const all = grouped(from.nodes, (node) => ownerText(node));
  return [...grouped(rolled, (node) => ownerText(node) ?? '')]
    .map(([text, nodes]) => {
      const roll = resolveRoll(nodes[0], all.get(text)?.length ?? nodes.length, from);
      return { text, computeType: nodes[0].computeType, nodes, ...roll, ...limited(roll, nodes.length) };
    })
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** @param size the number of all nodes of the group, which percentages refer to */
function resolveRoll(first: NodeFact, size: number, from: RolledFrom): Roll {
  if (first.computeType === 'managed') return managedRoll(first, size, from.nodegroups);
  if (first.computeType === 'karpenter' || first.computeType === 'auto')
    return poolRoll(first, size, from.karpenterPools);
  if (first.computeType === 'fargate') return { addsNode: true };
  return { minutes: null };
}

/** No more nodes are replaced at a time than there are old ones. */
function limited({ parallel }: Roll, old: number): Pick<Roll, 'parallel'> {
  return parallel === undefined
    ? {}
    : { parallel: { from: Math.min(parallel.from, old), to: Math.min(parallel.to, old) } };
}

function managedRoll({ group }: NodeFact, size: number, nodegroups: Facts['nodegroups'] = []): Roll {
  const { update } = nodegroups.find(({ name }) => name === group) ?? {};
  if (update === undefined) return { minutes: managedMinutes };
  return { parallel: countAtOnce(update, size), addsNode: update.strategy !== 'MINIMAL', minutes: managedMinutes };
}

/**
 * How many nodes a managed node group may replace at a time, however few it has. How a percentage of nodes is rounded
 * is not documented: both numbers are kept.
 * @param size the number of its nodes, which a percentage refers to
 */
export function countAtOnce(
  { maxUnavailable, maxUnavailablePercentage: percentage }: NonNullable<Facts['nodegroups'][number]['update']>,
  size: number,
): { from: number; to: number } {
  const share = Math.min(percentage === null ? (maxUnavailable ?? 1) : (size * percentage) / 100, managedAtATime);
  return { from: Math.max(1, Math.floor(share)), to: Math.max(1, Math.ceil(share)) };
}

function poolRoll(node: NodeFact, size: number, pools: Facts['karpenterPools'] = []): Roll {
  const { group, computeType } = node;
  const kind = toPoolKind(node);
  const pool = pools.find((one) => one.kind === kind && one.name === group);
  if (pool === undefined) return computeType === 'auto' ? { addsNode: true, minutes: autoMinutes } : {};
  const { terminationGracePeriod: grace, budgets } = pool.disruption;
  const unlimited = computeType === 'auto' ? autoMinutes : null;
  const always = kind === 'Provisioner' ? '1' : defaultBudget;
  // Budgets with a schedule hold only in their window.
  const held = driftBudgets(pool).flatMap(({ nodes, schedule }) => (schedule === null ? [nodes] : []));
  const amounts = budgets.length === 0 ? [always] : held;
  const parallel = Math.min(...amounts.map((one) => countAtMost(one, size)), size);
  return {
    parallel: { from: parallel, to: parallel },
    addsNode: true,
    minutes: grace === null ? unlimited : parseMinutes(grace),
  };
}
