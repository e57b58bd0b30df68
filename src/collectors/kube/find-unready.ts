import { isMoment } from '../../facts/public-texts.ts';
import { groupLabels, type UnreadyPod } from '../../facts/unready-pods.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import { unreadyFields, type PodRead, type UnreadyRead } from './read-fields.ts';

/** What is kept of a pod that is not ready, without its name and its workload. */
export type Unready = Omit<UnreadyPod, 'namespace' | 'name' | 'workload'>;
type Status = UnreadyRead['status'];
type GroupLabel = NonNullable<UnreadyPod['groupLabels']>[number];

/** The condition Ready is True. */
export function isReady(conditions: NonNullable<PodRead['status']>['conditions']): boolean {
  for (const { type, status } of conditions ?? []) if (type === 'Ready') return status === 'True';
  return false;
}

/**
 * What is kept of a pod that is not ready; undefined if it is ready, has finished or is being deleted. Of other pods nothing
 * more is read.
 */
export function findUnready({ metadata, spec, status }: PodRead, readAgain: ReadAgain): Unready | undefined {
  const isDeleted = (metadata?.deletionTimestamp ?? undefined) !== undefined;
  const hasFinished = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  if (isDeleted || hasFinished || isReady(status?.conditions)) return undefined;
  const pod = readAgain(unreadyFields) as UnreadyRead;
  const message = findMessage(pod.status);
  const labels = spec?.nodeName === undefined ? listGroupLabels(spec) : [];
  return {
    state: findWaitingReason(pod.status) ?? (status?.phase === 'Pending' ? 'Pending' : 'NotReady'),
    since: findSince(pod),
    ...(message === undefined ? {} : { message }),
    ...(labels.length === 0 ? {} : { groupLabels: labels }),
  };
}

/** While an init container waits, the others wait with the reason PodInitializing. */
function findWaitingReason(status: Status): string | undefined {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  const reasons = all.flatMap(({ state }) => toText(state?.waiting?.reason) ?? []);
  return reasons.find((reason) => reason !== 'PodInitializing') ?? reasons[0];
}

/** The pod may have been ready until now if the time of its condition is unreadable: then its age says nothing. */
function findSince({ metadata, status }: UnreadyRead): string | null {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const since = toText(ready === undefined ? metadata?.creationTimestamp : ready.lastTransitionTime);
  return since !== undefined && isMoment(since) ? since : null;
}

function findMessage(status: Status): string | undefined {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.status === 'False' ? toText(scheduled.message) : undefined;
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function listGroupLabels(spec: PodRead['spec']): GroupLabel[] {
  return groupLabels.flatMap((label): GroupLabel[] => {
    const selected = spec?.nodeSelector?.[label];
    if (selected !== undefined) return [{ label, values: [selected] }];
    const values = allowedByAffinity(label, spec);
    return values.length === 0 ? [] : [{ label, values, inAffinity: true }];
  });
}

/** The values that the required terms allow, which are ORed; empty if one of the terms does not name the label. */
function allowedByAffinity(label: string, spec: PodRead['spec']): string[] {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const allowed = terms.map(
    ({ matchExpressions }) =>
      (matchExpressions ?? []).find(({ key, operator }) => key === label && operator === 'In')?.values,
  );
  return allowed.some((values) => values === undefined) ? [] : [...new Set(allowed.flatMap((values) => values ?? []))];
}
