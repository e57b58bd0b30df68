import type { Report } from './schema.ts';

type Named = Pick<NonNullable<Report['cluster']>, 'name' | 'arn' | 'region' | 'account' | 'version'>;

/** The cluster of a report; if only manifests were judged, a substitute that is named `manifests`. */
export function clusterNamed({ cluster, target }: Pick<Report, 'cluster' | 'target'>): Named {
  return cluster ?? { name: 'manifests', arn: '', region: '', account: '', version: target };
}
