import { isAhead, isEarlier } from './clocks.ts';
import type { ClusterPlace, State, Told } from './state.ts';
import { isSent, type Basis, type News } from './notify.ts';
import type { NotifyOn } from './notify-on.ts';
import { toldAfterFailure } from './told.ts';

/** One message, and the targets that are to get it. */
export interface Telling {
  news: News;
  /** False: nothing that `--notify-on` asks for. */
  isSent: boolean;
  targets: string[];
  /** What these targets were told before. */
  before: Told | null;
  /** True: they did not get an earlier message. */
  isLate: boolean;
}

/**
 * What each target is to be told: most of them the same; one whose last delivery failed all since then.
 * @param targets names of all targets that get messages
 * @param newsSince makes the message for those who were told this last
 */
export function tellingsOf(
  state: State | null,
  targets: readonly string[],
  newsSince: (told: Told | null) => News,
  when: NotifyOn,
): Telling[] {
  const behind = (state?.behind ?? []).filter(({ target }) => targets.includes(target));
  const late = new Set(behind.map(({ target }) => target));
  const telling = (before: Told | null, names: string[], isLate: boolean): Telling => {
    const news = newsSince(before);
    return { news, isSent: isSent(news, when), targets: names, before, isLate };
  };
  const onTime = targets.filter((target) => !late.has(target));
  return [
    telling(state?.told ?? null, onTime, false),
    ...behind.map(({ target, told }) => telling(told, [target], true)),
  ];
}

/**
 * What a message to `told` is compared with.
 * @param now the clock of this run
 */
export function basisOf(state: State | null, told: Told | null, stateError: string | null, now: string): Basis {
  const at = state?.told.scan?.at;
  const stateAhead = at !== undefined && isAhead(at, now) ? at : null;
  return { told, updatedAt: state?.updatedAt ?? null, stateError, stateAhead };
}

/**
 * The state after a run.
 * @param told what the run told
 * @param failed targets that did not get their message: they stay behind with what they were told before
 */
export function stateAfter(
  cluster: ClusterPlace,
  { told, tellings, failed, now }: { told: Told; tellings: readonly Telling[]; failed: readonly string[]; now: string },
): State {
  const behind = tellings
    .filter((telling) => telling.isSent)
    .flatMap(({ targets, before }) =>
      targets.filter((target) => failed.includes(target)).map((target) => ({ target, told: before })),
    );
  return { schemaVersion: 1, cluster, updatedAt: now, told, behind };
}

/**
 * The state after a run that could not scan. Who was behind has heard of the trouble, not of what was missed, and stays behind.
 * @param current what lies there now
 */
export function stateAfterFailure(
  cluster: ClusterPlace,
  current: State | null,
  { tellings, failed, now }: { tellings: readonly Telling[]; failed: readonly string[]; now: string },
): State {
  const behind = tellings.flatMap((telling) =>
    telling.targets.flatMap((target) => {
      const got = telling.isSent && !failed.includes(target);
      if (telling.isLate) return [{ target, told: got ? toldAfterFailure(telling.before, now) : telling.before }];
      return telling.isSent && !got ? [{ target, told: telling.before }] : [];
    }),
  );
  return { schemaVersion: 1, cluster, updatedAt: now, told: toldAfterFailure(current?.told ?? null, now), behind };
}

/**
 * True where a report taken at `scannedAt` is older than what the state tells already. A state of a time that has not come yet
 * cannot be newer than a scan of today: a clock was wrong, and the scan goes on from it.
 * @param now the clock of this run
 */
export function isOlder(scannedAt: string, state: State | null, now: string): boolean {
  const at = state?.told.scan?.at;
  return at !== undefined && isEarlier(scannedAt, at) && !isAhead(at, now);
}
