import { clusterRoles } from '../cluster-role.ts';
import { aFargateProfile, runsWith, withFargate } from '../fargate.ts';
import { healthyWorld } from '../healthy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  vpcCniObject,
} from '../manifests.ts';
import type { World } from '../world.ts';

const virtual = (index: number) => `fargate-ip-10-0-64-${index}.eu-west-1.compute.internal`;
const onFargate = {
  labels: { 'eks.amazonaws.com/compute-type': 'fargate' },
  osImage: 'Amazon Linux 2',
  runtime: 'containerd://1.7.27',
};
const profiles = [
  aFargateProfile('kube-system'),
  aFargateProfile('shop'),
  aFargateProfile('batch', { podExecutionRoleArn: 'arn:aws:iam::111122223333:role/batch-fargate' }),
];

/**
 * Only Fargate: virtual nodes that report Amazon Linux 2 and containerd 1.x, an old aws-node DaemonSet without a node
 * to run on, one Deployment whose two pods are a version behind, and a profile without pods whose role was deleted.
 */
export function fargateOnlyWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    aws: withFargate(
      { ...world.aws, nodegroups: {}, addons: {}, autoScalingGroups: [], roles: clusterRoles },
      profiles,
    ),
    kube: {
      ...world.kube,
      objects: [
        ...['default', 'kube-system', 'shop'].map((name) => aNamespaceObject(name)),
        ...[11, 12].map((index) => aNodeObject(virtual(index), { kubelet: 'v1.33.5-eks-113cf36', ...onFargate })),
        ...[21, 22].map((index) => aNodeObject(virtual(index), { kubelet: 'v1.32.9-eks-113cf36', ...onFargate })),
        ...corednsObjects('v1.12.4-eksbuild.1'),
        vpcCniObject('v1.10.1-eksbuild.1'),
        aWorkloadObject('Deployment', 'shop/reports'),
        ...[11, 12].map((index) =>
          aPodObject(
            `kube-system/coredns-6b9575c64c-${index}`,
            virtual(index),
            { kind: 'ReplicaSet', name: 'coredns-6b9575c64c', hash: '6b9575c64c' },
            runsWith('kube-system'),
          ),
        ),
        ...[21, 22].map((index) =>
          aPodObject(
            `shop/reports-7c9d8f-${index}`,
            virtual(index),
            { kind: 'ReplicaSet', name: 'reports-7c9d8f', hash: '7c9d8f' },
            runsWith('shop'),
          ),
        ),
      ],
    },
  };
}
