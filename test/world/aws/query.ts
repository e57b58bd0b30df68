import type { World } from '../world.ts';
import { pageOf } from './pages.ts';
import type { AwsFailure, Outcome } from './reply.ts';
import { filtersOf, textOf, textsOf, type AwsRequest, type Form } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;
type Record_ = Record<string, unknown>;

/** The operations of the query services, as far as the world knows them; outputs in the SDK's own field names. */
export const queryOperations: Readonly<Record<string, Operation>> = {
  'ec2:DescribeSubnets': describeSubnets,
  'autoscaling:DescribeAutoScalingGroups': describeAutoScalingGroups,
  'iam:GetRole': getRole,
  'sts:GetCallerIdentity': (world) => {
    const { account, partition } = world;
    const Arn = `arn:${partition}:sts::${account}:assumed-role/preflight/session`;
    return { output: { Account: account, Arn, UserId: 'AROAEXAMPLE:session' } };
  },
  'sts:AssumeRole': assumeRole,
};

const SUBNET_FILTERS: Readonly<Record<string, string>> = {
  'subnet-id': 'SubnetId',
  'vpc-id': 'VpcId',
  'availability-zone': 'AvailabilityZone',
  'availability-zone-id': 'AvailabilityZoneId',
  state: 'State',
};

function describeSubnets(world: World, { action, region, form }: AwsRequest): Outcome {
  const all = region === world.region ? world.aws.subnets : [];
  const ids = textsOf(form['SubnetId']);
  const missing = ids.find((id) => !all.some(({ SubnetId }) => SubnetId === id));
  if (missing !== undefined) {
    return { error: 'InvalidSubnetID.NotFound', status: 400, message: `The subnet ID '${missing}' does not exist` };
  }
  const filters = filtersOf(form['Filter']);
  const bad = filters.find(({ name }) => SUBNET_FILTERS[name] === undefined && !isTagFilter(name));
  if (bad !== undefined) return badFilter(bad.name);
  const tooMany = filters.find(({ values }) => values.length > 200);
  if (tooMany !== undefined) {
    return { error: 'FilterLimitExceeded', status: 400, message: 'The maximum number of filter values is 200.' };
  }
  const found = all
    .filter(({ SubnetId }) => ids.length === 0 || ids.includes(String(SubnetId)))
    .filter((subnet) => filters.every(({ name, values }) => subnetMatches(subnet, name, values)));
  const page = pageOf(action, found, textOf(form['NextToken']), textOf(form['MaxResults']), world.aws.pageSize);
  return 'error' in page ? page : { output: { Subnets: page.items, NextToken: page.next } };
}

function subnetMatches(subnet: Record_, name: string, values: readonly string[]): boolean {
  const field = SUBNET_FILTERS[name];
  return field === undefined ? tagMatches(subnet['Tags'], name, values) : values.includes(String(subnet[field]));
}

function describeAutoScalingGroups(world: World, { action, region, form }: AwsRequest): Outcome {
  const all = region === world.region ? world.aws.autoScalingGroups : [];
  const names = textsOf(form['AutoScalingGroupNames']);
  const filters = filtersOf(form['Filters']);
  const bad = filters.find(({ name }) => !isTagFilter(name));
  if (bad !== undefined)
    return { error: 'ValidationError', status: 400, message: `Filter type ${bad.name} is not correct.` };
  const found = all
    .filter(({ AutoScalingGroupName }) => names.length === 0 || names.includes(String(AutoScalingGroupName)))
    .filter((group) => filters.every(({ name, values }) => tagMatches(group['Tags'], name, values)));
  const page = pageOf(action, found, textOf(form['NextToken']), textOf(form['MaxRecords']), world.aws.pageSize);
  return 'error' in page ? page : { output: { AutoScalingGroups: page.items, NextToken: page.next } };
}

function isTagFilter(name: string): boolean {
  return name === 'tag-key' || name === 'tag-value' || name.startsWith('tag:');
}

function tagMatches(tags: unknown, name: string, values: readonly string[]): boolean {
  const list = (Array.isArray(tags) ? tags : []) as { Key?: string; Value?: string }[];
  return list.some(({ Key = '', Value = '' }) => {
    if (name === 'tag-key') return values.includes(Key);
    if (name === 'tag-value') return values.includes(Value);
    return name === `tag:${Key}` && values.includes(Value);
  });
}

function badFilter(name: string): AwsFailure {
  return { error: 'InvalidParameterValue', status: 400, message: `The filter '${name}' is invalid` };
}

/** IAM is the same in every region. */
function getRole(world: World, { form }: AwsRequest): Outcome {
  const name = textOf(form['RoleName']) ?? '';
  if (Object.hasOwn(world.aws.roles, name)) return { output: { Role: world.aws.roles[name] } };
  return { error: 'NoSuchEntity', status: 404, message: `The role with name ${name} cannot be found.` };
}

/** Any role may be assumed, but one whose trust policy in the world asks for an external id only with that. */
function assumeRole(world: World, request: AwsRequest): Outcome {
  const arn = textOf(request.form['RoleArn']) ?? '';
  const asked = externalIdOf(world.aws.roles[arn.slice(arn.lastIndexOf('/') + 1)]);
  if (asked !== undefined && asked !== textOf(request.form['ExternalId'])) {
    const user = `arn:${world.partition}:iam::${world.account}:user/ops`;
    return {
      error: 'AccessDenied',
      status: 403,
      message: `User: ${user} is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    };
  }
  const Credentials = {
    AccessKeyId: assumedKeyId,
    SecretAccessKey: 'assumed/wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLE',
    SessionToken: 'FwoGZXIvYXdzEXAMPLE//assumed==',
    Expiration: new Date(Date.now() + 3_600_000).toISOString(),
  };
  return { output: { Credentials, AssumedRoleUser: { Arn: `${arn}/session`, AssumedRoleId: 'AROAEXAMPLE:session' } } };
}

/** The key that AssumeRole gives out. */
export const assumedKeyId = 'ASIAASSUMEDROLEEXAMPLE';

function externalIdOf(role: Record_ | undefined): string | undefined {
  const document = role?.['AssumeRolePolicyDocument'];
  if (typeof document !== 'string') return undefined;
  return /"sts:ExternalId":\s*"([^"]+)"/.exec(decodeURIComponent(document))?.[1];
}

/** The form as flat texts, for the record of calls. */
export function flatForm(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
