import { defineCollector } from '../collect.ts';
import type { ApiObject } from '../../facts/api-objects.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap } from '../../facts/reading.ts';
import { ScanError } from '../../facts/reason.ts';
import { grouped } from '../../syntax/grouped.ts';
import { isObject } from '../../syntax/json.ts';
import type { Minor } from '../../syntax/versions.ts';
import type { KubeSource } from '../../sources/kube/contract.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';
import { listAll } from './list.ts';
import { readServerMinor } from './server-minor.ts';
import { listAppliedApis, noted } from './applied-notes.ts';
import { findHelmMark, buildReleaseSummary, type HelmMark } from './helm-marks.ts';
import { nameObject, parseWritten, toWriters, type Written } from './written-object.ts';
import { allInOrder } from '../all-in-order.ts';

type Removal = Tables['api-removals'][number];
type Read = Pick<Facts['apiObjects'], 'objects'> & { kind: Facts['apiObjects']['kinds'][number] };

/**
 * Not listed: events, which last an hour, and PodSecurityPolicies, which have no other version and which the check
 * apis/pod-security-policies judges.
 */
const unlisted = new Set(['events', 'podsecuritypolicies']);
/** EKS runs no cluster below this version: APIs that were removed by then cannot be served. */
const oldest: Minor = 23;
/** For an API server whose version cannot be read: any API that will be removed may be deprecated there. */
const unreadable: Minor = Number.POSITIVE_INFINITY;

/**
 * Excludes objects that controllers of the control plane create by the thousand.
 * https://kubernetes.io/docs/reference/labels-annotations-taints/#endpointslicekubernetesiomanaged-by
 */
const selectors: Readonly<Record<string, string>> = {
  endpointslices:
    'endpointslice.kubernetes.io/managed-by notin (endpointslice-controller.k8s.io,endpointslicemirroring-controller.k8s.io)',
};
/** The API server itself updates FlowSchemas and PriorityLevelConfigurations with this annotation. */
const keptByServer = 'apf.kubernetes.io/autoupdate-spec';

/** Removed API versions and kinds, which owner references must not name: `batch/v1beta1 CronJob`. */
const removedOwners = new Set(
  loadTable('api-removals')
    .rows.filter(isStored)
    .map(({ api, kind }) => `${api} ${kind}`),
);

export const apiObjects = defineCollector('apiObjects', {
  permissions: [...groupRowsByResource(loadTable('api-removals').rows).values()].map(([{ api, resource }]) => ({
    apiGroup: parseApiGroup(api),
    resource,
    verb: 'list' as const,
  })),
  from: ['servedApis', 'cluster'],
  async collect({ kube }, facts) {
    const served = await facts.read('servedApis');
    const source = await kube();
    const current = (await readServerMinor(source, await facts.reading('cluster'))) ?? unreadable;
    const isServed = ({ api, resource }: Removal) => served.some((one) => one.api === api && one.resource === resource);
    const rows = loadTable('api-removals').rows.filter(isServed);
    const read = await allInOrder(
      [...groupRowsByResource(rows).values()].map((kind) => readOutcome(source, kind, current)),
    );
    const lists = read.flatMap((one) => ('list' in one ? [one.list] : []));
    const gaps = read.flatMap((one) => ('gap' in one ? [one.gap] : []));
    return {
      value: { kinds: lists.map(({ kind }) => kind), objects: lists.flatMap(({ objects }) => objects) },
      gaps,
      inconsistent: read.some((one) => 'list' in one && one.inconsistent),
    };
  },
});

type Kind = readonly [Removal, ...Removal[]];
type Outcome = { list: Read; inconsistent: boolean } | { gap: Gap };

/** A kind that could not be listed is a separate gap: the other kinds are judged. */
async function readOutcome(source: KubeSource, kind: Kind, current: Minor): Promise<Outcome> {
  const [{ api, resource }] = kind;
  try {
    return await listObjects(source, kind, current);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { gap: { what: `${resource}.${parseApiGroup(api)}`, reason: error.reason } };
  }
}

async function listObjects(source: KubeSource, kind: Kind, current: Minor): Promise<Outcome> {
  const [{ api, resource }] = kind;
  const version = await newestServed(source, kind);
  const isDeprecated = kind.some((row) => row.api === version && (row.deprecated ?? row.version) <= current);
  const group = parseApiGroup(api);
  if (version === undefined || isDeprecated) {
    return { list: { kind: { resource, api: null, count: 0 }, objects: [] }, inconsistent: false };
  }
  const selector = selectors[resource];
  const { value, inconsistent = false } = await listAll<Projected>(source, {
    apiGroup: group,
    versions: [version.slice(group.length + 1)],
    resource,
    ...(selector === undefined ? {} : { labelSelector: selector }),
    metadataOnly: true,
    keepManagedFields: true,
    project: (raw) => projected(raw, kind),
  });
  const objects = value.flatMap(({ object }) => object ?? []);
  const marked = { helm: buildReleaseSummary(value.flatMap(({ mark }) => mark ?? [])) };
  const counted = { resource, api: version, count: value.length, ...(value.length === 0 ? {} : marked) };
  return { list: { kind: counted, objects }, inconsistent };
}

interface Projected {
  /** Null if the object is only counted. */
  object: ApiObject | null;
  mark: HelmMark | null;
}

const nothingKept: Projected = { object: null, mark: null };

function projected(raw: unknown, kind: Kind): Projected {
  const mark = findHelmMark(raw);
  const object = writtenObject(raw, kind);
  return mark === null && object === null ? nothingKept : { object, mark };
}

/** The best version that this API server serves: a replacement, or else the version that is removed last. */
async function newestServed(source: KubeSource, kind: Kind): Promise<string | undefined> {
  const byEnd = kind.toSorted((a, b) => b.version - a.version);
  const later = byEnd.flatMap(({ api, instead }) =>
    instead?.api.startsWith(`${parseApiGroup(api)}/`) ? [instead.api] : [],
  );
  for (const api of new Set([...later, ...byEnd.map((row) => row.api)])) {
    const [group = '', version = ''] = api.split('/');
    if (await source.serves(group, version, kind[0].resource)) return api;
  }
  return undefined;
}

/**
 * The object, if its clients or owner references use a version that will be removed; otherwise null, as for an object
 * that the API server itself updates.
 */
function writtenObject(raw: unknown, kind: Kind): ApiObject | null {
  if (!mentions(raw, kind)) return null;
  const metadata = parseWritten(raw);
  const applied = listAppliedApis(metadata.annotations ?? {});
  const writers = toWriters(metadata);
  const apis = new Set(kind.map(({ api }) => api));
  const isWritten = [...applied, ...writers.filter(({ subresource }) => subresource === null)].some(({ api }) =>
    apis.has(api),
  );
  const oldOwners = selectOldOwners(metadata.ownerReferences ?? []);
  if (!isWritten && oldOwners.length === 0) return null;
  if (metadata.annotations?.[keptByServer] === 'true') return null;
  return { ...nameObject(metadata, kind[0].kind), ...(oldOwners.length === 0 ? {} : { oldOwners }), applied, writers };
}

/** Owner references that use a version that will be removed. */
function selectOldOwners(references: NonNullable<Written['ownerReferences']>): NonNullable<ApiObject['oldOwners']> {
  return references.flatMap(({ apiVersion: api = '', kind, name }) =>
    removedOwners.has(`${api} ${kind}`) ? [{ api, kind, name }] : [],
  );
}

/** False if the unparsed object cannot use a version that will be removed: most objects need no parsing. */
function mentions(raw: unknown, kind: Kind): boolean {
  const metadata = isObject(raw) ? raw['metadata'] : undefined;
  if (!isObject(metadata)) return true;
  const { annotations } = metadata;
  const [entries, owners] = [objectsIn(metadata['managedFields']), objectsIn(metadata['ownerReferences'])];
  if (entries === undefined || owners === undefined) return true;
  const apis = kind.map(({ api }) => api);
  if (entries.some((one) => (one['subresource'] ?? '') === '' && apis.includes(String(one['apiVersion'])))) return true;
  if (owners.some(isOldOwner)) return true;
  return isObject(annotations) && Object.keys(noted).some((key) => Object.hasOwn(annotations, key));
}

/** Undefined if it is not a list of objects: the schema then reports the error. */
function objectsIn(list: unknown): readonly Record<string, unknown>[] | undefined {
  if (!Array.isArray(list ?? [])) return undefined;
  const entries = (list ?? []) as readonly unknown[];
  return entries.every(isObject) ? entries : undefined;
}

function isOldOwner({ apiVersion, kind }: Record<string, unknown>): boolean {
  return removedOwners.has(`${String(apiVersion)} ${String(kind)}`);
}

/** True for a version that an EKS cluster may still serve, of a kind that this fact lists. */
export function isStored({ version, resource }: Removal): boolean {
  return version > oldest && !unlisted.has(resource);
}

/** The rows of each resource that is listed here. */
function groupRowsByResource(rows: readonly Removal[]): Map<string, [Removal, ...Removal[]]> {
  return grouped(rows.filter(isStored), ({ api, resource }) => `${resource}.${parseApiGroup(api)}`);
}

function parseApiGroup(api: string): string {
  return api.split('/')[0] ?? '';
}
