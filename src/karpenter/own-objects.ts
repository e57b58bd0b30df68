import type { Facts } from '../facts/facts.ts';
import type { KarpenterClaim, KarpenterNodeClass, KarpenterPool } from '../facts/karpenter-objects.ts';

/** The kinds of objects that Karpenter uses, including the alpha kinds. */
export type ObjectKind = KarpenterPool['kind'] | KarpenterNodeClass['kind'] | KarpenterClaim['kind'];

/** Whether a string is one of Karpenter's kinds of node class. A reference may contain any string. */
export function isNodeClassKind(text: string): text is KarpenterNodeClass['kind'] {
  return text === 'EC2NodeClass' || text === 'AWSNodeTemplate';
}

/** The group of EKS Auto Mode's node classes. */
export const autoModeGroup = 'eks.amazonaws.com';

/** The facts that a check needs to know all pools; {@link ownObjects} takes them. */
export const poolFacts = ['karpenterPools', 'karpenterPoolKinds'] as const;

/** The facts that a check needs to know all node classes; {@link ownObjects} takes them. */
export const nodeClassFacts = ['karpenterNodeClasses', 'karpenterNodeClassKinds'] as const;

/** The facts that a check needs to know all claims; {@link ownObjects} takes them. */
export const claimFacts = ['karpenterClaims', 'karpenterClaimKinds'] as const;

type ObjectFact = (typeof poolFacts | typeof nodeClassFacts | typeof claimFacts)[number];

/** The facts about objects, as far as they were read. */
export type ObjectFacts = { [Name in ObjectFact]?: Facts[Name] | undefined };

/** The objects of the Karpenter that runs in the cluster, without the pools and claims of EKS Auto Mode. */
export interface OwnObjects {
  /** NodePools and Provisioners. */
  pools: readonly KarpenterPool[];
  /** EC2NodeClasses and AWSNodeTemplates. */
  nodeClasses: readonly KarpenterNodeClass[];
  /** NodeClaims and Machines. */
  claims: readonly KarpenterClaim[];
  /** True if all objects of these kinds were read; otherwise, no object can be called missing. */
  isRead(...kinds: readonly ObjectKind[]): boolean;
}

/** Karpenter's own objects from the facts about them. A kind that is not installed counts as read. */
export function ownObjects(facts: ObjectFacts): OwnObjects {
  const { karpenterPools, karpenterNodeClasses, karpenterClaims } = facts;
  const read = new Set<ObjectKind>([
    ...listReadKinds(karpenterPools, facts.karpenterPoolKinds),
    ...listReadKinds(karpenterNodeClasses, facts.karpenterNodeClassKinds),
    ...listReadKinds(karpenterClaims, facts.karpenterClaimKinds),
  ]);
  return {
    pools: (karpenterPools ?? []).filter(({ nodeClass }) => nodeClass?.group !== autoModeGroup),
    nodeClasses: karpenterNodeClasses ?? [],
    claims: (karpenterClaims ?? []).filter(({ nodeClassGroup }) => nodeClassGroup !== autoModeGroup),
    isRead: (...kinds) => kinds.every((kind) => read.has(kind)),
  };
}

function listReadKinds(
  objects: readonly object[] | undefined,
  kinds: readonly ObjectKind[] = [],
): readonly ObjectKind[] {
  return objects === undefined ? [] : kinds;
}

/** The pools that refer to a node class. */
export function selectPools(
  { kind, name }: { kind: string; name: string },
  pools: readonly KarpenterPool[],
): KarpenterPool[] {
  return pools.filter(({ nodeClass }) => nodeClass?.kind === kind && nodeClass.name === name);
}

/**
 * True for a claim with a node whose instance may lack the tag eks:eks-cluster-name. Karpenter 1.0 tags instances of
 * older versions and records this on the claim; 1.1 finds instances only by this tag.
 * Source: pkg/controllers/nodeclaim/tagging/controller.go of aws/karpenter-provider-aws v1.0.8
 */
export function lacksClusterTag({ kind, clusterNameTagged, conditions, terminating }: KarpenterClaim): boolean {
  const hasNode = !conditions.some(({ type }) => type === 'Launched' || type === 'Registered');
  return kind === 'NodeClaim' && hasNode && !terminating && clusterNameTagged !== true;
}
