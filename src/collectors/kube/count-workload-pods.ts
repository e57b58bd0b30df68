import * as z from 'zod/mini';
import type { WorkloadPods } from '../../facts/workload-pods.ts';
import type { updateStrategy } from './changed-fields.ts';

const count = z.optional(z.nullable(z.number()));
/** The counts of a status that only this module reads. The API omits those of 0, except in a DaemonSet. */
export const podCounts = {
  replicas: count,
  readyReplicas: count,
  updatedReplicas: count,
  currentNumberScheduled: count,
  updatedNumberScheduled: count,
  numberReady: count,
};
const counts = z.object({ observedGeneration: count, desiredNumberScheduled: count, ...podCounts });
type Status = z.infer<typeof counts>;

interface Counted {
  kind: WorkloadPods['kind'];
  /** From the spec; null for a DaemonSet. */
  replicas: number | null;
  generation: number;
  strategy: z.infer<typeof updateStrategy>;
  status: Status | null | undefined;
}

/** How many pods a workload wants and has; undefined if its controller has reported nothing. */
export function countWorkloadPods({
  kind,
  replicas,
  generation,
  strategy,
  status,
}: Counted): Omit<WorkloadPods, 'namespace' | 'name'> | undefined {
  const wanted = replicas ?? status?.desiredNumberScheduled;
  if (typeof status?.observedGeneration !== 'number' || typeof wanted !== 'number') return undefined;
  const ready = (kind === 'DaemonSet' ? status.numberReady : status.readyReplicas) ?? 0;
  const isRolling = status.observedGeneration < generation || hasOldPods(kind, strategy, status);
  return { kind, wanted, ready, ...(isRolling ? { rolling: true } : {}) };
}

/** Compares with the pods that exist: a quota may stop the others forever. */
function hasOldPods(kind: Counted['kind'], strategy: Counted['strategy'], status: Status): boolean {
  if (kind === 'Deployment') return (status.updatedReplicas ?? 0) < (status.replicas ?? 0);
  if (strategy?.type === 'OnDelete') return false;
  if (kind === 'DaemonSet') return (status.updatedNumberScheduled ?? 0) < (status.currentNumberScheduled ?? 0);
  return (status.updatedReplicas ?? 0) < (status.replicas ?? 0) - (strategy?.rollingUpdate?.partition ?? 0);
}
