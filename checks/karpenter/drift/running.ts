import type { KarpenterClaim, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import { counted } from '../../../src/languages/english.ts';

/** Pools and nodes of Karpenter's own, as far as they were read. */
export interface Running {
  pools: readonly KarpenterPool[];
  /** Without those that are on their way out. */
  claims: readonly KarpenterClaim[];
  areNodePoolsRead: boolean;
  /** Both kinds of claims; else there may be more nodes. */
  areClaimsRead: boolean;
}

/** What a step of Karpenter may touch. */
export function runningOf(facts: ObjectFacts): Running {
  const { pools, claims, isRead } = ownObjects(facts);
  return {
    pools,
    claims: claims.filter(({ terminating }) => !terminating),
    areNodePoolsRead: isRead('NodePool'),
    areClaimsRead: isRead('NodeClaim', 'Machine'),
  };
}

/** `3 nodes`, or `3 nodes or more` where not all were read. */
export function allNodes({ claims, areClaimsRead }: Running): string {
  return `${counted(claims.length, 'node')}${areClaimsRead ? '' : ' or more'}`;
}
