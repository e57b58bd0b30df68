import { aDescribedCluster } from '../healthy.ts';
import { healthyAt, managedNodes } from '../healthy-at.ts';
import { withNodeAccount } from '../karpenter-account.ts';
import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { karpenterObjects, karpenterSettingsObject } from '../karpenter-manifests.ts';
import { aClaimObject, aNodeTemplateObject, aProvisionerObject, nodeRole, nodeRoleArn } from '../karpenter-pools.ts';
import { withQueue } from '../karpenter-queue.ts';
import { withTemplateRole } from '../karpenter-roles.ts';
import { aConfigMapObject, aNamespaceObject, aNodeObject, aWorkloadObject, withBudgets } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

const version = '0.31.2';
const namespace = 'karpenter';
const profile = 'KarpenterNodeInstanceProfile-prod';

const settings = {
  'aws.clusterName': 'prod',
  'aws.clusterEndpoint': '',
  'aws.defaultInstanceProfile': profile,
  'aws.interruptionQueueName': 'prod',
  'aws.enablePodENI': 'false',
  'aws.enableENILimitedPodDensity': 'true',
  'aws.isolatedVPC': 'false',
  'aws.vmMemoryOverheadPercent': '0.075',
  batchIdleDuration: '1s',
  batchMaxDuration: '10s',
  'featureGates.driftEnabled': 'false',
};

/**
 * Karpenter 0.31 on Kubernetes 1.27, as its getting-started guide installs it: CloudFormation creates the policy,
 * queue, node role and instance profile, and eksctl the role for IRSA. The chart's settings are in its ConfigMap, and
 * nodes join through aws-auth.
 */
export function karpenter031World(): World {
  const world = withQueue(healthyAt('1.27.16'), 'prod');
  const roleArn = 'arn:aws:iam::111122223333:role/prod-karpenter';
  return {
    ...world,
    aws: {
      ...withTemplateRole(withNodeAccount(world.aws), '0.31', namespace),
      clusters: { prod: aDescribedCluster('prod', '1.27', { accessConfig: { authenticationMode: 'CONFIG_MAP' } }) },
      accessEntries: {},
      instanceProfiles: { [profile]: nodeRole },
    },
    kube: {
      ...world.kube,
      served: karpenterKinds(version),
      objects: withRunningPods(
        withBudgets([
          ...world.kube.objects,
          aNamespaceObject(namespace),
          aConfigMapObject('kube-system/aws-auth', { mapRoles }),
          ...karpenterCrdObjects(version),
          ...karpenterObjects({ version, namespace, roleArn, nodes: managedNodes.slice(0, 2) }),
          karpenterSettingsObject(namespace, settings),
          ...alphaObjects,
        ]),
        managedNodes,
      ),
    },
  };
}

const mapRoles = JSON.stringify(
  ['arn:aws:iam::111122223333:role/prod-node', nodeRoleArn].map((rolearn) => ({
    rolearn,
    username: 'system:node:{{EC2PrivateDNSName}}',
    groups: ['system:bootstrappers', 'system:nodes'],
  })),
);

/** The objects of the guide, and a workload that holds its node with the do-not-evict annotation of that time. */
const alphaObjects: readonly Json[] = [
  aProvisionerObject('default', {
    requirements: [
      { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot'] },
      { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
      { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
      { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
      { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] },
    ],
    limits: { resources: { cpu: '1000' } },
    consolidation: { enabled: true },
    ttlSecondsAfterEmpty: undefined,
  }),
  aNodeTemplateObject('default'),
  ...['k', 'l'].flatMap((id) => [
    aClaimObject('Machine', `default-${id}7h2d`, 'default'),
    aNodeObject(`ip-10-0-1-${id}.eu-west-1.compute.internal`, {
      kubelet: 'v1.27.16-eks-113cf36',
      labels: { 'karpenter.sh/provisioner-name': 'default', 'karpenter.sh/capacity-type': 'spot' },
    }),
  ]),
  held(aWorkloadObject('Deployment', 'shop/checkout')),
];

function held(object: Json): Json {
  const copy = structuredClone(object) as { spec: { template: { metadata: Json } } };
  copy.spec.template.metadata['annotations'] = { 'karpenter.sh/do-not-evict': 'true' };
  return copy;
}
