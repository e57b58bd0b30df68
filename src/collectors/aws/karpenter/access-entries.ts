import { defineCollector } from '../../collect.ts';
import { runsKarpenter } from '../../kube/karpenter/runs-karpenter.ts';
import { readAccessEntries } from '../access-entries.ts';

export const nodeAccessEntries = defineCollector('nodeAccessEntries', {
  permissions: [{ iam: 'eks:ListAccessEntries' }, { iam: 'eks:DescribeAccessEntry' }],
  from: ['cluster', 'deployments', 'karpenterNodeRoles'],
  async collect({ aws }, facts) {
    if (!(await runsKarpenter(facts))) return { value: null };
    return readAccessEntries(aws, await facts.read('cluster'), async () => {
      const { roles } = await facts.read('karpenterNodeRoles');
      return roles.flatMap(({ found }) => (found === null ? [] : [found.arn]));
    });
  },
});
