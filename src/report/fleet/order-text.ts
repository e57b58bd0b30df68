import { parseGroupBy } from './group-by.ts';
import { entriesText, statusTexts, supportText } from './cluster-text.ts';
import type { Fleet, FleetCluster } from './schema.ts';

/** The updates of a fleet. */
export interface FleetUpdates {
  /** In the suggested order. */
  updates: FleetCluster[];
  /** Clusters that are at their target: EKS offers no newer version. */
  atTarget: FleetCluster[];
}

/** The clusters in the suggested order, without those that have no update. */
export function listUpdates({ clusters, order }: Pick<Fleet, 'clusters' | 'order'>): FleetUpdates {
  const byArn = new Map(clusters.map((cluster) => [cluster.arn, cluster]));
  return {
    updates: order.flatMap((arn) => byArn.get(arn) ?? []),
    atTarget: clusters.filter(({ status, version, target }) => status !== 'not-scanned' && version === target),
  };
}

/** Why a cluster is where it is in the order: `ready, standard support ends 2027-03-23`. */
export function updateReason(cluster: FleetCluster, fleet: Pick<Fleet, 'groupBy' | 'gate' | 'madeAt'>): string {
  const groupBy = fleet.groupBy === null ? undefined : parseGroupBy(fleet.groupBy);
  const { status, group, entries } = cluster;
  const isStatusEnough = status === 'ready' || entries === null || entries.fail + entries.unknown + entries.warn === 0;
  return [
    ...(groupBy === undefined || groupBy.values.length === 0 || group === null ? [] : [group]),
    isStatusEnough ? statusTexts[status] : entriesText(cluster, fleet.gate),
    supportText(cluster, fleet.madeAt),
  ].join(', ');
}
