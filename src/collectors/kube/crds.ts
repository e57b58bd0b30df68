import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Joined } from '../for-joins.ts';
import type { Crd } from '../../facts/api-extensions.ts';
import { clientConfig, toClient } from './ca-bundle.ts';
import { toKarpenterCrd } from './karpenter/karpenter-crd.ts';
import { listJoined } from './list.ts';
import { findOwner, ownerReferences } from './owner-marks.ts';

const texts = z.optional(z.nullable(z.record(z.string(), z.string())));
const version = z.object({
  name: z.string(),
  served: z.boolean(),
  storage: z.boolean(),
  deprecated: z.optional(z.boolean()),
  deprecationWarning: z.optional(z.nullable(z.string())),
});
const definition = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts, ownerReferences }),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string(), plural: z.string() }),
    versions: z.array(version).check(z.minLength(1)),
    conversion: z.optional(
      z.nullable(
        z.object({
          strategy: z.string(),
          webhook: z.optional(z.nullable(z.object({ clientConfig: z.optional(z.nullable(clientConfig)) }))),
        }),
      ),
    ),
  }),
  status: z.optional(z.nullable(z.object({ storedVersions: z.optional(z.nullable(z.array(z.string()))) }))),
});

/** CRDs are large, up to a megabyte. */
const PAGE_SIZE = 100;

export const crds = defineCollector('crds', {
  permissions: [{ apiGroup: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', verb: 'list' }],
  projected: true,
  async collect({ kube }) {
    return listJoined(await kube(), {
      apiGroup: 'apiextensions.k8s.io',
      versions: ['v1'],
      resource: 'customresourcedefinitions',
      pageSize: PAGE_SIZE,
      project,
    });
  },
});

function project(raw: unknown): Joined<'crds'> {
  return { entry: projectEntry(definition.parse(raw)), karpenter: toKarpenterCrd(raw) };
}

function projectEntry({ metadata, spec, status }: z.infer<typeof definition>): Crd {
  const owner = findOwner(metadata);
  const { strategy = 'None', webhook } = spec.conversion ?? {};
  return {
    name: metadata.name,
    group: spec.group,
    kind: spec.names.kind,
    plural: spec.names.plural,
    versions: spec.versions.map(projectVersion),
    storedVersions: status?.storedVersions ?? [],
    conversion: { strategy, ...toClient(strategy === 'Webhook' ? webhook?.clientConfig : undefined) },
    ...(owner === undefined ? {} : { owner }),
  };
}

function projectVersion(raw: z.infer<typeof version>): Crd['versions'][number] {
  const { name, served, storage, deprecated, deprecationWarning } = raw;
  return {
    name,
    served,
    storage,
    ...(deprecated === true ? { deprecated } : {}),
    ...(deprecationWarning === undefined || deprecationWarning === null || deprecationWarning === ''
      ? {}
      : { deprecationWarning }),
  };
}
