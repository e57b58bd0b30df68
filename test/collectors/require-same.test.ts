import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requireEachRequested, requireSame, requireSameName } from '../../src/collectors/require-same.ts';
import type { FactName } from '../../src/facts/facts.ts';
import { openRewritten, toReasons } from './rewritten.ts';

/** Every answer that repeats what was requested is compared with it: that of another object is unreadable. */

const other = 'other-0a1';
const { read, renew } = openRewritten();

/** The calls whose answers repeat what was requested: the fact that they fill, and the fields of the answer. */
const compared: readonly (readonly [call: string, fact: FactName, ...fields: string[]])[] = [
  ['autoscaling:DescribeAutoScalingGroups', 'autoScalingGroups', 'Key'],
  ['autoscaling:DescribeInstanceRefreshes', 'instanceRefreshes', 'AutoScalingGroupName'],
  ['cloudwatch:GetMetricData', 'vcpuUsage', 'Id'],
  ['ec2:DescribeImages', 'nodeImages', 'imageId'],
  ['ec2:DescribeImages', 'launchTemplateImages', 'imageId'],
  ['ec2:DescribeImages', 'karpenterImages', 'imageId'],
  ['ec2:DescribeInstances', 'nodeInterfaces', 'key'],
  ['ec2:DescribeInstanceTypeOfferings', 'instanceTypeOfferings', 'instanceType'],
  ['ec2:DescribeInstanceTypes', 'instanceTypes', 'instanceType'],
  ['ec2:DescribeLaunchTemplateVersions', 'launchTemplates', 'launchTemplateId'],
  ['ec2:DescribeNetworkInterfaces', 'subnetBlocks', 'subnetId'],
  ['ec2:DescribeRouteTables', 'routeTables', 'vpcId'],
  ['ec2:DescribeSecurityGroups', 'securityGroups', 'groupId'],
  ['ec2:DescribeSecurityGroups', 'karpenterSecurityGroups', 'vpcId'],
  ['ec2:DescribeSubnets', 'subnets', 'subnetId'],
  ['ec2:DescribeSubnets', 'vpcSubnets', 'vpcId'],
  ['ec2:DescribeSubnets', 'karpenterSubnets', 'vpcId'],
  ['ec2:DescribeVpcAttribute', 'vpcDns', 'vpcId'],
  ['ec2:DescribeVpcEndpoints', 'stsEndpoints', 'vpcId'],
  ['ec2:GetSubnetCidrReservations', 'subnetBlocks', 'subnetId'],
  ['eks:DescribeAccessEntry', 'nodegroupAccessEntries', 'principalArn', 'clusterName'],
  ['eks:DescribeAccessEntry', 'nodeAccessEntries', 'principalArn', 'clusterName'],
  ['eks:DescribeAddon', 'addons', 'addonName', 'clusterName'],
  ['eks:DescribeAddonVersions', 'addonVersions', 'addonName'],
  ['eks:DescribeCluster', 'cluster', 'name'],
  ['eks:DescribeFargateProfile', 'fargateProfiles', 'fargateProfileName', 'clusterName'],
  ['eks:DescribeInsight', 'insights', 'id'],
  ['eks:DescribeInsight', 'rollbackInsights', 'id'],
  ['eks:DescribeNodegroup', 'nodegroups', 'nodegroupName', 'clusterName'],
  ['eks:DescribePodIdentityAssociation', 'karpenterControllers', 'associationId', 'clusterName'],
  ['eks:DescribeUpdate', 'nodegroupUpdates', 'id'],
  ['eks:DescribeUpdate', 'updates', 'id'],
  ['eks:ListPodIdentityAssociations', 'karpenterControllers', 'namespace', 'serviceAccount'],
  ['events:DescribeRule', 'karpenterQueues', 'Name'],
  ['iam:GetInstanceProfile', 'karpenterNodeRoles', 'InstanceProfileName'],
  ['iam:GetPolicy', 'karpenterRoles', 'Arn'],
  ['iam:GetPolicyVersion', 'karpenterRoles', 'VersionId'],
  ['iam:GetRole', 'clusterRole', 'RoleName'],
  ['iam:GetRole', 'fargateRoles', 'RoleName'],
  ['iam:GetRole', 'karpenterNodeRoles', 'RoleName'],
  ['iam:GetRole', 'karpenterRoles', 'RoleName'],
  ['iam:GetRole', 'spotServiceLinkedRole', 'RoleName'],
  ['iam:GetRolePolicy', 'karpenterRoles', 'RoleName', 'PolicyName'],
  ['kms:DescribeKey', 'encryptionKey', 'Arn'],
  ['kms:ListGrants', 'encryptionKey', 'KeyId'],
  ['servicequotas:GetAWSDefaultServiceQuota', 'vcpuQuotas', 'QuotaCode', 'ServiceCode'],
  ['servicequotas:GetServiceQuota', 'vcpuQuotas', 'QuotaCode', 'ServiceCode'],
  ['sqs:GetQueueUrl', 'karpenterQueues', 'QueueUrl'],
];

/** The calls whose answers do not show of what they are, and why nothing is compared. */
const cannotBeSeen: Readonly<Record<string, string>> = {
  'ec2:DescribeCapacityReservations': 'it asks for all of the account',
  'ec2:GetManagedPrefixListEntries': 'the entries have no ID of their list',
  'eks:DescribeClusterVersions': 'it asks for all versions',
  'eks:DescribeInsightsRefresh': 'the answer has only a status',
  'logs:DescribeLogGroups': 'the group is found by its name; all others are ignored',
  'logs:GetQueryResults': 'the rows have no ID of their query',
  's3:GetObject': 'the answer has only the body; what it is about is in the report itself',
  's3:HeadObject': 'the answer has only headers',
};

/** The answer about another object: each value of the field, in JSON or XML, is replaced. */
function ofAnother(body: string, field: string): string {
  if (body.startsWith('<?xml')) return body.replaceAll(new RegExp(`<${field}>[^<]*</`, 'g'), `<${field}>${other}</`);
  return body.replaceAll(new RegExp(`"${field}":"[^"]*"`, 'g'), `"${field}":"${other}"`);
}

const facts = [...new Set(compared.map(([, fact]) => fact))];
it.each(facts)('%s is read where every answer is of what was requested', async (fact) => {
  const reading = await read(fact);
  expect(reading).toMatchObject({ ok: true });
  expect(toReasons(reading)).toEqual([]);
});

const rows = compared.flatMap(([call, fact, ...fields]) => fields.map((field) => [call, fact, field] as const));
it.each(rows)('%s: %s with another %s is unreadable', async (call, fact, field) => {
  let changed = 0;
  // The source requests the cluster once.
  if (call === 'eks:DescribeCluster') await renew();
  const reading = await read(fact, (requested, body) => {
    const changedBody = requested === call ? ofAnother(body, field) : body;
    if (changedBody !== body) changed += 1;
    return changedBody;
  });
  if (call === 'eks:DescribeCluster') await renew();
  expect(changed).toBeGreaterThan(0);
  expect(toReasons(reading)).toContainEqual(
    expect.objectContaining({
      kind: 'unreadable',
      message: expect.stringMatching(
        /, not about |which was not requested| without the tag |another cluster/,
      ) as string,
    }),
  );
});

describe('the comparison', () => {
  it.each([
    [() => requireSame('b', 'a', 'node group'), "the answer is about node group 'b', not about 'a'"],
    [() => requireSame('A', 'a', 'node group'), "the answer is about node group 'A', not about 'a'"],
    [() => requireSame(undefined, 'a', 'node group'), 'the answer does not name its node group'],
    [() => requireSame(7, 'a', 'node group'), 'the answer does not name its node group'],
    [() => requireSame('\u001B[31mx\n', 'a', 'update'), "the answer is about update 'x', not about 'a'"],
    [
      () => requireSame('x'.repeat(200), 'a', 'update'),
      `the answer is about update '${'x'.repeat(80)}…', not about 'a'`,
    ],
    [() => requireSameName('b', 'a', 'role'), "the answer is about role 'b', not about 'a'"],
    [
      () => requireEachRequested(['a', 'c'], ['a', 'b'], 'subnet'),
      "the answer is about subnet 'c', which was not requested",
    ],
    [() => requireEachRequested(['a', 'c'], ['a'], 'subnet'), "the answer is about subnet 'c', not about 'a'"],
    [() => requireEachRequested([null], ['a'], 'subnet'), 'the answer does not name its subnet'],
  ])('%#: %o says what is wrong', (compare, message) => {
    expect(compare).toThrow(message);
  });

  it.each([
    () => requireSame('a', 'a', 'node group'),
    () => requireSameName('Node', 'nODE', 'role'),
    () => requireEachRequested([], ['a'], 'subnet'),
    () => requireEachRequested(['b'], ['a', 'b'], 'subnet'),
  ])('%#: the same is accepted', (compare) => {
    expect(compare).not.toThrow();
  });
});

describe('every call that describes something', () => {
  const folder = 'src/sources/aws/sdk';
  const services: Readonly<Record<string, string>> = {
    'auto-scaling': 'autoscaling',
    'event-bridge': 'events',
    'service-quotas': 'servicequotas',
  };
  const calls = readdirSync(folder).flatMap((file) => {
    const name = file.replace('.ts', '');
    const found = readFileSync(`${folder}/${file}`, 'utf8').matchAll(
      /\b(?:paginate)?((?:Describe|Get|Head)\w+?)(?:Command)?\b/g,
    );
    return [...found].map(([, operation]) => `${services[name] ?? name}:${operation}`);
  });

  it('has a row or a reason, and each row and reason is of a call', () => {
    const listed = new Set([...compared.map(([call]) => call), ...Object.keys(cannotBeSeen)]);
    expect(calls.filter((call) => !listed.has(call))).toEqual([]);
    expect(calls.length).toBeGreaterThan(30);
    const extra = new Set(['eks:ListPodIdentityAssociations', 'kms:ListGrants']);
    expect([...listed].filter((call) => !calls.includes(call) && !extra.has(call))).toEqual([]);
  });
});
