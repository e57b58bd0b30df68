import * as z from 'zod/mini';
import { name, publicText } from './marks.ts';

const metricTable = { table: 'renamed-metrics' } as const;

/** Queries of PrometheusRules and ScaledObjects that use what the table `renamed-metrics` lists. */
export const metricUses = z.object({
  /** The number of monitoring.coreos.com/v1 PrometheusRules; null if the API server does not serve them. */
  prometheusRules: z.nullable(z.number()),
  /** The number of keda.sh/v1alpha1 ScaledObjects; null if the API server does not serve them. */
  scaledObjects: z.nullable(z.number()),
  uses: z.array(
    z.object({
      kind: z.enum(['PrometheusRule', 'ScaledObject']),
      namespace: name('ns'),
      name: name('app'),
      /** The alert, the recorded metric or the trigger; empty for a trigger without a name. */
      query: name('app'),
      /** As the table has it. */
      metric: publicText(metricTable),
      /** The label that the query uses, if the table has one. */
      label: z.nullable(publicText(metricTable)),
    }),
  ),
});
