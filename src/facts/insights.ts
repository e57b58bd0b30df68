import * as z from 'zod/mini';
import { name, prose, publicText } from './marks.ts';
import { insightName, minorVersion, moment, softwareVersion } from './public-texts.ts';

/**
 * eks:ListInsights of the category UPGRADE_READINESS, and eks:DescribeInsight for insights that do not pass, except for
 * those about versions that the cluster already has. Null if the Region does not offer insights. Times are ISO 8601.
 */
export const insights = z.nullable(
  z.array(
    z.object({
      id: name('id'),
      name: insightName(),
      /** The version that EKS checks the cluster for. */
      kubernetesVersion: z.nullable(minorVersion()),
      status: publicText(['PASSING', 'WARNING', 'ERROR', 'UNKNOWN']),
      reason: z.nullable(prose()),
      lastRefreshTime: z.nullable(moment()),
      /** Null: it passes, is about a version that the cluster already has, or could not be described. */
      details: z.nullable(
        z.object({
          recommendation: z.nullable(prose()),
          /** Objects or API paths that do not pass. */
          resources: z.array(
            z.object({
              uri: name('app'),
              status: publicText(['PASSING', 'WARNING', 'ERROR', 'UNKNOWN']),
              reason: z.nullable(prose()),
            }),
          ),
          deprecations: z.array(
            z.object({
              /** `/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas`. */
              usage: name('host'),
              replacedWith: z.nullable(name('host')),
              stopServingVersion: z.nullable(minorVersion()),
              clients: z.array(
                z.object({
                  userAgent: name('app'),
                  requestsLast30Days: z.number(),
                  lastRequestTime: z.nullable(moment()),
                }),
              ),
            }),
          ),
          addons: z.array(z.object({ name: name('app'), compatibleVersions: z.array(softwareVersion()) })),
        }),
      ),
    }),
  ),
);

/**
 * eks:ListInsights of the category ROLLBACK_READINESS, and eks:DescribeInsight for those that do not pass. EKS has them
 * only while a rollback is possible. Null if the Region does not offer insights. Times are ISO 8601.
 */
export const rollbackInsights = z.nullable(
  z.array(
    z.object({
      id: name('id'),
      name: insightName(),
      status: publicText(['PASSING', 'WARNING', 'ERROR', 'UNKNOWN']),
      reason: z.nullable(prose()),
      lastRefreshTime: z.nullable(moment()),
      /** Objects that do not pass; null: it passes, or could not be described. */
      resources: z.nullable(z.array(name('app'))),
    }),
  ),
);
