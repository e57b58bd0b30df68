import {
  ageColumn,
  agoText,
  dollars,
  findSupportEnd,
  statusTexts,
  supportText,
  unknownValue,
  versionText,
} from '../../report/fleet/cluster-text.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';

/** One column of the table of clusters. */
export interface ClusterColumn {
  head: string;
  align: 'left' | 'right';
  cell(cluster: FleetCluster): string;
  /** What to say if the value is the same for all clusters; the column is then left out. */
  said?(cluster: FleetCluster): string | undefined;
  /** Columns with a lower number are left out first if the table is too wide; undefined: never. */
  rank?: number;
}

/** The columns of a fleet, and a sentence about what is the same for all of its clusters. */
export interface ClusterColumns {
  columns: ClusterColumn[];
  same: string | undefined;
}

/** The columns whose values differ; in a fleet of one cluster nothing differs, so what is the same is said above. */
export function clusterColumns(fleet: Fleet): ClusterColumns {
  const { clusters } = fleet;
  const [first] = clusters;
  const isSame = ({ cell, said }: ClusterColumn) =>
    said !== undefined && first !== undefined && clusters.every((cluster) => cell(cluster) === cell(first));
  const all = allColumns(fleet);
  const columns = all.filter((column) => !isSame(column));
  if (first === undefined) return { columns, same: undefined };
  // That nothing is known of clusters without a report need not be said.
  const isSaid = ({ cell }: ClusterColumn) => first.version !== null || cell(first) !== unknownValue;
  const texts = all.filter((one) => isSame(one) && isSaid(one)).flatMap(({ said }) => said?.(first) ?? []);
  const same = `${clusters.length === 1 ? 'This cluster' : 'All clusters'}: ${texts.join(', ')}.`;
  return { columns, same: texts.length === 0 ? undefined : same };
}

function allColumns(fleet: Fleet): ClusterColumn[] {
  const { madeAt, gate, clusters } = fleet;
  const counted = (level: 'fail' | 'unknown' | 'warn') => (cluster: FleetCluster) => countText(cluster, level);
  return [
    { head: 'Cluster', align: 'left', cell: ({ name }) => name },
    { head: 'Account', align: 'left', cell: ({ account }) => account ?? unknownValue, said: accountText },
    { head: 'Region', align: 'left', cell: ({ region }) => region ?? unknownValue, said: regionText },
    { head: 'Version', align: 'left', cell: versionText, said: versionSaid },
    { head: 'Status', align: 'left', cell: ({ status }) => statusTexts[status] },
    { head: 'Blockers', align: 'right', cell: counted('fail') },
    { head: 'Unknown', align: 'right', cell: counted('unknown') },
    ...(gate.failOn.includes('warn')
      ? [{ head: 'Warnings', align: 'right', cell: counted('warn') } satisfies ClusterColumn]
      : []),
    {
      head: 'Support ends',
      align: 'left',
      cell: (cluster) => supportCell(cluster, madeAt),
      said: (cluster) => supportText(cluster, madeAt),
      rank: 5,
    },
    ...costColumns(clusters),
    ...timeColumns(madeAt),
  ];
}

function timeColumns(now: string): ClusterColumn[] {
  const column = (head: string, key: 'scannedAt' | 'changedAt', words: string, rank: number): ClusterColumn => ({
    head,
    align: 'right',
    cell: (cluster) => ageColumn(cluster[key], now),
    said({ [key]: time }) {
      return time === null ? undefined : `${words} ${agoText(time, now)}`;
    },
    rank,
  });
  return [column('Scanned', 'scannedAt', 'scanned', 2), column('Changed', 'changedAt', 'findings last changed', 1)];
}

/** What extended support costs, unless it costs nothing in any cluster; the line above the table gives the totals. */
function costColumns(clusters: readonly FleetCluster[]): ClusterColumn[] {
  const column = (head: string, key: 'untilNow' | 'nextYear', rank: number): ClusterColumn[] =>
    clusters.every(({ extraCost }) => (extraCost?.[key] ?? 0) === 0)
      ? []
      : [{ head, align: 'right', cell: ({ extraCost }) => costCell(extraCost?.[key]), rank }];
  return [...column('Extra cost', 'untilNow', 3), ...column('Next year', 'nextYear', 4)];
}

function accountText({ account }: FleetCluster): string {
  return account === null ? 'account unknown' : `account ${account}`;
}

function regionText({ region }: FleetCluster): string {
  return region ?? 'Region unknown';
}

function versionSaid(cluster: FleetCluster): string {
  return cluster.version === null ? 'version unknown' : versionText(cluster);
}

function countText({ entries }: FleetCluster, level: 'fail' | 'unknown' | 'warn'): string {
  return entries === null ? unknownValue : `${entries[level]}`;
}

/** `2027-07-29 standard 243d`: the date first, so that a column of them can be compared. */
function supportCell(cluster: FleetCluster, now: string): string {
  const end = findSupportEnd(cluster, now);
  if (end === undefined) return unknownValue;
  return `${end.until} ${end.kind} ${end.hasEnded ? 'ended' : `${end.days}d`}`;
}

function costCell(amount: number | undefined): string {
  return amount === undefined ? unknownValue : dollars(amount);
}
