import { advice, commands } from '../../../src/languages/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import { evaluate, type Decision } from '../../../src/iam-evaluator/evaluate.ts';
import { anyText, type Request } from '../../../src/iam-evaluator/request.ts';
import { everythingAllowed, principalContext, rightsOf, type RoleRights } from '../../../src/iam-evaluator/role.ts';
import { denialText } from '../../../src/iam-evaluator/words.ts';
import { sh } from '../../../src/languages/shell.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import type { FoundRole } from './rights.ts';

type Here = Pick<Context<'karpenter-node-role'>, 'cluster' | 'tables'>;
type Row = Tables['karpenter-node-role'][number];
type Holds = Extract<Row, { rowKind: 'holds' }>;
type Need = Extract<Row, { rowKind: 'action' }>;
type Body = Omit<Finding, 'resource'>;

/**
 * What nodes need and the role's policies (and its permissions boundary) do not allow, evaluated as IAM does; one finding for
 * each purpose.
 * @param networkRole true: the VPC CNI has a role of its own; null: not known
 */
export function* policyFindings(role: FoundRole, networkRole: boolean | null, here: Here): Generator<Body> {
  for (const row of here.tables['karpenter-node-role']) {
    if (row.rowKind !== 'holds') continue;
    if (row.purpose === 'network' && (networkRole !== false || here.cluster.ipFamily === 'ipv6')) continue;
    const enough = [...row.policies, 'AdministratorAccess'].filter((policy) => isAttached(role, policy, here));
    if (role.own !== undefined) yield* judged(role, row, rightsWith(rightsOf(role.own), enough), here);
    else if (enough.length === 0) yield notAttached(role, row, here);
  }
}

/** Policies of AWS that are enough are not read: all is allowed but for what a Deny or the boundary takes away. */
function rightsWith({ policies, boundary }: RoleRights, enough: readonly string[]): RoleRights {
  return { policies: [...enough.map(everythingAllowed), ...policies], boundary };
}

function isAttached({ attachedPolicies }: FoundRole, policy: string, { cluster }: Here): boolean {
  return attachedPolicies.includes(`arn:${cluster.partition}:iam::aws:policy/${policy}`);
}

function* judged(role: FoundRole, row: Holds, rights: RoleRights, here: Here): Generator<Body> {
  const needs = here.tables['karpenter-node-role'].filter(
    (one): one is Need => one.rowKind === 'action' && one.purpose === row.purpose,
  );
  const decisions = needs.map((need) => ({
    need,
    decision: evaluate(rights.policies, rights.boundary, requestOf(need, role, here)),
  }));
  const denied = decisions.flatMap(({ need, decision }) => (decision.answer === 'denied' ? [{ need, decision }] : []));
  const doubts = decisions.flatMap(({ decision }) => (decision.answer === 'unknown' ? decision.doubts : []));
  if (denied.length > 0) yield deniedFinding(role, row, denied, here);
  if (doubts.length > 0) yield undecided(row, doubts);
}

function requestOf({ action, resource }: Need, { arn }: FoundRole, { cluster }: Here): Request {
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

interface Denied {
  need: Need;
  decision: Extract<Decision, { answer: 'denied' }>;
}

/** What does not work without it, as a clause. */
const without = {
  worker: 'its nodes may not start or join',
  images: 'its nodes cannot pull images from Amazon ECR',
  network: 'pods on its nodes get no addresses, since the VPC CNI has no role of its own',
} as const satisfies Record<Holds['purpose'], string>;

function deniedFinding(role: FoundRole, row: Holds, denied: readonly Denied[], here: Here): Body {
  const isBlocked = denied.some(({ decision }) => decision.because === 'deny' || decision.layer === 'boundary');
  const actions = denied.map(({ need }) => need.action);
  return {
    level: 'warn',
    rule: `policy:${row.purpose}`,
    message: `its policies do not allow ${actions.join(', ')}: ${without[row.purpose]}`,
    evidence: denied.map(({ need, decision }): Evidence => ({
      observed: denialText(decision),
      required: need.action,
      fact: 'karpenterNodeRoles',
    })),
    fix: isBlocked
      ? advice`Change the statement that denies it, or the permissions boundary.`
      : advice`Attach the policy of AWS, or allow the actions in a policy of your own.\n${attach(role, row, here)}`,
    links: [row.source],
  };
}

function undecided({ purpose }: Holds, doubts: readonly string[]): Body {
  return {
    level: 'unknown',
    rule: `policy:${purpose}`,
    message: `whether its policies allow what nodes need could not be decided; if they do not, ${without[purpose]}`,
    evidence: [...new Set(doubts)].map((observed) => ({ observed })),
    fix: advice`Read the statements that are named.`,
  };
}

/** An inventory of before the role's own policies were read. */
function notAttached(role: FoundRole, row: Holds, here: Here): Body {
  const [policy = ''] = row.policies;
  const what = {
    worker: '',
    images: ', nor another one to pull images',
    network: ', and the VPC CNI has no role of its own',
  }[row.purpose];
  const names = role.attachedPolicies.map((arn) => arn.slice(arn.lastIndexOf('/') + 1)).join(', ');
  return {
    level: 'warn',
    rule: `policy:${row.purpose}`,
    message: `${policy} is not attached${what}; this inventory does not hold the role's own policies`,
    evidence: [
      {
        observed: names || 'no attached policy',
        required: row.policies.join(' or '),
        fact: 'karpenterNodeRoles',
      },
    ],
    fix: advice`Attach the policy, or make sure that the role's own policies allow as much.\n${attach(role, row, here)}`,
    links: [row.source],
  };
}

function attach({ name }: FoundRole, { policies: [policy = ''] }: Holds, { cluster }: Here) {
  const arn = `arn:${cluster.partition}:iam::aws:policy/${policy}`;
  return commands(sh`aws iam attach-role-policy --role-name ${name} --policy-arn ${arn}`);
}
