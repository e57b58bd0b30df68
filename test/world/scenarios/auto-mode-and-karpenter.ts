import { autoModeWorld } from './auto-mode.ts';
import { withNodeAccount } from '../karpenter-account.ts';
import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { karpenterObjects } from '../karpenter-manifests.ts';
import { karpenterControllerRole } from '../karpenter-matrix-world.ts';
import { aClaimObject, aNodeClassObject, aNodePoolObject } from '../karpenter-pools.ts';
import { withQueue } from '../karpenter-queue.ts';
import { withControllerRole } from '../karpenter-roles.ts';
import { aNodeObject, withBudgets } from '../manifests.ts';
import { aPolicyBinding, aPolicyObject, policyKinds } from '../policy-manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

const version = '1.5.8';

/**
 * EKS Auto Mode and a self-managed Karpenter, as during a migration between them: both use the same karpenter.sh CRDs
 * (which EKS updates), and each acts on the NodePools of its node classes. The self-managed one supports 1.33 at most.
 */
export function autoModeAndKarpenterWorld(): World {
  const world = withQueue(autoModeWorld(), 'prod');
  const nodes = ['i-0a1b2c3d4e5f60001', 'i-0a1b2c3d4e5f60002'];
  return {
    ...world,
    aws: {
      ...withControllerRole(withNodeAccount(world.aws), '1.5'),
      podIdentityAssociations: {
        'a-karpenter': { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: karpenterControllerRole },
      },
    },
    kube: {
      ...world.kube,
      served: [
        ...world.kube.served,
        ...policyKinds.filter(({ kind }) => kind.startsWith('Validating')),
        ...karpenterKinds(version).filter(({ resource }) => resource !== 'nodepools'),
      ],
      objects: withRunningPods(
        withBudgets([
          ...world.kube.objects,
          ...karpenterCrdObjects('1.8.8').filter((crd) => isShared(crd)),
          ...karpenterCrdObjects(version).filter((crd) => !isShared(crd)),
          ...karpenterObjects({ version, env: { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' }, nodes }),
          aPolicyObject('Validating', 'service-limits', { matchConstraints: servicesOfTeams }),
          aPolicyBinding('Validating', 'service-limits', 'service-limits'),
          aNodePoolObject('builds'),
          aNodeClassObject('default'),
          aClaimObject('NodeClaim', 'builds-k7h2d', 'builds'),
          aNodeObject('ip-10-0-1-k.eu-west-1.compute.internal', {
            kubelet: 'v1.33.5-eks-113cf36',
            labels: { 'karpenter.sh/nodepool': 'builds', 'karpenter.sh/capacity-type': 'on-demand' },
          }),
        ]),
        nodes,
      ),
    },
  };
}

/** What a policy whose parameters have no CRD matches: the Services that teams create. */
const servicesOfTeams = {
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  resourceRules: [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['services'], scope: '*' },
  ],
};

function isShared({ metadata }: Record<string, unknown>): boolean {
  return (metadata as { name: string }).name.endsWith('.karpenter.sh');
}
