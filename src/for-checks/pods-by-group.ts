import type { Evidence } from '../check.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import { formatCount, forCount, formatList } from '../syntax/english.ts';
import { grouped } from '../syntax/grouped.ts';
import { toPoolKind } from './node-owners.ts';

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

/** What replaces a node, as reports name it; undefined without a node. */
export function ownerText(
  node: Pick<NodeFact, 'computeType' | 'group' | 'ofProvisioner'> | undefined,
): string | undefined {
  if (node === undefined) return undefined;
  const { computeType, group } = node;
  if (computeType === 'managed') return `node group ${group}`;
  if (computeType === 'auto') return group === null ? 'EKS Auto Mode nodes' : `NodePool ${group} of EKS Auto Mode`;
  if (computeType === 'karpenter') return group === null ? 'Karpenter nodes' : `${toPoolKind(node)} ${group}`;
  if (computeType === 'hybrid') return 'hybrid nodes';
  if (computeType === 'fargate') return 'Fargate nodes';
  if (computeType === 'virtual') return 'virtual kubelets';
  return group === null ? 'self-managed nodes' : `self-managed nodes of ${group}`;
}

/** How many pods of a node evidence names. */
const podsNamed = 5;

/** Evidence of the pods that a drain would have to evict: how many each group has, and which on each node. */
export function groupEvidence(groups: readonly NodeGroup[]): Evidence[] {
  return groups.flatMap(({ text, pods }) => {
    const byNode = [...grouped(pods, ({ node }) => node ?? '')].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const observed = `${formatCount(pods.length, 'pod')} on ${formatCount(byNode.length, 'node')}`;
    const nodes = byNode.map(([node, own]): Evidence => {
      const names = own.map(({ name }) => name).sort();
      return { observed: formatList(names, podsNamed), resource: `Node ${node}`, fact: 'pods' };
    });
    return [{ observed, resource: text, fact: 'pods' }, ...nodes.filter(({ resource }) => resource !== text)];
  });
}

/** The nodes by name. */
export function byName(nodes: Facts['nodes']): Map<string, NodeFact> {
  return new Map(nodes.map((node) => [node.name, node]));
}
