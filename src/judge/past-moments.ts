import type { Facts } from '../facts/facts.ts';
import type { WaitingPod } from '../facts/waiting-pods.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import { isInFuture } from '../syntax/dates.ts';
import { setFields } from '../syntax/set-fields.ts';

type Refresh = Facts['instanceRefreshes'][number];

/** Null if a moment lies in the future. */
type ToPast = (moment: string | null) => string | null;

/**
 * Makes dates unreadable that lie after the scan, where checks and `status` compare them with the time of the scan: a
 * node would be new, an insight recent, a rollback still possible. A check treats such a date as one that was not reported.
 * @param readUntil when the last fact was taken, ISO 8601
 */
export function removeFutureMoments(readings: Readings, readUntil: string): Readings {
  const toPast: ToPast = (moment) => (moment !== null && isInFuture(moment, readUntil) ? null : moment);
  const { cluster, updates, insights, rollbackInsights, nodes, drainTraits, waitingPods, volumeAttachments } = readings;
  const { nodegroupUpdates, addonUpdates, instanceRefreshes } = readings;
  const { karpenterPools, karpenterNodeClasses, karpenterClaims, unreadyPods } = readings;
  const checked = {
    cluster: withValue(cluster, (one) => ({ ...one, createdAt: toPast(one.createdAt) })),
    updates: withValue(updates, (all) => all.map((one) => withPastCreation(one, toPast))),
    nodegroupUpdates: withValue(nodegroupUpdates, (all) => all.map((one) => withPastCreation(one, toPast))),
    addonUpdates: withValue(addonUpdates, (all) => all.map((one) => withPastCreation(one, toPast))),
    instanceRefreshes: withValue(instanceRefreshes, (all) => all.map((one) => withPastEnds(one, toPast))),
    insights: withValue(insights, (all) => all && all.map((one) => withPastRefresh(one, toPast))),
    rollbackInsights: withValue(rollbackInsights, (all) => all && all.map((one) => withPastRefresh(one, toPast))),
    nodes: withValue(nodes, (all) => all.map((node) => withPastDates(node, toPast))),
    karpenterPools: withValue(karpenterPools, (all) => all.map((one) => withPastDeletion(one, toPast))),
    karpenterNodeClasses: withValue(karpenterNodeClasses, (all) => all.map((one) => withPastDeletion(one, toPast))),
    karpenterClaims: withValue(karpenterClaims, (all) => all.map((one) => withPastDeletion(one, toPast))),
    waitingPods: withValue(waitingPods, (all) => all.map((pod) => withPastCondition(pod, toPast))),
    unreadyPods: withValue(unreadyPods, (all) => all.map((pod) => ({ ...pod, since: toPast(pod.since) }))),
    volumeAttachments: withValue(volumeAttachments, (all) => all.map((one) => withPastDeletion(one, toPast))),
    drainTraits: withValue(drainTraits, (all) => all.map((traits) => withPastTraits(traits, toPast))),
  };
  return { ...readings, ...setFields(checked) };
}

function withValue<Value>(
  reading: Reading<Value> | undefined,
  change: (value: Value) => Value,
): Reading<Value> | undefined {
  return reading?.ok === true ? { ...reading, value: change(reading.value) } : reading;
}

function withPastCreation<Update extends { createdAt: string | null }>(update: Update, toPast: ToPast): Update {
  return { ...update, createdAt: toPast(update.createdAt) };
}

function withPastEnds(refresh: Refresh, toPast: ToPast): Refresh {
  return { ...refresh, startedAt: toPast(refresh.startedAt), endedAt: toPast(refresh.endedAt) };
}

function withPastRefresh<Insight extends { lastRefreshTime: string | null }>(
  insight: Insight,
  toPast: ToPast,
): Insight {
  return { ...insight, lastRefreshTime: toPast(insight.lastRefreshTime) };
}

function withPastDeletion<One extends { deletingSince?: string | undefined }>(one: One, toPast: ToPast): One {
  const { deletingSince = null, ...others } = one;
  return toPast(deletingSince) === deletingSince ? one : (others as One);
}

function withPastDates(node: Facts['nodes'][number], toPast: ToPast): Facts['nodes'][number] {
  const { cordonedSince = null, ...others } = node;
  return withPastReadiness(toPast(cordonedSince) === cordonedSince ? node : others, toPast);
}

/** If one of the two dates is wrong, the other one does not show how long the node has been NotReady. */
function withPastReadiness(node: Facts['nodes'][number], toPast: ToPast): Facts['nodes'][number] {
  const { createdAt = null, notReadySince } = node;
  if (toPast(createdAt) === createdAt && toPast(notReadySince) === notReadySince) return node;
  const { createdAt: _created, ...dateless } = node;
  return { ...dateless, notReadySince: null };
}

type Traits = Facts['drainTraits'][number];

function withPastTraits(traits: Traits, toPast: ToPast): Traits {
  const { notReadySince = null, ...others } = traits;
  return toPast(notReadySince) === notReadySince ? traits : others;
}

/** The end of a grace period may lie in the future. */
function withPastCondition(pod: WaitingPod, toPast: ToPast): WaitingPod {
  const { unplaced } = pod;
  if (unplaced === undefined || toPast(unplaced.since) === unplaced.since) return pod;
  return { ...pod, unplaced: { ...unplaced, since: null } };
}
