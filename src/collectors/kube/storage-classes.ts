import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import { listAll } from './list.ts';

const named = z.object({
  metadata: z.object({
    name: z.string(),
    annotations: z.optional(z.nullable(z.record(z.string(), z.string()))),
  }),
});
const marks = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

export const storageClasses = defineCollector('storageClasses', {
  permissions: [{ apiGroup: 'storage.k8s.io', resource: 'storageclasses', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: 'storage.k8s.io',
      versions: ['v1'],
      resource: 'storageclasses',
      metadataOnly: true,
      project(raw) {
        const { name, annotations } = named.parse(raw).metadata;
        return { name, isDefault: marks.some((mark) => annotations?.[mark] === 'true') };
      },
    });
  },
});
