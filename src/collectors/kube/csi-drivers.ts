import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listAll } from './list.ts';

const named = z.object({ metadata: z.object({ name: z.string() }) });

export const csiDrivers = defineCollector('csiDrivers', {
  permissions: [{ apiGroup: 'storage.k8s.io', resource: 'csidrivers', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: 'storage.k8s.io',
      versions: ['v1', 'v1beta1'],
      resource: 'csidrivers',
      metadataOnly: true,
      project: (raw) => named.parse(raw).metadata.name,
    });
  },
});
