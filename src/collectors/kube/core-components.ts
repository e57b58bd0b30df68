import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { findComponent } from './components.ts';
import { allInOrder } from '../all-in-order.ts';

const components = [
  'coredns',
  'vpc-cni',
  'kube-proxy',
  'aws-load-balancer-controller',
  'ebs-csi-controller',
] as const satisfies readonly Facts['coreComponents'][number]['component'][];

/** Workloads only: an EKS add-on whose workload is not visible has no pods to count. */
export const coreComponents = defineCollector('coreComponents', {
  permissions: [],
  from: ['deployments', 'daemonSets'],
  async collect(_sources, facts) {
    const lists = await allInOrder([facts.readJoined('deployments'), facts.readJoined('daemonSets')]);
    const joined = lists.flat();
    const workloads = joined.map(({ entry }) => entry);
    const value = components.flatMap((component) =>
      findComponent(component, workloads).map((copy) => {
        const { kind, namespace, name } = copy;
        const own = joined.find(
          ({ entry }) => entry.kind === kind && entry.namespace === namespace && entry.name === name,
        );
        return { ...copy, component, pods: own?.availability ?? null };
      }),
    );
    return { value };
  },
});
