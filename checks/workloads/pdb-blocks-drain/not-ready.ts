import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import { hoursBetween, momentText } from '../../../src/syntax/dates.ts';
import type { Pod } from '../../../src/for-checks/evictions.ts';

/** How long the pods of a budget that are not ready have been in this state. */
export interface NotReady {
  pods: readonly { pod: Pod; text: string }[];
  /** When the last one became not ready: `2026-11-20 12:00 UTC`; undefined if that is unknown for one of them. */
  since: string | undefined;
  /** True if all of them have crashed again and again for a while: they do not become ready without a change. */
  isLasting: boolean;
}

/** A crash loop that is older is no slow start. */
const lastingMinutes = 10;

/** @param now an ISO 8601 time */
export function describeNotReady(
  pods: readonly Pod[],
  findTraits: (pod: Pod) => DrainTraits | undefined,
  now: string,
): NotReady {
  const found = pods
    .filter(({ ready }) => !ready)
    .map((pod) => {
      const { notReadySince, crashLoop } = findTraits(pod) ?? {};
      return { pod, notReadySince, crashLoop };
    });
  const times = found.flatMap(({ notReadySince }) => notReadySince ?? []).sort();
  const last = times.length === found.length ? times.at(-1) : undefined;
  return {
    pods: found.map(({ pod, notReadySince, crashLoop }) => ({
      pod,
      text: `not ready${notReadySince === undefined ? '' : ` since ${momentText(notReadySince)}`}${crashLoop === true ? ' (CrashLoopBackOff)' : ''}`,
    })),
    since: last === undefined ? undefined : momentText(last),
    isLasting:
      last !== undefined &&
      found.every(({ crashLoop }) => crashLoop === true) &&
      hoursBetween(last, now) * 60 >= lastingMinutes,
  };
}
