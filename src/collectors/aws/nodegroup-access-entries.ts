import { defineCollector } from '../collect.ts';
import { readAccessEntries } from './access-entries.ts';
import { readGroupRoles } from './group-roles.ts';
import { allInOrder } from '../all-in-order.ts';

export const nodegroupAccessEntries = defineCollector('nodegroupAccessEntries', {
  permissions: [{ iam: 'eks:ListAccessEntries' }, { iam: 'eks:DescribeAccessEntry' }],
  from: ['cluster', 'nodegroups', 'selfManagedRoles'],
  async collect({ aws }, facts) {
    const [cluster, roles] = await allInOrder([facts.read('cluster'), readGroupRoles(facts)]);
    if (roles.length === 0) return { value: [] };
    return readAccessEntries(aws, cluster, () => Promise.resolve(roles));
  },
});
