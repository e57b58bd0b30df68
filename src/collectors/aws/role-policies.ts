import type { RolePolicies, RolePolicy } from '../../facts/iam.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError, type Permission } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSame, requireSameName } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyName } from '../../sources/aws/every-page.ts';
import { isObject } from '../../syntax/json.ts';
import { allInOrder } from '../all-in-order.ts';

/** The calls that read a role's policies. */
export const rolePolicyPermissions: readonly Permission[] = [
  { iam: 'iam:GetPolicy' },
  { iam: 'iam:GetPolicyVersion' },
  { iam: 'iam:GetRolePolicy' },
  { iam: 'iam:ListRolePolicies' },
];

interface RolePolicyRequest {
  role: string;
  /** ARNs of the attached policies to read. */
  attached: readonly string[];
  /** ARN of the permissions boundary; null if the role has none. */
  boundary: string | null;
  /** Services whose statements are kept: `ec2`. */
  services: readonly string[];
}

/**
 * Reads the inline policies of a role, the policies in `attached` and the boundary. A policy that cannot be read is a
 * gap, and has no document in the result: an evaluation must not assume that the policy is empty.
 */
export async function readRolePolicies(
  aws: AwsSource,
  { role, attached, boundary, services }: RolePolicyRequest,
): Promise<{ value: RolePolicies; gaps: Gap[] }> {
  const [inline, managed, bound] = await allInOrder([
    inlinePolicies(aws, role),
    describeEach('policy', attached, (arn) => managedPolicy(aws, arn)),
    describeEach('policy', boundary === null ? [] : [boundary], (arn) => managedPolicy(aws, arn)),
  ]);
  const kept = (policy: RolePolicy): RolePolicy => ({
    ...policy,
    document: withoutOtherServices(policy.document, services),
  });
  const read = managed.value.map(kept);
  const unread = attached.filter((arn) => !read.some((policy) => policy.arn === arn)).map(withoutDocument);
  return {
    value: {
      policies: [...inline.value.map(kept), ...read, ...unread],
      boundary: boundary === null ? null : (bound.value.map(kept)[0] ?? withoutDocument(boundary)),
    },
    gaps: [...inline.gaps, ...managed.gaps, ...bound.gaps],
  };
}

function withoutDocument(arn: string): RolePolicy {
  return { name: parsePolicyName(arn), arn, document: null };
}

async function inlinePolicies(aws: AwsSource, role: string): Promise<{ value: RolePolicy[]; gaps: Gap[] }> {
  const { GetRolePolicyCommand, paginateListRolePolicies } = await import('../../sources/aws/sdk/iam.ts');
  const client = await aws.client('iam');
  try {
    const names = await aws.call('iam:ListRolePolicies', () =>
      everyName(paginateListRolePolicies({ client }, { RoleName: role }), 'PolicyNames', (page) => page.PolicyNames),
    );
    const read = await describeEach('inline policy', names, async (PolicyName) => {
      const command = new GetRolePolicyCommand({ RoleName: role, PolicyName });
      const answer = await aws.call('iam:GetRolePolicy', () => client.send(command));
      requireSameName(answer.RoleName, role, 'role');
      requireSame(answer.PolicyName, PolicyName, 'inline policy');
      return { name: PolicyName, arn: null, ...readDocument(answer.PolicyDocument) };
    });
    const unread = names.filter((name) => !read.value.some((policy) => policy.name === name));
    return { value: [...read.value, ...unread.map((name) => ({ name, arn: null, document: null }))], gaps: read.gaps };
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind === 'absent') throw error;
    const unlisted = { name: 'an inline policy', arn: null, document: null };
    return { value: [unlisted], gaps: [{ what: `inline policies of role ${role}`, reason: error.reason }] };
  }
}

async function managedPolicy(aws: AwsSource, PolicyArn: string): Promise<RolePolicy> {
  const { GetPolicyCommand, GetPolicyVersionCommand } = await import('../../sources/aws/sdk/iam.ts');
  const client = await aws.client('iam');
  const policy = await aws.call('iam:GetPolicy', () => client.send(new GetPolicyCommand({ PolicyArn })));
  requireSame(policy.Policy?.Arn, PolicyArn, 'policy');
  const VersionId = present(policy.Policy?.DefaultVersionId, 'Policy.DefaultVersionId');
  const command = new GetPolicyVersionCommand({ PolicyArn, VersionId });
  const version = await aws.call('iam:GetPolicyVersion', () => client.send(command));
  requireSame(version.PolicyVersion?.VersionId, VersionId, 'policy version');
  return { name: parsePolicyName(PolicyArn), arn: PolicyArn, ...readDocument(version.PolicyVersion?.Document) };
}

function parsePolicyName(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

/** The document, and its size before statements about other services are omitted. IAM does not count white space. */
function readDocument(text: string | undefined): Pick<RolePolicy, 'document' | 'size'> {
  const document = parsePolicyDocument(text);
  if (document === null) return { document };
  return { document, size: decodeURIComponent(text ?? '').replaceAll(/\s/g, '').length };
}

/** Parses a document, which IAM returns as URL-encoded JSON; null if the text cannot be parsed. */
export function parsePolicyDocument(text: string | undefined): unknown {
  try {
    return JSON.parse(decodeURIComponent(text ?? '')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof URIError) return null;
    throw error;
  }
}

/** Omits statements whose actions all belong to other services; keeps malformed ones. */
function withoutOtherServices(document: unknown, services: readonly string[]): unknown {
  if (!isObject(document)) return document;
  const statement: unknown = document['Statement'];
  const list: unknown[] = Array.isArray(statement) ? statement : [statement];
  return { ...document, Statement: list.filter((one) => concerns(one, services)) };
}

function concerns(statement: unknown, services: readonly string[]): boolean {
  if (!isObject(statement)) return true;
  const action: unknown = statement['Action'];
  const actions: unknown[] = Array.isArray(action) ? action : [action];
  return actions.some((one) => {
    const [service = '', name] = typeof one === 'string' ? one.toLowerCase().split(':') : [];
    return name === undefined || /[*?]/.test(service) || services.includes(service);
  });
}
