import type { KeyUse } from '../../../facts/karpenter-objects.ts';

/**
 * Key under which a pod, a workload, a node or a namespace carries the keys of Karpenter that it names, while facts are
 * collected. JSON knows no symbols: the fact `karpenterKeys` keeps the joined result.
 */
export const unstoredKeys: unique symbol = Symbol('keys of Karpenter');

/** A fact's entry as its collector returns it: without the symbol it names none. */
export interface Keyed {
  [unstoredKeys]?: readonly KeyUse[];
}

/** What to spread into an entry: nothing where there are none, so that most entries stay as small as they are. */
export function carried(uses: readonly KeyUse[]): Keyed {
  return uses.length === 0 ? noKeys : { [unstoredKeys]: uses };
}

const noKeys: Keyed = {};
const none: readonly KeyUse[] = [];

/** The keys of Karpenter that an entry carries; empty where it names none. */
export function keysCarriedBy(entry: Keyed): readonly KeyUse[] {
  return entry[unstoredKeys] ?? none;
}
