import type { NodeFact } from '../../facts/facts.ts';
import type { Component } from '../../facts/kube.ts';
import type { Gap } from '../../facts/reading.ts';
import type { FactReader } from '../collect.ts';

/** Nodes that the DaemonSets of AWS do not run on: AWS runs these programs itself there, or nothing does. */
const others: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'hybrid', 'virtual']);

/** True for a node on which the DaemonSets of EKS run a pod. */
export function isHost({ computeType, osImage }: NodeFact): boolean {
  return !others.has(computeType) && !osImage.startsWith('Windows');
}

/**
 * Marks copies that no node runs although one of the nodes could (`isHost`): without such a node, pods are wanted as soon
 * as one joins. Nothing is marked if DaemonSets could not be read, or no controller has reported on a copy. A copy of
 * which no pod is wanted is a gap if nodes could not be read.
 */
export async function markUnwanted<Copy extends Component>(
  copies: readonly Copy[],
  facts: FactReader<'daemonSets' | 'nodes'>,
  runsOn: (node: NodeFact) => boolean = isHost,
): Promise<{ value: Copy[]; gaps: Gap[] }> {
  const daemonSets = await facts.readJoined('daemonSets');
  const unwanted = new Set(
    daemonSets
      .filter(({ availability }) => availability?.wanted === 0)
      .map(({ entry }) => `${entry.namespace}/${entry.name}`),
  );
  const isUnwanted = ({ kind, windows, namespace, name }: Copy): boolean =>
    kind === 'DaemonSet' && windows !== true && unwanted.has(`${namespace}/${name}`);
  if (!copies.some(isUnwanted)) return { value: [...copies], gaps: [] };
  const nodes = await facts.reading('nodes');
  if (!nodes.ok) {
    const gaps = copies.filter(isUnwanted).map(({ namespace, name }) => ({
      what: `the nodes that run DaemonSet ${namespace}/${name}`,
      reason: nodes.reason,
    }));
    return { value: copies.filter((copy) => !isUnwanted(copy)), gaps };
  }
  if (!nodes.value.some(runsOn)) return { value: [...copies], gaps: [] };
  const value = copies.map((copy) => (isUnwanted(copy) ? { ...copy, matchesNoNode: true as const } : copy));
  return { value, gaps: [] };
}
