import { usageError } from '../../facts/reason.ts';

/**
 * Parses a requested version of Karpenter: `1.8.1`, `v0.32.1`, `current`.
 * @throws ScanError (`usage`) for any other string
 */
export function parseKarpenterTarget(requested: string): string {
  if (requested === 'current') return requested;
  const version = /^v?(\d{1,4}\.\d{1,4}\.\d{1,4})$/.exec(requested.trim())?.[1];
  if (version === undefined) {
    throw usageError(`invalid --karpenter-target '${requested}' (expected e.g. 1.8.1, or current)`);
  }
  return version;
}
