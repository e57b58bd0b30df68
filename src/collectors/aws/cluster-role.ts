import type { Role } from '@aws-sdk/client-iam';
import { defineCollector } from '../collect.ts';
import type { TrustStatement } from '../../facts/control-plane.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSameName } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { isObject } from '../../syntax/json.ts';
import { allInOrder } from '../all-in-order.ts';
import { readTags } from './tags.ts';

export const clusterRole = defineCollector('clusterRole', {
  permissions: [{ iam: 'iam:GetRole' }, { iam: 'iam:ListAttachedRolePolicies' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const wanted = present((await facts.read('cluster')).roleArn, 'cluster.roleArn');
    const name = wanted.slice(wanted.lastIndexOf('/') + 1);
    try {
      const [role, attachedPolicies] = await allInOrder([roleNamed(aws, name), readAttachedPolicies(aws, name)]);
      const arn = present(role.Arn, 'Role.Arn');
      const permissionsBoundary = role.PermissionsBoundary?.PermissionsBoundaryArn ?? null;
      const trust = parseTrustPolicy(role.AssumeRolePolicyDocument);
      return { value: { name, arn, trust, attachedPolicies, permissionsBoundary, ...toTagsField(role) } };
    } catch (error) {
      if (error instanceof ScanError && error.reason.kind === 'absent') return { value: null };
      throw error;
    }
  },
});

/** @throws ScanError (`absent`) if no such role exists */
export async function roleNamed(aws: AwsSource, RoleName: string) {
  const { GetRoleCommand } = await import('../../sources/aws/sdk/iam.ts');
  const client = await aws.client('iam');
  const answer = await aws.call('iam:GetRole', () => client.send(new GetRoleCommand({ RoleName })));
  const role = present(answer.Role, 'Role');
  requireSameName(role.RoleName, RoleName, 'role');
  return role;
}

/** All tags of a role: a condition of a policy may name any of them (aws:PrincipalTag). */
export function toTags({ Tags = [] }: Role): Record<string, string> {
  return Object.fromEntries(Tags.flatMap(({ Key, Value }) => (Key === undefined ? [] : [[Key, Value ?? '']])));
}

/** The tags of a role that are no secrets, as a field, which is omitted if there are none. */
export function toTagsField(role: Role): { tags?: Record<string, string> } {
  const tags = readTags(role.Tags);
  return Object.keys(tags).length === 0 ? {} : { tags };
}

/** ARNs of the policies attached to a role, sorted. */
export async function readAttachedPolicies(aws: AwsSource, RoleName: string): Promise<string[]> {
  const { paginateListAttachedRolePolicies } = await import('../../sources/aws/sdk/iam.ts');
  const client = await aws.client('iam');
  const policies = await aws.call('iam:ListAttachedRolePolicies', () =>
    everyPage(
      paginateListAttachedRolePolicies({ client }, { RoleName }),
      'AttachedPolicies',
      (page) => page.AttachedPolicies,
    ),
  );
  return policies.map(({ PolicyArn }) => present(PolicyArn, 'PolicyArn')).sort();
}

/** Condition keys whose values are judged; the values of other keys are dropped here. */
const judgedKeys = new Set(['aws:principalisawsservice', 'aws:sourcearn', 'aws:sourceaccount']);

/**
 * Parses the URL-encoded JSON that IAM returns; null if it is not a trust policy.
 * @throws ScanError (`unreadable`) if the document is missing
 */
export function parseTrustPolicy(document: string | undefined): TrustStatement[] | null {
  try {
    const policy: unknown = JSON.parse(decodeURIComponent(present(document, 'AssumeRolePolicyDocument')));
    const statements = isObject(policy) ? policy['Statement'] : undefined;
    const list: unknown[] = Array.isArray(statements) ? statements : [statements];
    const projected = list.flatMap((statement) => projectStatement(statement) ?? []);
    return projected.length === list.length ? projected : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof URIError) return null;
    throw error;
  }
}

function projectStatement(statement: unknown): TrustStatement | undefined {
  if (!isObject(statement) || typeof statement['Effect'] !== 'string') return undefined;
  const { Effect, Principal, Action, NotAction, NotPrincipal, Condition } = statement;
  if (NotPrincipal === undefined && Principal === undefined) return undefined;
  if (NotAction === undefined && Action === undefined) return undefined;
  return {
    effect: Effect,
    services: NotPrincipal === undefined ? listServices(Principal) : null,
    actions: NotAction === undefined ? toStrings(Action) : null,
    conditions: listConditions(Condition),
  };
}

function listServices(principal: unknown): string[] {
  if (!isObject(principal)) return toStrings(principal);
  return [...toStrings(principal['Service']), ...toStrings(principal['AWS']).filter((name) => name === '*')];
}

function listConditions(condition: unknown): TrustStatement['conditions'] {
  if (!isObject(condition)) return [];
  return Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(isObject(keys) ? keys : {}).map(([key, values]) => ({
      operator,
      key,
      values: judgedKeys.has(key.toLowerCase()) ? toStrings(values) : [],
    })),
  );
}

/** IAM returns one value as a string and several as a list; it also accepts numbers and booleans. */
function toStrings(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []));
}
