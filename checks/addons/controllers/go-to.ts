import type { Context } from '../../../src/check.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn, listsKubernetes, type Known, type Range } from './releases.ts';

/** A release to update to, and the version of the control plane at which to do it. */
export interface Stop {
  range: Range;
  at: Minor;
}

/**
 * The releases that lead to the end of the path: at each stop, the release that lists today's version and reaches
 * furthest along the path; of several, the oldest. Leaves out releases with a known break on the way.
 * @returns the stops, and the version at which no release lists it and the next one, if there is such a version
 */
export function findStops(
  { ranges, breaks }: Known,
  version: string,
  { versions }: Pick<Context, 'versions'>,
): { stops: Stop[]; gapAt: Minor | undefined } {
  const newer = ranges
    .filter(({ from }) => isBelow(version, from))
    .toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
  const works = (range: Range, minor: Minor): boolean =>
    listsKubernetes(range, minor) && !breaks.some((broken) => breaksOn(broken, range.from, minor));
  const reach = (range: Range, index: number): number => {
    const end = versions.findIndex((minor, at) => at >= index && !works(range, minor));
    return (end < 0 ? versions.length : end) - 1;
  };
  const stops: Stop[] = [];
  const last = versions.length - 1;
  let index = 0;
  do {
    const at = versions[index] ?? 0;
    const [first, ...others] = newer.filter((range) => works(range, at));
    const best = others.reduce(
      (far, one) => (far !== undefined && reach(one, index) > reach(far, index) ? one : far),
      first,
    );
    const next = best === undefined ? index : reach(best, index);
    if (best === undefined || (next === index && index < last)) return { stops, gapAt: at };
    stops.push({ range: best, at });
    index = next;
  } while (index < last);
  return { stops, gapAt: undefined };
}

/** `1.29 to 1.33`, `1.30 and later`, `1.21 and earlier`. */
export function formatRange({ min, max }: Pick<Range, 'min' | 'max'>): string {
  if (min === null) return max === null ? 'all versions' : `${format(max)} and earlier`;
  if (max === null) return `${format(min)} and later`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}
