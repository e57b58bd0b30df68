import * as z from 'zod/mini';
import { defineCollector, type Collected } from '../collect.ts';
import type { CalledService, WebhookService } from '../../facts/api-extensions.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import { ScanError, type Reason } from '../../facts/reason.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { listAll } from './list.ts';
import { readService, type ServiceRead } from './services.ts';
import { allInOrder } from '../all-in-order.ts';

const serviceName = 'kubernetes.io/service-name';
const slice = z.object({
  metadata: z.object({ namespace: z.string(), labels: z.record(z.string(), z.string()) }),
  endpoints: z.optional(
    z.nullable(
      z.array(
        z.object({
          conditions: z.optional(z.nullable(z.object({ ready: z.optional(z.nullable(z.boolean())) }))),
          targetRef: z.optional(z.nullable(z.object({ kind: z.optional(z.string()), name: z.optional(z.string()) }))),
        }),
      ),
    ),
  ),
  ports: z.optional(
    z.nullable(
      z.array(z.object({ name: z.optional(z.nullable(z.string())), port: z.optional(z.nullable(z.number())) })),
    ),
  ),
});

type Named = Pick<CalledService, 'namespace' | 'name'>;

export const webhookServices = defineCollector('webhookServices', {
  permissions: [
    { apiGroup: '', resource: 'services', verb: 'get' },
    { apiGroup: 'discovery.k8s.io', resource: 'endpointslices', verb: 'list' },
  ],
  from: ['admissionWebhooks', 'crds'],
  async collect({ kube }, facts) {
    const [webhooks, crds] = await allInOrder([facts.reading('admissionWebhooks'), facts.reading('crds')]);
    return collectServices(kube, namedServices(webhooks, crds));
  },
});

/** The same without the Services of conversion webhooks. */
export const admissionServices = defineCollector('webhookServices', {
  permissions: webhookServices.permissions,
  from: ['admissionWebhooks'],
  async collect({ kube }, facts) {
    return collectServices(kube, namedServices(await facts.reading('admissionWebhooks'), { ok: true, value: [] }));
  },
});

async function collectServices(
  kube: () => Promise<KubeSource>,
  { named, gaps }: { named: Named[]; gaps: Gap[] },
): Promise<Collected<WebhookService[]>> {
  if (named.length === 0) return { value: [], gaps };
  const source = await kube();
  const [read, slices] = await allInOrder([
    allInOrder(named.map((one) => readOutcome(source, one))),
    readSlices(source, named),
  ]);
  const services = read.flatMap((one) => ('ports' in one ? [one] : []));
  const readyAt = (one: Named, port: string) =>
    'of' in slices ? toReady(slices.of.get(formatPortPath(one, port)) ?? []) : { ready: null };
  return {
    value: services.map((one) => ({
      ...one,
      ports: one.ports?.map(({ name, port }) => ({ port, ...readyAt(one, name) })) ?? null,
    })),
    gaps: [...gaps, ...read.flatMap((one) => ('reason' in one ? [one] : [])), ...('gap' in slices ? [slices.gap] : [])],
    inconsistent: 'of' in slices && slices.inconsistent,
  };
}

/**
 * The Services that webhooks call, each once. A webhook that could not be read is a gap: its Service is unknown.
 * @throws ScanError if neither of the facts could be read
 */
function namedServices(
  webhooks: Reading<Facts['admissionWebhooks']>,
  crds: Reading<Facts['crds']>,
): { named: Named[]; gaps: Gap[] } {
  if (!webhooks.ok && !crds.ok) throw new ScanError(webhooks.reason);
  const called = [
    ...(webhooks.ok ? webhooks.value : []),
    ...(crds.ok ? crds.value.map(({ conversion }) => conversion) : []),
  ].flatMap(({ service }) => service ?? []);
  const distinct = new Map(called.map(({ namespace, name }) => [`${namespace}/${name}`, { namespace, name }]));
  return {
    named: [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
    gaps: [
      ...(webhooks.ok
        ? (webhooks.gaps ?? []).filter(({ what }) => what !== 'namespaces' && what !== 'pods')
        : buildGaps('admission webhooks', webhooks)),
      ...(crds.ok ? (crds.gaps ?? []) : buildGaps('conversion webhooks', crds)),
    ],
  };
}

function buildGaps(what: string, { reason }: { reason: Reason }): Gap[] {
  return [{ what, reason }];
}

async function readOutcome(kube: KubeSource, { namespace, name }: Named): Promise<(Named & ServiceRead) | Gap> {
  try {
    return { namespace, name, ...(await readService(kube, namespace, name)) };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { what: `Service ${namespace}/${name}`, reason: error.reason };
  }
}

/** A ready endpoint: the name of its pod, or null. */
type Endpoint = string | null;
type Slices = { of: Map<string, readonly Endpoint[]>; inconsistent: boolean } | { gap: Gap };

function toReady(endpoints: readonly Endpoint[]): { ready: number; pods?: string[] } {
  const pods = endpoints.flatMap((pod) => pod ?? []);
  return { ready: endpoints.length, ...(pods.length === endpoints.length ? { pods: [...new Set(pods)].sort() } : {}) };
}

/** The ready endpoints for each port of a Service, from one list for all Services. */
async function readSlices(kube: KubeSource, named: readonly Named[]): Promise<Slices> {
  const names = [...new Set(named.map(({ name }) => name))].filter(isServiceName);
  if (names.length === 0) return { of: new Map(), inconsistent: false };
  try {
    const { value, inconsistent = false } = await listAll(kube, {
      apiGroup: 'discovery.k8s.io',
      versions: ['v1'],
      resource: 'endpointslices',
      labelSelector: `${serviceName} in (${names.join(',')})`,
      project: offeredBy,
    });
    const of = new Map<string, readonly Endpoint[]>();
    for (const { paths, ready } of value) for (const path of paths) of.set(path, [...(of.get(path) ?? []), ...ready]);
    return { of, inconsistent };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { gap: { what: 'EndpointSlices', reason: error.reason } };
  }
}

/**
 * The ports of a slice have the names of the Service's ports. Pods without the container port of a named targetPort are
 * in a slice without that port: they receive no traffic. The same holds for a port without a number.
 * Sources: k8s.io/apiserver, pkg/util/proxy/proxy.go (ResolveEndpoint); k8s.io/kubernetes,
 * pkg/proxy/endpointslicecache.go
 */
function offeredBy(raw: unknown): { paths: string[]; ready: Endpoint[] } {
  const { metadata, endpoints, ports } = slice.parse(raw);
  const service = { namespace: metadata.namespace, name: metadata.labels[serviceName] ?? '' };
  return {
    paths: (ports ?? []).flatMap(({ name, port }) => (port ? [formatPortPath(service, name ?? '')] : [])),
    // A missing `ready` counts as true: https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#ready
    ready: (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .map(({ targetRef }) => (targetRef?.kind === 'Pod' ? (targetRef.name ?? null) : null)),
  };
}

/** The rule for Service names. Any other name cannot exist, and would break or widen the label selector. */
function isServiceName(name: string): boolean {
  return /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(name);
}

function formatPortPath({ namespace, name }: Named, port: string): string {
  return `${namespace}/${name}/${port}`;
}
