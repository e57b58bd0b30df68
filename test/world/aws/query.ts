import type { World } from '../world.ts';
import { ec2Operations } from './ec2.ts';
import { isTagFilter, tagMatches } from './filters.ts';
import { iamOperations } from './iam.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toFilters, toText, toTexts, type AwsRequest, type Form } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;
type Record_ = Record<string, unknown>;

/** The supported operations of the query services; outputs have the field names of the SDK. */
export const queryOperations: Readonly<Record<string, Operation>> = {
  ...ec2Operations,
  'autoscaling:DescribeAutoScalingGroups': describeAutoScalingGroups,
  'autoscaling:DescribeInstanceRefreshes': describeInstanceRefreshes,
  ...iamOperations,
  'sts:GetCallerIdentity': (world) => {
    const { account, partition } = world;
    const Arn = `arn:${partition}:sts::${account}:assumed-role/preflight/session`;
    return { output: { Account: account, Arn, UserId: 'AROAEXAMPLE:session' } };
  },
  'sts:AssumeRole': assumeRole,
};

function describeAutoScalingGroups(world: World, { action, region, form }: AwsRequest): Outcome {
  const all = region === world.region ? world.aws.autoScalingGroups : [];
  const names = toTexts(form['AutoScalingGroupNames']);
  const filters = toFilters(form['Filters']);
  const bad = filters.find(({ name }) => !isTagFilter(name));
  if (bad !== undefined)
    return { error: 'ValidationError', status: 400, message: `Filter type ${bad.name} is not correct.` };
  const found = all
    .filter(({ AutoScalingGroupName }) => names.length === 0 || names.includes(String(AutoScalingGroupName)))
    .filter((group) => filters.every(({ name, values }) => tagMatches(group['Tags'], name, values)));
  const page = selectPage(action, found, toText(form['NextToken']), toText(form['MaxRecords']), world.aws.pageSize);
  return 'error' in page
    ? page
    : { output: { AutoScalingGroups: page.items.map((group) => ({ Instances: [], ...group })), NextToken: page.next } };
}

function describeInstanceRefreshes(world: World, { action, region, form }: AwsRequest): Outcome {
  const group = toText(form['AutoScalingGroupName']) ?? '';
  const all = region === world.region ? world.aws.autoScalingGroups : [];
  if (!all.some(({ AutoScalingGroupName }) => AutoScalingGroupName === group)) {
    const message = `AutoScalingGroup name not found - AutoScalingGroup ${group} not found`;
    return { error: 'ValidationError', status: 400, message };
  }
  const ids = toTexts(form['InstanceRefreshIds']);
  const found = (world.aws.instanceRefreshes?.[group] ?? [])
    .filter(({ InstanceRefreshId }) => ids.length === 0 || ids.includes(String(InstanceRefreshId)))
    .map((refresh) => ({ AutoScalingGroupName: group, ...refresh }));
  const page = selectPage(
    `${action}/${group}`,
    found,
    toText(form['NextToken']),
    toText(form['MaxRecords']),
    world.aws.pageSize,
  );
  return 'error' in page ? page : { output: { InstanceRefreshes: page.items, NextToken: page.next } };
}

/** Every role may be assumed; if its trust policy in the world requires an external ID, only with that ID. */
function assumeRole(world: World, request: AwsRequest): Outcome {
  const arn = toText(request.form['RoleArn']) ?? '';
  const requiredExternalId = findExternalId(world.aws.roles[arn.slice(arn.lastIndexOf('/') + 1)]);
  if (requiredExternalId !== undefined && requiredExternalId !== toText(request.form['ExternalId'])) {
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

/** The access key that AssumeRole returns. */
export const assumedKeyId = 'ASIAASSUMEDROLEEXAMPLE';

function findExternalId(role: Record_ | undefined): string | undefined {
  const document = role?.['AssumeRolePolicyDocument'];
  if (typeof document !== 'string') return undefined;
  return /"sts:ExternalId":\s*"([^"]+)"/.exec(decodeURIComponent(document))?.[1];
}

/** The form's plain string fields, for the recorded calls; omits nested fields and lists. */
export function flatForm(form: Form): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
