import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { AwsFailure, Outcome } from './reply.ts';
import { toText, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** The supported operations of IAM, which is the same in every region. */
export const iamOperations: Readonly<Record<string, Operation>> = {
  'iam:GetInstanceProfile': getInstanceProfile,
  'iam:GetPolicy': getPolicy,
  'iam:GetPolicyVersion': getPolicyVersion,
  'iam:GetRole': getRole,
  'iam:GetRolePolicy': getRolePolicy,
  'iam:ListAttachedRolePolicies': listAttachedRolePolicies,
  'iam:ListRolePolicies': listRolePolicies,
};

function getInstanceProfile(world: World, { form }: AwsRequest): Outcome {
  const InstanceProfileName = toText(form['InstanceProfileName']) ?? '';
  const role = world.aws.instanceProfiles?.[InstanceProfileName];
  if (role === undefined) return missing(`Instance Profile ${InstanceProfileName} cannot be found.`);
  const profile = {
    InstanceProfileName,
    Path: '/',
    InstanceProfileId: 'AIPAEXAMPLE',
    Arn: `arn:${world.partition}:iam::${world.account}:instance-profile/${InstanceProfileName}`,
    CreateDate: '2024-01-15T08:00:00Z',
    Roles: role === null ? [] : [world.aws.roles[role] ?? { RoleName: role }],
  };
  return { output: { InstanceProfile: profile } };
}

function getRole(world: World, { form }: AwsRequest): Outcome {
  const name = toText(form['RoleName']) ?? '';
  if (Object.hasOwn(world.aws.roles, name)) return { output: { Role: world.aws.roles[name] } };
  return noRole(name);
}

function noRole(name: string): AwsFailure {
  return missing(`The role with name ${name} cannot be found.`);
}

function listAttachedRolePolicies(world: World, { action, form }: AwsRequest): Outcome {
  const name = toText(form['RoleName']) ?? '';
  if (!Object.hasOwn(world.aws.roles, name)) return noRole(name);
  const policies = (world.aws.attachedPolicies[name] ?? []).map((PolicyArn) => ({
    PolicyArn,
    PolicyName: PolicyArn.slice(PolicyArn.lastIndexOf('/') + 1),
  }));
  const page = selectPage(action, policies, toText(form['Marker']), toText(form['MaxItems']), world.aws.pageSize);
  if ('error' in page) return page;
  return { output: { AttachedPolicies: page.items, IsTruncated: page.next !== undefined, Marker: page.next } };
}

function listRolePolicies(world: World, { action, form }: AwsRequest): Outcome {
  const name = toText(form['RoleName']) ?? '';
  if (!Object.hasOwn(world.aws.roles, name)) return noRole(name);
  const names = Object.keys(world.aws.inlinePolicies?.[name] ?? {});
  const page = selectPage(action, names, toText(form['Marker']), toText(form['MaxItems']), world.aws.pageSize);
  if ('error' in page) return page;
  return { output: { PolicyNames: page.items, IsTruncated: page.next !== undefined, Marker: page.next } };
}

function getRolePolicy(world: World, { form }: AwsRequest): Outcome {
  const RoleName = toText(form['RoleName']) ?? '';
  const PolicyName = toText(form['PolicyName']) ?? '';
  const document = world.aws.inlinePolicies?.[RoleName]?.[PolicyName];
  if (document === undefined) return missing(`The role policy with name ${PolicyName} cannot be found.`);
  return { output: { RoleName, PolicyName, PolicyDocument: sent(document) } };
}

function getPolicy(world: World, { form }: AwsRequest): Outcome {
  const Arn = toText(form['PolicyArn']) ?? '';
  if (world.aws.managedPolicies?.[Arn] === undefined) return missing(`Policy ${Arn} was not found.`);
  const PolicyName = Arn.slice(Arn.lastIndexOf('/') + 1);
  return { output: { Policy: { PolicyName, Arn, DefaultVersionId: 'v3', AttachmentCount: 1, IsAttachable: true } } };
}

function getPolicyVersion(world: World, { form }: AwsRequest): Outcome {
  const arn = toText(form['PolicyArn']) ?? '';
  const VersionId = toText(form['VersionId']) ?? '';
  const document = world.aws.managedPolicies?.[arn];
  if (document === undefined || VersionId !== 'v3')
    return missing(`Policy ${arn} version ${VersionId} does not exist.`);
  return { output: { PolicyVersion: { VersionId, IsDefaultVersion: true, Document: sent(document) } } };
}

/** URL-encodes a policy document, as IAM does. */
function sent(document: unknown): string {
  return encodeURIComponent(typeof document === 'string' ? document : JSON.stringify(document));
}

function missing(message: string): AwsFailure {
  return { error: 'NoSuchEntity', status: 404, message };
}
