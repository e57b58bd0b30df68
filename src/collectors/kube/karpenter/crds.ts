import { defineCollector } from '../../collect.ts';
import { runsKarpenter } from './runs-karpenter.ts';

export const karpenterCrds = defineCollector('karpenterCrds', {
  permissions: [],
  from: ['deployments', 'crds'],
  async collect(_sources, facts) {
    if (!(await runsKarpenter(facts))) return { value: [] };
    const crds = await facts.readJoined('crds');
    return { value: crds.flatMap(({ karpenter }) => karpenter ?? []) };
  },
});
