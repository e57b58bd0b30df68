import { advice, jsonBlock } from '../../../src/syntax/advice.ts';
import type { Context, Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { evaluate, type Decision } from '../../../src/for-checks/iam/evaluate.ts';
import { anyText, type Request } from '../../../src/for-checks/iam/request.ts';
import {
  everythingAllowed,
  principalContext,
  toRoleRights,
  type RoleRights,
} from '../../../src/for-checks/iam/role.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { denialText } from '../../../src/for-checks/iam/decision-text.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { allowFix, statementsFor } from './need-fix.ts';

type Cluster = Facts['cluster'];
type Role = NonNullable<Facts['clusterRole']>;
type Policies = NonNullable<Facts['clusterRolePolicies']>;
type Need = Extract<Tables['cluster-role'][number], { rowKind: 'own-policies-need' }>;

/**
 * Findings for permissions that the control plane needs but the role's policies and permissions boundary do not allow,
 * evaluated as in IAM: one for each version from which some are needed. One more for all permissions for which the
 * result is unknown.
 * @param holdsAwsPolicy the AWS managed policy is attached: it is not read, and counts as allowing everything
 */
export function* needFindings(
  role: Role,
  policies: Policies,
  holdsAwsPolicy: boolean,
  { cluster, versions, tables }: Context<'cluster-role' | 'managed-changes'>,
): Generator<Finding> {
  const needs = tables['cluster-role'].filter((row): row is Need => row.rowKind === 'own-policies-need');
  const target = versions.at(-1);
  const rights = withAwsPolicy(toRoleRights(policies), holdsAwsPolicy);
  const judged = needs
    .filter(({ from }) => from === undefined || target === undefined || from <= target)
    .map((need) => ({
      need,
      at: versions.find((version) => need.from === undefined || need.from <= version),
      decision: evaluate(rights.policies, rights.boundary, buildRequest(need, role, cluster)),
    }));
  for (const at of new Set(judged.map((one) => one.at))) {
    const denied = judged.filter((one) => one.at === at).flatMap(({ need, decision }) => toDenied(need, decision));
    if (denied.length > 0)
      yield deniedFinding(role, policies, { cluster, tables }, denied, at === versions[0] ? undefined : at);
  }
  const open = judged.flatMap(({ need, decision }) =>
    decision.answer === 'unknown' ? [{ need, doubts: decision.doubts }] : [],
  );
  if (open.length > 0) yield undecidedFinding(role, open);
}

function withAwsPolicy({ policies, boundary }: RoleRights, holds: boolean): RoleRights {
  return { policies: holds ? [everythingAllowed('AmazonEKSClusterPolicy'), ...policies] : policies, boundary };
}

function buildRequest({ action, resource, tagKey }: Need, role: Role, cluster: Cluster): Request {
  const key = tagKey?.replaceAll('${ClusterName}', cluster.name);
  return {
    action,
    resource:
      resource === undefined
        ? '*'
        : `arn:${cluster.partition}:ec2:${cluster.region}:${cluster.account}:${resource}/${anyText}`,
    context: {
      ...principalContext(role.arn),
      'aws:RequestedRegion': [cluster.region],
      ...(key === undefined ? {} : { 'aws:TagKeys': [key], [`aws:RequestTag/${key}`]: [anyText] }),
    },
    complete: ['aws:RequestTag/', 'aws:TagKeys'],
  };
}

interface Denied {
  need: Need;
  decision: Extract<Decision, { answer: 'denied' }>;
}

function toDenied(need: Need, decision: Decision): Denied[] {
  return decision.answer === 'denied' ? [{ need, decision }] : [];
}

function deniedFinding(
  role: Role,
  policies: Policies,
  { cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
  denied: readonly Denied[],
  at: Minor | undefined,
): Finding {
  const actions = denied.map(({ need }) => need.action);
  const anew = at === undefined ? '' : `, which Kubernetes ${format(at)} newly requires`;
  const isBlocked = denied.some(({ decision }) => decision.because === 'deny' || decision.layer === 'boundary');
  return {
    level: 'warn',
    rule: 'denied',
    short: `lacks ${formatCount(actions.length, 'IAM action')}`,
    ...(at === undefined ? {} : { at }),
    resource: toResource(role),
    message: `the role's policies do not allow ${actions.join(', ')}${anew}`,
    evidence: denied.map(({ need, decision }) => ({ observed: denialText(decision), required: need.action })),
    fix: isBlocked
      ? advice`Change the statement that denies it, or the permissions boundary, so that it allows:\n${jsonBlock(
          statementsFor(
            denied.map(({ need }) => need),
            cluster,
          ),
        )}`
      : allowFix(
          role,
          policies?.policies ?? [],
          denied.map(({ need }) => need),
          cluster,
          tables['managed-changes'],
        ),
    links: [...new Set(denied.map(({ need }) => need.source))],
  };
}

function undecidedFinding(role: Role, open: readonly { need: Need; doubts: readonly string[] }[]): Finding {
  const doubts = [...new Set(open.flatMap((one) => one.doubts))];
  return {
    level: 'unknown',
    rule: 'undecided',
    resource: toResource(role),
    message: `unknown whether the role's policies allow ${open.map(({ need }) => need.action).join(', ')}`,
    evidence: doubts.map((observed) => ({ observed })),
    fix: advice`Check the policy statements listed above, or attach AmazonEKSClusterPolicy.`,
  };
}

function toResource({ name, arn }: Role): Resource {
  return { kind: 'Role', name, arn };
}
