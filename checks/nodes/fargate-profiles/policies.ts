import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { FargateRole } from '../../../src/facts/fargate.ts';
import { evaluate, type Decision } from '../../../src/for-checks/iam/evaluate.ts';
import { anyText, type Request } from '../../../src/for-checks/iam/request.ts';
import { everythingAllowed, hasUnread, principalContext, toRoleRights } from '../../../src/for-checks/iam/role.ts';
import { denialText } from '../../../src/for-checks/iam/decision-text.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Here = Pick<Context<'fargate-role' | 'managed-changes'>, 'cluster' | 'tables'>;
type Rows = Tables['fargate-role'];
type Need = Extract<Rows[number], { rowKind: 'action' }>;
type Role = NonNullable<FargateRole['found']> & { name: string };
type Found = Omit<Finding, 'resource'>;

const lost = 'Fargate cannot pull images from Amazon ECR';

/** Findings for permissions to pull images that the role's policies and permissions boundary do not allow. */
export function* policyFindings(role: Role, here: Here): Generator<Found> {
  const rows = here.tables['fargate-role'];
  const enough = [...selectPolicyRows(rows).map(({ policy }) => policy), 'AdministratorAccess'].filter((policy) =>
    role.attachedPolicies.includes(policyArn(policy, here)),
  );
  const { policies, boundary } = toRoleRights(role.own);
  const decisions = rows.flatMap((need) => {
    if (need.rowKind !== 'action') return [];
    const request = buildRequest(need, role, here);
    return [{ need, decision: evaluate([...enough.map(everythingAllowed), ...policies], boundary, request) }];
  });
  const denied = decisions.flatMap(({ need, decision }) => (decision.answer === 'denied' ? [{ need, decision }] : []));
  const doubts = decisions.flatMap(({ decision }) => (decision.answer === 'unknown' ? decision.doubts : []));
  if (denied.length > 0) yield deniedFinding(role, denied, here);
  if (doubts.length > 0) yield undecidedFinding(role, doubts);
}

function selectPolicyRows(rows: Rows) {
  return rows.flatMap((row) => (row.rowKind === 'holds' ? [row] : []));
}

function policyArn(policy: string, { cluster }: Here): string {
  return `arn:${cluster.partition}:iam::aws:policy/${policy}`;
}

interface Denied {
  need: Need;
  decision: Extract<Decision, { answer: 'denied' }>;
}

function deniedFinding({ name, tags }: Role, denied: readonly Denied[], here: Here): Found {
  const holds = selectPolicyRows(here.tables['fargate-role']);
  const isBlocked = denied.some(({ decision }) => decision.because === 'deny' || decision.layer === 'boundary');
  const attach = holds.map(
    ({ policy }) => sh`aws iam attach-role-policy --role-name ${name} --policy-arn ${policyArn(policy, here)}`,
  );
  return {
    level: 'warn',
    rule: 'policies',
    message: `its policies do not allow ${denied.map(({ need }) => need.action).join(', ')}: ${lost}`,
    evidence: denied.map(({ need, decision }): Evidence => ({
      observed: denialText(decision),
      required: need.action,
      fact: 'fargateRoles',
    })),
    fix: isBlocked
      ? advice`Change the statement that denies it, or the permissions boundary.`
      : advice`Attach the AWS managed policy, or allow the actions in a customer managed or inline policy.
        ${roleFirst(tags, 'fargate-role-policy', here.tables['managed-changes'])}\n${commands(...attach)}`,
    links: holds.map(({ source }) => source),
  };
}

/** A warning, as for a denial, unless a policy was not read. */
function undecidedFinding({ own }: Role, doubts: readonly string[]): Found {
  return {
    level: hasUnread(own) ? 'unknown' : 'warn',
    rule: 'policies-undecided',
    message: `unknown whether its policies allow pulling images; if they do not, ${lost}`,
    evidence: [...new Set(doubts)].map((observed) => ({ observed })),
    fix: advice`Check the listed policy statements.`,
  };
}

function buildRequest({ action, resource }: Need, { arn }: Role, { cluster }: Here): Request {
  const { partition, region } = cluster;
  const parts: Readonly<Record<string, string>> = { Partition: partition, Region: region, Any: anyText };
  return {
    action,
    resource: resource?.replaceAll(/\$\{(\w+)\}/g, (_, part: string) => parts[part] ?? '') ?? '*',
    context: { ...principalContext(arn), 'aws:RequestedRegion': [region] },
  };
}
