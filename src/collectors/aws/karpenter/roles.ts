import type { Role } from '@aws-sdk/client-iam';
import { defineCollector } from '../../collect.ts';
import type { KarpenterRole } from '../../../facts/iam.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError } from '../../../facts/reason.ts';
import { listPossibleRoles, isRoleArn } from '../../../karpenter/role-chain.ts';
import { loadTable } from '../../../tables/tables.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { readAttachedPolicies, roleNamed, toTags } from '../cluster-role.ts';
import { describeEach } from '../describe-each.ts';
import { parsePolicyDocument, readRolePolicies, rolePolicyPermissions } from '../role-policies.ts';
import { isObject } from '../../../syntax/json.ts';
import { allInOrder } from '../../all-in-order.ts';

export const karpenterRoles = defineCollector('karpenterRoles', {
  permissions: [{ iam: 'iam:GetRole' }, { iam: 'iam:ListAttachedRolePolicies' }, ...rolePolicyPermissions],
  from: ['cluster', 'karpenterControllers'],
  async collect({ aws }, facts) {
    const [{ account }, controllers] = await allInOrder([facts.read('cluster'), facts.read('karpenterControllers')]);
    const { rows } = loadTable('karpenter-settings');
    // Values that are not role ARNs are skipped: the check reports them.
    const named = controllers.flatMap((controller) => listPossibleRoles(controller, rows)).filter(isRoleArn);
    const arns = [...new Set(named)].sort();
    const read = await describeEach('role', arns, (arn) => readRole(aws, arn, account));
    return {
      value: read.value.map(({ value }) => value),
      gaps: [...read.gaps, ...read.value.flatMap(({ gaps }) => gaps)],
    };
  },
});

/**
 * Reads a role of the cluster's account; `found` is null if the role does not exist.
 * @throws ScanError (`not-offered`) if the role is in another account
 */
async function readRole(aws: AwsSource, arn: string, account: string): Promise<{ value: KarpenterRole; gaps: Gap[] }> {
  const name = arn.slice(arn.lastIndexOf('/') + 1);
  const owner = arn.split(':')[4] ?? '';
  if (owner !== account) {
    const message = `the role is in another account, and is not read: ${arn}`;
    throw new ScanError({
      kind: 'not-offered',
      message,
      hint: `Compare its policies manually with the permissions that Karpenter needs; this requires credentials of account ${owner}.`,
    });
  }
  try {
    return await describedRole(aws, arn, name);
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind !== 'absent') throw error;
    return { value: { arn, name, found: null }, gaps: [] };
  }
}

/**
 * `found` is null for a role of the same name under another path, because STS identifies roles by ARN.
 * @throws ScanError (`absent`) if no role has the name
 */
async function describedRole(
  aws: AwsSource,
  arn: string,
  name: string,
): Promise<{ value: KarpenterRole; gaps: Gap[] }> {
  const [role, attached] = await allInOrder([roleNamed(aws, name), readAttachedPolicies(aws, name)]);
  if (role.Arn !== arn) return { value: { arn, name, found: null }, gaps: [] };
  const boundary = role.PermissionsBoundary?.PermissionsBoundaryArn ?? null;
  const { value, gaps } = await readRolePolicies(aws, {
    role: name,
    attached,
    boundary,
    services: listCalledServices(),
  });
  return { value: { arn, name, found: { trust: buildTrustPolicy(role), tags: toTags(role), ...value } }, gaps };
}

/** The services that Karpenter calls; a role that assumes another one calls STS. */
function listCalledServices(): string[] {
  const actions = loadTable('karpenter-probes').rows.flatMap((row) => row.actions);
  return [...new Set([...actions, 'sts:AssumeRole'].map((action) => action.split(':')[0] ?? ''))];
}

/** Condition keys whose values are judged; the values of other keys are dropped here. */
const judgedKey =
  /^(?:aws:(?:source(?:arn|account)|principal(?:arn|account|type)|securetransport|requesttag\/(?:eks-cluster-|kubernetes-).*)|.*:(?:sub|aud))$/i;

/** The trust policy without the values of other condition keys; null if it is not a JSON object. */
function buildTrustPolicy(role: Role): unknown {
  const document = parsePolicyDocument(role.AssumeRolePolicyDocument);
  if (!isObject(document)) return null;
  const statement: unknown = document['Statement'];
  const list: unknown[] = Array.isArray(statement) ? statement : [statement];
  return { ...document, Statement: list.map((one) => (isObject(one) ? withJudgedValues(one) : one)) };
}

function withJudgedValues(statement: Record<string, unknown>): Record<string, unknown> {
  const { Condition: condition, ...rest } = statement;
  if (!isObject(condition)) return statement;
  const operators = Object.entries(condition).map(([operator, keys]) => [
    operator,
    isObject(keys)
      ? Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, judgedKey.test(key) ? values : []]))
      : keys,
  ]);
  return { ...rest, Condition: Object.fromEntries(operators) as unknown };
}
