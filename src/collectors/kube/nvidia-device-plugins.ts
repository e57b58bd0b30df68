import { defineCollector } from '../collect.ts';
import type { Component, Workload } from '../../facts/kube.ts';
import { findComponent } from './components.ts';
import { allInOrder } from '../all-in-order.ts';
import { markUnwanted } from './matches-no-node.ts';

export const nvidiaDevicePlugins = defineCollector('nvidiaDevicePlugins', {
  permissions: [],
  from: ['daemonSets', 'deployments', 'nodes'],
  async collect(_sources, facts) {
    const [daemonSets, deployments] = await allInOrder([facts.read('daemonSets'), facts.read('deployments')]);
    const operators = new Set(findComponent('gpu-operator', deployments).map(({ namespace }) => namespace));
    const own = daemonSets.filter((daemonSet) => !isOfAmd(daemonSet));
    const all = findComponent('nvidia-device-plugin', own).filter(({ name }) => !isHelper(name));
    // Nodes with GPUs for which no pod of it is wanted: another plugin reports them.
    const { value: copies, gaps } = await markUnwanted(all, facts, ({ nvidiaGpus }) => nvidiaGpus > 0);
    const byKey = new Map(daemonSets.map((daemonSet) => [formatKey(daemonSet), daemonSet]));
    return {
      value: copies.map((copy) => {
        const { labels = {}, containers = [] } = byKey.get(formatKey(copy)) ?? {};
        const [container, ...others] = containers.filter(({ image }) => image === copy.image);
        return {
          ...copy,
          operator: operators.has(copy.namespace) || isOperand(labels),
          ...(container === undefined || others.length > 0 ? {} : { container: container.name }),
        };
      }),
      gaps,
    };
  },
});

/** AMD's GPU plugin has an image of the same name: `rocm/k8s-device-plugin`. */
function isOfAmd({ containers }: Workload): boolean {
  return containers.some(({ image }) => /(^|\/)rocm\//.test(image));
}

/** Other DaemonSets of the chart with the same image; they are updated with the plugin. */
function isHelper(name: string): boolean {
  return /-(gpu-feature-discovery|mps-control-daemon)$/.test(name);
}

/** True for what the GPU Operator creates; older releases set only the second label. */
function isOperand(labels: Workload['labels']): boolean {
  return (
    labels['app.kubernetes.io/managed-by'] === 'gpu-operator' || labels['app'] === 'nvidia-device-plugin-daemonset'
  );
}

function formatKey({ namespace, name }: Pick<Component, 'namespace' | 'name'>): string {
  return `${namespace}/${name}`;
}
