import type { Context, Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { format, parseMinor, type Minor } from '../../../src/syntax/versions.ts';

type ClusterVersions = Facts['clusterVersions'];
type Cluster = Facts['cluster'];

/** Whether EKS offers a version; `unknown`: why this cannot be determined. */
export type Offer = 'offered' | 'not offered' | { unknown: string };

/** The versions for this type of cluster: local clusters on AWS Outposts have a separate list. */
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

/** The versions that EKS offers, ascending; empty if only the table lists them. */
export function offeredVersions(offers: ClusterVersions, cluster: Cluster): Minor[] {
  if (offers.source === 'table') return [];
  const rows = rowsFor(offers, cluster).filter(({ status }) => status !== 'UNSUPPORTED');
  return rows.flatMap(({ version }) => parseMinor(version) ?? []).sort((a, b) => a - b);
}

/** True if EKS offers no newer version. False if EKS's list was not read. */
export function isNewest(offers: ClusterVersions, cluster: Cluster, current: Minor): boolean {
  const newest = offeredVersions(offers, cluster).at(-1);
  return newest !== undefined && newest <= current;
}

/** Evidence of what EKS, or the table, says about these versions. */
export function offersSeen(offers: ClusterVersions, cluster: Cluster, versions: readonly Minor[]): Evidence[] {
  const rows = rowsFor(offers, cluster);
  return versions.map((version) => {
    const row = rows.find((candidate) => parseMinor(candidate.version) === version);
    const observed = row === undefined ? 'not listed' : row.status;
    return {
      observed: `${format(version)} ${observed}`,
      required: 'STANDARD_SUPPORT or EXTENDED_SUPPORT',
      ...origin(offers.source),
    };
  });
}

/** Marks evidence that is from the table. */
export function origin(source: ClusterVersions['source']): Pick<Evidence, 'source'> {
  return source === 'table' ? { source: 'table' } : {};
}
