import { allowsDisruption, type Budget, type Pod } from './evictions.ts';

/**
 * Whether a budget allows an eviction. `never`: not even with every pod healthy, or only because of `surplus` pods;
 * `today`: not in the current state.
 */
export type Answer =
  | { kind: 'yes' }
  | { kind: 'never'; why: string; cause: 'budget' | 'counting'; surplus?: true }
  | { kind: 'today'; why: string }
  | { kind: 'unknown'; why: string };

/** True if only surplus pods make an eviction possible. */
export function hasSurplus(answer: Answer): boolean {
  return answer.kind === 'never' && answer.surplus === true;
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
  const { generation, status, minAvailable } = budget;
  const isCurrent = status.observedGeneration >= generation;
  // With a number as minAvailable, no controller is counted: the failure is that of the earlier budget.
  const isEarlier = !isCurrent && typeof minAvailable === 'number';
  if (status.syncFailure !== null && status.disruptionsAllowed === 0 && !isEarlier) {
    const why = `Kubernetes cannot count its pods (${status.syncFailure || 'SyncFailed'})`;
    return { kind: 'never', why, cause: 'counting' };
  }
  const fixed = neverByItself(budget);
  if (allowsDisruption(budget)) {
    const why = pods.every(isScaled) ? (fixed ?? keepsReplicas(budget)) : undefined;
    return why === undefined ? { kind: 'yes' } : { kind: 'never', why, cause: 'budget', surplus: true };
  }
  if (fixed !== undefined) return { kind: 'never', why: fixed, cause: 'budget' };
  return isCurrent ? resolveAnswerByStatus(budget, matched, pods) : resolveAnswerBySpec(budget, matched);
}

/** Why the budget allows no evictions, whatever the number of pods. */
function neverByItself({ minAvailable, maxUnavailable }: Budget): string | undefined {
  if (minAvailable === null && maxUnavailable === null) return 'it sets neither minAvailable nor maxUnavailable';
  if (maxUnavailable === 0 || parsePercent(maxUnavailable) === 0) return `maxUnavailable is ${maxUnavailable}`;
  return parsePercent(minAvailable) === 100 ? `minAvailable is ${minAvailable}` : undefined;
}

/**
 * True if what controls the pod has more pods than replicas only during a rollout. A pod without a controller is not
 * counted as expected, and a drain removes it. A custom resource may count its replicas in another way.
 */
function isScaled({ controller }: Pod): boolean {
  return controller === null || scaledKinds.has(controller.kind);
}

const scaledKinds = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet']);

/** Why the budget allows no evictions when there are as many pods as replicas. */
function keepsReplicas(budget: Budget): string | undefined {
  const { desiredHealthy, expectedPods } = budget.status;
  const isKept = typeof budget.minAvailable === 'string' && desiredHealthy >= expectedPods;
  return isKept ? needText(budget, desiredHealthy, expectedPods) : undefined;
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
  if (expectedPods === 0 && scaled) return { kind: 'today', why: 'the controllers of its pods have 0 replicas' };
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

/** The number of a percentage; undefined for other limits. */
export function parsePercent(limit: number | string | null): number | undefined {
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
