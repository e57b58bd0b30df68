import { anInstalledAddon, healthyAddonVersions } from './addons.ts';
import { healthyApiExtensions } from './api-extensions.ts';
import { clusterInlinePolicies, clusterManagedPolicies, clusterRolePolicies, clusterRoles } from './cluster-role.ts';
import { healthyReleases } from './helm.ts';
import { passingInsights, rollbackInsights } from './insights.ts';
import { kubeProxyObjects } from './kube-proxy.ts';
import {
  aNamespaceObject,
  aNodeObject,
  aPodObject,
  aWorkloadObject,
  corednsObjects,
  loadBalancerControllerObject,
  vpcCniObject,
  withBudgets,
} from './manifests.ts';
import { healthyEnvironment } from './healthy-environment.ts';
import { healthyNetwork } from './network.ts';
import { withRunningPods } from './running-pods.ts';
import { plainObjects } from './plain-objects.ts';
import {
  aVolumeObject,
  clusterAutoscalerObject,
  aCsiNodeObject,
  ebsCsiObjects,
  lastingControllerObjects,
} from './software-manifests.ts';
import { kubectlTool } from './tools.ts';
import { roomyQuotas } from './vcpu-quotas.ts';
import type { World } from './world.ts';

const account = '111122223333';
const support = {
  '1.31': '2025-11-26',
  '1.32': '2026-03-23',
  '1.33': '2026-07-29',
  '1.34': '2026-12-02',
  '1.35': '2027-03-27',
  '1.36': '2027-08-02',
};

/** DescribeClusterVersions with EKS's ends of support moved by `yearsLater`; the status is that of November 2026. */
export function eksVersions(yearsLater: number): Record<string, unknown>[] {
  return Object.entries(support).map(([clusterVersion, end]) => {
    const ends = (years: number) => `${Number(end.slice(0, 4)) + yearsLater + years}${end.slice(4)}`;
    return {
      clusterVersion,
      clusterType: 'eks',
      defaultVersion: clusterVersion === '1.35',
      defaultPlatformVersion: clusterVersion === '1.36' ? 'eks.2' : 'eks.12',
      endOfStandardSupportDate: Date.parse(ends(0)) / 1000,
      endOfExtendedSupportDate: Date.parse(ends(1)) / 1000,
      versionStatus: ends(0) > '2026-11-20' ? 'STANDARD_SUPPORT' : 'EXTENDED_SUPPORT',
    };
  });
}

/** A subnet as DescribeSubnets returns it. */
export function aSubnet(id: string, zone: string, free: number): Record<string, unknown> {
  return {
    SubnetId: id,
    AvailabilityZone: `eu-west-1${zone}`,
    AvailabilityZoneId: `euw1-az${'abc'.indexOf(zone) + 1}`,
    VpcId: 'vpc-0a1b2c3d',
    State: 'available',
    AvailableIpAddressCount: free,
    CidrBlock: `10.0.${'abc'.indexOf(zone) * 64}.0/18`,
  };
}

/** A managed node group as DescribeNodegroup returns it. */
export function aManagedGroup(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    nodegroupName: name,
    nodegroupArn: `arn:aws:eks:eu-west-1:${account}:nodegroup/prod/${name}/0`,
    clusterName: 'prod',
    version: '1.33',
    releaseVersion: '1.33.5-20251103',
    status: 'ACTIVE',
    capacityType: 'ON_DEMAND',
    amiType: 'AL2023_x86_64_STANDARD',
    scalingConfig: { minSize: 1, maxSize: 6, desiredSize: 2 },
    nodeRole: `arn:aws:iam::${account}:role/prod-node`,
    subnets: ['subnet-0aaa', 'subnet-0bbb', 'subnet-0ccc'],
    instanceTypes: ['m6i.large'],
    health: { issues: [] },
    ...more,
  };
}

/** User data of a managed node group on Amazon Linux 2023, as DescribeLaunchTemplateVersions returns it. */
export const nodeConfigUserData = toUserData(`MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="//"

--//
Content-Type: application/node.eks.aws

apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
spec:
  kubelet:
    flags:
      - --node-labels=team=shop
--//--
`);

export function toUserData(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A version of a launch template as DescribeLaunchTemplateVersions returns it; version 2 is the default. */
export function aLaunchTemplateVersion(
  id: string,
  number: number,
  data: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    LaunchTemplateId: id,
    LaunchTemplateName: 'system',
    VersionNumber: number,
    DefaultVersion: number === 2,
    LaunchTemplateData: {
      UserData: nodeConfigUserData,
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 2 },
      ...data,
    },
  };
}

/** A cluster as DescribeCluster returns it; the running world sets the endpoint and the certificate authority. */
export function aDescribedCluster(
  name: string,
  version: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name,
    arn: `arn:aws:eks:eu-west-1:${account}:cluster/${name}`,
    createdAt: 1705305600,
    version,
    platformVersion: 'eks.12',
    status: 'ACTIVE',
    roleArn: `arn:aws:iam::${account}:role/${name}-cluster`,
    resourcesVpcConfig: {
      subnetIds: ['subnet-0aaa', 'subnet-0bbb', 'subnet-0ccc'],
      securityGroupIds: [],
      clusterSecurityGroupId: 'sg-0c1u57e2',
      vpcId: 'vpc-0a1b2c3d',
      endpointPublicAccess: true,
      endpointPrivateAccess: true,
      publicAccessCidrs: ['0.0.0.0/0'],
    },
    kubernetesNetworkConfig: { serviceIpv4Cidr: '172.20.0.0/16', ipFamily: 'ipv4' },
    accessConfig: { authenticationMode: 'API' },
    upgradePolicy: { supportType: 'EXTENDED' },
    identity: { oidc: { issuer: 'https://oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE' } },
    logging: { clusterLogging: [{ types: ['api', 'audit', 'authenticator'], enabled: true }] },
    health: { issues: [] },
    tags: { environment: 'production', team: 'platform' },
    ...more,
  };
}

/** A CloudWatch Logs log group: three years old, 40 GB, without a retention period. */
export function aLogGroup(logGroupName: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    logGroupName,
    creationTime: 1_700_000_000_000,
    storedBytes: 40_000_000_000,
    logGroupClass: 'STANDARD',
    ...more,
  };
}

const withoutNodes = { minSize: 0, maxSize: 3, desiredSize: 0 };
/** Names of the nodes of the group `general`, one in each zone. */
const healthyNodes = ['a', 'b', 'c'].map((zone) => `ip-10-0-0-${zone}.eu-west-1.compute.internal`);

/** A cluster without findings: 1.33, ready for 1.34. Pages are small, so that most lists have a second page. */
export function healthyWorld(): World {
  const managed = { 'eks.amazonaws.com/nodegroup': 'general' };
  return {
    region: 'eu-west-1',
    account,
    partition: 'aws',
    aws: {
      clusters: { prod: aDescribedCluster('prod', '1.33') },
      // Support ends a year later than in EKS's calendar, so that no world's version is near its end of support.
      clusterVersions: eksVersions(1),
      nodegroups: {
        general: aManagedGroup('general', {
          instanceTypes: ['m6i.large', 'x2iedn.xlarge'],
          scalingConfig: { minSize: 1, maxSize: 6, desiredSize: healthyNodes.length },
        }),
        idle: aManagedGroup('idle', { scalingConfig: withoutNodes }),
        system: aManagedGroup('system', {
          launchTemplate: { id: 'lt-0a1b2c3d', name: 'system', version: '2' },
          scalingConfig: withoutNodes,
        }),
      },
      fargateProfiles: {},
      addons: {
        coredns: anInstalledAddon('coredns', 'v1.12.4-eksbuild.1'),
        'kube-proxy': anInstalledAddon('kube-proxy', 'v1.33.5-eksbuild.2'),
        'vpc-cni': anInstalledAddon('vpc-cni', 'v1.20.4-eksbuild.1'),
      },
      addonVersions: healthyAddonVersions,
      insights: { ...passingInsights('1.34'), ...rollbackInsights('1.32') },
      logs: { groups: ['cluster-archive', 'cluster'].map((name) => aLogGroup(`/aws/eks/prod/${name}`)) },
      updates: Object.fromEntries(
        ['a', 'b', 'c'].map((id, index) => [
          `update-${id}`,
          {
            id: `update-${id}`,
            status: 'Successful',
            type: 'VersionUpdate',
            params: [{ type: 'Version', value: `1.${31 + index}` }],
            createdAt: 1720000000 + index * 10_000_000,
            errors: [],
          },
        ]),
      ),
      accessEntries: Object.fromEntries(
        [
          ['prod-node', 'EC2_LINUX'],
          ['Admin', 'STANDARD'],
          ['Deploy', 'STANDARD'],
        ].map(([role = '', type = '']) => {
          const principalArn = `arn:aws:iam::${account}:role/${role}`;
          return [principalArn, { principalArn, type }];
        }),
      ),
      certificateAuthorities: [{ id: 'ca-1', signingStatus: 'IN_USE', distributionStatus: 'COMPLETE' }],
      subnets: [
        aSubnet('subnet-0aaa', 'a', 4091),
        aSubnet('subnet-0bbb', 'b', 4090),
        aSubnet('subnet-0ccc', 'c', 4089),
      ],
      autoScalingGroups: ['general', 'idle', 'system'].map((group) => ({
        AutoScalingGroupName: `eks-${group}-0`,
        MinSize: 0,
        MaxSize: 6,
        DesiredCapacity: group === 'general' ? healthyNodes.length : 0,
        Tags: [
          { Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true },
          { Key: 'eks:nodegroup-name', Value: group, PropagateAtLaunch: true },
        ],
      })),
      vcpuQuotas: roomyQuotas,
      launchTemplateVersions: [1, 2, 3].map((number) => aLaunchTemplateVersion('lt-0a1b2c3d', number)),
      network: healthyNetwork(),
      roles: {
        ...clusterRoles,
        AWSServiceRoleForEC2Spot: {
          RoleName: 'AWSServiceRoleForEC2Spot',
          Path: '/aws-service-role/spot.amazonaws.com/',
          RoleId: 'AROAEXAMPLE',
          Arn: `arn:aws:iam::${account}:role/aws-service-role/spot.amazonaws.com/AWSServiceRoleForEC2Spot`,
          CreateDate: '2024-01-15T08:00:00Z',
        },
      },
      attachedPolicies: clusterRolePolicies,
      inlinePolicies: clusterInlinePolicies,
      managedPolicies: clusterManagedPolicies,
      pageSize: 2,
    },
    kube: {
      version: 'v1.33.5-eks-3025e55',
      aggregatedDiscovery: true,
      served: [],
      objects: withRunningPods(
        withBudgets([
          ...['default', 'kube-node-lease', 'kube-public', 'kube-system', 'shop'].map((name) => aNamespaceObject(name)),
          ...['a', 'b', 'c'].map((zone) =>
            aNodeObject(`ip-10-0-0-${zone}.eu-west-1.compute.internal`, {
              kubelet: 'v1.33.5-eks-113cf36',
              labels: managed,
              zone: `eu-west-1${zone}`,
            }),
          ),
          ...plainObjects(),
          ...healthyApiExtensions(),
          aWorkloadObject('Deployment', 'shop/cart'),
          aWorkloadObject('StatefulSet', 'shop/orders-db'),
          ...corednsObjects('v1.12.4-eksbuild.1'),
          ...kubeProxyObjects('v1.33.5-eksbuild.2'),
          vpcCniObject('v1.20.4-eksbuild.1'),
          loadBalancerControllerObject('v2.13.4'),
          clusterAutoscalerObject('v1.34.5'),
          ...lastingControllerObjects(),
          ...ebsCsiObjects('v1.53.0'),
          ...healthyNodes.map((name) => aCsiNodeObject(name)),
          ...['pvc-0a1', 'pvc-0b2', 'pvc-0c3'].map((name) => aVolumeObject(name, { driver: 'ebs.csi.aws.com' })),
          ...healthyEnvironment(),
          ...healthyReleases(),
          ...['1', '2'].map((n) =>
            aPodObject(`shop/cart-5d9c7b6f4-${n}`, 'ip-10-0-0-a.eu-west-1.compute.internal', {
              kind: 'ReplicaSet',
              name: 'cart-5d9c7b6f4',
              hash: '5d9c7b6f4',
            }),
          ),
        ]),
        healthyNodes,
      ),
      pageSize: 2,
    },
    tools: { eksctl: { prints: '0.230.0' }, kubectl: kubectlTool('v1.34.1') },
    deny: [],
    faults: [],
  };
}
