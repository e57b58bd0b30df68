import type { Facts } from '../../facts/facts.ts';

type Policies = NonNullable<Facts['clusterRolePolicies']>['policies'];

/**
 * A name that no inline policy of the role has: `put-role-policy` replaces the policy of that name.
 * Source: https://docs.aws.amazon.com/IAM/latest/APIReference/API_PutRolePolicy.html
 */
export function freePolicyName(policies: Policies, name: string, count = 1): string {
  const numbered = count === 1 ? name : `${name}-${count}`;
  const isTaken = policies.some((policy) => policy.arn === null && policy.name === numbered);
  return isTaken ? freePolicyName(policies, name, count + 1) : numbered;
}
