import { setFields } from '../../syntax/set-fields.ts';
import { findChangedAt } from './changed-at.ts';
import { isAhead, isEarlier } from './clocks.ts';
import { mostTargets, type ClusterPlace, type State, type NotifiedContent } from './state.ts';
import { isSent, type Basis, type News } from './notify.ts';
import type { NotifyOn } from './notify-on.ts';
import { buildNotifiedAfterFailure } from './notified.ts';

/** One message, and the targets that receive it. */
export interface PlannedMessage {
  news: News;
  /** False if `--notify-on` excludes it. */
  isSent: boolean;
  targets: string[];
  /** The content of the last message that these targets received; null if there is none. */
  before: NotifiedContent | null;
  /** True if these targets are new or missed an earlier message. */
  isLate: boolean;
}

/** How long the state keeps a target that no run names. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Plans the message for each target. Most receive the same one; a target that missed messages receives all changes
 * since the last message that it received, a new target everything that is open.
 * @param targets names of all targets that receive messages
 * @param newsSince builds the message for targets that last received this content
 */
export function planMessages(
  state: State | null,
  targets: readonly string[],
  newsSince: (notified: NotifiedContent | null) => News,
  when: NotifyOn,
): PlannedMessage[] {
  const behind = (state?.behind ?? []).filter(({ target }) => targets.includes(target));
  const late = new Set(behind.map(({ target }) => target));
  const known = state === null ? targets : state.destinations.map(({ name }) => name);
  const added = targets.filter((target) => !late.has(target) && !known.includes(target));
  const planMessage = (before: NotifiedContent | null, names: string[], isLate: boolean): PlannedMessage => {
    const news = newsSince(before);
    return { news, isSent: isSent(news, when), targets: names, before, isLate };
  };
  const onTime = targets.filter((target) => !late.has(target) && !added.includes(target));
  return [
    planMessage(state?.told ?? null, onTime, false),
    ...(added.length === 0 ? [] : [planMessage(null, added, true)]),
    ...behind.map(({ target, told: notified }) => planMessage(notified, [target], true)),
  ];
}

/**
 * What a message is compared with, for targets that last received `notified`.
 * @param now the time of this run
 */
export function buildBasis(
  state: State | null,
  notified: NotifiedContent | null,
  stateError: string | null,
  now: string,
): Basis {
  const at = state?.told.scan?.at;
  const stateAhead = at !== undefined && isAhead(at, now) ? at : null;
  return { notified, updatedAt: state?.updatedAt ?? null, stateError, stateAhead };
}

/** What a run sent, to which targets, and when. */
export interface Sent {
  messages: readonly PlannedMessage[];
  /** Targets whose delivery failed: the state keeps what they last received. */
  failed: readonly string[];
  now: string;
}

/**
 * Builds the state after a run.
 * @param current the stored state
 * @param sent `notified` is the content of the run's message
 */
export function stateAfter(
  cluster: ClusterPlace,
  current: State | null,
  sent: Sent & { notified: NotifiedContent },
): State {
  const { notified, now } = sent;
  const changedAt = findChangedAt(current, notified);
  return buildState(cluster, current, { told: notified, changedAt, behind: behindAfter(sent), sent, now });
}

/** The targets that did not receive the message of a run, with what they last received. */
export function behindAfter({ messages, failed }: Pick<Sent, 'messages' | 'failed'>): State['behind'] {
  return messages
    .filter((planned) => planned.isSent)
    .flatMap(({ targets, before }) =>
      targets.filter((target) => failed.includes(target)).map((target) => ({ target, told: before })),
    );
}

/**
 * Builds the state after a run that could not scan. A target that is new or was behind receives the error, but not the
 * changes that it missed, so the state lists it as behind.
 * @param current the stored state
 */
export function stateAfterFailure(cluster: ClusterPlace, current: State | null, sent: Sent): State {
  const { messages, failed, now } = sent;
  const behind = messages.flatMap((planned) =>
    planned.targets.flatMap((target) => {
      const got = planned.isSent && !failed.includes(target);
      if (planned.isLate)
        return [{ target, told: got ? buildNotifiedAfterFailure(planned.before, now) : planned.before }];
      return planned.isSent && !got ? [{ target, told: planned.before }] : [];
    }),
  );
  return buildState(cluster, current, {
    told: buildNotifiedAfterFailure(current?.told ?? null, now),
    changedAt: current?.changedAt,
    behind,
    sent,
    now,
  });
}

interface Content extends Pick<State, 'told' | 'behind'> {
  changedAt: string | undefined;
  sent: Sent;
  now: string;
}

/**
 * Keeps targets that this run does not name, with what they last received: after a manual scan with other targets, the
 * nightly message still lists all changes.
 */
function buildState(
  cluster: ClusterPlace,
  current: State | null,
  { told: notified, changedAt, behind, sent, now }: Content,
): State {
  const named = sent.messages.flatMap(({ targets }) => targets);
  const absent = (current?.destinations ?? []).filter(
    ({ name, namedAt }) => !named.includes(name) && Date.parse(now) - Date.parse(namedAt) < keptMs,
  );
  const left = absent.map(
    ({ name }) =>
      current?.behind.find(({ target }) => target === name) ?? { target: name, told: current?.told ?? null },
  );
  const destinations = [...named.map((name) => ({ name, namedAt: now })), ...absent];
  return {
    schemaVersion: 1,
    cluster,
    updatedAt: now,
    ...setFields({ changedAt }),
    told: notified,
    behind: [...behind, ...left].slice(0, mostTargets),
    destinations: destinations.slice(0, mostTargets),
  };
}

/**
 * True if a report is older than the state's scan. False if the state is dated in the future: a clock was wrong, and
 * the run continues from that state.
 * @param now the time of this run
 */
export function isOlder(scannedAt: string, state: State | null, now: string): boolean {
  const at = state?.told.scan?.at;
  return at !== undefined && isEarlier(scannedAt, at) && !isAhead(at, now);
}
