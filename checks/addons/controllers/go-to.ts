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
 * lists the version, even if it is too new for the first versions. Omits releases with a known break. One that its
 * project no longer supports is a stop only where no supported one leads further, and then the newest such one.
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
  if (covered >= last) return { stops: [], gap: [] };
  const stop = findStop(listNewer, index, covered);
  const at = stop === undefined ? undefined : versions[stop.index];
  if (stop === undefined || at === undefined) {
    const from = Math.max(index, covered);
    return { stops: [], gap: versions.slice(from, from + 2) };
  }
  const { range } = stop;
  const until = range.isEnded ? findSupported(listNewer, stop.index + 1, stop.until) : stop.until;
  const rest = follow(versions, listNewer, until, until);
  return { ...rest, stops: [{ range, at }, ...rest.stops] };
}

/** The release to install next: now or where the present one ends, one that its project supports if there is one. */
function findStop(
  listNewer: (index: number) => readonly Reach[],
  index: number,
  covered: number,
): (Reach & { index: number }) | undefined {
  const places = covered > index ? [index, covered] : [index];
  for (const mayBeEnded of [false, true]) {
    for (const place of places) {
      const further = listNewer(place).filter(
        ({ range, until }) => until >= Math.max(covered + 1, place) && (mayBeEnded || !range.isEnded),
      );
      const [first, ...others] = further;
      if (first === undefined) continue;
      const furthest = others.reduce(
        (best, one) => (one.until > best.until || (mayBeEnded && one.until === best.until) ? one : best),
        first,
      );
      return { ...furthest, index: place };
    }
  }
  return undefined;
}

/** The first index up to `until` at which a supported release leads further; else `until`. */
function findSupported(listNewer: (index: number) => readonly Reach[], from: number, until: number): number {
  for (let index = from; index < until; index += 1) {
    if (listNewer(index).some((one) => !one.range.isEnded && one.until > index)) return index;
  }
  return until;
}

/** `0.45.1 while the control plane is at 1.32, then 0.48 while the control plane is at 1.33`. */
export function formatStops(stops: readonly Stop[]): string {
  return stops
    .map(
      ({ range, at }) =>
        `${nameReleases(range)}${range.isEnded ? ', which is end of life,' : ''} while the control plane is at ${format(at)}`,
    )
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
