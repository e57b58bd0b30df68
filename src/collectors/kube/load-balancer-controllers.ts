import { defineCollector } from '../collect.ts';
import type { Component, Workload } from '../../facts/kube.ts';
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
        ...second.map((copy) => ({ ...copy, generation: '2' as const, ...knowsVpc(copy, deployments) })),
      ],
    };
  },
});

function knowsVpc({ namespace, name }: Component, deployments: readonly Workload[]): { knowsVpc?: boolean } {
  const own = deployments.find((one) => one.namespace === namespace && one.name === name);
  const [known] = (own?.containers ?? []).flatMap(({ knowsVpc: value }) => value ?? []);
  return known === undefined ? {} : { knowsVpc: known };
}
