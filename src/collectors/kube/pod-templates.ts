import { allInOrder } from '../all-in-order.ts';
import { defineCollector } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { PodTemplate } from '../../facts/pod-templates.ts';
import { imageParts } from './components.ts';
import { objectKey } from '../../syntax/object-key.ts';
import { joinGaps, readEntries } from './joined-entries.ts';

const workloadFacts = ['deployments', 'statefulSets', 'daemonSets', 'cronJobs'] as const;
const from = [...workloadFacts, 'pods'] as const;

export const podTemplates = defineCollector('podTemplates', {
  permissions: [],
  from,
  projected: true,
  async collect(_sources, facts) {
    const lists = await allInOrder(workloadFacts.map((name) => readEntries(facts, name)));
    const pods = await readEntries(facts, 'pods');
    const gaps = joinGaps([...lists, pods]);
    const running = countPods(pods.entries);
    const templates = lists
      .flatMap(({ entries }) => entries)
      .map(({ entry: { kind, namespace, name, replicas, owner, containers }, placement }): PodTemplate => ({
        kind,
        namespace,
        name,
        replicas,
        running: running.get(objectKey({ kind, namespace, name })) ?? 0,
        ...placement,
        ...(containers.some(({ image }) => imageParts(image).name.includes('kubectl'))
          ? { runsKubectl: true as const }
          : {}),
        ...(owner === undefined ? {} : { owner }),
      }));
    const value = [...templates, ...listOthers(pods.entries, running)];
    return { value, ...gaps };
  },
});

function toPodKey({ namespace, name, controller }: Joined<'pods'>['entry']): string {
  return objectKey({ namespace, ...(controller ?? { kind: 'Pod', name }) });
}

function hasNode({ node, phase, terminating }: Joined<'pods'>['entry']): boolean {
  return node !== null && !terminating && phase !== 'Succeeded' && phase !== 'Failed';
}

function countPods(pods: readonly Joined<'pods'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { entry } of pods) {
    if (!hasNode(entry)) continue;
    const key = toPodKey(entry);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Controllers without a template that is read, each once, and pods without one: only their pods have a placement. */
function listOthers(pods: readonly Joined<'pods'>[], running: ReadonlyMap<string, number>): PodTemplate[] {
  const found = new Map<string, PodTemplate>();
  for (const { entry, placement } of pods) {
    const key = toPodKey(entry);
    if (placement === undefined || found.has(key)) continue;
    const { kind, name } = entry.controller ?? { kind: 'Pod', name: entry.name };
    const { namespace } = entry;
    found.set(key, { kind, namespace, name, replicas: null, running: running.get(key) ?? 0, ...placement });
  }
  return [...found.values()];
}
