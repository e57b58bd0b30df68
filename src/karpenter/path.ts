import type { Tables } from '../tables/tables.ts';
import type { KarpenterController } from '../facts/karpenter.ts';
import { isBelow, type Minor } from '../syntax/versions.ts';
import { isWithin } from './version-range.ts';

/** The order of updates: which Kubernetes versions Karpenter supports, where a path must stop, which step is next. */

/** The update path of the cluster's Karpenter. Versions are releases (`1.5.0`); compare them with `isBelow`. */
export interface KarpenterPath {
  /** Null: Karpenter is not installed, or no source shows its version. */
  current: string | null;
  /** The planned release; the same as `current` if no update of Karpenter is planned. */
  target: string | null;
  /** `[current, ...each version of the path]`; empty if `current` is null. */
  versions: readonly string[];
}

/** The Kubernetes minors that Karpenter supports from the version `from` on, up to that of the next row. */
export type CompatibilityRow = Tables['karpenter-compatibility'][number];
type ReleaseRow = Tables['karpenter-releases'][number];
/** A release at which a path must stop. */
export type Stop = Extract<ReleaseRow, { rowKind: 'stop' }>;

/** Karpenter is not installed, or its version is unknown. */
export const noKarpenter: KarpenterPath = { current: null, target: null, versions: [] };

/**
 * The first version of a path whose minor is newer than the last one that a table covers.
 * @param knownThrough `1.14`; undefined: the table does not end
 */
export function firstBeyond(knownThrough: string | undefined, versions: readonly string[]): string | undefined {
  if (knownThrough === undefined) return undefined;
  return versions.find((version) => isBelow(`${knownThrough}.0`, `${toKarpenterMinor(version)}.0`));
}

/** The requested release, if the path does not reach it because no table lists its minor. */
export function findUnreachedTarget({ current, target, versions }: KarpenterPath): string | undefined {
  return current === null || target === null || versions.at(-1) === target ? undefined : target;
}

/**
 * The version that a controller runs and those that it is updated to: the versions of the path if the path starts at
 * the controller's version; otherwise only that version. Empty if the version is unknown.
 */
export function listControllerVersions(
  { version }: KarpenterController,
  { current, versions }: KarpenterPath,
): readonly string[] {
  if (version === null) return [];
  return version === current ? versions : [version];
}

/**
 * `atKarpenter` of a finding about a controller. Omitted for the version that the controller runs, because the path of
 * another controller may stop at the same version.
 * @param versions from {@link listControllerVersions}
 */
export function resolveAtKarpenter(version: string, [today]: readonly string[]): { atKarpenter?: string } {
  return version === today ? {} : { atKarpenter: version };
}

/** The path with the requested release at its end, whether a table lists its minor or not. */
export function withTarget(path: KarpenterPath): KarpenterPath {
  const beyond = findUnreachedTarget(path);
  return beyond === undefined ? path : { ...path, versions: [...path.versions, beyond] };
}

/** True if the table does not list the minor of a release: its changes are unknown. */
export function isUnreadMinor(version: string, rows: Tables['karpenter-releases']): boolean {
  return findNewestPatch(version, rows) === undefined;
}

/** The newest known patch of a minor, if a release of it is newer; undefined for every other release. */
export function findPatchBelow(version: string, rows: Tables['karpenter-releases']): string | undefined {
  const newest = findNewestPatch(version, rows);
  return newest !== undefined && isBelow(newest, version) ? newest : undefined;
}

function findNewestPatch(version: string, rows: Tables['karpenter-releases']): string | undefined {
  const minor = toKarpenterMinor(version);
  return rows.flatMap((row) => (row.rowKind === 'latest' && row.minor === minor ? [row.version] : []))[0];
}

/** The newest release that the tables list, or the newest one below a version. */
export function newestKnown(rows: Tables['karpenter-releases'], before?: string): string | undefined {
  const latest = rows.flatMap((row) =>
    row.rowKind === 'latest' && (before === undefined || isBelow(row.version, before)) ? [row.version] : [],
  );
  return latest.reduce<string | undefined>(
    (best, one) => (best !== undefined && isBelow(one, best) ? best : one),
    undefined,
  );
}

/** The minor of a version of Karpenter: `1.8` of `1.8.1`. */
export function toKarpenterMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/**
 * The row of `karpenter-compatibility` that applies to a version.
 * @returns undefined if the table begins later
 */
export function findCompatibility(
  version: string,
  rows: Tables['karpenter-compatibility'],
): CompatibilityRow | undefined {
  return rows.findLast(({ from }) => !isBelow(version, from));
}

/** Whether a version of Karpenter supports a Kubernetes minor; true if the table begins with a later Karpenter. */
export function isMadeFor(version: string, kubernetes: Minor, rows: Tables['karpenter-compatibility']): boolean {
  const row = findCompatibility(version, rows);
  return row === undefined || (row.min <= kubernetes && kubernetes <= row.max);
}

/** The first stop that the path from one version to another requires, with its reason. */
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

/** `[from, ...each stop, to]`; only `from` if the two are equal. A rollback has no stops. */
export function versionsBetween(from: string, to: string, rows: Tables['karpenter-releases']): string[] {
  if (from === to) return [from];
  const stop = nextStop(from, to, rows);
  return stop === undefined || stop.via === to ? [from, to] : [from, ...versionsBetween(stop.via, to, rows)];
}

/**
 * The newest patch of the lowest minor of Karpenter that supports a Kubernetes minor.
 * @returns undefined if the tables list none
 */
export function leastFor(
  kubernetes: Minor,
  rows: Tables['karpenter-compatibility'],
  releases: Tables['karpenter-releases'],
): string | undefined {
  const newest = releases.flatMap((row) => (row.rowKind === 'latest' ? [row.version] : []));
  return newest.find((version) => {
    const row = findCompatibility(version, rows);
    return row !== undefined && row.min <= kubernetes && kubernetes <= row.max;
  });
}

/** One step of one component. Kubernetes versions are written `1.34`. */
export interface JointStep {
  component: 'kubernetes' | 'karpenter';
  from: string;
  to: string;
}

/** A state of the path: the versions of Kubernetes and Karpenter that run together. */
export interface Pair {
  kubernetes: Minor;
  karpenter: string;
}

/**
 * Every state of the path of both components, in order: Karpenter moves first, unless its next version does not support
 * the current Kubernetes version and the running one supports the next Kubernetes version. If neither fits, Karpenter
 * moves, and `karpenter/kubernetes-compatibility` reports it.
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
