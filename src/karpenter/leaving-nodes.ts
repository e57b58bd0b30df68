import type { Facts } from '../facts/facts.ts';

/**
 * The nodes that are being emptied or deleted: they are cordoned, their deletion was requested, Karpenter empties them,
 * or the NodeClaim or Machine of the node is being deleted.
 */
export function findLeavingNodes({ nodes, karpenterClaims }: Pick<Facts, 'nodes' | 'karpenterClaims'>): Facts['nodes'] {
  const claimed = nodesOfDeletedClaims(karpenterClaims);
  return nodes.filter(
    ({ name, unschedulable, deletingSince, disrupted }) =>
      unschedulable || deletingSince !== null || disrupted === true || claimed.has(name),
  );
}

/** Those of them whose deletion was requested, or that of their NodeClaim or Machine. */
export function findDeletedNodes({ nodes, karpenterClaims }: Pick<Facts, 'nodes' | 'karpenterClaims'>): Facts['nodes'] {
  const claimed = nodesOfDeletedClaims(karpenterClaims);
  return nodes.filter(({ name, deletingSince }) => deletingSince !== null || claimed.has(name));
}

function nodesOfDeletedClaims(karpenterClaims: Facts['karpenterClaims']): Set<string> {
  return new Set(karpenterClaims.flatMap(({ terminating, node }) => (terminating ? (node ?? []) : [])));
}
