import { settlingMinutes } from '../../for-checks/hold.ts';
import type { UnreadyPod } from '../../facts/unready-pods.ts';
import { plainResource } from '../../judge/finding.ts';
import { hoursBetween } from '../../syntax/dates.ts';
import { resourceName } from '../resource-name.ts';

/** States of a pod that starts: they usually end by themselves. */
export const startingStates: ReadonlySet<string> = new Set(['Pending', 'ContainerCreating', 'PodInitializing']);

/** A workload as kubectl writes it: `deploy/shop/cart`. */
export function toWorkloadName(workload: { kind: string; namespace: string; name: string }): string {
  return resourceName({ ...workload, text: plainResource(workload) });
}

/** What a pod is listed under: its workload; itself if it has none, or if it is a static pod. */
export function toUnreadyKey({ namespace, name, workload }: UnreadyPod): string {
  const owner = workload === null || workload.kind === 'Node' ? { kind: 'Pod', name } : workload;
  return toWorkloadName({ ...owner, namespace });
}

/** Whether a time lies less than the time that a state may last that usually ends by itself. */
export function isRecent(since: string | null | undefined, now: string): boolean {
  return typeof since === 'string' && hoursBetween(since, now) * 60 < settlingMinutes;
}

/** Whether a pod may become ready by itself soon: it has only started to wait, and no container has failed. */
export function isSettling({ state, since }: Pick<UnreadyPod, 'state' | 'since'>, now: string): boolean {
  return (startingStates.has(state) || state === 'NotReady') && isRecent(since, now);
}
