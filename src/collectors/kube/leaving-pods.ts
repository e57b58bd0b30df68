import { findLeavingNodes } from '../../karpenter/leaving-nodes.ts';
import { defineCollector, type Collected, type FactReader } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { Facts } from '../../facts/facts.ts';
import type { KubeSource, ListRequest } from '../../sources/kube/contract.ts';
import { listJoined } from './list.ts';
import { createPodRequest, pods } from './pods.ts';

/**
 * With more leaving nodes, one list of all pods is read. On a large cluster, that list has more pages than so many nodes
 * have requests (docs/performance.md).
 */
function countFew(nodes: number): number {
  return Math.max(20, Math.min(60, nodes / 5));
}

/** The facts that show which nodes leave. */
export const leavingFrom = ['nodes', 'karpenterClaims'] as const;

/**
 * Pods on nodes that leave, and pods in the phase Pending. Pods on other nodes are missing: the fact does not show how
 * many pods such a node has. Never a part of this: if one of the lists fails, the fact fails.
 */
export const leavingPods = defineCollector('pods', {
  permissions: pods.permissions,
  from: leavingFrom,
  projected: true,
  async collect(sources, facts) {
    const known = await readLeavingFacts(facts);
    const leaving = findLeavingNodes(known);
    if (leaving.length > countFew(known.nodes.length)) return pods.collect(sources, facts);
    return listSelected(
      await sources.kube(),
      leaving.map(({ name }) => name),
    );
  },
});

/**
 * What shows which nodes leave. NodeClaims and Machines that cannot be read name no node: then a reader of these facts
 * does not see such a node as leaving either.
 * @throws ScanError if the nodes cannot be read
 */
export async function readLeavingFacts(
  facts: FactReader<(typeof leavingFrom)[number]>,
): Promise<Pick<Facts, 'nodes' | 'karpenterClaims'>> {
  const nodes = await facts.read('nodes');
  const claims = await facts.reading('karpenterClaims');
  return { nodes, karpenterClaims: claims.ok ? claims.value : [] };
}

/**
 * One list after the other, because only one large list is read at a time. A pod that is placed on one of the nodes
 * meanwhile is in both lists, with the later state: none is missed, because the pending pods are read first.
 */
async function listSelected(
  kube: KubeSource,
  nodes: readonly string[],
): Promise<Collected<Facts['pods']> & { joined: Joined<'pods'>[] }> {
  const request = createPodRequest();
  const found = new Map<string, Joined<'pods'>>();
  let inconsistent = false;
  for (const selection of [pending, ...nodes.map(onNode)]) {
    const list = await listJoined(kube, { ...request, ...selection });
    for (const pod of list.joined) found.set(`${pod.entry.namespace}/${pod.entry.name}`, pod);
    inconsistent ||= list.inconsistent === true;
  }
  const joined = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pod]) => pod);
  return { value: joined.map(({ entry }) => entry), joined, ...(inconsistent ? { inconsistent } : {}) };
}

type Selection = Pick<ListRequest<unknown>, 'fieldSelector' | 'pageSize'>;

const pending: Selection = { fieldSelector: 'status.phase=Pending' };

/** The API server has an index of pods by node. */
function onNode(name: string): Selection {
  return { fieldSelector: `spec.nodeName=${escapeValue(name)}`, pageSize: 0 };
}

/** Source: EscapeValue of k8s.io/apimachinery, pkg/fields/selector.go. */
function escapeValue(value: string): string {
  return value.replaceAll(/[\\,=]/g, String.raw`\$&`);
}
