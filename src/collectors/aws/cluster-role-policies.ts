import { defineCollector } from '../collect.ts';
import { loadTable } from '../../tables/tables.ts';
import { readRolePolicies, rolePolicyPermissions } from './role-policies.ts';

export const clusterRolePolicies = defineCollector('clusterRolePolicies', {
  permissions: rolePolicyPermissions,
  from: ['clusterRole'],
  async collect({ aws }, facts) {
    const role = await facts.read('clusterRole');
    if (role === null) return { value: null };
    const { rows } = loadTable('cluster-role');
    const known = new Set(
      rows
        .flatMap((row) => (row.rowKind === 'holds' || row.rowKind === 'feature-needs' ? [row.policy] : []))
        .concat('AdministratorAccess'),
    );
    const isKnown = (arn: string): boolean =>
      /^arn:[\w-]+:iam::aws:policy\//.test(arn) && known.has(arn.slice(arn.lastIndexOf('/') + 1));
    return readRolePolicies(aws, {
      role: role.name,
      attached: role.attachedPolicies.filter((arn) => !isKnown(arn)),
      boundary: role.permissionsBoundary,
      services: [
        ...new Set(
          rows.flatMap((row) => (row.rowKind === 'own-policies-need' ? [row.action.split(':')[0] ?? ''] : [])),
        ),
      ],
    });
  },
});
