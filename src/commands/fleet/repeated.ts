import type { FleetCluster } from '../../report/fleet/schema.ts';
import type { Problems } from '../../report/fleet/shared.ts';
import { formatFirst } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';

/**
 * Makes one row of the rows of each cluster. Which of two reports counts is unknown, so a cluster with two was not
 * scanned, and its problems are removed.
 */
export function joinRepeated(clusters: readonly FleetCluster[], problems: Problems): FleetCluster[] {
  return [...grouped(clusters, toKey).values()].map((rows) => {
    const [newest = rows[0]] = rows.toSorted((a, b) => toTime(b) - toTime(a));
    if (rows.length === 1) return newest;
    for (const { clusters: arns } of problems.values()) for (const { arn } of rows) arns.delete(arn ?? '');
    const places = rows.map(({ report, name }) => report ?? name).toSorted();
    const reason = `${rows.length} reports of this cluster: ${formatFirst(places)}`;
    return { ...newest, status: 'not-scanned' as const, reason };
  });
}

/** A report that cannot be read has the cluster of its folder in a history, or none. */
function toKey({ account, region, name, report }: FleetCluster): string {
  return JSON.stringify(account === null ? [report ?? name] : [account, region, name]);
}

function toTime({ scannedAt }: FleetCluster): number {
  return scannedAt === null ? 0 : Date.parse(scannedAt);
}
