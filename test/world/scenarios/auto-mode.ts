import { clusterRoles } from '../cluster-role.ts';
import { aDescribedCluster, healthyWorld } from '../healthy.ts';
import { anAutoModeNodeClassObject, anAutoModePoolObject } from '../karpenter-pools.ts';
import { aBudgetObject, aNamespaceObject, aNodeObject, aPodObject, aWorkloadObject } from '../manifests.ts';
import { withRunningPods } from '../running-pods.ts';
import type { World } from '../world.ts';

const aNode = (id: string, pool: string, kubelet: string) =>
  aNodeObject(id, {
    kubelet,
    labels: { 'eks.amazonaws.com/compute-type': 'auto', 'karpenter.sh/nodepool': pool },
    osImage: 'Bottlerocket (EKS Auto, Standard) 2026.11.5 (aws-k8s-1.33-standard)',
  });

const isFalse = (type: string, message = '', reason = 'UnhealthyDependents') => {
  return { type, status: 'False', reason, message };
};

/**
 * EKS Auto Mode: its nodes (one is a version behind, which is usual after an update, and one is two versions behind),
 * core add-ons as part of the service, and a custom NodePool that allows Spot in an account that has never used Spot, and
 * whose NodeClass finds no subnets.
 */
export function autoModeWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: {
        prod: aDescribedCluster('prod', '1.33', {
          computeConfig: { enabled: true, nodePools: ['general-purpose', 'system'] },
        }),
      },
      nodegroups: {},
      addons: {},
      autoScalingGroups: [],
      roles: clusterRoles,
    },
    kube: {
      ...world.kube,
      served: [
        { group: 'karpenter.sh', version: 'v1', kind: 'NodePool', resource: 'nodepools', namespaced: false },
        { group: 'eks.amazonaws.com', version: 'v1', kind: 'NodeClass', resource: 'nodeclasses', namespaced: false },
      ],
      objects: withRunningPods(
        [
          ...['default', 'kube-system', 'shop'].map((name) => aNamespaceObject(name)),
          ...['general-purpose', 'system'].map((name) => anAutoModePoolObject(name)),
          {
            ...anAutoModePoolObject('batch', ['spot', 'on-demand'], 'batch'),
            status: { conditions: [isFalse('NodeClassReady'), isFalse('Ready', 'NodeClassReady=False')] },
          },
          anAutoModeNodeClassObject(),
          anAutoModeNodeClassObject('batch', [
            isFalse('SubnetsReady', 'SubnetSelector did not match any Subnets', 'SubnetsNotFound'),
            isFalse('Ready', 'SubnetsReady=False'),
          ]),
          aNode('i-0a1b2c3d4e5f60001', 'system', 'v1.33.5-eks-113cf36'),
          aNode('i-0a1b2c3d4e5f60002', 'general-purpose', 'v1.32.9-eks-113cf36'),
          aNode('i-0a1b2c3d4e5f60003', 'general-purpose', 'v1.31.13-eks-113cf36'),
          aWorkloadObject('Deployment', 'shop/cart'),
          aBudgetObject('shop/cart', { maxUnavailable: 0 }),
          aPodObject('shop/cart-5d9c7b6f4-x2x7k', 'i-0a1b2c3d4e5f60002', {
            kind: 'ReplicaSet',
            name: 'cart-5d9c7b6f4',
            hash: '5d9c7b6f4',
          }),
        ],
        ['i-0a1b2c3d4e5f60002'],
      ),
    },
  };
}

/** EKS Auto Mode whose NodePools and NodeClasses are ready. */
export function readyAutoModeWorld(): World {
  const world = autoModeWorld();
  const isBatch = ({ kind, metadata }: Record<string, unknown>) =>
    ['NodePool', 'NodeClass'].includes(String(kind)) && (metadata as { name: string }).name === 'batch';
  return { ...world, kube: { ...world.kube, objects: world.kube.objects.filter((object) => !isBatch(object)) } };
}
