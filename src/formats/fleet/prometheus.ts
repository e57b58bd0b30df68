import { countedFleet } from '../../report/fleet/counted.ts';
import { statusesInOrder } from '../../report/fleet/fleet.ts';
import { summaryCount } from '../../report/fleet/fleet-text.ts';
import type { Fleet, FleetCluster } from '../../report/fleet/schema.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { exposition, timeSample, type Metric, type Sample } from '../prometheus/exposition.ts';

/** A metric of each cluster, or of the whole fleet, with the function that computes its samples. */
type Definition = Omit<Metric, 'samples'> &
  ({ ofCluster(cluster: FleetCluster): readonly Sample[] } | { ofFleet(fleet: Fleet): readonly Sample[] });

/** Every metric of a fleet. To add one, add a row here and in docs/prometheus.md. */
export const fleetMetricDefinitions: readonly Definition[] = [
  {
    name: 'eks_preflight_fleet_clusters',
    help: 'Clusters by status.',
    ofFleet: ({ summary }) =>
      statusesInOrder.map((status) => ({ labels: { status }, value: summaryCount(summary, status) })),
  },
  {
    name: 'eks_preflight_fleet_exit_code',
    help: 'The exit code of the gate: 0 all ready, 1 one blocked, 2 one incomplete or not scanned, 3 none scanned.',
    ofFleet: ({ exitCode }) => [{ labels: {}, value: exitCode }],
  },
  {
    name: 'eks_preflight_fleet_made_timestamp_seconds',
    help: 'When the reports were read.',
    ofFleet: ({ madeAt }) => timeSample({}, madeAt),
  },
  {
    name: 'eks_preflight_fleet_cluster_status',
    help: '1 for the status of the cluster, 0 for the others.',
    ofCluster: ({ status: own }) =>
      statusesInOrder.map((status) => ({ labels: { status }, value: status === own ? 1 : 0 })),
  },
  {
    name: 'eks_preflight_fleet_cluster_entries',
    help: 'Entries of the report by level.',
    ofCluster: ({ entries }) =>
      entries === null
        ? []
        : (['fail', 'unknown', 'warn'] as const).map((level) => ({ labels: { level }, value: entries[level] })),
  },
  {
    name: 'eks_preflight_fleet_cluster_scanned_timestamp_seconds',
    help: 'When the facts were read from the cluster.',
    ofCluster: ({ scannedAt }) => timeSample({}, scannedAt),
  },
  {
    name: 'eks_preflight_fleet_cluster_support_end_timestamp_seconds',
    help: 'When support for the Kubernetes version of the cluster ends.',
    ofCluster: ({ support }) => [
      ...timeSample({ kind: 'standard' }, support?.standardUntil ?? null),
      ...timeSample({ kind: 'extended' }, support?.extendedUntil ?? null),
    ],
  },
  {
    name: 'eks_preflight_fleet_cluster_extra_cost_usd',
    help: 'The maximum extra cost of extended support in US dollars, so far and in the next 365 days.',
    ofCluster: ({ extraCost }) =>
      extraCost === null
        ? []
        : [
            { labels: { period: 'so_far' }, value: extraCost.untilNow },
            { labels: { period: 'next_year' }, value: extraCost.nextYear },
          ],
  },
];

/** The report of a fleet as gauges in Prometheus' text exposition format: series for each cluster, and totals. */
export function fleetPrometheus(given: Fleet): string {
  const fleet = countedFleet(given);
  const clusters = distinctClusters(fleet);
  const metrics = fleetMetricDefinitions.map(({ name, help, ...definition }): Metric => {
    const samples =
      'ofFleet' in definition
        ? definition.ofFleet(fleet)
        : clusters.flatMap((cluster) => withPlace(cluster, definition.ofCluster(cluster)));
    return { name, help, samples };
  });
  return withoutWorkflowCommands(exposition(metrics));
}

function withPlace(
  { name: cluster, region, account }: Pick<FleetCluster, 'name' | 'region' | 'account'>,
  samples: readonly Sample[],
): Sample[] {
  const place = { cluster, region: region ?? '', account: account ?? '' };
  return samples.map(({ labels, value }) => ({ labels: { ...place, ...labels }, value }));
}

/**
 * One cluster for each place: Prometheus rejects a series that occurs twice. Of two, the one with the worse status
 * counts: a damaged report does not hide behind another one.
 */
function distinctClusters({ clusters }: Fleet): FleetCluster[] {
  const kept = new Map<string, FleetCluster>();
  for (const cluster of statusesInOrder.flatMap((wanted) => clusters.filter(({ status }) => status === wanted))) {
    const place = JSON.stringify([cluster.name, cluster.region, cluster.account]);
    if (!kept.has(place)) kept.set(place, cluster);
  }
  const own = new Set(kept.values());
  return clusters.filter((cluster) => own.has(cluster));
}
