import type { Context } from '../../../src/check.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn, listsKubernetes, type Known, type Range } from './releases.ts';

/** A release to update to, and the version of the control plane at which to do it. */
export interface Stop {
  range: Range;
  at: Minor;
}

/**
 * The fewest updates that lead to the end of the path: each to the release that reaches furthest along the path among
 * those that list a version at which the release before it still works; of several, the oldest. Leaves out releases
 * with a known break on the way.
 * @returns the updates, and the version after which no release is known, if there is such a version
 */
export function findStops(
  { ranges, breaks }: Known,
  range: Range,
  { versions }: Pick<Context, 'versions'>,
): { stops: Stop[]; gapAt: Minor | undefined } {
  const newer = ranges
    .filter(({ from }) => isBelow(range.from, from))
    .toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
  const works = (one: Range, minor: Minor): boolean =>
    listsKubernetes(one, minor) && !breaks.some((broken) => breaksOn(broken, one.from, minor));
  const reach = (one: Range, from: number): number => {
    const end = versions.findIndex((minor, index) => index >= from && !works(one, minor));
    return (end < 0 ? versions.length : end) - 1;
  };
  const last = versions.length - 1;
  const stops: Stop[] = [];
  let [start, end] = [0, reach(range, 0)];
  while (end < last) {
    const possible = newer.flatMap((one) => {
      const at = versions.findIndex(
        (minor, index) => index >= start && index <= Math.max(start, end) && works(one, minor),
      );
      return at < 0 ? [] : [{ range: one, at, end: reach(one, at) }];
    });
    const furthest = Math.max(...possible.map((one) => one.end));
    const next = possible.find((one) => one.end === furthest);
    if (next === undefined || next.end <= end) return { stops, gapAt: versions[Math.max(start, end)] };
    stops.push({ range: next.range, at: versions[next.at] ?? 0 });
    [start, end] = [next.at, next.end];
  }
  return { stops, gapAt: undefined };
}

/** `1.29 to 1.33`, `1.30 and later`, `1.21 and earlier`. */
export function formatRange({ min, max }: Pick<Range, 'min' | 'max'>): string {
  if (min === null) return max === null ? 'all versions' : `${format(max)} and earlier`;
  if (max === null) return `${format(min)} and later`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}
