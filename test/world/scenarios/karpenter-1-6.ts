import { healthyAt, managedNodes } from '../healthy-at.ts';
import { aReservation, withNodeAccount } from '../karpenter-account.ts';
import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { karpenterObjects } from '../karpenter-manifests.ts';
import { karpenterControllerRole } from '../karpenter-matrix-world.ts';
import { aClaimObject, aNodeClassObject, aNodePoolObject } from '../karpenter-pools.ts';
import { withQueue } from '../karpenter-queue.ts';
import { withControllerRole } from '../karpenter-roles.ts';
import { aNodeObject, withBudgets } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

const version = '1.6.2';

/**
 * Karpenter 1.6.2 before an update to 1.8.8, and Kubernetes 1.33 before an update to 1.34, which Karpenter 1.6.2 does
 * not support: an EKS Pod Identity role with the policy of 1.6, CRDs of the main chart, an open
 * Capacity Reservation that no node class selects.
 */
export function karpenter16World(): World {
  const world = withQueue(healthyAt('1.33.5'), 'prod');
  const nodes = managedNodes.slice(0, 2);
  return {
    ...world,
    aws: {
      ...withControllerRole(withNodeAccount(world.aws), '1.6'),
      capacityReservations: [aReservation('cr-0a1'), aReservation('cr-0b2', { zone: 'b', match: 'targeted' })],
      podIdentityAssociations: {
        'a-karpenter': { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: karpenterControllerRole },
      },
    },
    kube: {
      ...world.kube,
      served: karpenterKinds(version),
      objects: withRunningPods(
        withBudgets([
          ...world.kube.objects,
          ...karpenterCrdObjects(version),
          ...karpenterObjects({ version, env: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' }, nodes }),
          aNodePoolObject('default'),
          aNodeClassObject('default'),
          ...['k', 'l'].flatMap((id) => [
            aClaimObject('NodeClaim', `default-${id}7h2d`, 'default'),
            aNodeObject(`ip-10-0-1-${id}.eu-west-1.compute.internal`, {
              kubelet: 'v1.33.5-eks-113cf36',
              labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.sh/capacity-type': 'on-demand' },
            }),
          ]),
        ]),
        managedNodes,
      ),
    },
  };
}
