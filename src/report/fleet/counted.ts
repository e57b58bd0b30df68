import type { Fleet, FleetCluster } from './schema.ts';

/**
 * The fleet as tables show it: of a cluster whose report does not count, for example because of its age, only its place,
 * the reason and the report. What the report says may no longer be true.
 */
export function countedFleet(fleet: Fleet): Fleet {
  return { ...fleet, clusters: fleet.clusters.map(countedCluster) };
}

function countedCluster(cluster: FleetCluster): FleetCluster {
  if (cluster.status !== 'not-scanned') return cluster;
  const unknown = { version: null, target: null, entries: null, first: [], support: null, extraCost: null };
  return { ...cluster, ...unknown };
}
