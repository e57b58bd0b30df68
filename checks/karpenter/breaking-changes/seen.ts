import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import type { KarpenterNodeClass, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';

type Lists = 'pods' | 'nodes' | 'daemonSets' | 'deployments' | 'admissionWebhooks' | 'karpenterCrds' | 'karpenterKeys';

/** The facts that detections use, as far as they were read. */
export type Seen = Partial<Pick<Facts, Lists>> & ObjectFacts;

/**
 * What was found, in a few words each; empty: nothing; undefined: nothing was found, but a fact was not read, or was
 * read only in part.
 */
export type Looked = readonly string[] | undefined;
export type Look = (seen: Seen, controller: KarpenterController) => Looked;

/** Finds node classes. */
export function detectInNodeClasses(concerns: (nodeClass: KarpenterNodeClass) => boolean): Look {
  return (seen) => {
    const { nodeClasses, isRead } = ownObjects(seen);
    return listNames(nodeClasses.filter(concerns), isRead('EC2NodeClass', 'AWSNodeTemplate'));
  };
}

/** Finds NodePools and Provisioners. */
export function detectInPools(concerns: (pool: KarpenterPool) => boolean): Look {
  return (seen) => {
    const { pools, isRead } = ownObjects(seen);
    return listNames(pools.filter(concerns), isRead('NodePool', 'Provisioner'));
  };
}

/** If nothing is found in an incomplete list, the result is unknown. */
export function listNames(found: readonly { kind: string; name: string }[], isWhole: boolean): Looked {
  return found.length === 0 && !isWhole ? undefined : found.map(({ kind, name }) => `${kind} ${name}`);
}
