import { exitCodes } from '../../judge/exit-codes.ts';
import { parseMinor } from '../../syntax/versions.ts';
import { findGroup, type GroupBy } from './group-by.ts';
import type { Fleet, FleetCluster, FleetStatus } from './schema.ts';
import { listShared, type Problems } from './shared.ts';

/** What the report of a fleet is made of. */
export interface FleetParts {
  version: string;
  /** The time of the report, ISO 8601. */
  now: string;
  gate: Fleet['gate'];
  groupBy: GroupBy | undefined;
  clusters: readonly FleetCluster[];
  problems: Problems;
}

/** Builds the report of a fleet. Sorts the clusters by account, Region and name. */
export function assembleFleet({ version, now, gate, groupBy, clusters, problems }: FleetParts): Fleet {
  const sorted = clusters
    .map((cluster) => ({ ...cluster, group: groupBy === undefined ? null : findGroup(cluster, groupBy) }))
    .toSorted(byPlace);
  const count = (status: FleetStatus) => sorted.filter((one) => one.status === status).length;
  const summary = {
    clusters: sorted.length,
    blocked: count('blocked'),
    incomplete: count('incomplete'),
    notScanned: count('not-scanned'),
    ready: count('ready'),
  };
  return {
    schemaVersion: 1,
    tool: { name: 'eks-preflight', version },
    madeAt: now,
    gate,
    exitCode: toFleetExitCode(summary, gate.failOn),
    summary,
    groupBy: groupBy?.text ?? null,
    clusters: sorted,
    shared: listShared(problems),
    order: suggestOrder(sorted, groupBy).flatMap(({ arn }) => arn ?? []),
  };
}

function byPlace(a: FleetCluster, b: FleetCluster): number {
  return compareAll([a.account ?? '~', a.region ?? '~', a.name], [b.account ?? '~', b.region ?? '~', b.name]);
}

function compareAll(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/**
 * The exit code of several clusters: 1 if one is blocked, else 2 if one is incomplete or was not scanned, else 0; 3 only
 * if none was scanned. With `--fail-on never`, 0 instead of 1 and 2.
 */
export function toFleetExitCode(
  { clusters, blocked, incomplete, notScanned }: Fleet['summary'],
  failOn: Fleet['gate']['failOn'],
): number {
  if (notScanned === clusters) return exitCodes.couldNotRun;
  if (failOn.includes('never')) return exitCodes.ready;
  if (blocked > 0) return exitCodes.blocked;
  return incomplete + notScanned > 0 ? exitCodes.incomplete : exitCodes.ready;
}

/**
 * The clusters in the order in which to update them: those that are ready first, then those with the fewest blockers and
 * unknowns; among equals, the one whose support ends first. Values that `--group-by tag:KEY=...` lists come in that
 * order before all of this. A cluster that was not scanned, or that has no later version as its target, is in no order:
 * it is not updated, or its report judges a rollback.
 */
export function suggestOrder(clusters: readonly FleetCluster[], groupBy: GroupBy | undefined): FleetCluster[] {
  const ranked = clusters
    .filter((cluster) => cluster.status !== 'not-scanned' && isUpdate(cluster))
    .map((cluster) => ({ cluster, rank: toRank(cluster, groupBy) }));
  return ranked.toSorted((a, b) => compareAll(a.rank, b.rank)).map(({ cluster }) => cluster);
}

function isUpdate({ version, target }: FleetCluster): boolean {
  const [from, to] = [version, target].map((one) => parseMinor(one ?? ''));
  return from !== undefined && to !== undefined && to > from;
}

/** The last possible date, for a support whose end is unknown. */
const never = '9999-12-31';

function toRank(cluster: FleetCluster, groupBy: GroupBy | undefined): string[] {
  const { status, entries, support, name, group, region, account } = cluster;
  const wave = groupBy?.values.indexOf(group ?? '') ?? -1;
  const padded = (number: number) => String(number).padStart(7, '0');
  return [
    padded(wave < 0 ? (groupBy?.values.length ?? 0) : wave),
    padded(['ready', 'incomplete', 'blocked'].indexOf(status)),
    padded(entries?.fail ?? 0),
    padded(entries?.unknown ?? 0),
    support?.standardUntil ?? never,
    account ?? '',
    region ?? '',
    name,
  ];
}

/** Every status, the worst first. */
export const statusesInOrder = [
  'blocked',
  'not-scanned',
  'incomplete',
  'ready',
] as const satisfies readonly FleetStatus[];
