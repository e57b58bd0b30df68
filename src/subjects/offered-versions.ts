import type { Facts } from '../facts/facts.ts';

type ClusterVersions = Facts['clusterVersions'];

/** The versions of this type of cluster: local clusters on AWS Outposts have a list of their own. */
export function rowsFor({ versions }: ClusterVersions, { outpost }: Facts['cluster']): ClusterVersions['versions'] {
  return versions.filter(({ clusterType }) => (clusterType === 'eks') !== outpost);
}
