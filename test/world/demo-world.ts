import { withQueue } from './karpenter-queue.ts';
import { clusterRoles } from './cluster-role.ts';
import { demoKarpenter, demoKarpenterKinds, withDemoKarpenter } from './demo-karpenter.ts';
import { aFargateProfile, runsWith, withFargate } from './fargate.ts';
import { aDescribedCluster, aManagedGroup, aSubnet, eksVersions, healthyWorld } from './healthy.ts';
import { kubeProxyObjects } from './kube-proxy.ts';
import {
  aBudgetObject,
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
} from './manifests.ts';
import type { World } from './world.ts';

const host = (index: number) => `ip-10-0-${index}-17.eu-west-1.compute.internal`;
const group = (name: string) => ({ 'eks.amazonaws.com/nodegroup': name });
const fargate = 'fargate-ip-10-0-9-44.eu-west-1.compute.internal';

const nodes = [
  aNodeObject(host(1), { kubelet: 'v1.33.5-eks-113cf36', labels: group('general') }),
  aNodeObject(host(2), { kubelet: 'v1.33.5-eks-113cf36', labels: group('general'), zone: 'eu-west-1b' }),
  aNodeObject(host(3), {
    kubelet: 'v1.30.14-eks-113cf36',
    labels: group('legacy'),
    osImage: 'Amazon Linux 2',
    runtime: 'containerd://1.7.27',
  }),
  aNodeObject(host(4), {
    kubelet: 'v1.30.14-eks-113cf36',
    labels: group('legacy'),
    osImage: 'Amazon Linux 2',
    runtime: 'containerd://1.7.27',
  }),
  aNodeObject(host(5), { kubelet: 'v1.31.13-eks-113cf36', labels: { 'alpha.eksctl.io/nodegroup-name': 'batch' } }),
  aNodeObject(fargate, { kubelet: 'v1.32.9-eks-113cf36', labels: { 'eks.amazonaws.com/compute-type': 'fargate' } }),
];

const dockerSocket = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];

/**
 * The demo's cluster, to be updated from 1.33 to 1.34, and its Karpenter from 1.5 to 1.8. It has blockers, warnings,
 * passes, an image without a version, which cannot be judged, and a missing permission.
 */
export function demoWorld(): World {
  const world = withQueue(healthyWorld(), 'prod');
  const subnets = ['subnet-0aaa', 'subnet-0bbb'];
  return {
    ...world,
    aws: withFargate(
      withDemoKarpenter({
        ...world.aws,
        clusters: { prod: aDescribedCluster('prod', '1.33') },
        nodegroups: {
          general: aManagedGroup('general', { subnets: ['subnet-0bbb'] }),
          legacy: aManagedGroup('legacy', {
            version: '1.30',
            releaseVersion: '1.30.14-20250715',
            amiType: 'AL2_x86_64',
            subnets: ['subnet-0bbb'],
          }),
          spot: aManagedGroup('spot', {
            capacityType: 'SPOT',
            subnets,
            scalingConfig: { minSize: 0, maxSize: 10, desiredSize: 0 },
          }),
        },
        subnets: [aSubnet('subnet-0aaa', 'a', 4), aSubnet('subnet-0bbb', 'b', 212)],
        autoScalingGroups: [],
        roles: clusterRoles,
        clusterVersions: eksVersions(0),
      }),
      [aFargateProfile('shop', { subnets: ['subnet-0bbb'] })],
    ),
    kube: {
      ...world.kube,
      served: demoKarpenterKinds,
      objects: [
        ...['default', 'kube-system', 'shop', 'ci'].map((name) => aNamespaceObject(name)),
        ...nodes,
        aWorkloadObject('Deployment', 'shop/cart'),
        aWorkloadObject('Deployment', 'shop/reports'),
        aWorkloadObject('DaemonSet', 'ci/image-builder', { volumes: dockerSocket }),
        ...corednsObjects('v1.12.4-eksbuild.1'),
        ...kubeProxyObjects('v1.33.5-eksbuild.2', { node: host(1) }),
        vpcCniObject('v1.20.4-eksbuild.1'),
        loadBalancerControllerObject('stable', 2, ['--aws-vpc-id=vpc-0a1b2c3d']),
        ...['coredns', 'aws-load-balancer-controller'].map((name) => aBudgetObject(`kube-system/${name}`)),
        aBudgetObject('shop/cart', { maxUnavailable: 0 }, { desiredHealthy: 2, disruptionsAllowed: 0 }),
        aPodObject('shop/cart-5d9c7b6f4-x2x7k', host(1), {
          kind: 'ReplicaSet',
          name: 'cart-5d9c7b6f4',
          hash: '5d9c7b6f4',
        }),
        aPodObject(
          'shop/reports-7c9d8f-4kq2p',
          fargate,
          { kind: 'ReplicaSet', name: 'reports-7c9d8f', hash: '7c9d8f' },
          runsWith('shop'),
        ),
        aPodObject(
          'ci/image-builder-9wq2c',
          host(3),
          { kind: 'DaemonSet', name: 'image-builder' },
          { volumes: dockerSocket },
        ),
        ...demoKarpenter([host(1), host(2)]),
      ],
    },
    deny: ['eks:ListUpdates'],
  };
}
