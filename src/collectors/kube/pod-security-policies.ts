import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';

const policyObject = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.optional(z.object({ privileged: z.optional(z.boolean()) })),
});

/** Requests a deprecated version, since the kind has no other; Kubernetes serves it up to 1.24. */
export const podSecurityPolicies = defineCollector('podSecurityPolicies', {
  permissions: [{ apiGroup: 'policy', resource: 'podsecuritypolicies', verb: 'list' }],
  async collect({ kube }) {
    const source = await kube();
    const outcome = await source.list({
      apiGroup: 'policy',
      versions: ['v1beta1'],
      resource: 'podsecuritypolicies',
      project(raw) {
        const { metadata, spec } = policyObject.parse(raw);
        return { name: metadata.name, privileged: spec?.privileged ?? false };
      },
    });
    if (!outcome.served) return { value: null };
    return { value: outcome.items, inconsistent: outcome.inconsistent };
  },
});
