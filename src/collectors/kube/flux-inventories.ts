import * as z from 'zod/mini';
import { defineCollector } from '../collect.ts';
import type { Inventory, InventorySource } from '../../facts/git-ops.ts';
import { nonEmpty, createEntryFilter, type Entry, type EntryFilter } from './git-ops-inventories.ts';
import { allInOrder } from '../all-in-order.ts';

const text = z.optional(z.nullable(z.string()));
const optional = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.nullable(item));
const metadata = z.object({ namespace: z.string(), name: z.string() });
const reference = z.object({ kind: z.string(), name: z.string(), namespace: text });
const status = optional(
  z.object({
    inventory: optional(z.object({ entries: optional(z.array(z.object({ id: z.string(), v: z.string() }))) })),
  }),
);
const kustomization = z.object({
  metadata,
  spec: z.object({ path: text, sourceRef: reference, kubeConfig: optional(z.object({})) }),
  status,
});
const helmRelease = z.object({
  metadata,
  spec: z.object({
    chart: optional(z.object({ spec: z.object({ chart: z.string(), version: text, sourceRef: reference }) })),
    chartRef: optional(reference),
    kubeConfig: optional(z.object({})),
  }),
  status,
});
type Metadata = z.infer<typeof metadata>;
type Reference = z.infer<typeof reference>;

export const fluxInventories = defineCollector('fluxInventories', {
  permissions: [
    { apiGroup: 'kustomize.toolkit.fluxcd.io', resource: 'kustomizations', verb: 'list' },
    { apiGroup: 'helm.toolkit.fluxcd.io', resource: 'helmreleases', verb: 'list' },
  ],
  from: ['servedApis', 'apiObjects'],
  async collect({ kube }, facts) {
    const served = await facts.read('servedApis');
    const keep = createEntryFilter(served, await facts.reading('apiObjects'));
    if (keep === undefined) return { value: [] };
    const source = await kube();
    // Both lists or none: objects of an unread list would count as not managed by Flux.
    const lists = await allInOrder([
      source.list({
        apiGroup: 'kustomize.toolkit.fluxcd.io',
        versions: ['v1', 'v1beta2'],
        resource: 'kustomizations',
        project: (raw) => projectKustomization(kustomization.parse(raw), keep),
      }),
      source.list({
        apiGroup: 'helm.toolkit.fluxcd.io',
        versions: ['v2', 'v2beta2', 'v2beta1'],
        resource: 'helmreleases',
        project: (raw) => projectRelease(helmRelease.parse(raw), keep),
      }),
    ]);
    const read = lists.flatMap((list) => (list.served ? [list] : []));
    return {
      value: read.flatMap(({ items }) => items),
      ...(read.some(({ inconsistent }) => inconsistent) ? { inconsistent: true } : {}),
    };
  },
});

function projectKustomization(raw: z.infer<typeof kustomization>, keep: EntryFilter): Inventory | undefined {
  const { path, sourceRef, kubeConfig } = raw.spec;
  const objects = selectObjects(raw.status, keep);
  if (isOfOtherCluster(kubeConfig) || objects.length === 0) return undefined;
  const source = { ...toSource(sourceRef, raw.metadata), path: nonEmpty(path), chart: null, revision: null };
  return { kind: 'Kustomization', ...raw.metadata, sources: [source], objects };
}

function projectRelease(raw: z.infer<typeof helmRelease>, keep: EntryFilter): Inventory | undefined {
  const { chart, chartRef, kubeConfig } = raw.spec;
  if (isOfOtherCluster(kubeConfig)) return undefined;
  const ref = chart?.spec.sourceRef ?? chartRef;
  const source = {
    ...(ref === undefined || ref === null ? {} : toSource(ref, raw.metadata)),
    path: null,
    chart: chart?.spec.chart ?? null,
    revision: nonEmpty(chart?.spec.version),
  };
  return { kind: 'HelmRelease', ...raw.metadata, sources: [source], objects: selectObjects(raw.status, keep) };
}

/** With a kubeconfig, the objects are in another cluster. */
function isOfOtherCluster(kubeConfig: object | null | undefined): boolean {
  return kubeConfig !== undefined && kubeConfig !== null;
}

function toSource({ kind, name, namespace }: Reference, own: Metadata): Pick<InventorySource, 'object'> {
  return { object: { kind, namespace: nonEmpty(namespace) ?? own.namespace, name } };
}

function selectObjects(raw: z.infer<typeof status>, keep: EntryFilter): Inventory['objects'] {
  return keep((raw?.inventory?.entries ?? []).map(({ id, v }) => parseEntry(id, v)));
}

/**
 * Parses an id such as `shop_cart_autoscaling_HorizontalPodAutoscaler`; a missing namespace or group is an empty part.
 * In the name of an RBAC object, two underscores mean a colon.
 * https://github.com/fluxcd/cli-utils/blob/main/pkg/object/objmetadata.go
 */
function parseEntry(id: string, version: string): Entry {
  const [namespace, ...rest] = id.split('_');
  const [kind, group, ...name] = rest.toReversed();
  if (namespace === undefined || kind === undefined || group === undefined || name.length === 0)
    throw new Error('an id in its inventory does not contain a namespace, name, group and kind');
  return { group, version, kind, namespace, name: name.toReversed().join('_').replaceAll('__', ':') };
}
