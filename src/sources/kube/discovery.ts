import { ScanError } from '../../facts/reason.ts';
import { isNotFound, jsonObject, type Answer } from './answer.ts';
import type { KindScope } from './contract.ts';
import type { RequestSender } from './request.ts';
import { statusReason } from './errors.ts';
import { isObject } from '../../syntax/json.ts';

/** Aggregated discovery in its two versions (1.30+, 1.26+), and the plain list of groups for older servers. */
export const DISCOVERY_TYPES = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/** A resource that the API server serves. */
export interface ServedResource {
  /** The kind of its objects; undefined if discovery does not say. */
  kind: string | undefined;
  /** The kinds of the other resources of its group and version. */
  others: ReadonlySet<string>;
}

/** Whether a resource is served; `stale`: unknown, because the group's aggregated API server does not answer. */
export type Presence = ServedResource | 'absent' | 'stale';

/** Looks up what a group and version have. Never called for the core group. */
export interface Discovery {
  resource(group: string, version: string, resource: string): Promise<Presence>;
  kind(group: string, version: string, kind: string): Promise<KindScope | 'absent' | 'stale'>;
}

interface Kind {
  /** Undefined if discovery does not say. */
  kind: string | undefined;
  scope: KindScope;
}

/** The kinds of the resources of a group and version. */
type Kinds = ReadonlyMap<string, Kind>;

interface GroupVersion {
  kinds: Kinds;
  stale: boolean;
}

const CALL = 'GET /apis';

/**
 * Reads the answer of `/apis`. Without aggregated discovery, a group and version is requested only when one of its
 * resources is needed.
 * @throws ScanError if the answer is not a discovery document
 */
export function readDiscovery(answer: Answer, sendRequest: RequestSender): Discovery {
  const document = jsonObject(answer, CALL);
  if (document['kind'] === 'APIGroupDiscoveryList') return aggregated(document);
  if (document['kind'] === 'APIGroupList') return groupByGroup(document, sendRequest);
  throw new ScanError({ kind: 'unreadable', message: `${CALL}: the answer is not a list of API groups` });
}

/** Every API server serves the group apps; accepting a list without it would make every API look absent. */
function empty(): ScanError {
  return new ScanError({ kind: 'unreadable', message: `${CALL}: the list of API groups lacks the group apps` });
}

function aggregated(document: Record<string, unknown>): Discovery {
  const known = new Map<string, GroupVersion>();
  for (const group of records(document['items'], 'items')) {
    const name = isObject(group['metadata']) ? group['metadata']['name'] : undefined;
    for (const entry of versionsIn(group)) {
      const kinds = records(entry['resources'] ?? [], 'resources').map(({ resource, responseKind, scope }) =>
        kindEntry(text(resource, 'resource'), isObject(responseKind) ? responseKind['kind'] : undefined, scope),
      );
      const key = `${text(name, 'metadata.name')}/${text(entry['version'], 'version')}`;
      known.set(key, { kinds: new Map(kinds), stale: entry['freshness'] === 'Stale' });
    }
  }
  if (![...known.keys()].some((key) => key.startsWith('apps/'))) throw empty();
  const find = <Found>(group: string, version: string, pick: (kinds: Kinds) => Found): Found | 'absent' | 'stale' => {
    const found = known.get(`${group}/${version}`);
    const served = found === undefined ? 'absent' : pick(found.kinds);
    return served === 'absent' && found?.stale === true ? 'stale' : served;
  };
  return {
    resource: async (group, version, resource) => find(group, version, (kinds) => findResource(kinds, resource)),
    kind: async (group, version, kind) => find(group, version, (kinds) => findKind(kinds, kind)),
  };
}

function groupByGroup(document: Record<string, unknown>, sendRequest: RequestSender): Discovery {
  const served = new Set<string>();
  for (const group of records(document['groups'], 'groups')) {
    for (const entry of versionsIn(group)) served.add(text(entry['groupVersion'], 'groupVersion'));
  }
  if (![...served].some((key) => key.startsWith('apps/'))) throw empty();
  const requested = new Map<string, Promise<Kinds>>();
  const read = async (group: string, version: string): Promise<Kinds> => {
    const key = `${group}/${version}`;
    if (!served.has(key)) return new Map();
    const resources = requested.get(key) ?? readResources(key, sendRequest);
    requested.set(key, resources);
    return resources;
  };
  return {
    resource: async (group, version, resource) => findResource(await read(group, version), resource),
    kind: async (group, version, kind) => findKind(await read(group, version), kind),
  };
}

/** A group without a version is not served. */
function versionsIn(group: Record<string, unknown>): readonly Record<string, unknown>[] {
  const versions = records(group['versions'], 'versions');
  if (versions.length === 0) throw unreadable('versions');
  return versions;
}

async function readResources(groupVersion: string, sendRequest: RequestSender): Promise<Kinds> {
  const path = `/apis/${groupVersion}`;
  const answer = await sendRequest({ path });
  if (isNotFound(answer)) return new Map();
  if (answer.status !== 200) throw new ScanError(statusReason(answer, `GET ${path}`, { nonResourceURL: path }));
  const document = jsonObject(answer, `GET ${path}`);
  return new Map(
    records(document['resources'], 'resources').map(({ name, kind, namespaced }) =>
      kindEntry(text(name, 'name'), kind, namespaced === true ? 'Namespaced' : namespaced === false ? 'Cluster' : null),
    ),
  );
}

function kindEntry(resource: string, kind: unknown, scope: unknown): [string, Kind] {
  return [
    resource,
    {
      kind: typeof kind === 'string' && kind !== '' ? kind : undefined,
      scope: scope === 'Cluster' || scope === 'Namespaced' ? scope : 'unnamed',
    },
  ];
}

function findResource(kinds: Kinds, resource: string): ServedResource | 'absent' {
  const found = kinds.get(resource);
  if (found === undefined) return 'absent';
  const others = [...kinds.values()].filter(({ kind }) => kind !== undefined && kind !== found.kind);
  return { kind: found.kind, others: new Set(others.map(({ kind }) => kind as string)) };
}

/** Ignores subresources (`deployments/scale`). */
function findKind(kinds: Kinds, kind: string): KindScope | 'absent' {
  const found = [...kinds].find(([resource, one]) => one.kind === kind && !resource.includes('/'));
  return found === undefined ? 'absent' : found[1].scope;
}

function records(value: unknown, name: string): readonly Record<string, unknown>[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw unreadable(name);
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw unreadable(name);
}

function unreadable(name: string): ScanError {
  return new ScanError({
    kind: 'unreadable',
    message: `discovery cannot be read: "${name}" is missing or has an unexpected type`,
  });
}
