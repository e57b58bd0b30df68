import * as z from 'zod/mini';

/**
 * The newest revision of each Helm release that may be Karpenter's: `karpenter`, `karpenter-crd`, and whatever owns its CRDs.
 * Of the values only the paths are kept.
 */
export const helmReleases = z.array(
  z.object({
    namespace: z.string(),
    name: z.string(),
    revision: z.number(),
    /** Helm's own words: deployed, failed, pending-install, pending-upgrade, pending-rollback, uninstalling. */
    status: z.string(),
    /** `karpenter`, `karpenter-crd`; null where the release could not be unpacked. */
    chart: z.nullable(z.string()),
    /** Of the chart: `1.5.0`, `v0.32.1`. */
    chartVersion: z.nullable(z.string()),
    /** Values that somebody gave, below `settings` and `webhook`: `settings.aws.clusterName`. */
    values: z.array(z.string()),
  }),
);
export type HelmRelease = z.infer<typeof helmReleases>[number];
