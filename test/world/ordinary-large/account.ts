import { aManagedGroup } from '../healthy.ts';
import {
  accessEntries,
  autoScalingGroup,
  launchTemplate,
  pastUpdates,
  scalingName,
  teamAccount,
} from '../ordinary-team/account.ts';
import { installedAddons } from '../ordinary-team/addon-offers.ts';
import { privateSubnets, teamTags } from '../ordinary-team/network.ts';
import { addonOffers, clusterVersions, nextInsights } from '../ordinary-team/november.ts';
import { aTeamRole, roleArn } from '../ordinary-team/roles.ts';
import { standardQuotas } from '../vcpu-quotas.ts';
import type { World } from '../world.ts';
import { listHosts, largeNodes, nodeGroups, releases, buildTemplateId, type Group } from './groups.ts';

type Json = Record<string, unknown>;

/** The account of a company's cluster: twelve managed groups with one role, EKS add-ons at the defaults of 1.34. */

export const nodeRole = 'prod-node-20240903114722198400000002';

const addons = {
  'aws-ebs-csi-driver': 'v1.61.1-eksbuild.1',
  coredns: 'v1.13.2-eksbuild.24',
  'eks-pod-identity-agent': 'v1.3.10-eksbuild.3',
  'kube-proxy': 'v1.34.6-eksbuild.21',
  'metrics-server': 'v0.8.1-eksbuild.6',
  'vpc-cni': 'v1.21.1-eksbuild.7',
};

const spot = 'AWSServiceRoleForEC2Spot';
const spotPath = '/aws-service-role/spot.amazonaws.com/';
const policies = ['AmazonEC2ContainerRegistryPullOnly', 'AmazonEKSWorkerNodePolicy', 'AmazonEKS_CNI_Policy'];

export function largeAccount(): World['aws'] {
  const aws = teamAccount(largeNodes);
  return {
    ...aws,
    clusters: {
      prod: { ...aws.clusters['prod'], version: '1.34', platformVersion: 'eks.21', deletionProtection: true },
    },
    clusterVersions,
    nodegroups: Object.fromEntries(nodeGroups.map((group) => [group.name, managedGroup(group)])),
    addons: installedAddons(addons),
    addonVersions: addonOffers,
    insights: nextInsights('1.35', { 'Kubelet version skew': olderKubelets }),
    updates: pastUpdates('1.34', Date.parse('2026-05-19T06:12:40Z') / 1000),
    accessEntries: accessEntries([nodeRole]),
    autoScalingGroups: nodeGroups.map((group) =>
      autoScalingGroup(group.name, buildScalingSizes(group), selectSubnets(group)),
    ),
    vcpuQuotas: standardQuotas({ own: 1920, used: 1236 }, { own: 640, used: 96 }),
    launchTemplateVersions: nodeGroups.map(({ name }) =>
      launchTemplate({ id: buildTemplateId(name), name, version: '3' }),
    ),
    subnets: aws.subnets.map(withNodes),
    roles: {
      ...aws.roles,
      [nodeRole]: aTeamRole(nodeRole, { Service: 'ec2.amazonaws.com' }, ['sts:AssumeRole']),
      [spot]: {
        ...aTeamRole(spot, { Service: 'spot.amazonaws.com' }, ['sts:AssumeRole']),
        Path: spotPath,
        Arn: `arn:aws:iam::111122223333:role${spotPath}${spot}`,
      },
    },
    attachedPolicies: {
      ...aws.attachedPolicies,
      [nodeRole]: policies.map((name) => `arn:aws:iam::aws:policy/${name}`),
    },
  };
}

function buildScalingSizes({ count }: Group): { minSize: number; maxSize: number; desiredSize: number } {
  return { minSize: Math.ceil(count / 3), maxSize: count * 2, desiredSize: count };
}

function selectSubnets({ zones }: Group): string[] {
  return zones.flatMap((zone) => privateSubnets['abc'.indexOf(zone)] ?? []);
}

function managedGroup(group: Group): Json {
  const { name, version, capacityType, type } = group;
  return aManagedGroup(name, {
    version,
    releaseVersion: releases[version].release,
    capacityType,
    scalingConfig: buildScalingSizes(group),
    nodeRole: roleArn(nodeRole),
    subnets: selectSubnets(group),
    instanceTypes: capacityType === 'SPOT' ? [type, 'c6a.xlarge', 'c5.xlarge'] : [type],
    labels: { 'example.com/group': name.replace(/-[abc]$/, '') },
    updateConfig: { maxUnavailablePercentage: 10 },
    launchTemplate: { id: buildTemplateId(name), name, version: '3' },
    resources: { autoScalingGroups: [{ name: scalingName(name) }] },
    tags: { Name: name, ...teamTags },
  });
}

/** Each node takes thirty addresses: two interfaces with fifteen each, as on an xlarge instance. */
function withNodes(subnet: Json): Json {
  const zone = privateSubnets.indexOf(String(subnet['SubnetId']));
  if (zone === -1) return subnet;
  const nodes = largeNodes.filter((node) => 'abc'.indexOf(node.zone) === zone);
  return { ...subnet, AvailableIpAddressCount: 4091 - 30 * nodes.length };
}

const olderKubelets: Json = {
  insightStatus: {
    status: 'WARNING',
    reason: 'Some node kubelet versions are older than the cluster control plane version.',
  },
  resources: listHosts('data').map((host) => ({
    insightStatus: { status: 'WARNING' },
    kubernetesResourceUri: `/api/v1/nodes/${host}`,
  })),
};
