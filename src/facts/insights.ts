import * as z from 'zod/mini';

/**
 * eks:ListInsights of the category UPGRADE_READINESS; those of a later version that do not pass are described, too.
 * Null where the region offers no insights. Times are ISO 8601.
 */
export const insights = z.nullable(
  z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The version that it judges the cluster for. */
      kubernetesVersion: z.nullable(z.string()),
      status: z.string(),
      reason: z.nullable(z.string()),
      lastRefreshTime: z.nullable(z.string()),
      /** Null: not described, because it passes, is about a version that the cluster has already, or could not be. */
      details: z.nullable(
        z.object({
          recommendation: z.nullable(z.string()),
          /** Objects or API paths that do not pass. */
          resources: z.array(z.object({ uri: z.string(), status: z.string(), reason: z.nullable(z.string()) })),
          deprecations: z.array(
            z.object({
              /** `/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas`. */
              usage: z.string(),
              replacedWith: z.nullable(z.string()),
              stopServingVersion: z.nullable(z.string()),
              clients: z.array(
                z.object({
                  userAgent: z.string(),
                  requestsLast30Days: z.number(),
                  lastRequestTime: z.nullable(z.string()),
                }),
              ),
            }),
          ),
          addons: z.array(z.object({ name: z.string(), compatibleVersions: z.array(z.string()) })),
        }),
      ),
    }),
  ),
);
