/**
 * How many pods a workload wants and how many of them are available. The counts change by the second, so only the fact
 * `coreComponents` stores them.
 */
export interface Availability {
  wanted: number;
  available: number;
}

interface Status {
  observedGeneration?: number | null | undefined;
  availableReplicas?: number | null | undefined;
  desiredNumberScheduled?: number | null | undefined;
  numberAvailable?: number | null | undefined;
}

/**
 * Reads the status of a Deployment, StatefulSet or DaemonSet; the API omits counts of 0, except
 * `desiredNumberScheduled`. Null if its controller has reported nothing.
 * @param replicas from the spec; null for a DaemonSet, whose status has the number of nodes
 */
export function toAvailability(replicas: number | null, status: Status | null | undefined): Availability | null {
  if (typeof status?.observedGeneration !== 'number') return null;
  if (replicas !== null) return { wanted: replicas, available: status.availableReplicas ?? 0 };
  if (typeof status.desiredNumberScheduled !== 'number') return null;
  return { wanted: status.desiredNumberScheduled, available: status.numberAvailable ?? 0 };
}
