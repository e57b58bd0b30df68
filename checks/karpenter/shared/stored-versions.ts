import type { KarpenterCrd } from '../../../src/facts/karpenter-objects.ts';

/**
 * True if objects may be stored in another version than v1: the API server converts them for every reader. If all are
 * stored as v1, it converts only for clients that request another version.
 */
export function isStoredOtherwise({ storage, storedVersions }: KarpenterCrd): boolean {
  return storage !== 'v1' || storedVersions.some((version) => version !== 'v1');
}
