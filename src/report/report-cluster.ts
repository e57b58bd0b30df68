import type { Facts } from '../facts/facts.ts';
import type { Readings } from '../facts/reading.ts';
import { setFields } from '../syntax/set-fields.ts';
import type { Report } from './schema.ts';

/**
 * The cluster as the report describes it.
 * @param more tags of the config file, in addition to those of EKS
 */
export function toReportCluster(
  cluster: Facts['cluster'],
  readings: Readings,
  more?: Readonly<Record<string, string>>,
): NonNullable<Report['cluster']> {
  const { name, region, account, partition, arn, version, platformVersion } = cluster;
  const offers = readings.clusterVersions?.ok === true ? readings.clusterVersions.value.versions : [];
  const own = offers.find((row) => row.version === version && (row.clusterType === 'eks') !== cluster.outpost);
  return {
    name,
    region,
    account,
    partition,
    arn,
    version,
    platformVersion,
    ...setFields({ tags: more === undefined ? cluster.tags : { ...cluster.tags, ...more } }),
    kind: {
      autoMode: cluster.autoMode,
      fargateOnly: fargateOnly(readings),
      hybrid: cluster.hybrid,
      outpost: cluster.outpost,
      authMode: cluster.authenticationMode,
      ipFamily: cluster.ipFamily,
    },
    support: {
      policy: cluster.supportPolicy,
      standardUntil: own?.endOfStandardSupport ?? null,
      extendedUntil: own?.endOfExtendedSupport ?? null,
    },
  };
}

function fargateOnly({ nodes, nodegroups }: Readings): boolean | null {
  if (nodes?.ok !== true || nodegroups?.ok !== true) return null;
  const virtual = nodes.value.filter(({ computeType }) => computeType === 'fargate').length;
  return virtual > 0 && virtual === nodes.value.length && nodegroups.value.length === 0;
}
