import type { Context, Finding } from '../../../src/check.ts';
import { evaluate } from '../../../src/for-checks/iam/evaluate.ts';
import { anyText, type Request } from '../../../src/for-checks/iam/request.ts';
import {
  everythingAllowed,
  principalContext,
  toRoleRights,
  type RoleRights,
} from '../../../src/for-checks/iam/role.ts';
import type { Starting } from './keeps-out.ts';
import { deniedFinding, notAttached, undecided, type PolicyRequirement, type Need } from './policy-findings.ts';
import type { FoundRole } from './rights.ts';

type Here = Pick<Context<'karpenter-node-role' | 'managed-changes'>, 'cluster' | 'tables'>;
type Body = Omit<Finding, 'resource'>;

/** Data about the nodes, in addition to the role. */
export interface Around {
  /** True if the VPC CNI has a separate role; null: unknown, or there is no VPC CNI. */
  networkRole: boolean | null;
  starting: Starting;
}

/**
 * Findings for permissions that nodes need but the role's policies and permissions boundary do not allow, evaluated as
 * in IAM; for each purpose, one for what is denied and one for what is unknown.
 */
export function* policyFindings(role: FoundRole, { networkRole, starting }: Around, here: Here): Generator<Body> {
  for (const row of here.tables['karpenter-node-role']) {
    if (row.rowKind !== 'holds') continue;
    if (row.purpose === 'network' && (networkRole !== false || here.cluster.ipFamily === 'ipv6')) continue;
    const enough = [...row.policies, 'AdministratorAccess'].filter((policy) => isAttached(role, policy, here));
    if (role.own !== undefined)
      yield* judgePolicies({ role, row, starting }, rightsWith(toRoleRights(role.own), enough), here);
    else if (enough.length === 0) yield notAttached(role, row, here);
  }
}

/**
 * Adds the sufficient AWS managed policies, which are not read: with one of them, everything is allowed unless a Deny
 * or the boundary prevents it.
 */
function rightsWith({ policies, boundary }: RoleRights, enough: readonly string[]): RoleRights {
  return { policies: [...enough.map(everythingAllowed), ...policies], boundary };
}

function isAttached({ attachedPolicies }: FoundRole, policy: string, { cluster }: Here): boolean {
  return attachedPolicies.includes(`arn:${cluster.partition}:iam::aws:policy/${policy}`);
}

function* judgePolicies(requirement: PolicyRequirement, rights: RoleRights, here: Here): Generator<Body> {
  const { role, row } = requirement;
  const needs = here.tables['karpenter-node-role'].filter(
    (one): one is Need => one.rowKind === 'action' && one.purpose === row.purpose,
  );
  const decisions = needs.map((need) => ({
    need,
    decision: evaluate(rights.policies, rights.boundary, buildRequest(need, role, here)),
  }));
  const denied = decisions.flatMap(({ need, decision }) => (decision.answer === 'denied' ? [{ need, decision }] : []));
  const open = decisions.flatMap(({ need, decision }) => (decision.answer === 'unknown' ? [{ need, decision }] : []));
  if (denied.length > 0) yield deniedFinding(requirement, denied, here);
  if (open.length > 0) yield undecided(requirement, open, here);
}

function buildRequest({ action, resource }: Need, { arn }: FoundRole, { cluster }: Here): Request {
  const { partition, region, account, name } = cluster;
  const parts: Readonly<Record<string, string>> = {
    Partition: partition,
    Region: region,
    Account: account,
    ClusterName: name,
    Any: anyText,
  };
  return {
    action,
    resource: resource?.replaceAll(/\$\{(\w+)\}/g, (_, part: string) => parts[part] ?? '') ?? '*',
    context: { ...principalContext(arn), 'aws:RequestedRegion': [region] },
  };
}
