import type { Facts } from '../facts/facts.ts';
import type { UnreadyPod } from '../facts/unready-pods.ts';
import type { WorkloadPods } from '../facts/workload-pods.ts';
import { hoursBetween } from '../syntax/dates.ts';
import { grouped } from '../syntax/grouped.ts';
import { objectKey } from '../syntax/object-key.ts';

/** How many minutes a workload must have had no ready pod: pods of a usual rollout or node update start in less. */
export const unreadyMinutes = 10;

/** The facts that show which workloads have no ready pod, and since when. */
export type UnreadyFacts = Pick<Facts, 'workloadPods' | 'unreadyPods' | 'pods' | 'waitingPods'>;

/** A workload without a ready pod. */
export interface UnreadyWorkload {
  workload: WorkloadPods;
  /** Its pods that are not ready. Not those that are being deleted. */
  pods: readonly UnreadyPod[];
  /** The number of its pods that are being deleted. */
  deleted: number;
  /** When the last of its pods became not ready, was created or was deleted. Null if one of these times was not seen. */
  since: string | null;
}

/**
 * The workloads that want several pods and have had no ready one for {@link unreadyMinutes}. Includes those without any pod,
 * and those of whose times none is newer, but not all were seen.
 */
export function findUnreadyWorkloads(facts: UnreadyFacts, now: string): UnreadyWorkload[] {
  const unready = facts.workloadPods.filter(({ wanted, ready }) => wanted > 1 && ready === 0);
  if (unready.length === 0) return [];
  const keys = new Set(unready.map(objectKey));
  const ofThese = facts.pods.filter((pod) => keys.has(controllerKey(pod, pod.controller)));
  const pods = grouped(ofThese, (pod) => controllerKey(pod, pod.controller));
  const unreadyPods = grouped(facts.unreadyPods, (pod) => controllerKey(pod, pod.workload));
  const deletionTime = deletionTimes(facts.waitingPods);
  return unready.flatMap((workload) => {
    const key = objectKey(workload);
    const [own, all] = [unreadyPods.get(key) ?? [], pods.get(key) ?? []];
    if (all.some(({ ready, terminating }) => ready && !terminating)) return [];
    const deleted = all.filter(({ terminating }) => terminating);
    const times = [...own.map(({ since }) => since), ...deleted.map(deletionTime)];
    // Without pods, its controller has not seen the newest spec: that may be new.
    if (times.length === 0 && workload.rolling === true) return [];
    const newest = findNewest(times);
    if (newest !== undefined && hoursBetween(newest, now) * 60 < unreadyMinutes) return [];
    const since = times.includes(null) ? null : (newest ?? null);
    return [{ workload, pods: own, deleted: deleted.length, since }];
  });
}

interface Named {
  namespace: string;
  name: string;
}

function controllerKey({ namespace }: Named, controller: UnreadyPod['workload']): string {
  return controller === null ? '' : objectKey({ namespace, ...controller });
}

function findNewest(times: readonly (string | null)[]): string | undefined {
  return times
    .flatMap((time) => time ?? [])
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}

/** Returns a function that finds when the deletion of a pod was requested; null if that was not seen. */
function deletionTimes(waitingPods: Facts['waitingPods']): (pod: Named) => string | null {
  const deletions = new Map(
    waitingPods.flatMap(({ deletion, ...pod }) =>
      deletion === undefined ? [] : [[objectKey({ ...pod, kind: 'Pod' }), deletion]],
    ),
  );
  return (pod) => {
    const { graceEnds, graceSeconds = null } = deletions.get(objectKey({ ...pod, kind: 'Pod' })) ?? {};
    if (graceEnds === undefined || graceSeconds === null) return null;
    return new Date(Date.parse(graceEnds) - graceSeconds * 1000).toISOString();
  };
}
