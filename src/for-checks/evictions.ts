import type { Facts, NodeFact } from '../facts/facts.ts';
import { isFinished, isLeftByDrain } from './drained-pods.ts';
import type { Minor } from '../syntax/versions.ts';

export type Budget = Facts['podDisruptionBudgets'][number];
export type Pod = Facts['pods'][number];

/** True for a pod that a drain evicts and whose budgets the eviction API enforces. */
export function isGuarded(pod: Pod): boolean {
  return !isLeftByDrain(pod) && !ignoresBudgets(pod);
}

/** Source: canIgnorePDB of the API server's eviction.go. */
function ignoresBudgets({ phase, terminating }: Pod): boolean {
  return terminating || phase === 'Pending' || isFinished({ phase });
}

/** True if an upgrade drains the pod's node. Fargate nodes are not drained: their pods are redeployed. */
export function isDrained({ node }: Pod, nodes: ReadonlyMap<string, NodeFact>): boolean {
  return node !== null && nodes.get(node)?.computeType !== 'fargate';
}

/**
 * The first version whose eviction API applies a budget with the selector `{}` to all pods of its namespace. In older
 * versions, such a budget protects no pod. Source: kubernetes#119732, in patch releases of 1.27.
 */
const emptySelectorFrom = 27;

/** True if the eviction API of the version applies the budget to the pods that it matches. */
export function isEnforced({ selector }: Budget, version: Minor): boolean {
  const isEmpty = selector?.matchExpressions.length === 0 && Object.keys(selector.matchLabels).length === 0;
  return !isEmpty || version >= emptySelectorFrom;
}

/**
 * What the eviction API answers for a pod in the current state: it evicts it, or refuses with a status code.
 * Source: Create and checkAndDecrement of eviction.go
 * @param budgets those that match the pod and that the API server's version enforces
 */
export function predictEviction(pod: Pod, budgets: readonly Budget[]): 'evicted' | 429 | 500 {
  const [budget, ...others] = budgets;
  if (budget === undefined || ignoresBudgets(pod)) return 'evicted';
  if (others.length > 0) return 500;
  return mayGoUnready(pod, budget) || allowsDisruption(budget) ? 'evicted' : 429;
}

/** True for a pod that is evicted as not ready. For this, eviction.go does not test whether the status is up to date. */
function mayGoUnready({ ready }: Pod, { unhealthyPodEvictionPolicy, status }: Budget): boolean {
  if (ready) return false;
  if (unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.currentHealthy >= status.desiredHealthy && status.desiredHealthy > 0;
}

/** True if the budget allows the eviction of a ready pod. */
export function allowsDisruption({ generation, status }: Budget): boolean {
  return status.observedGeneration >= generation && status.disruptionsAllowed > 0;
}
