import { defineCollector } from '../../collect.ts';
import type { KarpenterKeyed, KeyUse } from '../../../facts/karpenter-keys.ts';
import { objectKey } from '../../../syntax/object-key.ts';
import { allInOrder } from '../../all-in-order.ts';
import type { Joined } from '../../for-joins.ts';
import { joinGaps, readEntries } from '../joined-entries.ts';

const workloadFacts = ['deployments', 'daemonSets', 'statefulSets', 'cronJobs'] as const;
const from = [...workloadFacts, 'pods', 'nodes', 'namespaces'] as const;

export const karpenterKeys = defineCollector('karpenterKeys', {
  permissions: [],
  from,
  async collect(_sources, facts) {
    const lists = await allInOrder(workloadFacts.map((name) => readEntries(facts, name)));
    const templates = lists.flatMap(({ entries }) => entries);
    const [pods, nodes, namespaces] = [
      await readEntries(facts, 'pods'),
      await readEntries(facts, 'nodes'),
      await readEntries(facts, 'namespaces'),
    ];
    const gaps = joinGaps([...lists, pods, nodes, namespaces]);
    const named = templates.flatMap(({ entry, keys }) =>
      toEntries(entry.kind, entry.namespace, entry.name, null, keys),
    );
    const others = [
      ...nodes.entries.flatMap(({ entry, keys }) => toEntries('Node', null, entry.name, null, keys)),
      ...namespaces.entries.flatMap(({ entry, keys }) => toEntries('Namespace', null, entry.name, null, keys)),
    ];
    const value = [...named, ...podEntries(pods.entries, named), ...others];
    return { value, ...gaps };
  },
});

function toEntries(
  kind: string,
  namespace: string | null,
  name: string,
  pods: number | null,
  uses: readonly KeyUse[],
): KarpenterKeyed[] {
  return uses.length === 0 ? [] : [{ kind, namespace, name, pods, uses: [...uses] }];
}

/**
 * Pods by controller, with the keys that its template lacks, such as those that an admission webhook or an operator
 * added. If the template is not read, as for a Job, lists all keys of the pods. Omits pods that have finished.
 */
function podEntries(pods: readonly Joined<'pods'>[], templates: readonly KarpenterKeyed[]): KarpenterKeyed[] {
  const known = new Map(templates.map((entry) => [objectKey(entry), new Set(entry.uses.map(useText))]));
  const found = new Map<string, KarpenterKeyed>();
  for (const { entry: pod, keys } of pods) {
    if (keys.length === 0 || pod.phase === 'Succeeded' || pod.phase === 'Failed') continue;
    const { kind, name } = pod.controller ?? { kind: 'Pod', name: pod.name };
    const path = objectKey({ kind, namespace: pod.namespace, name });
    const uses = keys.filter((use) => known.get(path)?.has(useText(use)) !== true);
    const text = `${path}\n${uses.map(useText).join('\n')}`;
    const entry = found.get(text);
    if (entry !== undefined) entry.pods = (entry.pods ?? 0) + 1;
    else if (uses.length > 0) found.set(text, { kind, namespace: pod.namespace, name, pods: 1, uses });
  }
  return [...found.values()];
}

function useText({ key, place, operator, values }: KeyUse): string {
  return `${key} ${place} ${operator ?? ''} ${values.join(',')}`;
}
