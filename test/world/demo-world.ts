import { aDescribedCluster, aManagedGroup, aSubnet, healthyWorld } from './healthy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
} from './manifests.ts';
import type { World } from './world.ts';

const name = (index: number) => `ip-10-0-${index}-17.eu-west-1.compute.internal`;
const group = (nodegroup: string) => ({ 'eks.amazonaws.com/nodegroup': nodegroup });
const ownNodes = { 'alpha.eksctl.io/nodegroup-name': 'batch' };

/**
 * The cluster that the demo shows: 1.24 on its way to 1.25 with most of what goes wrong on that step, and one
 * permission missing, so that the report shows a blocker, a warning, a pass and something not seen.
 */
export function demoWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: {
        prod: aDescribedCluster('prod', '1.24', {
          platformVersion: 'eks.39',
          accessConfig: { authenticationMode: 'CONFIG_MAP' },
        }),
      },
      clusterVersions: [
        {
          clusterVersion: '1.24',
          clusterType: 'eks',
          versionStatus: 'EXTENDED_SUPPORT',
          endOfStandardSupportDate: Date.parse('2024-01-31') / 1000,
          endOfExtendedSupportDate: Date.parse('2025-01-31') / 1000,
        },
        {
          clusterVersion: '1.25',
          clusterType: 'eks',
          versionStatus: 'EXTENDED_SUPPORT',
          endOfStandardSupportDate: Date.parse('2024-05-01') / 1000,
          endOfExtendedSupportDate: Date.parse('2025-05-01') / 1000,
        },
        {
          clusterVersion: '1.26',
          clusterType: 'eks',
          versionStatus: 'STANDARD_SUPPORT',
          endOfStandardSupportDate: Date.parse('2024-06-11') / 1000,
          endOfExtendedSupportDate: Date.parse('2025-06-11') / 1000,
        },
      ],
      nodegroups: {
        general: aManagedGroup('general', {
          version: '1.24',
          amiType: 'AL2_x86_64',
          releaseVersion: '1.24.17-20240605',
        }),
        legacy: aManagedGroup('legacy', { version: '1.22', amiType: 'AL2_x86_64', releaseVersion: '1.22.17-20230217' }),
        spot: aManagedGroup('spot', { version: '1.24', capacityType: 'SPOT', amiType: 'AL2_x86_64' }),
      },
      addons: {},
      updates: {},
      subnets: [aSubnet('subnet-0aaa', 'a', 4), aSubnet('subnet-0bbb', 'b', 212)],
      autoScalingGroups: [],
      roles: {},
    },
    kube: {
      ...world.kube,
      version: 'v1.24.17-eks-5e0fdde',
      aggregatedDiscovery: false,
      objects: [
        ...['default', 'kube-system', 'shop', 'ci'].map((namespace) => aNamespaceObject(namespace)),
        aNodeObject(name(1), {
          kubelet: 'v1.24.17-eks-e71965b',
          labels: group('general'),
          osImage: 'Amazon Linux 2',
          runtime: 'containerd://1.7.11',
        }),
        aNodeObject(name(2), {
          kubelet: 'v1.22.17-eks-0a21954',
          labels: group('legacy'),
          osImage: 'Amazon Linux 2',
          runtime: 'docker://20.10.23',
          zone: 'eu-west-1b',
        }),
        aNodeObject(name(3), {
          kubelet: 'v1.22.17-eks-0a21954',
          labels: group('legacy'),
          osImage: 'Amazon Linux 2',
          runtime: 'docker://20.10.23',
          zone: 'eu-west-1b',
        }),
        aNodeObject(name(4), {
          kubelet: 'v1.23.17-eks-0a21954',
          labels: ownNodes,
          osImage: 'Amazon Linux 2',
          runtime: 'containerd://1.6.19',
        }),
        aWorkloadObject('Deployment', 'shop/cart'),
        aWorkloadObject('DaemonSet', 'ci/image-builder', {
          volumes: [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }],
        }),
        ...corednsObjects('v1.6.6-eksbuild.1', ['upstream']),
        vpcCniObject('v1.7.5-eksbuild.2'),
        loadBalancerControllerObject('v2.4.2'),
        {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          metadata: { name: 'eks.privileged' },
          spec: { privileged: true },
        },
        {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          metadata: { name: 'restricted' },
          spec: { privileged: false },
        },
        aPodObject(
          'shop/cart-5d9c7b6f4-x2x7k',
          name(1),
          { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' },
          { annotations: { 'kubernetes.io/psp': 'restricted' } },
        ),
        aPodObject(
          'ci/image-builder-9wq2c',
          name(2),
          { kind: 'DaemonSet', name: 'image-builder' },
          {
            annotations: { 'kubernetes.io/psp': 'eks.privileged' },
            volumes: [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }],
          },
        ),
      ],
    },
    deny: ['eks:ListUpdates'],
  };
}
