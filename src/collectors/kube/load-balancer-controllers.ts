import { defineCollector } from '../collect.ts';
import { findComponent } from './components.ts';

export const loadBalancerControllers = defineCollector('loadBalancerControllers', {
  permissions: [],
  from: ['deployments'],
  async collect(_sources, facts) {
    const deployments = await facts.read('deployments');
    const first = findComponent('alb-ingress-controller', deployments);
    const second = findComponent('aws-load-balancer-controller', deployments);
    return {
      value: [
        ...first.map((copy) => ({ ...copy, generation: '1' as const })),
        ...second.map((copy) => ({ ...copy, generation: '2' as const })),
      ],
    };
  },
});
