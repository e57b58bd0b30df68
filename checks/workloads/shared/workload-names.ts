import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { forCount, formatList } from '../../../src/syntax/english.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { toPoolKind } from '../../../src/for-checks/node-owners.ts';

type Pod = Facts['pods'][number];

/** The owners of pods, each once: `Deployment cart and Pod debug`, and the matching pronoun. */
export function describeWorkloads(pods: readonly Pod[]): { text: string; their: 'its' | 'their' } {
  const names = pods.map(({ name, controller }) =>
    controller === null ? `Pod ${name}` : `${controller.kind} ${controller.name}`,
  );
  const all = [...new Set(names)].sort();
  return { text: formatList(all), their: forCount(all.length, 'its', 'their') };
}

/** Pods whose nodes have one owner. */
export interface NodeGroup {
  /** `node group general`, `NodePool default`, `self-managed nodes`. */
  text: string;
  computeType: NodeFact['computeType'] | 'not listed';
  pods: readonly Pod[];
}

/** Groups pods by what replaces their nodes, sorted by name. */
export function groupPodsByNodeOwner(pods: readonly Pod[], nodes: ReadonlyMap<string, NodeFact>): NodeGroup[] {
  const findNode = (pod: Pod) => nodes.get(pod.node ?? '');
  const groups = grouped(pods, (pod) => ownerText(findNode(pod)) ?? `Node ${pod.node}`);
  return [...groups]
    .map(([text, own]): NodeGroup => ({ text, computeType: findNode(own[0])?.computeType ?? 'not listed', pods: own }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
}

function ownerText(node: NodeFact | undefined): string | undefined {
  if (node === undefined) return undefined;
  const { computeType, group } = node;
  if (computeType === 'managed') return `node group ${group}`;
  if (computeType === 'auto') return group === null ? 'EKS Auto Mode nodes' : `NodePool ${group} of EKS Auto Mode`;
  if (computeType === 'karpenter') return group === null ? 'Karpenter nodes' : `${toPoolKind(node)} ${group}`;
  if (computeType === 'hybrid') return 'hybrid nodes';
  if (computeType === 'virtual') return 'virtual kubelets';
  return group === null ? 'self-managed nodes' : `self-managed nodes of ${group}`;
}

export function byName(nodes: Facts['nodes']): Map<string, NodeFact> {
  return new Map(nodes.map((node) => [node.name, node]));
}
