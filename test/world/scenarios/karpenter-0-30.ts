import { alphaAccount, nodeRole } from './karpenter-0-30-account.ts';
import { alphaKinds, alphaObjects } from './karpenter-0-30-objects.ts';
import { karpenterObjects, karpenterSettingsObject } from '../karpenter-manifests.ts';
import { withQueue } from '../karpenter-queue.ts';
import { withTerraformRole } from '../karpenter-roles.ts';
import { aNamespaceObject, withBudgets } from '../manifests.ts';
import { matrixWorld } from '../matrix-world.ts';
import type { World } from '../world.ts';

/**
 * The cluster in a blog post on the update from Karpenter 0.30.0 to 0.32.1: Kubernetes 1.24, the role created by
 * version 19.16 of the Terraform module, settings of the chart under `settings.aws`, the role's ARN in the
 * ServiceAccount's annotation.
 */
export function karpenter030World(): World {
  const profile = 'Karpenter-prod-2023100308';
  const world = withQueue(matrixWorld(), 'Karpenter-prod');
  const namespace = 'karpenter';
  const roleArn = 'arn:aws:iam::111122223333:role/KarpenterIRSA-prod';
  const nodes = ['ip-10-0-0-a.eu-west-1.compute.internal', 'ip-10-0-0-b.eu-west-1.compute.internal'];
  const settings = {
    'aws.clusterName': 'prod',
    'aws.defaultInstanceProfile': profile,
    'aws.interruptionQueueName': 'Karpenter-prod',
    'aws.enablePodENI': 'false',
    'aws.enableENILimitedPodDensity': 'true',
    'aws.isolatedVPC': 'false',
    'aws.vmMemoryOverheadPercent': '0.075',
    batchIdleDuration: '1s',
    batchMaxDuration: '10s',
    'featureGates.driftEnabled': 'false',
  };
  return {
    ...world,
    aws: withTerraformRole(alphaAccount(world.aws, profile), nodeRole),
    kube: {
      ...world.kube,
      served: [...world.kube.served, ...alphaKinds],
      objects: withBudgets([
        ...world.kube.objects.filter(({ metadata }) => !isClusterAutoscaler(metadata)),
        aNamespaceObject(namespace, { 'pod-security.kubernetes.io/enforce': 'baseline' }),
        ...karpenterObjects({ version: '0.30.0', namespace, roleArn, nodes }),
        karpenterSettingsObject(namespace, settings),
        ...alphaObjects,
      ]),
    },
  };
}

/** In this world, Karpenter replaces the Cluster Autoscaler. */
function isClusterAutoscaler(metadata: unknown): boolean {
  return (metadata as { name: string }).name === 'cluster-autoscaler';
}
