import { aDescribedCluster, aManagedGroup, aSubnet, healthyWorld } from '../healthy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  loadBalancerControllerObject,
  vpcCniObject,
} from '../manifests.ts';
import { karpenterKinds } from '../karpenter-crds.ts';
import { standardQuotas } from '../vcpu-quotas.ts';
import type { World } from '../world.ts';
import { wrongApiExtensions } from './wrong-api-extensions.ts';
import { mixedGroup, mixedImage, mixedTemplate, sickGroups, troubledNodes } from './wrong-nodes.ts';
import { argoKinds, fluxKinds } from '../git-ops.ts';
import { wrongApis } from './wrong-apis.ts';
import { wrongCoreAddons } from './wrong-core-addons.ts';
import { wrongDisruption } from './wrong-disruption.ts';
import { wrongDrains } from './wrong-drains.ts';
import { wrongDns } from './wrong-dns.ts';
import { brokenProfiles, onFargate } from './wrong-fargate.ts';
import { wrongEksAnswers } from './wrong-eks-answers.ts';
import { wrongKarpenter, wrongKarpenterAccount } from './wrong-karpenter.ts';
import { wrongNetwork } from './wrong-network.ts';
import { wrongReturn } from './wrong-return.ts';
import { oldTools, wrongSoftware } from './wrong-software.ts';

/** Placed wherever a cluster holds secrets; it must not reach an inventory or a report. */
export const plantedSecret = 'planted-secret-4711';

const host = (index: number) => `ip-10-0-${index}-17.eu-west-1.compute.internal`;
const group = (name: string) => ({ 'eks.amazonaws.com/nodegroup': name });
const seconds = (date: string) => Date.parse(date) / 1000;
const dockerSocket = [{ name: 'docker', hostPath: { path: '/var/run/docker.sock' } }];

/** The versions that EKS lists: the last of them is no longer offered. */
const clusterVersions = [
  ['1.23', '2023-10-11', '2024-10-11', 'EXTENDED_SUPPORT'],
  ['1.24', '2024-01-31', '2025-01-31', 'EXTENDED_SUPPORT'],
  ['1.25', '2024-05-01', '2025-05-01', 'STANDARD_SUPPORT'],
  ['1.26', '2024-06-11', '2025-06-11', 'UNSUPPORTED'],
].map(([clusterVersion, standard = '', extended = '', versionStatus]) => ({
  clusterVersion,
  clusterType: 'eks',
  defaultPlatformVersion: 'eks.45',
  versionStatus,
  endOfStandardSupportDate: seconds(standard),
  endOfExtendedSupportDate: seconds(extended),
}));

const cluster = aDescribedCluster('prod', '1.23', {
  platformVersion: 'eks.39',
  encryptionConfig: [{ resources: ['secrets'], provider: { keyArn: 'arn:aws:kms:eu-west-1:111122223333:key/0' } }],
  accessConfig: { authenticationMode: 'CONFIG_MAP' },
  status: 'UPDATING',
  resourcesVpcConfig: {
    subnetIds: ['subnet-0aaa', 'subnet-0bbb', 'subnet-0ccc', 'subnet-0ddd'],
    securityGroupIds: ['sg-0d1', 'sg-0gone'],
    vpcId: 'vpc-0a1b2c3d',
    endpointPublicAccess: false,
    endpointPrivateAccess: true,
  },
  health: {
    issues: [
      {
        code: 'Ec2SubnetNotFound',
        message: 'We couldn\u0027t find one or more subnets: \u001B[31msubnet-0ccc\u001B[0m',
        resourceIds: ['subnet-0ccc'],
      },
      {
        code: 'KmsKeyNotFound',
        message: 'The KMS key was deleted.',
        resourceIds: ['arn:aws:kms:eu-west-1:111122223333:key/0'],
      },
      { code: 'Other', message: 'Something else.', resourceIds: [] },
    ],
  },
});

const updates = {
  'update-1': {
    id: 'update-1',
    status: 'Failed',
    type: 'VersionUpdate',
    params: [{ type: 'Version', value: '1.24' }],
    createdAt: seconds('2026-11-18T03:00:00Z'),
    errors: [
      {
        errorCode: 'InsufficientFreeAddresses',
        errorMessage:
          'One or more of the subnets associated with your cluster does not have enough available IP addresses.',
        resourceIds: ['subnet-0bbb'],
      },
    ],
  },
  'update-2': {
    id: 'update-2',
    status: 'InProgress',
    type: 'EndpointAccessUpdate',
    params: [],
    createdAt: seconds('2026-11-20T11:30:00Z'),
    errors: [],
  },
};

const nodegroups = {
  current: aManagedGroup('current', {
    version: '1.23',
    amiType: 'AL2_x86_64',
    releaseVersion: '1.23.17-20240605',
    updateConfig: { updateStrategy: 'MINIMAL', maxUnavailable: 1 },
  }),
  custom: aManagedGroup('custom', { version: undefined, amiType: 'CUSTOM', releaseVersion: undefined }),
  idle: aManagedGroup('idle', {
    version: '1.22',
    amiType: 'AL2_x86_64',
    releaseVersion: '1.22.17-20230211',
    scalingConfig: { minSize: 0, maxSize: 3, desiredSize: 0 },
  }),
  legacy: aManagedGroup('legacy', { version: '1.21', amiType: 'AL2_x86_64', releaseVersion: '1.21.14-20230217' }),
  spot: aManagedGroup('spot', {
    version: '1.23',
    capacityType: 'SPOT',
    amiType: 'BOTTLEROCKET_x86_64',
    releaseVersion: '1.12.0-6ef1139f',
    nodeRole: 'arn:aws:iam::111122223333:role/prod-spot',
  }),
  ...sickGroups,
};

const docker = 'docker://20.10.23';
const osImage = 'Amazon Linux 2';
const nodes = [
  aNodeObject(host(1), { kubelet: 'v1.23.17-eks-0a21954', labels: group('current'), osImage }),
  ...[2, 3, 4, 5, 6, 7].map((index) =>
    aNodeObject(host(index), { kubelet: 'v1.21.14-eks-ba74326', labels: group('legacy'), osImage, runtime: docker }),
  ),
  aNodeObject(host(8), { kubelet: 'v1.22.17-eks-0a21954', labels: { 'karpenter.sh/provisioner-name': 'default' } }),
  aNodeObject(host(9), {
    kubelet: 'v1.24.17-eks-e71965b',
    labels: { 'alpha.eksctl.io/nodegroup-name': 'batch' },
    osImage,
  }),
  aNodeObject(host(10), { kubelet: 'main-2024', osImage: 'Ubuntu 20.04.6 LTS' }),
  ...troubledNodes,
];

const secretHolder = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {
    namespace: 'shop',
    name: 'orders-db',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': plantedSecret },
    labels: { app: 'orders-db', token: plantedSecret },
  },
  spec: {
    serviceName: 'orders-db',
    template: {
      spec: {
        containers: [
          {
            name: 'db',
            image: 'registry.example/db:14',
            args: [`--password=${plantedSecret}`],
            env: [{ name: 'DB_PASSWORD', value: plantedSecret }],
          },
        ],
        volumes: [{ name: 'containerd', hostPath: { path: '/run/containerd/containerd.sock' } }],
      },
    },
  },
};

const pods = [
  ...['x2x7k', 'z9k2m'].map((end) =>
    aPodObject(
      `shop/cart-5d9c7b6f4-${end}`,
      host(1),
      { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' },
      { annotations: { 'kubernetes.io/psp': 'restricted' } },
    ),
  ),
  aPodObject(
    'ci/image-builder-9wq2c',
    host(2),
    { kind: 'DaemonSet', name: 'image-builder' },
    { annotations: { 'kubernetes.io/psp': 'restricted' }, volumes: dockerSocket },
  ),
  aPodObject('ci/debug', host(3), undefined, { volumes: dockerSocket }),
];

/** 1.23 to be updated to 1.26, with most of what can go wrong: every check except one reports a finding. */
export function everythingWrongWorld(): World {
  const world = healthyWorld();
  return {
    ...world,
    aws: {
      ...world.aws,
      clusters: { prod: cluster },
      clusterVersions,
      nodegroups,
      fargateProfiles: brokenProfiles,
      ...wrongEksAnswers,
      updates,
      certificateAuthorities: [
        { id: 'ca-1', signingStatus: 'IN_USE', distributionStatus: 'COMPLETE' },
        { id: 'ca-2', signingStatus: 'NOT_USED', distributionStatus: 'IN_PROGRESS' },
      ],
      subnets: [
        aSubnet('subnet-0aaa', 'a', 1),
        { ...aSubnet('subnet-0bbb', 'b', 0), VpcId: 'vpc-0f0f0f0f' },
        { ...aSubnet('subnet-0ddd', 'a', 2), State: 'pending' },
      ],
      autoScalingGroups: [mixedGroup],
      launchTemplateVersions: [mixedTemplate],
      vcpuQuotas: standardQuotas({ own: 32, used: 31 }),
      network: wrongNetwork(),
      ...wrongKarpenterAccount,
      images: [...wrongKarpenterAccount.images, mixedImage],
    },
    kube: {
      ...world.kube,
      version: 'v1.23.17-eks-5e0fdde',
      aggregatedDiscovery: false,
      metrics: [
        '# TYPE apiserver_requested_deprecated_apis gauge',
        'apiserver_requested_deprecated_apis{group="autoscaling",removed_release="1.25",resource="horizontalpodautoscalers",subresource="",version="v2beta1"} 1',
        'apiserver_requested_deprecated_apis{group="policy",removed_release="1.25",resource="poddisruptionbudgets",subresource="",version="v1beta1"} 1',
      ],
      served: [...karpenterKinds('0.32.0'), ...argoKinds, ...fluxKinds],
      objects: [
        ...['default', 'kube-system', 'ci', 'edge', 'karpenter', 'lab', 'lost', 'shop'].map((name) =>
          aNamespaceObject(name),
        ),
        ...nodes,
        ...onFargate,
        ...wrongDns(plantedSecret),
        aWorkloadObject('Deployment', 'shop/cart'),
        aWorkloadObject('DaemonSet', 'ci/image-builder', {
          volumes: [...dockerSocket, { name: 'cache', glusterfs: { endpoints: 'gluster', path: 'cache' } }],
        }),
        secretHolder,
        vpcCniObject('v1.7.5-eksbuild.2'),
        loadBalancerControllerObject('v2.4.2'),
        aWorkloadObject('Deployment', 'kube-system/alb-ingress-controller', {
          images: { controller: 'docker.io/amazon/aws-alb-ingress-controller:v1.1.8' },
        }),
        aWorkloadObject('Deployment', 'edge/aws-load-balancer-controller', {
          images: { controller: 'registry.example/mirror/aws-load-balancer-controller@sha256:0f0f' },
        }),
        {
          apiVersion: 'policy/v1beta1',
          kind: 'PodSecurityPolicy',
          metadata: { name: 'restricted' },
          spec: { privileged: false },
        },
        ...pods,
        ...wrongCoreAddons(host(1)),
        ...wrongDisruption(plantedSecret),
        ...wrongDrains({ managed: host(1), karpenter: host(8) }),
        ...wrongReturn(host(1), host(41)),
        ...wrongKarpenter(plantedSecret, host(1)),
        ...wrongSoftware(plantedSecret),
        ...wrongApis(plantedSecret),
        ...wrongApiExtensions(plantedSecret),
      ],
    },
    tools: oldTools,
  };
}
