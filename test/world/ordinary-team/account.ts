import { aDescribedCluster, aManagedGroup, eksVersions } from '../healthy.ts';
import { anInsight } from '../insights.ts';
import { aReservation } from '../karpenter-account.ts';
import { standardQuotas } from '../vcpu-quotas.ts';
import type { World } from '../world.ts';
import { installedAddons, november2025, offeredAddons } from './addon-offers.ts';
import { groupNames, type TeamNode } from './nodes.ts';
import { groups, intraSubnets, privateSubnets, tagList, teamNetwork, teamSubnets, teamTags } from './network.ts';
import { withPlatform } from './november.ts';
import { roleArn, roleNames, teamRoles } from './roles.ts';

type Json = Record<string, unknown>;

/** The account as terraform-aws-eks 21.10.1 creates it: one cluster, two managed groups, add-ons, access entries. */

const account = '111122223333';
const key = `arn:aws:kms:eu-west-1:${account}:key/3c9a61f8-52d7-4e0b-9f14-7ab2d6e85c03`;

const sizes = {
  system: { minSize: 2, maxSize: 4, desiredSize: 2 },
  apps: { minSize: 3, maxSize: 12, desiredSize: 3 },
};

/** @param labels the labels that Terraform's `labels` sets for the group `system` */
export function teamAccount(nodes: readonly TeamNode[], labels: Readonly<Record<string, string>> = {}): World['aws'] {
  const withKarpenter = nodes.some(({ group }) => group === 'karpenter');
  return {
    clusters: { prod: cluster() },
    // Support ends a year later than in EKS's calendar, as in the healthy world, so that it does not end soon for 1.33
    // or 1.34.
    clusterVersions: eksVersions(1).map(withPlatform),
    nodegroups: {
      [groupNames.system]: nodegroup('system', 'm6i.large', labels),
      [groupNames.apps]: nodegroup('apps', 'm6i.xlarge', {}),
    },
    fargateProfiles: {},
    addons: installedAddons(november2025),
    addonVersions: offeredAddons,
    insights: passing(),
    updates: pastUpdates(),
    podIdentityAssociations: {
      'a-ebs-csi': {
        namespace: 'kube-system',
        serviceAccount: 'ebs-csi-controller-sa',
        roleArn: roleArn(roleNames.ebsCsi),
      },
    },
    accessEntries: accessEntries([roleNames.system, roleNames.apps]),
    certificateAuthorities: [{ id: 'ca-1', signingStatus: 'IN_USE', distributionStatus: 'COMPLETE' }],
    keys: {
      [key]: {
        key: { Enabled: true, KeyManager: 'CUSTOMER', Origin: 'AWS_KMS' },
        grants: [aGrant(roleArn(roleNames.cluster), ['Decrypt', 'Encrypt', 'DescribeKey'])],
      },
    },
    subnets: teamSubnets(withKarpenter),
    autoScalingGroups: (['system', 'apps'] as const).map((group) => autoScalingGroup(groupNames[group], sizes[group])),
    vcpuQuotas: standardQuotas({ own: 256, used: 52 }, { own: 128, used: 8 }),
    launchTemplateVersions: (['system', 'apps'] as const).map((group) =>
      launchTemplate({ ...templates[group], name: groupNames[group] }),
    ),
    network: teamNetwork(nodes, withKarpenter),
    ...teamRoles(),
    // For a database that runs outside the cluster.
    capacityReservations: [aReservation('cr-0d1e2f3a4b5c60001', { match: 'targeted', type: 'r6i.xlarge' })],
    pageSize: 100,
  };
}

function aGrant(GranteePrincipal: string, Operations: readonly string[]): Json {
  return { KeyId: key, GrantId: 'f2b0c1d4', GranteePrincipal, Operations };
}

function cluster(): Json {
  return aDescribedCluster('prod', '1.33', {
    createdAt: 1741766824,
    platformVersion: 'eks.23',
    roleArn: roleArn(roleNames.cluster),
    resourcesVpcConfig: {
      subnetIds: intraSubnets,
      securityGroupIds: [groups.cluster],
      clusterSecurityGroupId: groups.primary,
      vpcId: 'vpc-0a1b2c3d',
      endpointPublicAccess: true,
      endpointPrivateAccess: true,
      publicAccessCidrs: ['0.0.0.0/0'],
    },
    accessConfig: { authenticationMode: 'API_AND_CONFIG_MAP' },
    encryptionConfig: [{ resources: ['secrets'], provider: { keyArn: key } }],
    logging: { clusterLogging: [{ types: ['api', 'audit', 'authenticator'], enabled: true }] },
    deletionProtection: false,
    tags: teamTags,
  });
}

function nodegroup(group: 'system' | 'apps', type: string, labels: Readonly<Record<string, string>>): Json {
  return aManagedGroup(groupNames[group], {
    nodegroupArn: `arn:aws:eks:eu-west-1:${account}:nodegroup/prod/${groupNames[group]}/8ecb5e1a-31d0-6b6f-2a4e-9d1c7f0a5b3c`,
    scalingConfig: sizes[group],
    nodeRole: roleArn(roleNames[group]),
    subnets: privateSubnets,
    instanceTypes: [type],
    labels,
    updateConfig: { maxUnavailablePercentage: 33 },
    launchTemplate: { ...templates[group], name: groupNames[group] },
    resources: { autoScalingGroups: [{ name: scalingName(groupNames[group]) }] },
    tags: { Name: group, ...teamTags },
  });
}

const templates = {
  system: { id: 'lt-08d1c7a44b9e20d655', version: '4' },
  apps: { id: 'lt-03f1c7a44b9e20d655', version: '4' },
};

/** The module sets no AMI and hop limit 1, and makes each new version the default one. */
export function launchTemplate({ id, name, version }: { id: string; name: string; version: string }): Json {
  return {
    LaunchTemplateId: id,
    LaunchTemplateName: name,
    VersionNumber: Number(version),
    DefaultVersion: true,
    LaunchTemplateData: {
      SecurityGroupIds: [groups.node],
      MetadataOptions: { HttpEndpoint: 'enabled', HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      TagSpecifications: [{ ResourceType: 'instance', Tags: tagList({ Name: name, ...teamTags }) }],
    },
  };
}

/** The name that EKS gives the Auto Scaling group of a managed group. */
export function scalingName(group: string): string {
  return `eks-${group}-8ecb5e1a-31d0-6b6f-2a4e-9d1c7f0a5b3c`;
}

/** The Auto Scaling group that EKS creates for a managed group, by the group's name. */
export function autoScalingGroup(
  group: string,
  { minSize, maxSize, desiredSize }: { minSize: number; maxSize: number; desiredSize: number },
  subnets: readonly string[] = privateSubnets,
): Json {
  const tags = {
    'eks:cluster-name': 'prod',
    'eks:nodegroup-name': group,
    'k8s.io/cluster-autoscaler/enabled': 'true',
    'k8s.io/cluster-autoscaler/prod': 'owned',
    'kubernetes.io/cluster/prod': 'owned',
  };
  return {
    AutoScalingGroupName: scalingName(group),
    MinSize: minSize,
    MaxSize: maxSize,
    DesiredCapacity: desiredSize,
    VPCZoneIdentifier: subnets.join(','),
    MixedInstancesPolicy: {
      LaunchTemplate: { LaunchTemplateSpecification: { LaunchTemplateName: scalingName(group), Version: '1' } },
      InstancesDistribution: {
        OnDemandAllocationStrategy: 'prioritized',
        OnDemandBaseCapacity: 0,
        OnDemandPercentageAboveBaseCapacity: 100,
        SpotAllocationStrategy: 'lowest-price',
      },
    },
    Tags: tagList(tags).map((tag) => ({ ...tag, PropagateAtLaunch: true })),
  };
}

/** EKS's insights for 1.34, 1.35 and 1.36, without one on deprecated APIs: none of these versions removes an API. */
function passing(): Record<string, Json> {
  const names = [
    'Kubelet version skew',
    'kube-proxy version skew',
    'EKS add-on version compatibility',
    'Cluster health issues',
  ];
  const rows = ['1.34', '1.35', '1.36'].flatMap((version) =>
    names.map((name, index) => anInsight(`insight-${version}-${index}`, name, version)),
  );
  return Object.fromEntries(rows.map((insight) => [String(insight['id']), insight]));
}

/** @param updated when the control plane was updated to the version `to`, in seconds since 1970 */
export function pastUpdates(to = '1.33', updated = 1752134400): Record<string, Json> {
  const update = (id: string, type: string, createdAt: number, params: Json[]): [string, Json] => [
    id,
    { id, status: 'Successful', type, params, createdAt, errors: [] },
  ];
  const version = (value: string): Json[] => [{ type: 'Version', value }];
  return Object.fromEntries([
    update('4b1f6c2e-0d3a-3f58-9c47-1e8b5a6d7f02', 'VersionUpdate', updated, version(to)),
    update('9e5d3a70-6b1c-3c94-8f2d-7a4e1b0c5d63', 'AccessConfigUpdate', 1741790000, []),
    update('c72a8f14-5e9d-3b06-a1c8-3d6f9e2b4a75', 'VpcConfigUpdate', 1748000000, []),
  ]);
}

/** Access entries of the team, of EKS itself, and of the managed groups' roles, which EKS has created. */
export function accessEntries(nodeRoles: readonly string[]): Record<string, Json> {
  const service = `arn:aws:iam::${account}:role/aws-service-role/eks.amazonaws.com/AWSServiceRoleForAmazonEKS`;
  const entries = [
    [roleArn('terraform'), 'STANDARD'],
    [service, 'STANDARD'],
    ...nodeRoles.map((name) => [roleArn(name), 'EC2_LINUX']),
  ];
  return Object.fromEntries(entries.map(([principalArn = '', type]) => [principalArn, { principalArn, type }]));
}
