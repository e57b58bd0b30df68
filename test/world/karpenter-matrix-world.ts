import { withCustomGroup } from './custom-group.ts';
import { aFargateProfile, withFargate } from './fargate.ts';
import { healthyWorld } from './healthy.ts';
import { aHelmConfigMap, aHelmSecret } from './helm.ts';
import { withNodeClasses } from './karpenter-account.ts';
import { karpenterCrdObjects } from './karpenter-crds.ts';
import { karpenterObjects } from './karpenter-manifests.ts';
import { withQueue } from './karpenter-queue.ts';
import { withControllerRole } from './karpenter-roles.ts';
import { withBudgets } from './manifests.ts';
import { passingPolicies, policyKinds } from './policy-manifests.ts';
import { anEniConfig, eniConfigKind, withCustomNetworking } from './vpc-cni.ts';
import type { World } from './world.ts';

/** The role that the healthy Karpenter gets from EKS Pod Identity. */
export const karpenterControllerRole = 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod';

/**
 * The healthy cluster (1.33, ready for 1.34) with a healthy Karpenter, which is at the newest patch of its minor and
 * stays there: every check of Karpenter has something to judge and finds nothing. This world is separate from that of
 * matrix-world.ts, which is at 1.24: no currently recommended Karpenter version supports 1.24.
 */
export function karpenterMatrixWorld(): World {
  const world = withQueue(healthyWorld(), 'prod');
  const nodes = ['ip-10-0-0-a.eu-west-1.compute.internal', 'ip-10-0-0-b.eu-west-1.compute.internal'];
  const env = { CLUSTER_NAME: 'prod', INTERRUPTION_QUEUE: 'prod' };
  const withImages = withNodeClasses({
    ...world,
    aws: {
      ...withControllerRole(withFargate(world.aws, [aFargateProfile('batch'), aFargateProfile('shop')]), '1.14'),
      podIdentityAssociations: {
        'a-karpenter': { namespace: 'kube-system', serviceAccount: 'karpenter', roleArn: karpenterControllerRole },
      },
    },
    kube: {
      ...world.kube,
      served: [...world.kube.served, ...policyKinds, eniConfigKind],
      objects: withBudgets([
        ...world.kube.objects.map(withCustomNetworking),
        ...['a', 'b', 'c'].map((zone) => anEniConfig(zone)),
        ...passingPolicies(),
        ...karpenterCrdObjects('1.14.4', { release: 'karpenter-crd' }),
        ...karpenterObjects({ version: '1.14.4', env, nodes }),
        aHelmSecret('karpenter', { chartVersion: '1.14.4' }),
        aHelmConfigMap('karpenter-crd', { chartVersion: '1.14.4' }),
      ]),
    },
  });
  return { ...withImages, aws: withCustomGroup(withImages.aws, '1.33') };
}
