import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

export type Budget = Facts['podDisruptionBudgets'][number];
export type Pod = Facts['pods'][number];

/** Whether a budget allows an eviction. `never`: not even with every pod healthy; `today`: not in the current state. */
export type Answer =
  | { kind: 'yes' }
  | { kind: 'never'; why: string; cause: 'budget' | 'counting' }
  | { kind: 'today'; why: string }
  | { kind: 'unknown'; why: string };

/**
 * True for a pod that a drain evicts and whose budgets the eviction API enforces. A drain skips static pods and those
 * of DaemonSets; budgets do not protect pods that are finished, pending or terminating.
 * Source: canIgnorePDB of the API server's eviction.go, the filters of kubectl drain.
 */
export function isGuarded({ phase, terminating, controller }: Pod): boolean {
  if (controller?.kind === 'DaemonSet' || controller?.kind === 'Node') return false;
  return !terminating && phase !== 'Pending' && !isFinished({ phase });
}

/** True for a pod that has finished; it stays listed until it is deleted. */
export function isFinished({ phase }: Pick<Pod, 'phase'>): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** True if an upgrade drains the pod's node. Fargate nodes are not drained: their pods are redeployed. */
export function isDrained({ node }: Pod, nodes: ReadonlyMap<string, NodeFact>): boolean {
  return node !== null && nodes.get(node)?.computeType !== 'fargate';
}

/**
 * True if a budget without allowed disruptions blocks the eviction of the pod: of every ready pod, and of other pods if
 * the policy is not AlwaysAllow and either too few pods are healthy, or the status requires 0 healthy pods.
 * Source: eviction.go, which does not check for this whether the status is up to date.
 */
export function mustStay({ ready }: Pod, { unhealthyPodEvictionPolicy, status }: Budget): boolean {
  if (ready) return true;
  if (unhealthyPodEvictionPolicy === 'AlwaysAllow') return false;
  return status.currentHealthy < status.desiredHealthy || status.desiredHealthy === 0;
}

/**
 * The first version whose eviction API applies a budget with the selector `{}` to all pods of its namespace. In older
 * versions, such a budget protects no pod. Source: kubernetes#119732, in patch releases of 1.27.
 */
const emptySelectorFrom = 27;

/** The first of the versions whose eviction API enforces the budget; undefined if none does. */
export function heldFrom({ selector }: Budget, versions: readonly Minor[]): Minor | undefined {
  const isEmpty = selector?.matchExpressions.length === 0 && Object.keys(selector.matchLabels).length === 0;
  return isEmpty ? versions.find((version) => version >= emptySelectorFrom) : versions[0];
}

/** Numbers of pods that match a budget's selector. */
export interface Matched {
  live: number;
  /** Finished pods, which remain until they are deleted. */
  finished: number;
}

/** The number of pods that can be healthy: without finished ones, which Kubernetes counts if `minAvailable` is a number. */
export function countExpected({ minAvailable, status }: Budget, { live, finished }: Matched): number {
  if (status.expectedPods === 0) return live;
  return typeof minAvailable === 'number' ? Math.max(0, status.expectedPods - finished) : status.expectedPods;
}

/**
 * Whether the budget allows the eviction of one of its pods.
 * Source: eviction.go and the disruption controller's getExpectedPodCount, updatePdbStatus and failSafe
 * @param pods the pods that the budget matches and protects
 */
export function resolveAnswer(budget: Budget, matched: Matched, pods: readonly Pod[]): Answer {
  const { generation, status } = budget;
  if (status.syncFailure !== null && status.disruptionsAllowed === 0) {
    const why = `Kubernetes cannot count its pods (${status.syncFailure || 'SyncFailed'})`;
    return { kind: 'never', why, cause: 'counting' };
  }
  const isCurrent = status.observedGeneration >= generation;
  if (isCurrent && status.disruptionsAllowed > 0) return { kind: 'yes' };
  const fixed = neverByItself(budget);
  if (fixed !== undefined) return { kind: 'never', why: fixed, cause: 'budget' };
  return isCurrent ? resolveAnswerByStatus(budget, matched, pods) : resolveAnswerBySpec(budget, matched);
}

/** Why the budget allows no evictions, whatever the number of pods. */
function neverByItself({ minAvailable, maxUnavailable }: Budget): string | undefined {
  if (minAvailable === null && maxUnavailable === null) return 'it sets neither minAvailable nor maxUnavailable';
  if (maxUnavailable === 0 || parsePercent(maxUnavailable) === 0) return `maxUnavailable is ${maxUnavailable}`;
  return parsePercent(minAvailable) === 100 ? `minAvailable is ${minAvailable}` : undefined;
}

function resolveAnswerByStatus(budget: Budget, matched: Matched, pods: readonly Pod[]): Answer {
  const { currentHealthy, desiredHealthy, expectedPods } = budget.status;
  const possible = countExpected(budget, matched);
  if (expectedPods > 0 && possible > 0 && desiredHealthy >= possible) {
    return { kind: 'never', why: needText(budget, desiredHealthy, possible), cause: 'budget' };
  }
  const scaled = typeof budget.minAvailable !== 'number';
  if (expectedPods === 0 && scaled && pods.every(({ controller }) => controller === null)) {
    const why = `${limitText(budget)} needs a controller with a scale subresource, which its pods do not have`;
    return { kind: 'never', why, cause: 'counting' };
  }
  if (currentHealthy > desiredHealthy)
    return { kind: 'today', why: 'evictions in progress use up the allowed disruptions' };
  const why = `healthy pods ${currentHealthy} of ${expectedPods}, needed ${desiredHealthy} (${limitText(budget)})`;
  return { kind: 'today', why };
}

/** Used if the status is outdated: the spec can show that the answer is `never`; otherwise, the answer is unknown. */
function resolveAnswerBySpec(budget: Budget, { live }: Matched): Answer {
  const { status, generation } = budget;
  const desired = countDesired(budget, live);
  if (desired !== undefined && live > 0 && desired >= live) {
    return { kind: 'never', why: needText(budget, desired, live), cause: 'budget' };
  }
  const seen =
    status.observedGeneration === 0 ? 'no status yet' : `a status of generation ${status.observedGeneration}`;
  return { kind: 'unknown', why: `${seen}, but the budget has generation ${generation}` };
}

/** How many of the expected pods must stay healthy; percentages are rounded up. Undefined: invalid. */
function countDesired({ minAvailable, maxUnavailable }: Budget, expected: number): number | undefined {
  const limit = maxUnavailable ?? minAvailable;
  if (limit === null) return undefined;
  const percent = parsePercent(limit);
  if (typeof limit === 'string' && percent === undefined) return undefined;
  const pods = typeof limit === 'number' ? limit : Math.ceil(((percent ?? 0) * expected) / 100);
  return maxUnavailable === null ? pods : Math.max(0, expected - pods);
}

function parsePercent(limit: number | string | null): number | undefined {
  const digits = typeof limit === 'string' ? /^(\d+)%$/.exec(limit)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** The limit as text: `minAvailable 50%`. */
export function limitText({ minAvailable, maxUnavailable }: Budget): string {
  if (maxUnavailable !== null) return `maxUnavailable ${maxUnavailable}`;
  return minAvailable === null ? 'no limit set' : `minAvailable ${minAvailable}`;
}

function needText(budget: Budget, desired: number, expected: number): string {
  const all = expected === 1 ? 'its only pod' : `all its ${expected} pods`;
  return desired === expected ? `${limitText(budget)} keeps ${all}` : `${limitText(budget)} is more than ${all}`;
}
