import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { callingComponents } from '../../facts/node-role-users.ts';
import type { Labels } from '../../syntax/label-selector.ts';

type NodeRoleUsers = Facts['nodeRoleUsers'][number];

export const nodeRoleUsers = defineCollector('nodeRoleUsers', {
  permissions: [],
  from: ['pods'],
  projected: true,
  async collect(_sources, facts) {
    const found = new Map<string, NodeRoleUsers>();
    for (const { entry, credentials, labels } of await facts.readJoined('pods')) {
      const component = findCallingComponent(labels);
      if (
        component === undefined ||
        component === vpcCni ||
        credentials?.kind !== 'none' ||
        credentials.ownKeys === true
      )
        continue;
      const { namespace, name, controller, node, hostNetwork, phase, terminating } = entry;
      if (node === null || hostNetwork === true || terminating || phase === 'Succeeded' || phase === 'Failed') continue;
      const workload = controller ?? { kind: 'Pod', name };
      const key = [workload.kind, namespace, workload.name].join('\n');
      const known = found.get(key) ?? { component, namespace, ...workload, nodes: [] };
      found.set(key, { ...known, nodes: [...new Set([...known.nodes, node])] });
    }
    return { value: [...found.values()] };
  },
});

const callers: ReadonlySet<string> = new Set(callingComponents);

/** The program of a pod that calls AWS, by its labels; undefined for others. */
export function findCallingComponent(labels: Labels): string | undefined {
  const component = labels['app'] ?? labels['k8s-app'] ?? labels['app.kubernetes.io/name'] ?? '';
  return callers.has(component) || component === vpcCni ? component : undefined;
}

/** It always uses the network of its node, and so keeps instance metadata. */
const vpcCni = 'aws-node';
