import type { Facts, NodeFact } from '../facts/facts.ts';
import { advice, commands } from '../syntax/advice.ts';
import { clockText, hoursBetween } from '../syntax/dates.ts';
import { formatCount, formatList, forCount } from '../syntax/english.ts';
import { sh } from '../syntax/shell.ts';
import { managedLimitMinutes, settlingMinutes, type Hold } from './hold.ts';

type Pod = Facts['pods'][number];
type Deletion = NonNullable<Facts['waitingPods'][number]['deletion']>;

/** What a pod waits for that is being deleted. */
export function toDeletionHold(pod: Pod, deletion: Deletion, node: NodeFact, now: string): Hold {
  const minutes = hoursBetween(deletion.graceEnds, now) * 60;
  if (minutes < 0) return stopping(pod, deletion, node, now);
  const force = minutes < settlingMinutes ? 'settling' : 'holds';
  return deletion.finalizers.length > 0
    ? { ...finalized(pod, deletion, now), force }
    : { ...notStopped(pod, deletion, node, now), force };
}

/** When the deletion was requested: `deletionTimestamp` is the end of the grace period. */
function toRequest({ graceEnds, graceSeconds }: Pick<Deletion, 'graceEnds' | 'graceSeconds'>): string {
  const requested = Date.parse(graceEnds) - (graceSeconds ?? 0) * 1000;
  return Math.abs(requested) <= latestMs ? new Date(requested).toISOString() : graceEnds;
}

/** The last time that a Date can hold, in milliseconds; grace periods can be any number. */
const latestMs = 8.64e15;

function requestedAt({ graceEnds, graceSeconds }: Deletion, now: string): string {
  return clockText(toRequest({ graceEnds, graceSeconds }), now);
}

function stopping(pod: Pod, { graceEnds, graceSeconds }: Deletion, node: NodeFact, now: string): Hold {
  const minutes = hoursBetween(toRequest({ graceEnds, graceSeconds }), now) * 60;
  const isLong = node.computeType === 'managed' && (graceSeconds ?? 0) > managedLimitMinutes * 60;
  // The pod may end earlier than it must.
  const isTooLong = isLong && minutes >= settlingMinutes;
  const period =
    graceSeconds === null ? 'its grace period' : `its grace period of ${graceSeconds.toLocaleString('en-US')} s`;
  return {
    cause: 'grace',
    pod,
    by: null,
    text: `is stopping; ${period} ends ${clockText(graceEnds, now)}`,
    force: isTooLong ? 'holds' : 'settling',
    ...(isLong
      ? {
          fix: advice`If the software has finished its work, end it earlier: a shorter grace period replaces the
            longer one.\n${commands(sh`kubectl -n ${pod.namespace} delete pod ${pod.name} --grace-period=30`)}`,
        }
      : {}),
  };
}

function finalized(pod: Pod, deletion: Deletion, now: string): Omit<Hold, 'force'> {
  const { finalizers } = deletion;
  const names = formatList(finalizers);
  return {
    cause: 'finalizer',
    pod,
    by: finalizers.length === 1 ? (finalizers[0] ?? null) : formatCount(finalizers.length, 'finalizer'),
    text: `was deleted at ${requestedAt(deletion, now)} and waits for its ${forCount(finalizers.length, 'finalizer', 'finalizers')} ${names}`,
    fix: advice`The controller that sets the finalizer removes it: check that it runs. Remove the finalizer yourself only
      if that controller no longer exists.\n${commands(
        sh`kubectl -n ${pod.namespace} get pod ${pod.name} -o jsonpath='{.metadata.finalizers}'`,
      )}`,
  };
}

function notStopped(pod: Pod, deletion: Deletion, { name, ready }: NodeFact, now: string): Omit<Hold, 'force'> {
  const why = ready === true ? 'its node has not stopped it' : 'its node is not Ready';
  return {
    cause: 'not-stopped',
    pod,
    by: null,
    text: `was deleted at ${requestedAt(deletion, now)}, its grace period has ended, but ${why}`,
    fix: advice`Check the kubelet and the container runtime of the node.\n${commands(sh`kubectl describe node ${name}`)}`,
  };
}
