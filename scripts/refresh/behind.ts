import compare from 'semver/functions/compare.js';
import { findMinor } from './read/karpenter.ts';
import type { WrittenRow, WrittenTable } from './refresher.ts';

/** A release that a source names. */
export interface Release {
  /** `Karpenter`, `Kubernetes`, `EKS`, or the identifier of a controller in the table `controllers`. */
  of: string;
  /** `1.15.0` */
  version: string;
  /** `2026-10-10` */
  day: string;
}

export type WrittenTables = ReadonlyMap<string, WrittenTable>;

/** How many days a table may lack a release. */
export const patience = 14;
/** EKS offers a version some weeks after Kubernetes: if its own source does not say when, this long afterwards. */
const patienceForEks = 60;

/** Tables about versions of Kubernetes as EKS offers them. The others follow Kubernetes itself. */
const ofEks = new Set(['ami-kernels', 'cluster-autoscaler', 'component-floors', 'container-runtimes', 'eks-versions']);

/**
 * A line for each minor of which a table has lacked a release for too long: `karpenter-releases: Karpenter 1.15.0 of
 * 2026-10-10 is missing, 49 days`.
 * @param today `2026-11-28`
 */
export function findBehind(tables: WrittenTables, released: readonly Release[], today: string): string[] {
  const oldestFirst = released.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return [...tables].flatMap(([name, table]) => {
    const lines = new Map<string, string>();
    for (const release of oldestFirst) {
      const allowed = findPatience(name, release);
      const days = Math.floor((Date.parse(today) - Date.parse(release.day)) / 86_400_000);
      const key = `${ofEks.has(name) ? 'EKS' : release.of} ${findMinor(release.version)}`;
      if (allowed === undefined || days <= allowed || lines.has(key) || !lacks(name, table, release)) continue;
      lines.set(key, `${name}: ${release.of} ${release.version} of ${release.day} is missing, ${days} days`);
    }
    return [...lines.values()];
  });
}

/** How long a table may lack a release; undefined: the table is not about it. */
function findPatience(name: string, { of }: Release): number | undefined {
  if (of === 'EKS') return ofEks.has(name) ? patience : undefined;
  if (of === 'Kubernetes') return ofEks.has(name) ? patienceForEks : patience;
  return patience;
}

function lacks(name: string, table: WrittenTable, { of, version, day }: Release): boolean {
  const { rows, read, knownThrough: { kubernetes, karpenter } = {} } = table;
  if (of === 'Karpenter') {
    const latest = rows.filter(({ rowKind, minor }) => rowKind === 'latest' && minor === findMinor(version));
    if (name === 'karpenter-releases') return !latest.some((row) => !isNewer(version, String(row['version'])));
    return karpenter !== undefined && isNewerMinor(version, karpenter);
  }
  if (of === 'Kubernetes' || of === 'EKS') {
    // The newest Kubernetes that a Karpenter supports comes with that Karpenter.
    if (karpenter !== undefined) return false;
    if (name === 'cluster-autoscaler') return rows.every((row) => isNewerMinor(version, String(row['kubernetes'])));
    return kubernetes !== undefined && isNewerMinor(version, kubernetes);
  }
  if (name === 'component-floors') return listLatest(rows, of).some((latest) => isNewerMinor(version, latest));
  // Only the day says how far the plugins were compared.
  if (name === 'corefile') return of === 'coredns' && version.endsWith('.0') && day > read;
  return name === 'controllers' && lacksController(rows, of, version);
}

function listLatest(rows: readonly WrittenRow[], component: string): string[] {
  return rows.flatMap((row) =>
    row['component'] === component && typeof row['latest'] === 'string' ? [row['latest']] : [],
  );
}

/** Whether the ranges of a controller end before a minor. Keys are `1.18`, `0.45.1`, `0.10-0.17`, and `0.18+` without an end. */
function lacksController(rows: readonly WrittenRow[], controller: string, version: string): boolean {
  const ranges = rows.filter((row) => row['rowKind'] === 'ranges' && row['controller'] === controller);
  const keys = ranges.flatMap(({ versions }) => Object.keys(versions ?? {}));
  return (
    keys.length > 0 && keys.every((key) => !key.endsWith('+') && isNewerMinor(version, key.split('-').at(-1) ?? key))
  );
}

function isNewerMinor(version: string, known: string): boolean {
  return isNewer(`${findMinor(version)}.0`, `${findMinor(known)}.0`);
}

function isNewer(version: string, known: string): boolean {
  return compare(version, known) > 0;
}
