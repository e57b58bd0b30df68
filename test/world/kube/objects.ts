import { createHash } from 'node:crypto';
import type { World } from '../world.ts';
import { splitGroupVersion, type Kind } from './kinds.ts';
import { failure, json, type Reply } from './reply.ts';
import { fieldSelector, labelSelector } from './selectors.ts';

type KubeObject = Record<string, unknown>;
interface Metadata extends KubeObject {
  name?: string;
  namespace?: string;
}

/** The parameters of a list request, apart from its kind. */
export interface ListQuery {
  namespace?: string | undefined;
  query: URLSearchParams;
  metadataOnly: boolean;
  /** Continue tokens with a lower number have expired. */
  epoch: number;
}

const METADATA_ONLY = { apiVersion: 'meta.k8s.io/v1' };
const RESOURCE_VERSION = '41000000';

/** One object by name, or the API server's 404. */
export function objectReply(
  world: World,
  kind: Kind,
  namespace: string | undefined,
  name: string,
  metadataOnly: boolean,
): Reply {
  const found = selectObjects(world, kind).find(
    (object) => nameOf(object) === name && (!kind.namespaced || namespaceOf(object) === namespace),
  );
  if (found === undefined) {
    const qualified = kind.group === '' ? kind.resource : `${kind.resource}.${kind.group}`;
    const details = { name, ...(kind.group !== '' && { group: kind.group }), kind: kind.resource };
    return failure(404, { message: `${qualified} "${name}" not found`, details });
  }
  const object = asStored(found, formatApiVersion(kind));
  return json(
    metadataOnly ? { kind: 'PartialObjectMetadata', ...METADATA_ONLY, metadata: object['metadata'] } : object,
  );
}

/** One page of a kind. */
export function listReply(world: World, kind: Kind, { namespace, query, metadataOnly, epoch }: ListQuery): Reply {
  const selected = select(selectObjects(world, kind), query);
  if (!Array.isArray(selected)) return selected;
  const all = namespace === undefined ? selected : selected.filter((object) => namespaceOf(object) === namespace);
  const token = query.get('continue');
  const start = token === null ? '' : readToken(token, epoch);
  if (start === 'invalid') return failure(400, { message: 'continue key is not valid' });
  if (start === 'expired') return expiredReply(epoch, token);
  const rest = all.filter((object) => formatKey(object) >= start);
  const page = rest.slice(0, pageLength(world, query)).map((object) => asStored(object, formatApiVersion(kind)));
  const next = rest[page.length];
  const filtered = query.has('labelSelector') || query.has('fieldSelector');
  const metadata = {
    resourceVersion: RESOURCE_VERSION,
    ...(next !== undefined && { continue: writeToken(formatKey(next), epoch) }),
    ...(next !== undefined && !filtered && { remainingItemCount: rest.length - page.length }),
  };
  return json(listDocument(kind, metadata, page, metadataOnly));
}

/** The 410 of an expired continue token, with a token that continues from the same key without consistency. */
export function expiredReply(epoch: number, token: string | null): Reply {
  if (token === null) return failure(410);
  return failure(410, { metadata: { continue: writeToken(keyIn(token), epoch) } });
}

/** An empty list of metadata is `null`. Lists of built-in kinds have the field order of Go's structs, and items without kind; others have sorted keys. */
function listDocument(
  kind: Kind,
  metadata: KubeObject,
  page: readonly KubeObject[],
  metadataOnly: boolean,
): KubeObject {
  if (metadataOnly) {
    const items = page.map((object) => ({
      kind: 'PartialObjectMetadata',
      ...METADATA_ONLY,
      metadata: object['metadata'],
    }));
    return { kind: 'PartialObjectMetadataList', ...METADATA_ONLY, metadata, items: items.length === 0 ? null : items };
  }
  const apiVersion = formatApiVersion(kind);
  if (!kind.builtIn) return sortedKeys({ apiVersion, items: page, kind: `${kind.kind}List`, metadata }) as KubeObject;
  const items = page.map(({ apiVersion: _version, kind: _kind, ...rest }) => rest);
  return { kind: `${kind.kind}List`, apiVersion, metadata, items };
}

function select(objects: readonly KubeObject[], query: URLSearchParams): KubeObject[] | Reply {
  const labels = labelSelector(query.get('labelSelector') ?? '');
  if (labels === undefined)
    return failure(400, { message: `unable to parse requirement: found '${query.get('labelSelector') ?? ''}'` });
  const fields = fieldSelector(query.get('fieldSelector') ?? '');
  if (typeof fields !== 'function')
    return failure(400, { message: `field label not supported: ${fields.unsupported}` });
  return objects.filter((object) => labels(object) && fields(object));
}

/** `resourceVersion=0` reads from the watch cache, which ignores the limit: all items come in one body. */
function pageLength(world: World, query: URLSearchParams): number {
  if (query.get('resourceVersion') === '0') return Infinity;
  const limit = Number(query.get('limit') ?? 0);
  return Math.min(limit === 0 ? Infinity : limit, world.kube.pageSize);
}

/** A role, and the registration of the core API, that every API server creates. */
const bootstrapped: readonly KubeObject[] = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'cluster-admin', labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
    rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1.', labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
    spec: { group: '', version: 'v1', groupPriorityMinimum: 18_000, versionPriority: 1 },
    status: {
      conditions: [
        { type: 'Available', status: 'True', reason: 'Local', message: 'Local APIServices are always available' },
      ],
    },
  },
];

/** The objects of the kind, in any version that they are written in, sorted by the server's keys. */
function selectObjects(world: World, kind: Kind): KubeObject[] {
  const isOfKind = (object: KubeObject): boolean =>
    object['kind'] === kind.kind && splitGroupVersion(String(object['apiVersion']))[0] === kind.group;
  const own = world.kube.objects.filter(isOfKind);
  const names = new Set(own.map(nameOf));
  return [...bootstrapped.filter((object) => isOfKind(object) && !names.has(nameOf(object))), ...own].sort(
    (one, other) => (formatKey(one) < formatKey(other) ? -1 : 1),
  );
}

/** A manifest with the fields that every stored object has: uid, resource version and field managers. */
function asStored(object: KubeObject, apiVersion: string): KubeObject {
  const { managedFields, ...metadata } = object['metadata'] as Metadata;
  const key = `${String(object['kind'])}/${metadata.namespace ?? ''}/${metadata.name ?? ''}`;
  const hash = createHash('sha256').update(key).digest('hex');
  const uid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
  const resourceVersion = String(40_000_000 + (Number.parseInt(hash.slice(0, 5), 16) % 900_000));
  return {
    ...object,
    apiVersion,
    metadata: { uid, resourceVersion, ...metadata, managedFields: managedFields ?? fieldManagers(object, apiVersion) },
  };
}

function fieldManagers(object: KubeObject, apiVersion: string): unknown[] {
  const fields = Object.keys(object)
    .filter((key) => key !== 'apiVersion' && key !== 'kind')
    .map((key) => [`f:${key}`, { '.': {} }]);
  const time = '2026-01-15T09:00:00Z';
  return [
    {
      manager: 'kubectl-client-side-apply',
      operation: 'Update',
      apiVersion,
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: Object.fromEntries(fields) as KubeObject,
    },
  ];
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sortedKeys(entry)]),
  );
}

function writeToken(start: string, epoch: number): string {
  return Buffer.from(JSON.stringify({ v: 'meta.k8s.io/v1', rv: Number(RESOURCE_VERSION), epoch, start })).toString(
    'base64url',
  );
}

/** The key to continue from, or `expired` or `invalid`. A key contains a slash, so it is neither of the two words. */
function readToken(token: string, epoch: number): string {
  try {
    const read = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as { epoch: number; start: string };
    return read.epoch === epoch ? read.start : 'expired';
  } catch {
    return 'invalid';
  }
}

function keyIn(token: string): string {
  return (JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as { start: string }).start;
}

function formatApiVersion({ group, version }: Kind): string {
  return group === '' ? version : `${group}/${version}`;
}

function formatKey(object: KubeObject): string {
  return `${namespaceOf(object) ?? ''}/${nameOf(object) ?? ''}`;
}

function nameOf(object: KubeObject): string | undefined {
  return (object['metadata'] as Metadata).name;
}

function namespaceOf(object: KubeObject): string | undefined {
  return (object['metadata'] as Metadata).namespace;
}
