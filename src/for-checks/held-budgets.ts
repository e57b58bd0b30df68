import { advice, joinAdvice, type Advice } from '../syntax/advice.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { isRollback, type Minor, type PathEnds } from '../syntax/versions.ts';
import { groupPodsByNodeOwner, type NodeGroup } from './pods-by-group.ts';
import type { Matched } from './budget-answer.ts';
import { isFinished } from './drained-pods.ts';
import { listRolledGroups } from './rolled-groups.ts';
import { isDrained, isEnforced, isGuarded, type Budget, type Pod } from './evictions.ts';

/** A budget, and the pods whose eviction it may block. */
export interface Held {
  budget: Budget;
  matched: Matched;
  /** The matching pods that a drain would have to evict. */
  pods: readonly Pod[];
  groups: readonly NodeGroup[];
  /** True if one of the pods mounts a PersistentVolumeClaim, or if this is unknown. */
  claims: boolean;
}

/**
 * Each budget with its pods; omits budgets without a pod that a drain would have to evict.
 * @param kept names of nodes that are not drained
 */
export function selectHeldBudgets(
  { podDisruptionBudgets, budgetedPods, pods }: Pick<Facts, 'podDisruptionBudgets' | 'budgetedPods' | 'pods'>,
  nodes: ReadonlyMap<string, NodeFact>,
  kept: ReadonlySet<string> = new Set(),
): Held[] {
  const podsByPath = podsOfBudgets(pods, budgetedPods);
  const matchedBy = new Map(budgetedPods.map((one) => [`${one.namespace}/${one.name}`, one]));
  return podDisruptionBudgets.flatMap((budget) => {
    const { pods: known = [], claims = true } = matchedBy.get(`${budget.namespace}/${budget.name}`) ?? {};
    const all = known.flatMap((name) => podsByPath.get(`${budget.namespace}/${name}`) ?? []);
    const guarded = all.filter((pod) => isGuarded(pod) && isDrained(pod, nodes) && !kept.has(pod.node ?? ''));
    if (guarded.length === 0) return [];
    const finished = all.filter(isFinished).length;
    const matched: Matched = { live: known.length - finished, finished };
    return [{ budget, matched, pods: guarded, groups: groupPodsByNodeOwner(guarded, nodes), claims }];
  });
}

/** The nodes that a rollback does not drain: those that are not too new for it. An update drains every node in time. */
export function selectKept(nodes: Facts['nodes'], path: PathEnds): ReadonlySet<string> {
  if (!isRollback(path)) return new Set();
  const drained = new Set(listRolledGroups({ nodes }, path).flatMap((group) => group.nodes));
  return new Set(nodes.flatMap((node) => (drained.has(node) ? [] : [node.name])));
}

/** Pods by `namespace/name`, limited to namespaces with budgets. */
function podsOfBudgets(pods: Facts['pods'], budgetedPods: Facts['budgetedPods']): Map<string, Pod> {
  const namespaces = new Set(budgetedPods.map(({ namespace }) => namespace));
  const own = pods.filter(({ namespace }) => namespaces.has(namespace));
  return new Map(own.map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
}

/**
 * The first version at which a budget blocks evictions. Karpenter evaluates budgets itself, and always applies `{}` to
 * all pods.
 */
export function budgetFrom({ budget, groups }: Held, versions: readonly Minor[]): Minor | undefined {
  const isKarpenter = groups.some(({ computeType }) => computeType === 'karpenter');
  return versions.find((version) => isKarpenter || isEnforced(budget, version));
}

const waits: Partial<Record<NodeGroup['computeType'], Advice>> = {
  managed: advice`A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an
    update with \`--force\` deletes the pods regardless of the budget.`,
  karpenter: advice`Karpenter keeps such a node until the budget allows the eviction, or until the terminationGracePeriod
    of the NodePool ends.`,
  auto: advice`EKS Auto Mode keeps such a node until it is at most 21 days old, then deletes its pods.`,
  'self-managed': advice`On self-managed nodes, \`kubectl drain\` retries until you stop it.`,
  hybrid: advice`On hybrid nodes, \`kubectl drain\` retries until you stop it.`,
};

/**
 * EKS Auto Mode replaces its nodes before a rollback of the control plane; 720 minutes is the default of `timeoutMinutes`.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 */
const autoBeforeRollback = advice`Before EKS rolls back the control plane, EKS Auto Mode keeps such a node until the
  terminationGracePeriod of its NodePool ends. If that takes longer than the timeout of the rollback (720 minutes by
  default), EKS ends the rollback as failed: set a longer one with \`--rollback-config timeoutMinutes=MINUTES\`.`;

/**
 * How long an update or a rollback waits for blocked evictions, and what happens then, for each kind of node that runs
 * the pods.
 */
export function waitsText(groups: readonly NodeGroup[], path: PathEnds): Advice {
  const own = isRollback(path) ? { ...waits, auto: autoBeforeRollback } : waits;
  return joinAdvice([...new Set(groups.flatMap(({ computeType }) => own[computeType] ?? []))], ' ');
}
