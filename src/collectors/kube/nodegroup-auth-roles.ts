import { defineCollector } from '../collect.ts';
import { readGroupRoles } from '../aws/group-roles.ts';
import { readAuthRoles, readAwsAuth } from './auth-roles.ts';
import { allInOrder } from '../all-in-order.ts';

export const nodegroupAuthRoles = defineCollector('nodegroupAuthRoles', {
  permissions: [readAwsAuth],
  from: ['cluster', 'nodegroups', 'selfManagedRoles'],
  async collect({ kube }, facts) {
    const [cluster, roles] = await allInOrder([facts.read('cluster'), readGroupRoles(facts)]);
    const names = roles.map((arn) => arn.slice(arn.lastIndexOf('/') + 1));
    if (names.length === 0) return { value: null };
    return { value: await readAuthRoles(kube, cluster, () => Promise.resolve(names)) };
  },
});
