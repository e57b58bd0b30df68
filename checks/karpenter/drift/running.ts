import type { KarpenterClaim, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { formatCount } from '../../../src/syntax/english.ts';

/** Karpenter's pools and nodes, as far as they were read. */
export interface Running {
  pools: readonly KarpenterPool[];
  /** Excludes those that are being deleted. */
  claims: readonly KarpenterClaim[];
  areNodePoolsRead: boolean;
  /** True if both kinds of claims were read; otherwise there may be more nodes. */
  areClaimsRead: boolean;
}

/** The pools and nodes that a Karpenter update may affect. */
export function toRunning(facts: ObjectFacts): Running {
  const { pools, claims, isRead } = ownObjects(facts);
  return {
    pools,
    claims: claims.filter(({ terminating }) => !terminating),
    areNodePoolsRead: isRead('NodePool'),
    areClaimsRead: isRead('NodeClaim', 'Machine'),
  };
}

/** `3 nodes`, or `3 nodes or more` if not all were read. */
export function allNodes({ claims, areClaimsRead }: Running): string {
  return `${formatCount(claims.length, 'node')}${areClaimsRead ? '' : ' or more'}`;
}
