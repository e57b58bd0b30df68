import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';

export const clusterAutoscalers = defineCollector('clusterAutoscalers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    return { value: findComponent('cluster-autoscaler', await facts.read('deployments')) };
  },
});
