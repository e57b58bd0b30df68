import { expect, it } from 'vitest';
import type { FactName } from '../../src/facts/facts.ts';
import { openRewritten, toReasons } from './rewritten.ts';

/**
 * Members of answers of AWS: without the promised ones a failure could pass, so they are required; the others may be
 * missing. AWS omits members in many valid answers, so each is decided here; those of CloudWatch Logs are in
 * audited-calls.test.ts.
 */

type Row = readonly [call: string, fact: FactName, ...members: string[]];

const { read, renew } = openRewritten();

/** AWS always returns these; without them, the fact (or the entry, as a gap) is unreadable. */
const promised: readonly Row[] = [
  ['autoscaling:DescribeAutoScalingGroups', 'autoScalingGroups', 'Instances', 'MaxSize', 'Tags'],
  ['autoscaling:DescribeInstanceRefreshes', 'instanceRefreshes', 'InstanceRefreshId', 'Status'],
  ['ec2:DescribeInstances', 'nodeInterfaces', 'networkInterfaceSet', 'groupId', 'subnetId', 'tagSet'],
  ['ec2:DescribeInstanceTypes', 'instanceTypes', 'vCpuInfo', 'networkInfo'],
  ['ec2:DescribeLaunchTemplateVersions', 'launchTemplates', 'launchTemplateData', 'versionNumber', 'defaultVersion'],
  ['ec2:DescribeNetworkInterfaces', 'subnetBlocks', 'privateIpAddressesSet'],
  ['ec2:DescribeSecurityGroups', 'securityGroups', 'ipPermissions', 'ipPermissionsEgress', 'groupName'],
  ['ec2:DescribeSubnets', 'subnets', 'availableIpAddressCount', 'availabilityZone', 'state', 'vpcId'],
  ['ec2:DescribeSubnets', 'vpcSubnets', 'availableIpAddressCount', 'availabilityZone'],
  ['ec2:DescribeVpcAttribute', 'vpcDns', 'enableDnsHostnames', 'enableDnsSupport'],
  ['ec2:DescribeVpcEndpoints', 'stsEndpoints', 'vpcEndpointType', 'serviceName', 'state'],
  ['eks:DescribeAccessEntry', 'nodegroupAccessEntries', 'type'],
  ['eks:DescribeAddon', 'addons', 'addonVersion', 'status'],
  [
    'eks:DescribeAddonVersions',
    'addonVersions',
    'addonVersions',
    'compatibilities',
    'platformVersions',
    'clusterVersion',
  ],
  ['eks:DescribeClusterVersions', 'clusterVersions', 'endOfStandardSupportDate', 'endOfExtendedSupportDate'],
  ['eks:DescribeCluster', 'cluster', 'version', 'status', 'resourcesVpcConfig', 'subnetIds', 'securityGroupIds'],
  ['eks:DescribeFargateProfile', 'fargateProfiles', 'status', 'podExecutionRoleArn', 'subnets'],
  ['eks:DescribeNodegroup', 'nodegroups', 'amiType', 'releaseVersion', 'status', 'nodeRole', 'subnets'],
  ['eks:DescribeNodegroup', 'nodegroups', 'scalingConfig', 'minSize', 'maxSize', 'desiredSize'],
  ['eks:DescribeUpdate', 'nodegroupUpdates', 'type', 'status'],
  ['eks:DescribeUpdate', 'updates', 'type', 'status', 'params', 'value'],
  ['iam:GetRole', 'clusterRole', 'AssumeRolePolicyDocument'],
  ['kms:DescribeKey', 'encryptionKey', 'KeyState'],
];

/** AWS omits these in valid answers; what they would say is then null, empty or the documented default. */
const optional: readonly Row[] = [
  // The cluster has none, or is older than the setting.
  ['eks:DescribeCluster', 'cluster', 'computeConfig', 'accessConfig', 'upgradePolicy', 'encryptionConfig', 'tags'],
  // No check judges their absence as good: the collectors store null, and the checks that need them are unknown.
  ['eks:DescribeCluster', 'cluster', 'health', 'identity', 'logging', 'clusterSecurityGroupId', 'createdAt'],
  // A local cluster on AWS Outposts has versions without dates and without a default platform version.
  ['eks:DescribeClusterVersions', 'clusterVersions', 'defaultPlatformVersion', 'versionStatus'],
  // The group has none of them, or its launch template sets them.
  ['eks:DescribeNodegroup', 'nodegroups', 'launchTemplate', 'instanceTypes', 'version', 'capacityType', 'health'],
  ['eks:DescribeAddon', 'addons', 'owner', 'serviceAccountRoleArn', 'health'],
  // An update of the configuration of a group has no version.
  ['eks:DescribeUpdate', 'nodegroupUpdates', 'params', 'value', 'errors', 'createdAt', 'resourceIds'],
  ['eks:DescribeUpdate', 'updates', 'errors', 'createdAt'],
  // A refresh has not started, or not ended.
  ['autoscaling:DescribeInstanceRefreshes', 'instanceRefreshes', 'PercentageComplete', 'InstancesToUpdate'],
  ['ec2:DescribeSubnets', 'vpcSubnets', 'tagSet', 'cidrBlock'],
  ['ec2:DescribeSubnets', 'subnets', 'cidrBlock', 'outpostArn'],
  ['ec2:DescribeLaunchTemplateVersions', 'launchTemplates', 'metadataOptions', 'userData', 'imageId'],
  ['iam:GetRole', 'clusterRole', 'PermissionsBoundary'],
];

/** Numbers that cannot be, each with the nearest one that can. */
const impossible: readonly (readonly [call: string, fact: FactName, member: string, bad: string, good: string])[] = [
  ['ec2:DescribeSubnets', 'subnets', 'availableIpAddressCount', '1e30', '65536'],
  ['ec2:DescribeSubnets', 'subnets', 'availableIpAddressCount', '65537', '65536'],
  ['ec2:DescribeSubnets', 'vpcSubnets', 'availableIpAddressCount', '-1', '0'],
  ['ec2:DescribeInstanceTypes', 'instanceTypes', 'defaultVCpus', '-2', '2'],
  ['ec2:DescribeInstanceTypes', 'instanceTypes', 'defaultVCpus', '', '1'],
  ['ec2:DescribeInstanceTypes', 'instanceTypes', 'ipv4AddressesPerInterface', '0', '1'],
  ['ec2:DescribeCapacityReservations', 'capacityReservations', 'availableInstanceCount', '-1', '0'],
  ['autoscaling:DescribeAutoScalingGroups', 'autoScalingGroups', 'MaxSize', '-1', '0'],
  ['autoscaling:DescribeInstanceRefreshes', 'instanceRefreshes', 'PercentageComplete', '101', '100'],
  ['autoscaling:DescribeInstanceRefreshes', 'instanceRefreshes', 'InstancesToUpdate', '-1', '0'],
  ['eks:DescribeNodegroup', 'nodegroups', 'minSize', '-1', '0'],
  ['eks:DescribeNodegroup', 'nodegroups', 'maxSize', '1.5', '1'],
  ['servicequotas:GetServiceQuota', 'vcpuQuotas', 'Value', '1e30', '5'],
  ['servicequotas:GetServiceQuota', 'vcpuQuotas', 'Value', '-5', '0'],
];

function toRows(table: readonly Row[]) {
  return table.flatMap(([call, fact, ...members]) => members.map((member) => [call, fact, member] as const));
}

/** The fact, with each member of this name changed in the answers to a call. */
async function readChanged(call: string, fact: FactName, change: (body: string) => string) {
  let changed = 0;
  if (call === 'eks:DescribeCluster') await renew();
  const reading = await read(fact, (requested, body) => {
    const now = requested === call ? change(body) : body;
    if (now !== body) changed += 1;
    return now;
  });
  if (call === 'eks:DescribeCluster') await renew();
  return { reading, changed };
}

function without(body: string, member: string): string {
  if (body.startsWith('<?xml')) return body.replaceAll(new RegExp(`<${member}>.*?</${member}>`, 'gs'), '');
  const drop = (key: string, value: unknown): unknown => (key === member ? undefined : value);
  const parsed: unknown = JSON.parse(body);
  const text = JSON.stringify(parsed, drop);
  return text === JSON.stringify(parsed) ? body : text;
}

function withNumber(body: string, member: string, number: string): string {
  if (body.startsWith('<?xml'))
    return body.replaceAll(new RegExp(`<${member}>[^<]*</`, 'g'), () => `<${member}>${number}</`);
  return body.replaceAll(new RegExp(`"${member}":[\\d.]+`, 'g'), () => `"${member}":${number}`);
}

it.each(toRows(promised))('%s: %s without %s is unreadable', async (call, fact, member) => {
  const { reading, changed } = await readChanged(call, fact, (body) => without(body, member));
  expect(changed).toBeGreaterThan(0);
  expect(toReasons(reading)).toContainEqual(expect.objectContaining({ kind: 'unreadable' }));
});

it.each(toRows(optional))('%s: %s without %s is read', async (call, fact, member) => {
  const { reading } = await readChanged(call, fact, (body) => without(body, member));
  expect(reading).toMatchObject({ ok: true });
  expect(toReasons(reading)).toEqual([]);
});

it.each(impossible)('%s: %s with %s %j is unreadable, with %j it is read', async (call, fact, member, bad, good) => {
  const wrong = await readChanged(call, fact, (body) => withNumber(body, member, bad));
  expect(wrong.changed).toBeGreaterThan(0);
  const message = expect.stringContaining('is not a whole number') as string;
  expect(toReasons(wrong.reading)).toContainEqual(expect.objectContaining({ kind: 'unreadable', message }));
  const right = await readChanged(call, fact, (body) => withNumber(body, member, good));
  expect(toReasons(right.reading)).toEqual([]);
});

it('clusterVersions without a version is unreadable', async () => {
  const { reading } = await readChanged(
    'eks:DescribeClusterVersions',
    'clusterVersions',
    () => '{"clusterVersions":[]}',
  );
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'unreadable', message: 'clusterVersions is empty' } });
});
