import type { ClusterPlace, State, Told } from './state.ts';
import { isSent, type Basis, type News } from './notify.ts';
import type { NotifyOn } from './notify-on.ts';

/** One message, and the targets that are to get it. */
export interface Telling {
  news: News;
  /** False: nothing that `--notify-on` asks for. */
  isSent: boolean;
  targets: string[];
  /** What these targets were told before. */
  before: Told | null;
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
  const telling = (before: Told | null, names: string[]): Telling => {
    const news = newsSince(before);
    return { news, isSent: isSent(news, when), targets: names, before };
  };
  return [
    telling(
      state?.told ?? null,
      targets.filter((target) => !late.has(target)),
    ),
    ...behind.map(({ target, told }) => telling(told, [target])),
  ];
}

/** What a message to `told` is compared with. */
export function basisOf(state: State | null, told: Told | null, stateError: string | null): Basis {
  return { told, updatedAt: state?.updatedAt ?? null, stateError };
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

/** True where a report taken at `scannedAt` is older than what the state tells already. */
export function isOlder(scannedAt: string, state: State | null): boolean {
  const at = state?.told.scan?.at;
  return at !== undefined && scannedAt < at;
}
