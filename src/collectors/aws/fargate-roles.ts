import { defineCollector } from '../collect.ts';
import { loadTable } from '../../tables/tables.ts';
import { describeEach } from './describe-each.ts';
import { rolePolicyPermissions } from './role-policies.ts';
import { roleWithPolicies } from './role-with-policies.ts';

export const fargateRoles = defineCollector('fargateRoles', {
  permissions: [{ iam: 'iam:GetRole' }, { iam: 'iam:ListAttachedRolePolicies' }, ...rolePolicyPermissions],
  from: ['fargateProfiles'],
  async collect({ aws }, facts) {
    const profiles = await facts.read('fargateProfiles');
    const names = [...new Set(profiles.map(({ roleArn }) => roleArn.slice(roleArn.lastIndexOf('/') + 1)))].sort();
    const policyFilter = buildPolicyFilter();
    const roles = await describeEach('role', names, (name) => roleWithPolicies(aws, name, policyFilter));
    return {
      value: roles.value.map(({ value }) => value),
      gaps: [...roles.gaps, ...roles.value.flatMap(({ gaps }) => gaps)],
    };
  },
});

/** The AWS managed policies that are sufficient, and the services whose actions Fargate needs. */
function buildPolicyFilter(): { known: ReadonlySet<string>; services: string[] } {
  const { rows } = loadTable('fargate-role');
  const holds = rows.flatMap((row) => (row.rowKind === 'holds' ? [row.policy] : []));
  const services = rows.flatMap((row) => (row.rowKind === 'action' ? [row.action.split(':')[0] ?? ''] : []));
  return { known: new Set(holds), services: [...new Set(services)] };
}
