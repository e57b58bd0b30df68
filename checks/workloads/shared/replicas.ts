import { advice } from '../../../src/syntax/advice.ts';

/**
 * When a second replica is no help: it would be another database, or a second writer.
 * Sources: https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#stable-storage,
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
 */
export const replicates = {
  statefulSet: advice`Add replicas only if the software replicates its data, and as its documentation or its operator describes: each pod of a StatefulSet has its own volume, which shares no data with the first.`,
  oneVolume: advice`Add replicas only if the software supports it: all pods of a Deployment mount the same
    claim, so a second pod writes to the same files, or waits for a ReadWriteOnce volume that another node holds.`,
} as const;
