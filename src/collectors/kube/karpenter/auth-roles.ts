import { defineCollector } from '../../collect.ts';
import { readAuthRoles, readAwsAuth } from '../auth-roles.ts';
import { runsKarpenter } from './runs-karpenter.ts';

export const nodeAuthRoles = defineCollector('nodeAuthRoles', {
  permissions: [readAwsAuth],
  from: ['cluster', 'deployments', 'karpenterNodeRoles'],
  async collect({ kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: null };
    const value = await readAuthRoles(kube, await facts.read('cluster'), async () =>
      (await facts.read('karpenterNodeRoles')).roles.map(({ name }) => name),
    );
    return { value };
  },
});
