import type { Report } from './schema.ts';

type Named = Pick<NonNullable<Report['cluster']>, 'name' | 'arn' | 'region' | 'account' | 'version'>;

/** What formats and comparisons say of the cluster; where none was scanned, the same of the manifests. */
export function clusterNamed({ cluster, target }: Pick<Report, 'cluster' | 'target'>): Named {
  return cluster ?? { name: 'manifests', arn: '', region: '', account: '', version: target };
}
