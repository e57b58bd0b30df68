import type { FleetCluster } from './schema.ts';

type Placed = Pick<FleetCluster, 'name' | 'account' | 'region' | 'report'>;

/** How texts name the clusters of a fleet. */
export interface ClusterNames {
  /** `prod`; if another cluster has this name, with what distinguishes it: `prod (111122223333, eu-west-1)`. */
  name(cluster: Placed): string;
  /** `prod (111122223333, eu-west-1)`: with account and Region if the fleet has several. */
  place(cluster: Placed): string;
  /** The name of the cluster with this ARN; the ARN if the fleet does not have it. */
  byArn(arn: string): string;
}

/** Names the clusters of a fleet, so that no two have the same name. */
export function nameClusters(clusters: readonly FleetCluster[]): ClusterNames {
  const hasSeveral = (key: 'account' | 'region') => new Set(clusters.map((one) => one[key])).size > 1;
  const several = (['account', 'region'] as const).filter(hasSeveral);
  const place = (cluster: Placed) => withPlace(cluster, several);
  const names = countEach(clusters.map((cluster) => cluster.name));
  const places = countEach(clusters.map(place));
  const name = (cluster: Placed) => {
    if (!isRepeated(names, cluster.name)) return cluster.name;
    const placed = place(cluster);
    return isRepeated(places, placed) ? `${placed}: ${cluster.report ?? 'no report'}` : placed;
  };
  const byArn = new Map(clusters.map((cluster) => [cluster.arn, cluster]));
  return {
    name,
    place: (cluster) => (isRepeated(places, place(cluster)) ? name(cluster) : place(cluster)),
    byArn(arn) {
      const cluster = byArn.get(arn);
      return cluster === undefined ? arn : name(cluster);
    },
  };
}

function withPlace(cluster: Placed, several: readonly ('account' | 'region')[]): string {
  const parts = several.flatMap((key) => cluster[key] ?? []);
  return parts.length === 0 ? cluster.name : `${cluster.name} (${parts.join(', ')})`;
}

function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function isRepeated(counts: ReadonlyMap<string, number>, text: string): boolean {
  return (counts.get(text) ?? 0) > 1;
}
