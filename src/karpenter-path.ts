import type { KarpenterPath } from './check.ts';

/** Karpenter is not installed, or its version is not known. */
export const noKarpenter: KarpenterPath = { current: null, target: null, versions: [] };
