import { X509Certificate } from 'node:crypto';
import * as z from 'zod/mini';
import { defineCollector } from '../../collect.ts';
import type { KarpenterCrd } from '../../../facts/karpenter-objects.ts';
import { loadTable } from '../../../tables/tables.ts';
import { listAll } from '../list.ts';
import { ownerOf } from '../owner-marks.ts';
import { hasMarker } from './markers.ts';
import { runsKarpenter } from './runs-karpenter.ts';
import { nonEmpty, text, texts } from './objects.ts';
import { isObject } from '../../../languages/json.ts';

const groups = new Set(['karpenter.sh', 'karpenter.k8s.aws', 'eks.amazonaws.com', 'autoscaling.x-k8s.io']);

const service = z.object({ namespace: z.string(), name: z.string(), port: z.optional(z.number()) });
const definition = z.object({
  metadata: z.object({ name: z.string(), annotations: texts, labels: texts, deletionTimestamp: text }),
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(
      z.object({
        name: z.string(),
        served: z.boolean(),
        storage: z.boolean(),
        schema: z.optional(z.object({ openAPIV3Schema: z.optional(z.unknown()) })),
      }),
    ),
    conversion: z.optional(
      z.object({
        strategy: z.string(),
        webhook: z.optional(
          z.nullable(
            z.object({ clientConfig: z.optional(z.object({ service: z.optional(service), caBundle: text })) }),
          ),
        ),
      }),
    ),
  }),
  status: z.optional(z.object({ storedVersions: z.optional(z.nullable(z.array(z.string()))) })),
});
type Definition = z.infer<typeof definition>;

/** CRDs are large: half a page of other kinds. */
const PAGE_SIZE = 250;

export const karpenterCrds = defineCollector('karpenterCrds', {
  permissions: [{ apiGroup: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', verb: 'list' }],
  from: ['deployments'],
  async collect({ kube }, facts) {
    if (!(await runsKarpenter(facts))) return { value: [] };
    return listAll(await kube(), {
      apiGroup: 'apiextensions.k8s.io',
      versions: ['v1'],
      resource: 'customresourcedefinitions',
      pageSize: PAGE_SIZE,
      project,
    });
  },
});

function project(raw: unknown): KarpenterCrd | undefined {
  const spec = isObject(raw) ? raw['spec'] : undefined;
  const group = isObject(spec) ? spec['group'] : undefined;
  if (typeof group === 'string' && !groups.has(group)) return undefined;
  const crd = definition.parse(raw);
  const { metadata, status } = crd;
  return {
    name: metadata.name,
    group: crd.spec.group,
    kind: crd.spec.names.kind,
    served: crd.spec.versions.flatMap(({ name, served }) => (served ? [name] : [])),
    storage: crd.spec.versions.find(({ storage }) => storage)?.name ?? null,
    storedVersions: status?.storedVersions ?? [],
    conversion: conversionOf(crd),
    ...markersOf(crd),
    owner: ownerOf(metadata),
    terminating: nonEmpty(metadata.deletionTimestamp) !== null,
  };
}

function conversionOf({ spec }: Definition): KarpenterCrd['conversion'] {
  const { strategy = 'None', webhook } = spec.conversion ?? {};
  const client = strategy === 'Webhook' ? webhook?.clientConfig : undefined;
  return {
    strategy,
    service: client?.service === undefined ? null : { ...client.service, port: client.service.port ?? 443 },
    caBundle: nonEmpty(client?.caBundle) !== null,
    ...(nonEmpty(client?.caBundle) === null ? {} : { caExpires: lastExpiry(client?.caBundle ?? '') }),
  };
}

/** The API server trusts any of the bundle's certificates, so the last to expire counts. */
function lastExpiry(bundle: string): string | null {
  const pem = Buffer.from(bundle, 'base64').toString('latin1');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
  const moments = blocks.flatMap(expiryOf).toSorted();
  return moments.at(-1) ?? null;
}

function expiryOf(block: string): string[] {
  try {
    return [new Date(new X509Certificate(block).validTo).toISOString()];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** The markers that speak of a version which the CRD has: those of others are neither there nor missing. */
function markersOf({ metadata, spec }: Definition): Pick<KarpenterCrd, 'markers' | 'lacks'> {
  const rows = loadTable('karpenter-crds').rows.flatMap((row) => {
    if (row.rowKind !== 'marker' || row.crd !== metadata.name) return [];
    const version = spec.versions.find(({ name }) => name === row.version);
    return version === undefined ? [] : [{ id: row.id, there: hasMarker(version.schema?.openAPIV3Schema, row) }];
  });
  const ids = (there: boolean) => rows.flatMap((row) => (row.there === there ? [row.id] : []));
  return { markers: ids(true), lacks: ids(false) };
}
