import { defineCollector } from '../collect.ts';
import { allInOrder } from '../all-in-order.ts';

export const workloadPods = defineCollector('workloadPods', {
  permissions: [],
  from: ['deployments', 'statefulSets', 'daemonSets'],
  projected: true,
  async collect(_sources, facts) {
    const lists = await allInOrder([
      facts.readJoined('deployments'),
      facts.readJoined('statefulSets'),
      facts.readJoined('daemonSets'),
    ]);
    const value = lists.flat().flatMap(({ entry: { namespace, name }, pods }) => {
      if (pods === undefined || pods.wanted === 0) return [];
      const { kind, ...counts } = pods;
      return [{ kind, namespace, name, ...counts }];
    });
    return { value };
  },
});
