import * as z from 'zod/mini';
import type { KarpenterCrd } from '../../../facts/karpenter-objects.ts';
import { loadTable } from '../../../tables/tables.ts';
import { lastExpiry } from '../ca-bundle.ts';
import { resolveOwner } from '../owner-marks.ts';
import { hasMarker } from './markers.ts';
import { nonEmpty, text, texts } from './objects.ts';
import { isObject } from '../../../syntax/json.ts';

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

/** The data of a CRD that Karpenter's checks read; undefined for a CRD of another group. */
export function toKarpenterCrd(raw: unknown): KarpenterCrd | undefined {
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
    conversion: toConversion(crd),
    ...groupMarkersByPresence(crd),
    owner: resolveOwner(metadata),
    terminating: nonEmpty(metadata.deletionTimestamp) !== null,
  };
}

function toConversion({ spec }: Definition): KarpenterCrd['conversion'] {
  const { strategy = 'None', webhook } = spec.conversion ?? {};
  const client = strategy === 'Webhook' ? webhook?.clientConfig : undefined;
  return {
    strategy,
    service: client?.service === undefined ? null : { ...client.service, port: client.service.port ?? 443 },
    caBundle: nonEmpty(client?.caBundle) !== null,
    ...(nonEmpty(client?.caBundle) === null ? {} : { caExpires: lastExpiry(client?.caBundle ?? '') }),
  };
}

/** Markers of the versions that the CRD has: those of other versions are neither present nor missing. */
function groupMarkersByPresence({ metadata, spec }: Definition): Pick<KarpenterCrd, 'markers' | 'lacks'> {
  const rows = loadTable('karpenter-crds').rows.flatMap((row) => {
    if (row.rowKind !== 'marker' || row.crd !== metadata.name) return [];
    const version = spec.versions.find(({ name }) => name === row.version);
    return version === undefined ? [] : [{ id: row.id, there: hasMarker(version.schema?.openAPIV3Schema, row) }];
  });
  const ids = (there: boolean) => rows.flatMap((row) => (row.there === there ? [row.id] : []));
  return { markers: ids(true), lacks: ids(false) };
}
