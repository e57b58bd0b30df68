import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';

type FargateWorkload = Facts['fargateWorkloads'][number];

/** EKS's admission webhook names the profile on each pod that it sends to Fargate. */
const profileLabel = 'eks.amazonaws.com/fargate-profile';

export const fargateWorkloads = defineCollector('fargateWorkloads', {
  permissions: [],
  from: ['nodes', 'pods'],
  async collect(_sources, facts) {
    const nodes = await facts.read('nodes');
    const virtual = new Set(nodes.filter(({ computeType }) => computeType === 'fargate').map(({ name }) => name));
    if (virtual.size === 0) return { value: [] };
    const byWorkload = new Map<string, FargateWorkload>();
    for (const { entry: pod, labels } of await facts.readJoined('pods')) {
      if (pod.node === null || !virtual.has(pod.node)) continue;
      const { kind, name } = pod.controller ?? { kind: 'Pod', name: pod.name };
      const key = `${kind}/${pod.namespace}/${name}`;
      const workload = byWorkload.get(key) ?? { kind, namespace: pod.namespace, name, nodes: [] };
      workload.nodes.push(pod.node);
      const profile = labels[profileLabel];
      if (profile !== undefined) workload.profiles = [...new Set([...(workload.profiles ?? []), profile])];
      byWorkload.set(key, workload);
    }
    return { value: [...byWorkload.values()] };
  },
});
