import type { NodeFact } from '../../facts/facts.ts';
import type { Component } from '../../facts/kube.ts';
import type { FactReader } from '../collect.ts';

/** Nodes that the DaemonSets of AWS do not run on: AWS runs these programs itself there, or nothing does. */
const others: ReadonlySet<NodeFact['computeType']> = new Set(['fargate', 'auto', 'hybrid', 'virtual']);

/** True for a node on which the DaemonSets of EKS run a pod. */
export function isHost({ computeType, osImage }: NodeFact): boolean {
  return !others.has(computeType) && !osImage.startsWith('Windows');
}

/**
 * Marks copies that no node runs although one of the nodes could (`isHost`): without such a node, pods are wanted as soon
 * as one joins. Nothing is marked if DaemonSets or nodes could not be read, or no controller has reported on a copy.
 */
export async function markUnwanted<Copy extends Component>(
  copies: readonly Copy[],
  facts: FactReader<'daemonSets' | 'nodes'>,
  runsOn: (node: NodeFact) => boolean = isHost,
): Promise<Copy[]> {
  const nodes = await facts.reading('nodes');
  if (!nodes.ok || !nodes.value.some(runsOn)) return [...copies];
  const daemonSets = await facts.readJoined('daemonSets');
  const unwanted = new Set(
    daemonSets
      .filter(({ availability }) => availability?.wanted === 0)
      .map(({ entry }) => `${entry.namespace}/${entry.name}`),
  );
  return copies.map((copy) => {
    const isUnwanted =
      copy.kind === 'DaemonSet' && copy.windows !== true && unwanted.has(`${copy.namespace}/${copy.name}`);
    return isUnwanted ? { ...copy, matchesNoNode: true as const } : copy;
  });
}
