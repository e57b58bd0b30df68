import type { Facts } from '../facts/facts.ts';

/** `applies` of every check of Karpenter: without a controller in the cluster, there is nothing to check. */
export const whereInstalled = {
  needs: ['karpenterControllers'],
  when({ karpenterControllers }: Pick<Facts, 'karpenterControllers'>, { cluster }: { cluster: Facts['cluster'] }) {
    if (karpenterControllers.length > 0) return true;
    if (!cluster.autoMode) return 'Karpenter is not installed in this cluster';
    return 'Karpenter is not installed in this cluster: AWS runs the node pools of EKS Auto Mode';
  },
} as const;
