import type { Refresher } from '../refresher.ts';
import { karpenterCompatibility } from './karpenter-compatibility.ts';
import { karpenterCrds } from './karpenter-crds.ts';
import { karpenterDigests } from './karpenter-digests.ts';
import { karpenterEvents } from './karpenter-events.ts';
import { karpenterFeatureGates } from './karpenter-feature-gates.ts';
import { karpenterProbes } from './karpenter-probes.ts';
import { karpenterReleases } from './karpenter-releases.ts';
import { karpenterRemovedFields } from './karpenter-removed-fields.ts';
import { karpenterSettings } from './karpenter-settings.ts';

/** The tables about Karpenter. */
export const karpenterRefreshers: readonly Refresher[] = [
  karpenterReleases,
  karpenterCompatibility,
  karpenterDigests,
  karpenterFeatureGates,
  karpenterSettings,
  karpenterCrds,
  karpenterRemovedFields,
  karpenterProbes,
  karpenterEvents,
];
