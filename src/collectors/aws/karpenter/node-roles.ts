import { defineCollector } from '../../collect.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { present } from '../../require-field.ts';
import { describeEach } from '../describe-each.ts';
import { readInstanceProfile } from '../instance-profile.ts';
import { roleWithPolicies } from '../role-with-policies.ts';
import { rolePolicyPermissions } from '../role-policies.ts';
import { loadTable } from '../../../tables/tables.ts';
import { allInOrder } from '../../all-in-order.ts';

/** IAM's rule for names: IAM rejects a request with any other string. */
const isName = (text: string): boolean => /^[\w+=,.@-]{1,128}$/.test(text);

export const karpenterNodeRoles = defineCollector('karpenterNodeRoles', {
  permissions: [
    { iam: 'iam:GetInstanceProfile' },
    { iam: 'iam:GetRole' },
    { iam: 'iam:ListAttachedRolePolicies' },
    ...rolePolicyPermissions,
  ],
  from: ['karpenterControllers', 'karpenterNodeClasses', 'karpenterPools'],
  async collect({ aws }, facts) {
    const [controllers, nodeClasses, pools] = await allInOrder([
      facts.read('karpenterControllers'),
      facts.read('karpenterNodeClasses'),
      facts.read('karpenterPools'),
    ]);
    const profileNames = namesIn([
      ...controllers.map(({ settings }) => settings['configMap:aws.defaultInstanceProfile']),
      ...nodeClasses.map(({ instanceProfile }) => instanceProfile),
      ...pools.map(({ provider }) => provider?.instanceProfile),
    ]);
    const profiles = await describeEach('instance profile', profileNames, (name) => profileNamed(aws, name));
    const roleNames = namesIn([...nodeClasses.map(({ role }) => role), ...profiles.value.map(({ role }) => role)]);
    const policyFilter = buildPolicyFilter();
    const roles = await describeEach('role', roleNames, (name) => roleWithPolicies(aws, name, policyFilter));
    return {
      value: { roles: roles.value.map(({ value }) => value), instanceProfiles: profiles.value },
      gaps: [...profiles.gaps, ...roles.gaps, ...roles.value.flatMap(({ gaps }) => gaps)],
    };
  },
});

function namesIn(texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (typeof text === 'string' && isName(text) ? [text] : [])))].sort();
}

async function profileNamed(aws: AwsSource, name: string) {
  const { exists, role } = await readInstanceProfile(aws, name);
  return { name, exists, role: role === undefined ? null : present(role.RoleName, 'RoleName') };
}

/** The AWS managed policies that are sufficient and therefore not read, and the services whose actions nodes need. */
function buildPolicyFilter(): { known: ReadonlySet<string>; services: string[] } {
  const { rows } = loadTable('karpenter-node-role');
  const holds = rows.flatMap((row) => (row.rowKind === 'holds' ? row.policies : []));
  const services = rows.flatMap((row) => (row.rowKind === 'action' ? [row.action.split(':')[0] ?? ''] : []));
  return { known: new Set(holds), services: [...new Set(services)] };
}
