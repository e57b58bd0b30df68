import { defineCollector } from '../collect.ts';
import { readAuthRoles, readAwsAuth } from './auth-roles.ts';
import { allInOrder } from '../all-in-order.ts';

export const nodegroupAuthRoles = defineCollector('nodegroupAuthRoles', {
  permissions: [readAwsAuth],
  from: ['cluster', 'nodegroups'],
  async collect({ kube }, facts) {
    const [cluster, nodegroups] = await allInOrder([facts.read('cluster'), facts.read('nodegroups')]);
    const names = nodegroups.flatMap(({ nodeRole }) => nodeRole?.slice(nodeRole.lastIndexOf('/') + 1) ?? []);
    if (names.length === 0) return { value: null };
    return { value: await readAuthRoles(kube, cluster, () => Promise.resolve(names)) };
  },
});
