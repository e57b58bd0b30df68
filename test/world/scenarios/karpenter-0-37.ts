import { healthyAt, managedNodes } from '../healthy-at.ts';
import { withNodeAccount } from '../karpenter-account.ts';
import { karpenterCrdObjects, karpenterKinds } from '../karpenter-crds.ts';
import { karpenterObjects } from '../karpenter-manifests.ts';
import { aClaimObject, aNodeClassObject, aNodePoolObject } from '../karpenter-pools.ts';
import { withQueue } from '../karpenter-queue.ts';
import { withTemplateRole } from '../karpenter-roles.ts';
import { aNodeObject, withBudgets } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

type Json = Record<string, unknown>;

const version = '0.37.5';

/**
 * Karpenter 0.37.5 before an update to 1.1, Kubernetes 1.30: CRDs with v1 and v1beta1, which is the storage version;
 * the controller's conversion webhook, whose CA the controller writes into the CRDs; kubelet settings in the NodePool;
 * the policy of the 0.37 template.
 * @param authority false: applying the CRDs has removed the certificate authority, and nothing restores it
 */
export function karpenter037World(authority = true): World {
  const owner = { release: 'karpenter-crd', authority };
  const world = withQueue(healthyAt('1.30.14'), 'prod');
  const env = {
    CLUSTER_NAME: 'prod',
    INTERRUPTION_QUEUE: 'prod',
    DISABLE_WEBHOOK: 'false',
    WEBHOOK_PORT: '8443',
    FEATURE_GATES: 'Drift=true,SpotToSpotConsolidation=false',
  };
  const roleArn = 'arn:aws:iam::111122223333:role/prod-karpenter';
  return {
    ...world,
    aws: withTemplateRole(withNodeAccount(world.aws), '0.37', 'kube-system'),
    kube: {
      ...world.kube,
      served: karpenterKinds(version, owner),
      objects: withRunningPods(
        withBudgets([
          ...world.kube.objects,
          ...karpenterCrdObjects(version, owner),
          ...karpenterObjects({ version, env, roleArn, nodes: managedNodes.slice(0, 2) }),
          ...objects,
        ]),
        managedNodes,
      ),
    },
  };
}

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };

/** A NodePool with `kubelet` in its template: v1 has no such field, so the conversion keeps it in an annotation. */
const pool = withAnnotations(
  aNodePoolObject('default', {
    template: {
      spec: {
        nodeClassRef,
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
        ],
        expireAfter: '720h',
      },
    },
    disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' },
  }),
  {
    'compatibility.karpenter.sh/v1beta1-kubelet-conversion': JSON.stringify({
      maxPods: 58,
      systemReserved: { cpu: '100m', memory: '200Mi' },
    }),
    'compatibility.karpenter.sh/v1beta1-nodeclass-reference': JSON.stringify({
      kind: 'EC2NodeClass',
      name: 'default',
      apiVersion: 'karpenter.k8s.aws/v1beta1',
    }),
  },
);

/** Karpenter's objects are stored as v1beta1 and read as v1: the API server has the webhook convert them. */
const objects: readonly Json[] = [
  pool,
  aNodeClassObject('default', { amiFamily: 'AL2023' }),
  ...['k', 'l'].flatMap((id) => [
    aClaimObject('NodeClaim', `default-${id}7h2d`, 'default'),
    aNodeObject(`ip-10-0-1-${id}.eu-west-1.compute.internal`, {
      kubelet: 'v1.30.14-eks-113cf36',
      labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.sh/capacity-type': 'on-demand' },
    }),
  ]),
];

function withAnnotations(object: Json, annotations: Record<string, string>): Json {
  return { ...object, metadata: { ...(object['metadata'] as Json), annotations } };
}
