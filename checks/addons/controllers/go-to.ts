import type { Context } from '../../../src/check.ts';
import { format, isBelow, type Minor } from '../../../src/syntax/versions.ts';
import { breaksOn } from '../shared/controller-breaks.ts';
import {
  hasRelease,
  listsKubernetes,
  mayConcern,
  type Known,
  type Range,
  type Versioned,
} from '../shared/controller-releases.ts';

/** A release to update to, and the version of the control plane at which to do it. */
export interface Stop {
  range: Range;
  at: Minor;
}

/** The releases that lead along the path, and the versions that no release lists together, if they do not reach its end. */
export interface Route {
  stops: readonly Stop[];
  gap: readonly Minor[];
}

/** A release, and the last index of the path up to which it works without interruption; -1 if not even at the first. */
interface Reach {
  range: Range;
  until: number;
}

/**
 * The releases that lead to the end of the path: at each stop, the newer release that lists the control plane's version
 * and reaches furthest along the path; of several, the oldest. The release that runs stays as long as no newer one
 * lists the version, even if it is too new for the first versions. Omits releases with a known break.
 */
export function findRoute({ ranges, breaks }: Known, copy: Versioned, { versions }: Pick<Context, 'versions'>): Route {
  const concerning = breaks.filter((broken) => mayConcern(broken, copy));
  const works = (range: Range, version: string, minor: Minor): boolean =>
    listsKubernetes(range, minor) && !concerning.some((broken) => breaksOn(broken, version, minor));
  const reach = (range: Range, version: string, index: number): Reach => {
    const end = versions.findIndex((minor, at) => at >= index && !works(range, version, minor));
    return { range, until: (end < 0 ? versions.length : end) - 1 };
  };
  const newer = ranges
    .filter(({ from }) => isBelow(copy.version, from))
    .toSorted((a, b) => (isBelow(a.from, b.from) ? -1 : 1));
  const own = ranges.find((range) => hasRelease(range, copy.version));
  const first = own === undefined ? -1 : versions.findIndex((minor) => works(own, copy.version, minor));
  const covered = own === undefined || first < 0 ? -1 : reach(own, copy.version, first).until;
  return follow(versions, (index) => newer.map((range) => reach(range, range.from, index)), 0, covered);
}

/** Continues a route at an index of the path, with a release that works up to the index `covered`. */
function follow(
  versions: readonly Minor[],
  listNewer: (index: number) => readonly Reach[],
  index: number,
  covered: number,
): Route {
  const last = versions.length - 1;
  const at = versions[index];
  if (covered >= last || at === undefined) return { stops: [], gap: [] };
  const furthest = listNewer(index).reduce<Reach | undefined>(
    (best, one) => (best === undefined || one.until > best.until ? one : best),
    undefined,
  );
  if (furthest !== undefined && furthest.until >= Math.max(covered + 1, index)) {
    const rest = follow(versions, listNewer, furthest.until, furthest.until);
    return { ...rest, stops: [{ range: furthest.range, at }, ...rest.stops] };
  }
  return covered > index
    ? follow(versions, listNewer, covered, covered)
    : { stops: [], gap: versions.slice(index, index + 2) };
}

/** `0.45.1 while the control plane is at 1.32, then 0.48 while the control plane is at 1.33`. */
export function formatStops(stops: readonly Stop[]): string {
  return stops
    .map(({ range, at }) => `${nameReleases(range)} while the control plane is at ${format(at)}`)
    .join(', then ');
}

/** `1.18`, `0.18 or later`. */
export function nameReleases({ releases }: Range): string {
  return releases.replace(/\+$/, ' or later');
}

/** `1.29 to 1.33`, `1.30 and later`, `1.21 and earlier`. */
export function formatRange({ min, max }: Pick<Range, 'min' | 'max'>): string {
  if (min === null) return max === null ? 'all versions' : `${format(max)} and earlier`;
  if (max === null) return `${format(min)} and later`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}
