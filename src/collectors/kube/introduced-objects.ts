import { defineCollector } from '../collect.ts';
import { mostObjects, type IntroducedObject } from '../../facts/introduced-objects.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import { grouped } from '../../syntax/grouped.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { allInOrder } from '../all-in-order.ts';
import { listAppliedApis } from './applied-notes.ts';
import { readServerMinor } from './server-minor.ts';
import { nameObject, parseWritten, toWriters, type Written } from './written-object.ts';

type Introduction = Tables['api-introductions'][number];
type Kind = readonly [Introduction, ...Introduction[]];
type Listed = Facts['introducedObjects']['kinds'][number];

/**
 * The API server itself creates an IPAddress for each address of a Service.
 * https://github.com/kubernetes/kubernetes/blob/master/pkg/registry/core/service/ipallocator/ipallocator.go
 */
const selectors: Readonly<Record<string, string>> = {
  ipaddresses: 'ipaddress.kubernetes.io/managed-by!=ipallocator.k8s.io',
};

/**
 * Names of objects that the control plane creates for itself: the API server its default range of service addresses,
 * the controller manager a bundle of the certificates of the API server.
 * https://kubernetes.io/docs/tasks/network/extend-service-ip-ranges/
 * https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/certificates/clustertrustbundlepublisher/publisher.go
 */
const controlPlaneNames: Readonly<Record<string, RegExp>> = {
  servicecidrs: /^kubernetes$/,
  clustertrustbundles: /^kubernetes\.io:kube-apiserver-serving:/,
};

export const introducedObjects = defineCollector('introducedObjects', {
  permissions: [...groupByResource(loadTable('api-introductions').rows).values()].map(([{ api, resource }]) => ({
    apiGroup: parseApiGroup(api),
    resource,
    verb: 'list' as const,
  })),
  from: ['cluster'],
  async collect({ kube }, facts) {
    const source = await kube();
    const current = requireMinor(await readServerMinor(source, await facts.reading('cluster')));
    const rows = loadTable('api-introductions').rows.filter(({ version }) => version === current);
    const outcomes = await allInOrder([...groupByResource(rows).values()].map((kind) => readOutcome(source, kind)));
    return {
      value: {
        version: format(current),
        kinds: outcomes.map(({ kind }) => kind),
        objects: outcomes.flatMap(({ objects }) => objects),
      },
      gaps: outcomes.flatMap(({ gap }) => gap ?? []),
      inconsistent: outcomes.some(({ inconsistent }) => inconsistent),
    };
  },
});

function requireMinor(minor: Minor | undefined): Minor {
  if (minor !== undefined) return minor;
  throw new ScanError({
    kind: 'unreadable',
    message:
      'the version of the API server is not a version of Kubernetes: which API versions it introduced is unknown',
  });
}

interface ReadKind {
  kind: Listed;
  objects: IntroducedObject[];
  inconsistent: boolean;
  gap?: Gap;
}

/** A kind that could not be listed is a separate gap: the other kinds are judged. */
async function readOutcome(source: KubeSource, kind: Kind): Promise<ReadKind> {
  const [{ api, resource }] = kind;
  try {
    return await listObjects(source, kind);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const gap = { what: `${resource}.${parseApiGroup(api)}`, reason: error.reason };
    return { ...noObjects({ resource, api: null, count: null, omitted: 0 }), gap };
  }
}

async function listObjects(source: KubeSource, kind: Kind): Promise<ReadKind> {
  const [{ api, resource }] = kind;
  const group = parseApiGroup(api);
  const selector = selectors[resource];
  const outcome = await source.list<IntroducedObject | null>({
    apiGroup: group,
    versions: kind.map((row) => row.api.slice(group.length + 1)),
    resource,
    ...(selector === undefined ? {} : { labelSelector: selector }),
    metadataOnly: true,
    keepManagedFields: true,
    project: (raw) => projectObject(raw, kind),
  });
  if (!outcome.served) return noObjects({ resource, api: null, count: 0, omitted: 0 });
  const { items, version, inconsistent } = outcome;
  const all = items.flatMap((object) => object ?? []);
  const objects = all.slice(0, mostObjects);
  const counted = { resource, api: `${group}/${version}`, count: items.length, omitted: all.length - objects.length };
  return { kind: counted, objects, inconsistent };
}

function noObjects(kind: Listed): ReadKind {
  return { kind, objects: [], inconsistent: false };
}

/** Undefined: an object that the control plane creates for itself. Null: an object that is only counted. */
function projectObject(raw: unknown, kind: Kind): IntroducedObject | null | undefined {
  const [{ kind: name, resource, before }] = kind;
  const written = parseWritten(raw);
  if (controlPlaneNames[resource]?.test(written.name) === true) return undefined;
  if (before !== null && !isWrittenByClient(written, kind)) return null;
  const applied = listAppliedApis(written.annotations ?? {});
  return { ...toOwned(written), ...nameObject(written, name), applied, writers: toWriters(written) };
}

/** The first owner: a PodCertificateRequest belongs to a pod that is not its controller. */
function toOwned({ ownerReferences }: Written): Pick<IntroducedObject, 'controller'> {
  const [first] = ownerReferences ?? [];
  return first === undefined ? {} : { controller: { kind: first.kind, name: first.name } };
}

/** True if a client that AWS does not update wrote the object with one of the introduced API versions. */
function isWrittenByClient({ managedFields, annotations }: Written, kind: Kind): boolean {
  const apis = new Set(kind.map(({ api }) => api));
  const entries = (managedFields ?? []).filter(({ subresource = '' }) => subresource === '');
  const isWritten = entries.some(({ apiVersion, manager = '' }) => apis.has(apiVersion) && !isControlPlane(manager));
  return isWritten || listAppliedApis(annotations ?? {}).some(({ api }) => apis.has(api));
}

function isControlPlane(manager: string): boolean {
  const { rows } = loadTable('field-managers');
  return rows.some((row) => row.is === 'control-plane' && row.match === 'exact' && row.manager === manager);
}

/** The rows of each resource, those of the newest beta first. */
function groupByResource(rows: readonly Introduction[]): Map<string, [Introduction, ...Introduction[]]> {
  const newestFirst = rows.toSorted((a, b) => (a.api === b.api ? 0 : a.api < b.api ? 1 : -1));
  return grouped(newestFirst, ({ api, resource }) => `${resource}.${parseApiGroup(api)}`);
}

function parseApiGroup(api: string): string {
  return api.split('/')[0] ?? '';
}
