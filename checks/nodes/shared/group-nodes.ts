import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';

/** The nodes of a managed node group. */
export function selectManaged(nodes: readonly NodeFact[], nodegroup: string): NodeFact[] {
  return nodes.filter(({ computeType, group }) => computeType === 'managed' && group === nodegroup);
}

/** The nodes that are instances of an Auto Scaling group; empty if its instances were not read. */
export function selectInstances(
  nodes: readonly NodeFact[],
  { instanceIds }: Pick<Facts['autoScalingGroups'][number], 'instanceIds'>,
): NodeFact[] {
  const ids = new Set(instanceIds);
  return nodes.filter(({ instanceId }) => instanceId !== null && ids.has(instanceId));
}

/** The lowest minor version of the kubelets of nodes; undefined without one that can be read. */
export function findOldest(nodes: readonly NodeFact[]): Minor | undefined {
  const kubelets = nodes.flatMap(({ kubeletVersion }) => parseMinor(kubeletVersion) ?? []);
  return kubelets.length === 0 ? undefined : Math.min(...kubelets);
}
