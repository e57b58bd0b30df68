import * as z from 'zod/mini';
import type { WebhookRule } from '../../facts/api-extensions.ts';

/** The API server refuses rules without one of these lists. */
const required = z.array(z.string()).check(z.minLength(1));

/** A rule for the requests that a webhook or an admission policy sees. */
export const resourceRule = z.object({
  apiGroups: required,
  apiVersions: required,
  resources: required,
  operations: required,
  scope: z.optional(z.nullable(z.enum(['Cluster', 'Namespaced', '*']))),
});

/** The rule with the default of its scope. */
export function projectRule(raw: z.infer<typeof resourceRule>): WebhookRule {
  const { apiGroups, apiVersions, resources, operations, scope } = raw;
  return { apiGroups, apiVersions, resources, operations, scope: scope ?? '*' };
}
