import { hoursBetween } from '../../../syntax/dates.ts';
import type { UnreadyPod } from '../../../facts/unready-pods.ts';
import { unreadyMinutes } from '../../../for-checks/unready-workloads.ts';
import { isSettling, startingStates } from '../../health/pods.ts';

interface Counts {
  wanted: number;
  ready: number;
  rolling?: true | undefined;
}

/**
 * Whether the pods that a workload lacks are in its own rollout, which has not stalled: no container has failed, and no pod
 * has waited for {@link unreadyMinutes} minutes.
 * @param pods that are not ready
 */
export function isInRollout({ rolling }: Counts, pods: readonly UnreadyPod[], now: string): boolean {
  return rolling === true && pods.every((pod) => isWaiting(pod) && !isOlder(pod, now));
}

/** Whether all pods that a workload lacks have been starting for minutes only: those of drained nodes, for example. */
export function isStarting({ wanted, ready }: Counts, pods: readonly UnreadyPod[], now: string): boolean {
  return ready > 0 && pods.length >= wanted - ready && pods.every((pod) => isSettling(pod, now));
}

function isWaiting({ state }: UnreadyPod): boolean {
  return startingStates.has(state) || state === 'NotReady';
}

function isOlder({ since }: UnreadyPod, now: string): boolean {
  return since === null || hoursBetween(since, now) * 60 >= unreadyMinutes;
}
