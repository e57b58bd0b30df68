import { defineCollector } from '../collect.ts';
import { authRolesOf, readAwsAuth } from './auth-roles.ts';

export const nodegroupAuthRoles = defineCollector('nodegroupAuthRoles', {
  permissions: [readAwsAuth],
  from: ['cluster', 'nodegroups'],
  async collect({ kube }, facts) {
    const value = await authRolesOf(kube, await facts.read('cluster'), async () =>
      (await facts.read('nodegroups')).flatMap(({ nodeRole }) =>
        nodeRole === null ? [] : [nodeRole.slice(nodeRole.lastIndexOf('/') + 1)],
      ),
    );
    return { value };
  },
});
