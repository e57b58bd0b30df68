import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Context, Finding } from '../../../src/check.ts';
import type { NodeRole } from '../../../src/facts/karpenter-account.ts';
import { trustsService } from '../../../src/for-checks/iam/service-trust.ts';
import { json, sh } from '../../../src/syntax/shell.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';

type Here = Context<'karpenter-node-role' | 'managed-changes'>;

/** A node role that exists. */
export type FoundRole = NonNullable<NodeRole['found']> & { name: string };

/** A trust policy that allows EC2 to assume a role; also valid in China. */
export const trustDocument = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' }],
};

/** The finding if EC2 may not assume the role, or if this is unknown; undefined if it may. */
export function trustFinding(
  { name, trust, tags }: FoundRole,
  { tables }: Here,
): Omit<Finding, 'resource'> | undefined {
  const row = tables['karpenter-node-role'].find((one) => one.rowKind === 'trusts');
  if (row?.rowKind !== 'trusts') return undefined;
  const fix = advice`Allow EC2 to assume the role. The first command shows its trust policy, the second one replaces
    the whole policy: keep the statements that others need. ${roleFirst(tags, 'role-trust-policy', tables['managed-changes'])}\n${commands(
      sh`aws iam get-role --role-name ${name} --query Role.AssumeRolePolicyDocument`,
      sh`aws iam update-assume-role-policy --role-name ${name} --policy-document ${json(trustDocument)}`,
    )}`;
  if (trust === null) {
    const short = 'trust policy cannot be read';
    return { level: 'unknown', rule: 'trust', short, message: 'cannot read its trust policy', fix };
  }
  const names = [row.service, `${row.service}.cn`];
  const context = { 'aws:PrincipalIsAWSService': ['true'] };
  const answer = trustsService(trust, { names, action: row.action, context });
  if (answer === 'yes') return undefined;
  const evidence = [
    {
      observed: trust.flatMap(({ services }) => services ?? ['NotPrincipal']).join(', ') || 'no service',
      required: `${row.action} for ${row.service}`,
      fact: 'karpenterNodeRoles' as const,
    },
  ];
  if (answer === 'no') {
    return {
      level: 'fail',
      rule: 'trust',
      message: `its trust policy does not allow ${row.service} to assume it: no instance can start with this role`,
      evidence,
      fix,
    };
  }
  return {
    level: 'unknown',
    rule: 'trust',
    short: 'unknown whether the role trusts EC2',
    message: `unknown whether its trust policy allows ${row.service} to assume it: this depends on conditions that are not evaluated`,
    evidence,
    fix,
  };
}
