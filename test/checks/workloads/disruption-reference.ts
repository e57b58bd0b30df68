/**
 * Kubernetes' disruption controller and eviction API, as slow and as plain as their documentation describes them, to
 * compare workloads/pdb-blocks-drain with. Source: kubernetes/kubernetes pkg/controller/disruption/disruption.go and
 * pkg/registry/core/pod/storage/eviction.go.
 */

export interface ReferencePod {
  name: string;
  phase: 'Running' | 'Pending' | 'Succeeded' | 'Failed' | 'Unknown';
  ready: boolean;
  terminating: boolean;
  controller: Controller | null;
}

/** `replicas` is null for a controller without the scale subresource. */
export interface Controller {
  kind: string;
  name: string;
  replicas: number | null;
}

export interface Limits {
  minAvailable: number | string | null;
  maxUnavailable: number | string | null;
}

export interface ReferenceStatus {
  observedGeneration: number;
  currentHealthy: number;
  desiredHealthy: number;
  expectedPods: number;
  disruptionsAllowed: number;
  syncFailure: string | null;
}

export interface ReferenceBudget extends Limits {
  generation: number;
  unhealthyPodEvictionPolicy: 'IfHealthyBudget' | 'AlwaysAllow' | null;
  status: ReferenceStatus;
}

/** A number of pods, or the percentage of a total: the first whole number that is not below it. */
function toPods(limit: number | string, total: number): number {
  if (typeof limit === 'number') return limit;
  const percent = Number.parseInt(limit, 10);
  let pods = 0;
  while (pods * 100 < percent * total) pods += 1;
  return pods;
}

/** The sum of the replicas of the distinct controllers; `failed` if one of them has no scale. */
function addReplicas(pods: readonly ReferencePod[]): number | 'failed' {
  const controllers = new Set<Controller>();
  for (const { controller } of pods) if (controller !== null) controllers.add(controller);
  let sum = 0;
  for (const { replicas } of controllers) {
    if (replicas === null) return 'failed';
    sum += replicas;
  }
  return sum;
}

/** What the controller writes for a budget that matches these pods. `before` is its status until then. */
export function computeStatus(
  { minAvailable, maxUnavailable }: Limits,
  generation: number,
  pods: readonly ReferencePod[],
  before: ReferenceStatus,
): ReferenceStatus {
  const isCount = maxUnavailable === null && typeof minAvailable === 'number';
  const hasLimit = maxUnavailable !== null || minAvailable !== null;
  const expected = isCount ? pods.length : hasLimit ? addReplicas(pods) : 0;
  if (expected === 'failed') return { ...before, disruptionsAllowed: 0, syncFailure: 'no scale' };
  let desired = 0;
  if (maxUnavailable !== null) desired = Math.max(0, expected - toPods(maxUnavailable, expected));
  else if (minAvailable !== null) desired = toPods(minAvailable, expected);
  let healthy = 0;
  for (const { ready, terminating } of pods) if (ready && !terminating) healthy += 1;
  const allowed = expected > 0 && healthy > desired ? healthy - desired : 0;
  return {
    observedGeneration: generation,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
    syncFailure: null,
  };
}

/** The answer to the eviction of a pod that these budgets match. */
export function answerEviction(pod: ReferencePod, budgets: readonly ReferenceBudget[]): 'evicted' | 429 | 500 {
  if (pod.phase === 'Succeeded' || pod.phase === 'Failed') return 'evicted';
  if (pod.phase === 'Pending' || pod.terminating) return 'evicted';
  if (budgets.length > 1) return 500;
  for (const { generation, status, unhealthyPodEvictionPolicy } of budgets) {
    if (!pod.ready) {
      if (unhealthyPodEvictionPolicy === 'AlwaysAllow') return 'evicted';
      if (status.currentHealthy >= status.desiredHealthy && status.desiredHealthy > 0) return 'evicted';
    }
    if (status.observedGeneration < generation) return 429;
    if (status.disruptionsAllowed === 0) return 429;
  }
  return 'evicted';
}
