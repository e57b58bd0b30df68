import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { listRequiredLabels } from '../../syntax/required-labels.ts';

type NodeLabels = Facts['nodeLabels'][number];

export const nodeLabels = defineCollector('nodeLabels', {
  permissions: [],
  from: ['nodes', 'podTemplates'],
  projected: true,
  async collect(_sources, facts) {
    const nodes = await facts.readJoined('nodes');
    const templates = await facts.read('podTemplates');
    const keys = listRequiredLabels(templates);
    const value = nodes.map(({ entry: { name }, labels, taints, setBy }): NodeLabels => ({
      name,
      labels: only(labels, keys),
      setBy: only(setBy, keys),
      taints: [...taints],
    }));
    return { value };
  },
});

function only<Value>(all: Readonly<Record<string, Value>>, keys: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
}
