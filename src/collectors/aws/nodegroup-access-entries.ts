import { defineCollector } from '../collect.ts';
import { readAccessEntries } from './access-entries.ts';
import { allInOrder } from '../all-in-order.ts';

export const nodegroupAccessEntries = defineCollector('nodegroupAccessEntries', {
  permissions: [{ iam: 'eks:ListAccessEntries' }, { iam: 'eks:DescribeAccessEntry' }],
  from: ['cluster', 'nodegroups'],
  async collect({ aws }, facts) {
    const [cluster, nodegroups] = await allInOrder([facts.read('cluster'), facts.read('nodegroups')]);
    const roles = nodegroups.flatMap(({ nodeRole }) => nodeRole ?? []);
    if (roles.length === 0) return { value: [] };
    return readAccessEntries(aws, cluster, () => Promise.resolve(roles));
  },
});
