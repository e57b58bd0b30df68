import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';

const eniConfig = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.optional(z.object({ subnet: z.optional(z.string()) })),
});

export const eniConfigs = defineCollector('eniConfigs', {
  permissions: [{ apiGroup: 'crd.k8s.amazonaws.com', resource: 'eniconfigs', verb: 'list' }],
  from: ['vpcCni'],
  async collect({ kube }, facts) {
    const copies = await facts.reading('vpcCni');
    if (!copies.ok || !copies.value.some(({ addresses }) => addresses?.customNetworking === true)) return { value: [] };
    const source = await kube();
    const outcome = await source.list({
      apiGroup: 'crd.k8s.amazonaws.com',
      versions: ['v1alpha1'],
      resource: 'eniconfigs',
      project(raw) {
        const { metadata, spec } = eniConfig.parse(raw);
        return { name: metadata.name, subnetId: spec?.subnet ?? null };
      },
    });
    if (!outcome.served) return { value: [] };
    return { value: outcome.items, ...(outcome.inconsistent ? { inconsistent: true } : {}) };
  },
});
