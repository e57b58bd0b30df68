import { aHelmSecret } from '../helm.ts';
import { karpenterCrdObjects } from '../karpenter-crds.ts';
import { karpenterDeploymentObject, karpenterObjects, karpenterSettingsObject } from '../karpenter-manifests.ts';
import {
  aClaimObject,
  aNodeClassObject,
  aNodePoolObject,
  aNodeTemplateObject,
  aProvisionerObject,
} from '../karpenter-pools.ts';
import { aWorkloadObject } from '../manifests.ts';

type Json = Record<string, unknown>;

/** An AMI with a kubelet that the control plane no longer supports. */
const oldImage = {
  ImageId: 'ami-0b1c2d3e4f5a60002',
  Name: 'amazon-eks-node-1.20-v20211013',
  OwnerId: '111122223333',
  CreationDate: '2021-10-13T00:00:00.000Z',
};

/** No role, and an AMI that is too old. */
export const wrongKarpenterAccount = { roles: {}, images: [oldImage] };

/**
 * Karpenter 0.32.0 during a migration to beta objects, configured for a different cluster, before a direct update to
 * 1.1.1; and an older one, scaled to zero. Every Karpenter check except `karpenter/conversion-webhook` reports a
 * finding.
 */
export function wrongKarpenter(plantedSecret: string, node: string): Json[] {
  const env = { CLUSTER_NAME: 'other', FEATURE_GATES: 'DriftEnabled=true', REGISTRY_PASSWORD: plantedSecret };
  const settings = { 'aws.interruptionQueueName': 'gone', password: plantedSecret };
  return [
    ...karpenterCrdObjects('0.32.0'),
    ...karpenterObjects({
      version: '0.32.0',
      namespace: 'karpenter',
      env,
      args: [`--password=${plantedSecret}`],
      roleArn: 'arn:aws:iam::111122223333:role/gone',
      nodes: [node],
    }),
    karpenterSettingsObject('karpenter', settings),
    karpenterDeploymentObject({ version: '0.24.0', namespace: 'edge', replicas: 0 }),
    ...pools(plantedSecret),
    holdingPods,
    aHelmSecret('karpenter', {
      namespace: 'karpenter',
      status: 'pending-upgrade',
      revision: 12,
      chartVersion: 'v0.31.0',
      values: { settings: { interruptionQueueName: plantedSecret, aws: { clusterName: plantedSecret } } },
    }),
  ];
}

function pools(plantedSecret: string): Json[] {
  const notReady = [{ type: 'Ready', status: 'False', reason: 'NotFound', message: 'no subnets found' }];
  const beta = (object: Json): Json => ({
    ...object,
    apiVersion: `${String(object['apiVersion']).split('/')[0]}/v1beta1`,
  });
  const nodeClass = beta(
    aNodeClassObject('default', {
      role: 'arn:aws:iam::111122223333:role/nodes',
      amiFamily: 'Ubuntu',
      amiSelectorTerms: undefined,
      userData: `echo ${plantedSecret}`,
      subnetSelectorTerms: [{ tags: { 'karpenter.sh/discovery': 'nowhere' } }],
    }),
  );
  const oldImages = beta(
    aNodeClassObject('old-images', { amiFamily: 'AL2', amiSelectorTerms: [{ id: oldImage.ImageId }] }),
  );
  const anyCapacity = { nodeClassRef: { name: 'missing' }, requirements: [] };
  return [
    aProvisionerObject('default', { requirements: [], provider: { launchTemplate: 'mine' }, providerRef: undefined }),
    aNodeTemplateObject('default', {
      launchTemplate: 'mine',
      subnetSelector: { 'karpenter.sh/discovery': 'prod', zone: 'a,b' },
      userData: plantedSecret,
    }),
    aClaimObject('Machine', 'default-x2x7k', 'default'),
    beingDeleted(aClaimObject('Machine', 'default-9q8w7', 'default')),
    { ...nodeClass, status: { conditions: notReady } },
    oldImages,
    beta(aNodePoolObject('old-images', {}, 'old-images')),
    { ...beta(aNodePoolObject('any', { template: { spec: anyCapacity } })), status: { conditions: notReady } },
  ];
}

/** For two days. */
function beingDeleted(object: Json): Json {
  const deletion = { deletionTimestamp: '2026-11-18T09:00:00Z', finalizers: ['karpenter.sh/termination'] };
  return { ...object, metadata: { ...(object['metadata'] as Json), ...deletion } };
}

/**
 * A Deployment whose pods select the nodes of a Provisioner and must not be evicted, by an alpha label and annotation.
 */
const holdingPods: Json = withTemplate(aWorkloadObject('Deployment', 'lab/notebooks'), {
  annotations: { 'karpenter.sh/do-not-evict': 'true' },
  nodeSelector: { 'karpenter.sh/provisioner-name': 'default' },
});

function withTemplate(object: Json, { annotations, nodeSelector }: { annotations: Json; nodeSelector: Json }): Json {
  const copy = structuredClone(object) as { spec: { template: { metadata: Json; spec: Json } } };
  copy.spec.template.metadata['annotations'] = annotations;
  copy.spec.template.spec['nodeSelector'] = nodeSelector;
  return copy;
}
