import type { Facts } from '../../../src/facts/facts.ts';

/** Pods and nodes of a pool that must not be disrupted. */
export interface Pinned {
  pods: readonly string[];
  /** The nodes that such pods run on. */
  under: readonly string[];
  /** Nodes with the annotation. */
  nodes: readonly string[];
}

/** Facts, as far as they were read. */
type Seen = { [Name in 'karpenterKeys' | 'nodes' | 'pods']?: Facts[Name] | undefined };

const doNotDisrupt = 'karpenter.sh/do-not-disrupt';

/**
 * Pods and nodes with `karpenter.sh/do-not-disrupt: "true"`, by NodePool. Pods are found through their controllers.
 * Facts that were not read count as empty.
 */
export function pinnedNodes({ karpenterKeys = [], nodes = [], pods = [] }: Seen): ReadonlyMap<string, Pinned> {
  const marked = new Set(
    karpenterKeys
      .filter(({ uses }) =>
        uses.some(({ key, place, values }) => key === doNotDisrupt && place === 'annotation' && values[0] === 'true'),
      )
      .map(({ kind, namespace, name }) => formatObjectKey(kind, namespace, name)),
  );
  const own = pods.filter(
    ({ namespace, name, controller, phase, terminating }) =>
      !terminating &&
      (phase === 'Running' || phase === 'Pending') &&
      marked.has(formatObjectKey(controller?.kind ?? 'Pod', namespace, controller?.name ?? name)),
  );
  const found = new Map<string, Pinned>();
  for (const { name, group, computeType } of nodes) {
    if (computeType !== 'karpenter' || group === null) continue;
    const here = own.filter(({ node }) => node === name).map((pod) => `${pod.namespace}/${pod.name}`);
    const known = found.get(group) ?? { pods: [], under: [], nodes: [] };
    found.set(group, {
      pods: [...known.pods, ...here],
      under: here.length === 0 ? known.under : [...known.under, name],
      nodes: marked.has(formatObjectKey('Node', null, name)) ? [...known.nodes, name] : known.nodes,
    });
  }
  return found;
}

function formatObjectKey(kind: string, namespace: string | null, name: string): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}
