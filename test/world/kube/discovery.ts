import { json, plainText, type Reply } from './reply.ts';
import { parseMinor, servedKinds, splitGroupVersion, type Kind } from './kinds.ts';
import type { World } from '../world.ts';

/** `/version` as an EKS API server answers it. */
export function versionReply(world: World): Reply {
  return json({
    major: '1',
    minor: `${parseMinor(world)}`,
    gitVersion: world.kube.version,
    gitCommit: '0000000000000000000000000000000000000000',
    gitTreeState: 'clean',
    platform: 'linux/amd64',
  });
}

/** Group versions whose aggregated API server is down, according to the world's APIService objects. */
export function deadGroupVersions(world: World): ReadonlySet<string> {
  const dead = new Set<string>();
  for (const object of world.kube.objects) {
    if (object['kind'] !== 'APIService') continue;
    const { spec, status } = object as { spec?: ApiServiceSpec; status?: { conditions?: readonly Condition[] } };
    const down = status?.conditions?.some(({ type, status }) => type === 'Available' && status === 'False') === true;
    if (down && spec?.service !== undefined) dead.add(`${spec.group}/${spec.version}`);
  }
  return dead;
}

interface ApiServiceSpec {
  group: string;
  version: string;
  service?: unknown;
}
interface Condition {
  type: string;
  status: string;
}

/** `/api` and `/apis`: aggregated if requested and available in the world, otherwise the lists of old servers. */
export function rootReply(world: World, path: '/api' | '/apis', accept: string): Reply {
  const version = aggregatedVersion(world, accept);
  if (version !== undefined) return aggregatedReply(world, path, version);
  if (path === '/api') {
    return json({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:443' }],
    });
  }
  const groups = [...groupVersions(world)].map(([name, versions]) => {
    const rows = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
    return { name, versions: rows, preferredVersion: rows[0] };
  });
  return json({ kind: 'APIGroupList', apiVersion: 'v1', groups });
}

/** `/api/v1` and `/apis/<group>/<version>`. */
export function resourcesReply(world: World, groupVersion: string): Reply {
  if (deadGroupVersions(world).has(groupVersion)) return plainText(503, 'service unavailable');
  const kinds = selectKinds(world, groupVersion);
  if (kinds.length === 0) return plainText(404, '404 page not found');
  const resources = kinds.map(({ resource, kind, namespaced }) => ({
    name: resource,
    singularName: kind.toLowerCase(),
    namespaced,
    kind,
    verbs: ['get', 'list', 'watch'],
  }));
  return json({ kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
}

/** The best aggregated media type that the client accepts and that a server of this minor supports. */
function aggregatedVersion(world: World, accept: string): 'v2' | 'v2beta1' | undefined {
  if (!world.kube.aggregatedDiscovery) return undefined;
  const requestedVersions = accept
    .split(',')
    .filter((type) => type.includes('as=APIGroupDiscoveryList'))
    .map((type) => /;v=(\w+)/.exec(type)?.[1]);
  if (requestedVersions.includes('v2') && parseMinor(world) >= 30) return 'v2';
  return requestedVersions.includes('v2beta1') ? 'v2beta1' : undefined;
}

function aggregatedReply(world: World, path: '/api' | '/apis', version: 'v2' | 'v2beta1'): Reply {
  const dead = deadGroupVersions(world);
  const groups: [string, readonly string[]][] = path === '/api' ? [['', ['v1']]] : [...groupVersions(world)];
  const items = groups.map(([name, versions]) => ({
    metadata: { ...(name !== '' && { name }), creationTimestamp: null },
    versions: versions.map((version) => discoveredVersion(world, name, version, dead.has(`${name}/${version}`))),
  }));
  const document = { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
  return json(document, 200, {
    'content-type': `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
  });
}

function discoveredVersion(world: World, group: string, version: string, dead: boolean): Record<string, unknown> {
  if (dead) return { version, freshness: 'Stale' };
  const resources = selectKinds(world, group === '' ? version : `${group}/${version}`).map(
    ({ resource, kind, namespaced }) => ({
      resource,
      responseKind: { group, version, kind },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      singularResource: kind.toLowerCase(),
      verbs: ['get', 'list', 'watch'],
    }),
  );
  return { version, resources, freshness: 'Current' };
}

/** The world's groups except the core group, each with its versions, in order of preference. */
function groupVersions(world: World): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const dead = [...deadGroupVersions(world)].map(splitGroupVersion);
  const served = servedKinds(world).map(({ group, version }): [string, string] => [group, version]);
  for (const [group, version] of [...served, ...dead]) {
    if (group === '') continue;
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  for (const versions of groups.values()) versions.sort((one, other) => rank(other) - rank(one));
  return groups;
}

/** Higher for a better version: v2, v1, v1beta2, v1alpha1. */
function rank(version: string): number {
  const [, major = '0', stage, step = '0'] = /^v(\d+)(alpha|beta)?(\d+)?$/.exec(version) ?? [];
  const stageRank = stage === undefined ? 2 : stage === 'beta' ? 1 : 0;
  return stageRank * 10_000 + Number(major) * 100 + Number(step);
}

function selectKinds(world: World, groupVersion: string): readonly Kind[] {
  const [group, version] = splitGroupVersion(groupVersion);
  return servedKinds(world).filter((kind) => kind.group === group && kind.version === version);
}
