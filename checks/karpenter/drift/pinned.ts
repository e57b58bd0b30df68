import { advice } from '../../../src/syntax/advice.ts';
import { formatCount, forCount } from '../../../src/syntax/english.ts';
import { isBelow } from '../../../src/syntax/versions.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import type { Hold } from './hold.ts';

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

/**
 * Since 1.0, a terminationGracePeriod limits how long a pod with do-not-disrupt blocks its node. It does not limit
 * do-not-disrupt on the node itself.
 */
export function* pinnedHolds(
  { disruption }: KarpenterPool,
  version: string,
  pinned: Pinned | undefined,
): Generator<Hold> {
  const { pods, under, nodes } = pinned ?? { pods: [], under: [], nodes: [] };
  const [pod] = pods;
  const [node] = nodes;
  const isBefore = isBelow(version, '1.0.0');
  if (pod !== undefined && (isBefore || disruption.terminationGracePeriod === null)) {
    const hold = `with karpenter.sh/do-not-disrupt ${forCount(pods.length, 'blocks', 'block')} the disruption of`;
    yield {
      text: `${formatCount(pods.length, 'pod')} ${hold} ${formatCount(under.length, 'node')}${isBefore ? '' : ', without a terminationGracePeriod'}`,
      short: 'pods with do-not-disrupt block nodes',
      evidence: { observed: pod, required: 'a terminationGracePeriod, or no karpenter.sh/do-not-disrupt' },
      fix: advice`Delete these pods when their workload allows it, or set
        \`spec.template.spec.terminationGracePeriod\` of the NodePool
        (1.0 and newer; it applies to new nodes only; when it expires, Karpenter deletes the pods).`,
      expires: false,
    };
  }
  if (node === undefined) return;
  yield {
    text: `${formatCount(nodes.length, 'node')} ${forCount(nodes.length, 'carries', 'carry')} karpenter.sh/do-not-disrupt`,
    short: 'nodes have do-not-disrupt',
    evidence: { observed: `Node ${node}`, required: 'no karpenter.sh/do-not-disrupt' },
    fix: advice`Remove the annotation karpenter.sh/do-not-disrupt from the node when its workloads allow it.`,
    expires: true,
  };
}
