import { defineCollector } from '../../collect.ts';

export const karpenterControllers = defineCollector('karpenterControllers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    await facts.read('deployments');
    return { value: [] };
  },
});
