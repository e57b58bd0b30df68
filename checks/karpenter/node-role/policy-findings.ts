import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Evidence, Finding } from '../../../src/check.ts';
import type { Decision } from '../../../src/for-checks/iam/evaluate.ts';
import { hasUnread } from '../../../src/for-checks/iam/role.ts';
import { denialText } from '../../../src/for-checks/iam/decision-text.ts';
import { sh } from '../../../src/syntax/shell.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { keepsOut, type Starting } from './keeps-out.ts';
import type { FoundRole } from './rights.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';

type Here = Pick<Context<'karpenter-node-role' | 'managed-changes'>, 'cluster' | 'tables'>;
type Row = Tables['karpenter-node-role'][number];
type Holds = Extract<Row, { rowKind: 'holds' }>;
/** An action that nodes need. */
export type Need = Extract<Row, { rowKind: 'action' }>;
type Body = Omit<Finding, 'resource'>;

/** A role, a purpose, and how the role's nodes start. */
export interface PolicyRequirement {
  role: FoundRole;
  row: Holds;
  starting: Starting;
}

interface Denied {
  need: Need;
  decision: Extract<Decision, { answer: 'denied' }>;
}

interface Undecided {
  need: Need;
  decision: Extract<Decision, { answer: 'unknown' }>;
}

/** The effect of a missing permission, as a clause. */
const without = {
  worker: 'its nodes might fail to start or join the cluster',
  images: 'its nodes cannot pull images from Amazon ECR',
  network: 'pods on its nodes get no IP addresses, because the VPC CNI has no separate role',
} as const satisfies Record<Holds['purpose'], string>;

/** The permissions that are unknown, in a few words. */
const unknownRights = {
  worker: 'permissions of worker nodes unknown',
  images: 'permissions to pull images unknown',
  network: 'permissions for the VPC CNI unknown',
} as const satisfies Record<Holds['purpose'], string>;

/** Why nodes cannot become Ready, as a clause. */
const keptOut = {
  worker: 'nodeadm cannot read the name of the node, and no node joins the cluster',
  images: "no node can pull the VPC CNI's image from Amazon ECR, and none becomes Ready",
  network: 'the VPC CNI does not start, and no node becomes Ready',
} as const satisfies Record<Holds['purpose'], string>;

/** The finding for denied actions: a failure if a node cannot become Ready without one of them. */
export function deniedFinding({ role, row, starting }: PolicyRequirement, denied: readonly Denied[], here: Here): Body {
  const isBlocked = denied.some(({ decision }) => decision.because === 'deny' || decision.layer === 'boundary');
  const actions = denied.map(({ need }) => need.action);
  const stopping = denied.flatMap(({ need }) => (keepsOut(need, starting, here.cluster) ? (need.stops ?? []) : []));
  const isStopped = stopping.length > 0;
  return {
    level: isStopped ? 'fail' : 'warn',
    rule: `policy:${row.purpose}`,
    message: `its policies do not allow ${actions.join(', ')}: ${(isStopped ? keptOut : without)[row.purpose]}`,
    evidence: denied.map(({ need, decision }): Evidence => ({
      observed: denialText(decision),
      required: need.action,
      fact: 'karpenterNodeRoles',
    })),
    fix: isBlocked
      ? advice`Change the statement that denies it, or the permissions boundary.`
      : advice`Attach the AWS managed policy, or allow the actions in a customer managed or inline policy.
          ${roleFirst(role.tags, 'karpenter-node-role-policy', here.tables['managed-changes'])}\n${attach(role, row, here)}`,
    links: [...new Set([row.source, ...stopping])],
  };
}

/**
 * The finding for policies that were not read or depend on unknown values. A warning, as for a denial, if everything
 * was read and nodes become Ready without these actions.
 */
export function undecided({ role, row, starting }: PolicyRequirement, open: readonly Undecided[], here: Here): Body {
  const { purpose } = row;
  const isUnread = role.own !== undefined && hasUnread(role.own);
  const mayStop = !starting.isSeen || open.some(({ need }) => keepsOut(need, starting, here.cluster));
  const doubts = open.flatMap(({ decision }) => decision.doubts);
  return {
    level: isUnread || mayStop ? 'unknown' : 'warn',
    rule: `policy:${purpose}`,
    short: unknownRights[purpose],
    message: `unknown whether its policies allow what nodes need; if they do not, ${without[purpose]}`,
    evidence: [...new Set(doubts)].map((observed) => ({ observed })),
    fix: advice`Check the listed policy statements.`,
  };
}

/** The finding for an older inventory, which does not contain the role's inline and customer managed policies. */
export function notAttached(role: FoundRole, row: Holds, here: Here): Body {
  const [policy = ''] = row.policies;
  const what = {
    worker: '',
    images: ', nor another policy to pull images',
    network: ', and the VPC CNI has no separate role',
  }[row.purpose];
  const names = role.attachedPolicies.map((arn) => arn.slice(arn.lastIndexOf('/') + 1)).join(', ');
  return {
    level: 'warn',
    rule: `policy:${row.purpose}`,
    short: 'AWS managed policy is not attached',
    message: `${policy} is not attached${what}; this inventory does not hold the role's own policies`,
    evidence: [
      {
        observed: names || 'no attached policy',
        required: row.policies.join(' or '),
        fact: 'karpenterNodeRoles',
      },
    ],
    fix: advice`Attach the policy, or make sure that the policies of the role allow the same actions.
      ${roleFirst(role.tags, 'karpenter-node-role-policy', here.tables['managed-changes'])}\n${attach(role, row, here)}`,
    links: [row.source],
  };
}

function attach({ name }: FoundRole, { policies: [policy = ''] }: Holds, { cluster }: Here) {
  const arn = `arn:${cluster.partition}:iam::aws:policy/${policy}`;
  return commands(sh`aws iam attach-role-policy --role-name ${name} --policy-arn ${arn}`);
}
