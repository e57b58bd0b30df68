import type { Facts, NodeFact } from '../facts/facts.ts';
import { listed } from '../languages/english.ts';

type Pod = Facts['pods'][number];

/** What pods belong to, each once: `Deployment cart and Pod debug`. */
export function workloadsOf(pods: readonly Pod[]): string {
  const names = pods.map(({ name, controller }) =>
    controller === null ? `Pod ${name}` : `${controller.kind} ${controller.name}`,
  );
  return listed([...new Set(names)].sort());
}

/** Pods that one owner of nodes runs. */
export interface NodeGroup {
  /** `node group general`, `NodePool default`, `self-managed nodes`. */
  text: string;
  computeType: NodeFact['computeType'] | 'not listed';
  pods: readonly Pod[];
}

/** Pods by what replaces their nodes, in the order of the names. */
export function groupsOf(pods: readonly Pod[], nodes: ReadonlyMap<string, NodeFact>): NodeGroup[] {
  const groups = new Map<string, NodeGroup & { pods: Pod[] }>();
  for (const pod of pods) {
    const node = nodes.get(pod.node ?? '');
    const text = node === undefined ? `Node ${pod.node}` : ownerText(node);
    const group = groups.get(text) ?? { text, computeType: node?.computeType ?? 'not listed', pods: [] };
    group.pods.push(pod);
    groups.set(text, group);
  }
  return [...groups.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

function ownerText({ computeType, group }: NodeFact): string {
  if (computeType === 'managed') return `node group ${group}`;
  if (computeType === 'auto') return group === null ? 'EKS Auto Mode nodes' : `NodePool ${group} of EKS Auto Mode`;
  if (computeType === 'karpenter') return group === null ? 'Karpenter nodes' : `NodePool ${group}`;
  if (computeType === 'hybrid') return 'hybrid nodes';
  return group === null ? 'self-managed nodes' : `self-managed nodes of ${group}`;
}

/** Nodes by their names. */
export function byName(nodes: Facts['nodes']): Map<string, NodeFact> {
  return new Map(nodes.map((node) => [node.name, node]));
}
