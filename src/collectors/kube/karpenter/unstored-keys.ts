import type { KeyUse } from '../../../facts/karpenter-objects.ts';

/**
 * Key of the Karpenter keys that a pod, a workload, a node or a namespace carries while facts are collected. JSON omits
 * symbol keys; the fact `karpenterKeys` stores the joined result.
 */
export const unstoredKeys: unique symbol = Symbol('keys of Karpenter');

/** A fact's entry as its collector returns it; without the symbol key, it uses no keys of Karpenter. */
export interface Keyed {
  [unstoredKeys]?: readonly KeyUse[];
}

/** The fields to spread into an entry; none without keys, so that most entries stay small. */
export function carried(uses: readonly KeyUse[]): Keyed {
  return uses.length === 0 ? noKeys : { [unstoredKeys]: uses };
}

const noKeys: Keyed = {};
const none: readonly KeyUse[] = [];

/** The keys of Karpenter that an entry carries; empty if there are none. */
export function keysCarriedBy(entry: Keyed): readonly KeyUse[] {
  return entry[unstoredKeys] ?? none;
}
