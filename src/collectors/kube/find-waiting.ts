import { isMoment } from '../../facts/public-texts.ts';
import type { WaitingPod } from '../../facts/waiting-pods.ts';
import type { ReadAgain } from '../../sources/kube/contract.ts';
import { presentMoment, presentText } from '../require-field.ts';
import { waitingFields, type PodRead, type WaitingRead } from './read-fields.ts';

/** What a pod waits for, without its name. */
export type Waiting = Omit<WaitingPod, 'namespace' | 'name'>;

/**
 * What a pod waits for; undefined if it is not being deleted, has a node and has started. Of other pods nothing more is
 * read.
 */
export function findWaiting({ metadata, spec, status }: PodRead, readAgain: ReadAgain): Waiting | undefined {
  const isDeleted = (metadata?.deletionTimestamp ?? undefined) !== undefined;
  const hasNode = spec?.nodeName !== undefined;
  const isUnplaced = !hasNode && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
  const isStarting = hasNode && status?.phase === 'Pending';
  if (!isDeleted && !isUnplaced && !isStarting) return undefined;
  const pod = readAgain(waitingFields) as WaitingRead;
  return {
    ...(isDeleted ? { deletion: toDeletion(pod.metadata) } : {}),
    ...(isUnplaced ? { unplaced: toUnplaced(pod.status) } : {}),
    ...(isStarting ? { starting: true, ...toClaims(pod) } : {}),
  };
}

function toDeletion(metadata: WaitingRead['metadata']): NonNullable<Waiting['deletion']> {
  const { deletionTimestamp, deletionGracePeriodSeconds: seconds, finalizers } = metadata ?? {};
  return {
    graceEnds: presentMoment(deletionTimestamp, 'metadata.deletionTimestamp'),
    graceSeconds: typeof seconds === 'number' ? seconds : null,
    finalizers: (finalizers ?? []).map((finalizer) => presentText(finalizer, 'metadata.finalizers')),
  };
}

function toUnplaced(status: WaitingRead['status']): NonNullable<Waiting['unplaced']> {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False') return { reason: null, message: null, since: null };
  const since = toText(scheduled.lastTransitionTime);
  return {
    reason: toText(scheduled.reason),
    message: toText(scheduled.message),
    since: since !== null && isMoment(since) ? since : null,
  };
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The claim of a generic ephemeral volume has the names of its pod and its volume. */
function toClaims({ metadata, spec }: WaitingRead): Pick<Waiting, 'claims'> {
  const claims = (spec?.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    const ofPod = (ephemeral ?? undefined) === undefined ? undefined : `${metadata?.name}-${name}`;
    return persistentVolumeClaim?.claimName ?? ofPod ?? [];
  });
  return claims.length === 0 ? {} : { claims };
}
