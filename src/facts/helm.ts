import * as z from 'zod/mini';
import { name } from './marks.ts';
import { helmStatus, softwareVersion } from './public-texts.ts';

/**
 * The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and whatever owns its CRDs.
 * Of the values only the paths are kept.
 */
export const helmReleases = z.array(
  z.object({
    namespace: name('ns'),
    name: name('app'),
    revision: z.number(),
    /** Helm's own words: deployed, failed, pending-install, pending-upgrade, pending-rollback, uninstalling. */
    status: helmStatus(),
    /** `karpenter`, `karpenter-crd`; null where the release could not be unpacked. */
    chart: z.nullable(name('app')),
    /** Of the chart: `1.5.0`, `v0.32.1`. */
    chartVersion: z.nullable(softwareVersion()),
    /** Values that somebody gave, below `settings`, `webhook` and `controller.image`: `settings.aws.clusterName`. */
    values: z.array(name('word')),
  }),
);
export type HelmRelease = z.infer<typeof helmReleases>[number];
