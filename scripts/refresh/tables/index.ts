import type { Refresher } from '../refresher.ts';
import { apiIntroductions } from './api-introductions.ts';
import { apiRemovals } from './api-removals.ts';
import { clusterAutoscaler } from './cluster-autoscaler.ts';
import { componentFloors } from './component-floors.ts';
import { controllers } from './controllers.ts';
import { controllersOnWeb } from './controllers-on-web.ts';
import { corefile } from './corefile.ts';
import { eksVersions } from './eks-versions.ts';
import { featureGates } from './feature-gates.ts';
import { healthCodes } from './health-codes.ts';
import { karpenterRefreshers } from './karpenter.ts';
import { kubeletFlags } from './kubelet-flags.ts';

/** The tables whose rows a machine can read again, in the order in which `npm run refresh` reads them. */
export const refreshers: readonly Refresher[] = [
  apiRemovals,
  apiIntroductions,
  eksVersions,
  featureGates,
  clusterAutoscaler,
  componentFloors,
  controllers,
  controllersOnWeb,
  corefile,
  healthCodes,
  kubeletFlags,
  ...karpenterRefreshers,
];
