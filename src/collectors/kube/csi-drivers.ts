import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listJoined } from './list.ts';

const driver = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.optional(z.nullable(z.object({ seLinuxMount: z.optional(z.nullable(z.boolean())) }))),
});

export const csiDrivers = defineCollector('csiDrivers', {
  permissions: [{ apiGroup: 'storage.k8s.io', resource: 'csidrivers', verb: 'list' }],
  async collect({ kube }) {
    return listJoined(await kube(), {
      apiGroup: 'storage.k8s.io',
      versions: ['v1', 'v1beta1'],
      resource: 'csidrivers',
      project(raw) {
        const { metadata, spec } = driver.parse(raw);
        return { entry: metadata.name, mountsWithLabel: spec?.seLinuxMount === true };
      },
    });
  },
});
