import type { Tables } from '../tables/tables.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import { isBelow, type Minor } from '../syntax/versions.ts';
import { isWithin } from './version-range.ts';

/** The order of versions: which Kubernetes a Karpenter is made for, where a way must stop, which step comes first. */

/** The way of the Karpenter that serves the cluster. Versions are of releases: `1.5.0`; compare them by `isBelow`. */
export interface KarpenterPath {
  /** Null: Karpenter is not installed, or no source shows its version. */
  current: string | null;
  /** `current` if no update of Karpenter is planned. */
  target: string | null;
  /** `[current, ...each version of the path]`; empty if `current` is null. */
  versions: readonly string[];
}

/** The Kubernetes minors that a minor of Karpenter is made for. */
export type CompatibilityRow = Tables['karpenter-compatibility'][number];
type ReleaseRow = Tables['karpenter-releases'][number];
/** A release that a way may not pass without a stop. */
export type Stop = Extract<ReleaseRow, { rowKind: 'stop' }>;

/** Karpenter is not installed, or its version is not known. */
export const noKarpenter: KarpenterPath = { current: null, target: null, versions: [] };

/**
 * The first version of a way whose minor comes after the last that a table knows.
 * @param knownThrough `1.14`; undefined: the table does not end
 */
export function firstBeyond(knownThrough: string | undefined, versions: readonly string[]): string | undefined {
  if (knownThrough === undefined) return undefined;
  return versions.find((version) => isBelow(`${knownThrough}.0`, `${minorOf(version)}.0`));
}

/** A release that was asked for and that the way does not reach: no table knows it. */
export function unreached({ current, target, versions }: KarpenterPath): string | undefined {
  return current === null || target === null || versions.at(-1) === target ? undefined : target;
}

/** Versions that a controller runs and will run, today's first: the path's where the path is its own, else today's alone. */
export function versionsOf({ version }: KarpenterController, { current, versions }: KarpenterPath): readonly string[] {
  if (version === null) return [];
  return version === current ? versions : [version];
}

/**
 * `atKarpenter` of a finding about a controller: left out for the version that it runs, which may be a stop on the way of
 * another one.
 * @param versions from {@link versionsOf}
 */
export function stepOf(version: string, [today]: readonly string[]): { atKarpenter?: string } {
  return version === today ? {} : { atKarpenter: version };
}

/** The way with the release that was asked for at its end, be it known or not. */
export function wholeWay(path: KarpenterPath): KarpenterPath {
  const beyond = unreached(path);
  return beyond === undefined ? path : { ...path, versions: [...path.versions, beyond] };
}

/** True where no table knows a release: its minor is not among them, or its patch is newer than the newest one known. */
export function isUnknownRelease(version: string, rows: Tables['karpenter-releases']): boolean {
  const latest = rows.find((row) => row.rowKind === 'latest' && row.minor === minorOf(version));
  return latest?.rowKind !== 'latest' || isBelow(latest.version, version);
}

/** The newest release that the tables know, of all that come before a version or of all there are. */
export function newestKnown(rows: Tables['karpenter-releases'], before?: string): string | undefined {
  const latest = rows.flatMap((row) =>
    row.rowKind === 'latest' && (before === undefined || isBelow(row.version, before)) ? [row.version] : [],
  );
  return latest.reduce<string | undefined>(
    (best, one) => (best !== undefined && isBelow(one, best) ? best : one),
    undefined,
  );
}

/** The minor of a Karpenter: `1.8` of `1.8.1`. */
export function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/**
 * The row of `karpenter-compatibility` that speaks of a version.
 * @returns undefined where the table begins later
 */
export function compatibilityOf(
  version: string,
  rows: Tables['karpenter-compatibility'],
): CompatibilityRow | undefined {
  return rows.findLast(({ from }) => !isBelow(version, from));
}

/** Whether a Karpenter is made for a Kubernetes minor; true where the table does not speak of it. */
export function isMadeFor(version: string, kubernetes: Minor, rows: Tables['karpenter-compatibility']): boolean {
  const row = compatibilityOf(version, rows);
  return row === undefined || (row.min <= kubernetes && kubernetes <= row.max);
}

/** The rule that holds a way from one version to another up, and says where to stop first. */
export function nextStop(from: string, to: string, rows: Tables['karpenter-releases']): Stop | undefined {
  const stops = rows.filter((row): row is Stop => row.rowKind === 'stop');
  const holding = stops.filter(
    (stop) => isWithin(from, stop.from, stop.below) && !isBelow(to, stop.reaching) && isBelow(from, stop.via),
  );
  return holding.reduce<Stop | undefined>(
    (first, stop) => (first === undefined || isBelow(stop.via, first.via) ? stop : first),
    undefined,
  );
}

/** `[from, ...each stop, to]`; only `from` where the two are one. A way back has no stops. */
export function versionsBetween(from: string, to: string, rows: Tables['karpenter-releases']): string[] {
  if (from === to) return [from];
  const stop = nextStop(from, to, rows);
  return stop === undefined || stop.via === to ? [from, to] : [from, ...versionsBetween(stop.via, to, rows)];
}

/**
 * The lowest Karpenter that is made for a Kubernetes minor, at the newest patch of its minor.
 * @returns undefined where the tables know none
 */
export function leastFor(
  kubernetes: Minor,
  rows: Tables['karpenter-compatibility'],
  releases: Tables['karpenter-releases'],
): string | undefined {
  const newest = releases.flatMap((row) => (row.rowKind === 'latest' ? [row.version] : []));
  return newest.find((version) => {
    const row = compatibilityOf(version, rows);
    return row !== undefined && row.min <= kubernetes && kubernetes <= row.max;
  });
}

/** One move of one component. Kubernetes is written `1.34`. */
export interface JointStep {
  component: 'kubernetes' | 'karpenter';
  from: string;
  to: string;
}

/** What runs at the same time between two moves. */
export interface Pair {
  kubernetes: Minor;
  karpenter: string;
}

/**
 * Every state of the way that both components go, in order: Karpenter moves first, unless its next version is not made for
 * the Kubernetes it would meet and the next Kubernetes is one that the running Karpenter is made for. Where neither fits,
 * Karpenter moves: `karpenter/kubernetes-compatibility` speaks of it.
 * @param kubernetes versions of the control plane, today's first
 * @param karpenter versions of Karpenter, today's first; at least one
 */
export function jointStates(
  kubernetes: readonly Minor[],
  karpenter: readonly string[],
  rows: Tables['karpenter-compatibility'],
): Pair[] {
  const states: Pair[] = [];
  let [plane, controller] = [0, 0];
  for (;;) {
    const [here, running] = [kubernetes[plane], karpenter[controller]];
    if (here === undefined || running === undefined) return states;
    states.push({ kubernetes: here, karpenter: running });
    const [above, next] = [kubernetes[plane + 1], karpenter[controller + 1]];
    const controllerFits = next !== undefined && isMadeFor(next, here, rows);
    const planeFits = above !== undefined && isMadeFor(running, above, rows);
    if (next === undefined || (!controllerFits && planeFits)) plane += 1;
    else controller += 1;
  }
}
