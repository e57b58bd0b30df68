import type { Refresher } from '../refresher.ts';
import { apiIntroductions } from './api-introductions.ts';
import { apiRemovals } from './api-removals.ts';
import { karpenterReleases } from './karpenter-releases.ts';
import { kubeletFlags } from './kubelet-flags.ts';

/** The tables whose rows a machine can read again, in the order in which `npm run refresh` reads them. */
export const refreshers: readonly Refresher[] = [apiRemovals, apiIntroductions, kubeletFlags, karpenterReleases];
