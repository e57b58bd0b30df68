import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import { listAll } from './list.ts';

const namespaceObject = z.object({
  metadata: z.object({ name: z.string(), labels: z.optional(z.record(z.string(), z.string())) }),
});

export const namespaces = defineCollector('namespaces', {
  permissions: [{ apiGroup: '', resource: 'namespaces', verb: 'list' }],
  async collect({ kube }) {
    return listAll(await kube(), {
      apiGroup: '',
      versions: ['v1'],
      resource: 'namespaces',
      metadataOnly: true,
      project,
    });
  },
});

function project(raw: unknown): { name: string; podSecurityLabelled: boolean } {
  const { name, labels } = namespaceObject.parse(raw).metadata;
  const podSecurityLabelled = Object.keys(labels ?? {}).some((label) =>
    label.startsWith('pod-security.kubernetes.io/'),
  );
  return { name, podSecurityLabelled };
}
