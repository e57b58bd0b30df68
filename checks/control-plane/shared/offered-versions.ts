import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';

type ClusterVersions = Facts['clusterVersions'];
type Cluster = Facts['cluster'];

/** `unknown`: why it is unknown. */
export type Offer = 'offered' | 'not offered' | { unknown: string };

/** The versions of this type of cluster: local clusters on AWS Outposts have their own list. */
export function rowsFor({ versions }: ClusterVersions, { outpost }: Cluster): ClusterVersions['versions'] {
  return versions.filter(({ clusterType }) => (clusterType === 'eks') !== outpost);
}

/** Whether EKS offers a version for this type of cluster. */
export function resolveOffer(
  offers: ClusterVersions,
  { cluster, now }: Pick<Context, 'cluster' | 'now'>,
  version: Minor,
): Offer {
  const rows = rowsFor(offers, cluster);
  if (cluster.outpost && rows.length === 0) {
    return { unknown: 'EKS does not list the versions of local clusters on AWS Outposts, which have their own' };
  }
  const row = rows.find((candidate) => parseMinor(candidate.version) === version);
  if (offers.source === 'live') {
    if (row === undefined || row.status === 'UNSUPPORTED') return 'not offered';
    return row.status === 'UNKNOWN'
      ? { unknown: `EKS does not report the support status of Kubernetes ${format(version)}` }
      : 'offered';
  }
  if (row === undefined) {
    return {
      unknown: `${cluster.region} does not list its versions, and the table of EKS versions does not contain ${format(version)}`,
    };
  }
  const { endOfExtendedSupport } = row;
  if (endOfExtendedSupport === null || endOfExtendedSupport > now.slice(0, 10)) return 'offered';
  return {
    unknown: `according to the table, extended support of Kubernetes ${format(version)} ended on ${endOfExtendedSupport}`,
  };
}

/** Versions that EKS says it offers, ascending; none if only the table lists them. */
export function offeredVersions(offers: ClusterVersions, cluster: Cluster): Minor[] {
  if (offers.source === 'table') return [];
  const rows = rowsFor(offers, cluster).filter(({ status }) => status !== 'UNSUPPORTED');
  return rows.flatMap(({ version }) => parseMinor(version) ?? []).sort((a, b) => a - b);
}

/** True if EKS says that it offers no newer version. */
export function isNewest(offers: ClusterVersions, cluster: Cluster, current: Minor): boolean {
  const newest = offeredVersions(offers, cluster).at(-1);
  return newest !== undefined && newest <= current;
}
