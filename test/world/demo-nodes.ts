import { aLaunchTemplateVersion, aManagedGroup, aSubnet } from './healthy.ts';
import { aNodeObject } from './manifests.ts';
import { clusterGroup } from './network.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;
type Labels = Readonly<Record<string, string>>;

/** The machines of the demo: its subnets, node groups, Auto Scaling groups, instances and Nodes. */

interface Host {
  /** Its address in the VPC, which is also in its name. */
  address: string;
  zone: 'a' | 'b';
  instanceId: string;
  kubelet: string;
  labels: Labels;
  linux?: 'Amazon Linux 2';
}

const kubelets = { '1.30': 'v1.30.14-eks-113cf36', '1.31': 'v1.31.13-eks-113cf36', '1.33': 'v1.33.5-eks-113cf36' };
const managed = (group: string): Labels => ({
  'eks.amazonaws.com/nodegroup': group,
  'eks.amazonaws.com/capacityType': 'ON_DEMAND',
});
/** As eksctl labels the nodes of its groups. */
const byEksctl = (group: string): Labels => ({
  'alpha.eksctl.io/cluster-name': 'prod',
  'alpha.eksctl.io/nodegroup-name': group,
});
const legacy = { kubelet: kubelets['1.30'], labels: { ...managed('legacy'), ...byEksctl('legacy') } };

const hosts = {
  general: [
    { address: '10.0.0.17', zone: 'a', instanceId: 'i-0a1b2c3d4e5f60011' },
    { address: '10.0.1.17', zone: 'b', instanceId: 'i-0a1b2c3d4e5f60012' },
  ].map((host) => ({ ...host, kubelet: kubelets['1.33'], labels: managed('general') }) as Host),
  legacy: [
    { address: '10.0.0.40', zone: 'a', instanceId: 'i-0a1b2c3d4e5f60013' },
    { address: '10.0.1.40', zone: 'b', instanceId: 'i-0a1b2c3d4e5f60014' },
  ].map((host) => ({ ...host, ...legacy, linux: 'Amazon Linux 2' }) as Host),
  batch: [
    {
      address: '10.0.0.64',
      zone: 'a',
      instanceId: 'i-0a1b2c3d4e5f60015',
      kubelet: kubelets['1.31'],
      labels: { ...byEksctl('batch'), 'node-lifecycle': 'on-demand' },
    },
  ],
  karpenter: [
    {
      address: '10.0.0.98',
      zone: 'a',
      instanceId: 'i-0a1b2c3d4e5f60016',
      kubelet: kubelets['1.33'],
      labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.sh/capacity-type': 'on-demand' },
    },
  ],
} as const satisfies Record<string, readonly Host[]>;

const all: readonly Host[] = Object.values(hosts).flat();

function formatHost({ address }: Pick<Host, 'address'>): string {
  return `ip-${address.replaceAll('.', '-')}.eu-west-1.compute.internal`;
}

/** Names of the nodes of the group `general`, one in each zone. */
export const generalNodes = hosts.general.map(formatHost);
/** The name of Karpenter's only node. */
export const karpenterNode = hosts.karpenter.map(formatHost).join();
/** Names of the Fargate nodes of the Deployment shop/reports. */
export const fargateNodes = ['10.0.1.144', '10.0.1.157'].map((address) => `fargate-${formatHost({ address })}`);

export const demoNodes: readonly Json[] = [
  ...all.map((host) => {
    const { instanceId, kubelet, labels, zone, linux } = host;
    const old = linux === undefined ? {} : { osImage: linux, runtime: 'containerd://1.7.27' };
    const node = aNodeObject(formatHost(host), { kubelet, labels, zone: `eu-west-1${zone}`, ...old });
    return { ...node, spec: { providerID: `aws:///eu-west-1${zone}/${instanceId}` } };
  }),
  ...fargateNodes.map((name) =>
    aNodeObject(name, {
      kubelet: 'v1.32.9-eks-113cf36',
      labels: { 'eks.amazonaws.com/compute-type': 'fargate' },
      zone: 'eu-west-1b',
    }),
  ),
];

/** The first has 4 free addresses; the third subnet of the cluster, subnet-0ccc, was deleted. */
const subnets = [
  { ...aSubnet('subnet-0aaa', 'a', 4), CidrBlock: '10.0.0.0/25' },
  { ...aSubnet('subnet-0bbb', 'b', 180), CidrBlock: '10.0.1.0/24' },
];
const subnetIds = ['subnet-0aaa', 'subnet-0bbb'];

/** Two interfaces of ten addresses, as the VPC CNI attaches them to an m6i.large with few pods. */
function instance(host: Host, index: number): Json {
  const { address, zone, instanceId } = host;
  const network = address.slice(0, address.lastIndexOf('.'));
  const own = Number(address.split('.').at(-1));
  const Groups = [{ GroupId: clusterGroup, GroupName: `name-of-${clusterGroup}` }];
  return {
    InstanceId: instanceId,
    InstanceType: 'm6i.large',
    PrivateDnsName: formatHost(host),
    State: { Code: 16, Name: 'running' },
    Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }],
    NetworkInterfaces: [0, 1].map((DeviceIndex) => ({
      NetworkInterfaceId: `eni-0a1b2c3d4e5f6${index}${DeviceIndex}`,
      Description: DeviceIndex === 0 ? '' : `aws-K8S-${instanceId}`,
      Attachment: { DeviceIndex, NetworkCardIndex: 0 },
      Groups,
      SubnetId: `subnet-0${zone.repeat(3)}`,
      PrivateIpAddresses: Array.from({ length: 10 }, (_, n) => ({
        Primary: n === 0,
        PrivateIpAddress: DeviceIndex === 0 && n === 0 ? address : `${network}.${own + n + DeviceIndex * 10}`,
      })),
    })),
  };
}

/** The tags of a stack of eksctl, on what it creates. */
function eksctlTags(group: string): Labels {
  return {
    'alpha.eksctl.io/cluster-name': 'prod',
    'alpha.eksctl.io/eksctl-version': '0.230.0',
    'alpha.eksctl.io/nodegroup-name': group,
    'aws:cloudformation:logical-id': group === 'batch' ? 'NodeGroup' : 'ManagedNodeGroup',
    'aws:cloudformation:stack-name': `eksctl-prod-nodegroup-${group}`,
    'eksctl.cluster.k8s.io/v1alpha1/cluster-name': 'prod',
  };
}

const tagList = (tags: Labels): Json[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value, PropagateAtLaunch: true }));

/** The managed groups: `general` and `spot` are Terraform's, `legacy` is eksctl's. */
const groups = {
  general: aManagedGroup('general', { subnets: subnetIds, tags: { environment: 'production', terraform: 'true' } }),
  legacy: aManagedGroup('legacy', {
    version: '1.30',
    releaseVersion: '1.30.14-20250715',
    amiType: 'AL2_x86_64',
    subnets: subnetIds,
    labels: byEksctl('legacy'),
    tags: eksctlTags('legacy'),
  }),
  spot: aManagedGroup('spot', {
    capacityType: 'SPOT',
    subnets: subnetIds,
    scalingConfig: { minSize: 0, maxSize: 10, desiredSize: 0 },
    tags: { environment: 'production', terraform: 'true' },
  }),
};

function scalingGroup(name: string, tags: Labels, members: readonly Host[]): Json {
  return {
    AutoScalingGroupName: name,
    MinSize: 0,
    MaxSize: 6,
    DesiredCapacity: members.length,
    VPCZoneIdentifier: subnetIds.join(','),
    Instances: members.map(({ instanceId, zone }) => ({
      InstanceId: instanceId,
      InstanceType: 'm6i.large',
      AvailabilityZone: `eu-west-1${zone}`,
      LifecycleState: 'InService',
      HealthStatus: 'Healthy',
    })),
    Tags: tagList({ 'kubernetes.io/cluster/prod': 'owned', ...tags }),
  };
}

/** What the group `batch` launches, which EKS does not manage. */
const batchTemplate = {
  ...aLaunchTemplateVersion('lt-0a1b2c3d4e5f60015', 1, { ImageId: 'ami-0a1b2c3d4e5f60031' }),
  LaunchTemplateName: 'eksctl-prod-nodegroup-batch',
  DefaultVersion: true,
};
const batchLaunch = { LaunchTemplateId: 'lt-0a1b2c3d4e5f60015', Version: '1' };
const batchImage = {
  ImageId: 'ami-0a1b2c3d4e5f60031',
  Name: 'amazon-eks-node-al2023-x86_64-standard-1.31-v20251103',
  OwnerId: '602401143452',
  ImageOwnerAlias: 'amazon',
};

/** The account with the demo's machines. */
export function withDemoNodes(aws: World['aws']): World['aws'] {
  const ofGroup = (name: string, members: readonly Host[]) =>
    scalingGroup(`eks-${name}-0`, { 'eks:cluster-name': 'prod', 'eks:nodegroup-name': name }, members);
  const { network } = aws;
  return {
    ...aws,
    nodegroups: groups,
    subnets,
    autoScalingGroups: [
      ofGroup('general', hosts.general),
      ofGroup('legacy', hosts.legacy),
      ofGroup('spot', []),
      {
        ...scalingGroup('eksctl-prod-nodegroup-batch-NodeGroup-1A2B3C4D5E6F', eksctlTags('batch'), hosts.batch),
        LaunchTemplate: batchLaunch,
      },
    ],
    launchTemplateVersions: [batchTemplate],
    images: [batchImage],
    network: {
      ...network,
      routeTables: network.routeTables.filter(({ RouteTableId }) => RouteTableId !== 'rtb-0c'),
      instances: all.map(instance),
    },
  };
}
