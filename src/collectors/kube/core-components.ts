import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { findComponent } from './components.ts';
import { unstoredAvailability, type WithAvailability } from './unstored-availability.ts';
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
    const lists = await allInOrder([facts.read('deployments'), facts.read('daemonSets')]);
    const workloads: (Facts['deployments'][number] & Partial<WithAvailability>)[] = lists.flat();
    const value = components.flatMap((component) =>
      findComponent(component, workloads).map((copy) => {
        const { kind, namespace, name } = copy;
        const own = workloads.find((one) => one.kind === kind && one.namespace === namespace && one.name === name);
        return { ...copy, component, pods: own?.[unstoredAvailability] ?? null };
      }),
    );
    return { value };
  },
});
