import { listInstances } from './network.ts';
import type { World } from './world.ts';

type Records = Readonly<Record<string, Record<string, unknown>>>;

/** The world with several clusters, `prod-00` and so on, instead of its first: each has all that belonged to that one. */
export function manyClusters(world: World, count: number): World {
  const { aws } = world;
  const [[first, cluster] = ['', {}]] = Object.entries(aws.clusters);
  const names = Array.from({ length: count }, (_, index) => `${first}-${String(index).padStart(2, '0')}`);
  const arn = String(cluster['arn']).replace(/[^/]+$/, '');
  const tags = names.map((name) => ({ Key: `kubernetes.io/cluster/${name}`, Value: 'owned' }));
  return {
    ...world,
    aws: {
      ...aws,
      clusters: Object.fromEntries(names.map((name) => [name, { ...cluster, name, arn: `${arn}${name}` }])),
      nodegroups: withoutCluster(aws.nodegroups),
      fargateProfiles: withoutCluster(aws.fargateProfiles),
      addons: withoutCluster(aws.addons),
      insights: withoutCluster(aws.insights),
      updates: withoutCluster(aws.updates),
      network: { ...aws.network, instances: listInstances(world).map((one) => ({ ...one, Tags: tags })) },
      pageSize: 100,
    },
    kube: { ...world.kube, pageSize: 500 },
  };
}

/** Records without a cluster belong to every cluster of the world. */
export function withoutCluster(records: Records): Records {
  const others = (record: Record<string, unknown>) => Object.entries(record).filter(([name]) => name !== 'clusterName');
  return Object.fromEntries(
    Object.entries(records).map(([name, record]) => [name, Object.fromEntries(others(record))]),
  );
}
