import type { World } from '../../world.ts';
import type { AwsRequest } from '../request.ts';
import { toText } from '../request.ts';
import { missing, required, type Write } from './write.ts';

/** What IAM changes. */
export const iamWrites: Readonly<Record<string, Write>> = {
  'iam:AttachRolePolicy': attachRolePolicy,
  'iam:CreateRole': createRole,
  'iam:CreateServiceLinkedRole': createServiceLinkedRole,
  'iam:PutRolePolicy': putRolePolicy,
  'iam:UpdateAssumeRolePolicy': updateTrust,
};

function noRole(world: World, name: string): ReturnType<Write> | undefined {
  if (world.aws.roles[name] !== undefined) return undefined;
  return missing('NoSuchEntity', `The role with name ${name} cannot be found.`);
}

function attachRolePolicy(world: World, { form }: AwsRequest): ReturnType<Write> {
  const [role, arn] = [required(form, 'RoleName'), required(form, 'PolicyArn')];
  const attached = new Set([...(world.aws.attachedPolicies[role] ?? []), arn]);
  const lacks = noRole(world, role);
  if (lacks !== undefined) return lacks;
  world.aws.attachedPolicies = { ...world.aws.attachedPolicies, [role]: [...attached] };
  return {};
}

function createRole(world: World, { form }: AwsRequest): ReturnType<Write> {
  const [RoleName, Path] = [required(form, 'RoleName'), toText(form['Path']) ?? '/'];
  if (world.aws.roles[RoleName] !== undefined)
    return missing('EntityAlreadyExists', `Role with name ${RoleName} already exists.`, 409);
  const Role = {
    RoleName,
    Path,
    RoleId: 'AROANEW',
    Arn: `arn:${world.partition}:iam::${world.account}:role${Path}${RoleName}`,
    CreateDate: '2026-11-20T12:00:00Z',
    AssumeRolePolicyDocument: encodeURIComponent(required(form, 'AssumeRolePolicyDocument')),
  };
  world.aws.roles = { ...world.aws.roles, [RoleName]: Role };
  return { Role };
}

const linkedRoles: Readonly<Record<string, string>> = {
  'eks.amazonaws.com': 'AWSServiceRoleForAmazonEKS',
  'spot.amazonaws.com': 'AWSServiceRoleForEC2Spot',
};

function createServiceLinkedRole(world: World, { form }: AwsRequest): ReturnType<Write> {
  const service = required(form, 'AWSServiceName');
  const RoleName = linkedRoles[service] ?? service;
  if (world.aws.roles[RoleName] !== undefined)
    return missing('InvalidInput', `Service role name ${RoleName} has been taken in this account`, 400);
  const Path = `/aws-service-role/${service}/`;
  const Arn = `arn:${world.partition}:iam::${world.account}:role${Path}${RoleName}`;
  const Role = { RoleName, Path, RoleId: 'AROANEW', Arn, CreateDate: '2026-11-20T12:00:00Z' };
  world.aws.roles = { ...world.aws.roles, [RoleName]: Role };
  return { Role };
}

/** Replaces the inline policy of that name. */
function putRolePolicy(world: World, { form }: AwsRequest): ReturnType<Write> {
  const role = required(form, 'RoleName');
  const own = world.aws.inlinePolicies?.[role] ?? {};
  const document = JSON.parse(required(form, 'PolicyDocument')) as unknown;
  world.aws.inlinePolicies = {
    ...world.aws.inlinePolicies,
    [role]: { ...own, [required(form, 'PolicyName')]: document },
  };
  return noRole(world, role) ?? {};
}

/** Replaces the whole trust policy. */
function updateTrust(world: World, { form }: AwsRequest): ReturnType<Write> {
  const name = required(form, 'RoleName');
  const lacks = noRole(world, name);
  if (lacks !== undefined) return lacks;
  const AssumeRolePolicyDocument = encodeURIComponent(required(form, 'PolicyDocument'));
  world.aws.roles = { ...world.aws.roles, [name]: { ...world.aws.roles[name], AssumeRolePolicyDocument } };
  return {};
}
