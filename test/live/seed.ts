import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveCluster } from './cluster.ts';
import { withinMs } from './processes.ts';

/** A Kubernetes object as in a manifest; fields that are not listed here are passed on unchanged. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  status?: unknown;
  [field: string]: unknown;
}

interface ApiResource {
  name: string;
  kind: string;
  namespaced: boolean;
}

type Discover = (apiVersion: string) => Promise<ApiResource[]>;

const atOnce = 8;

/** Kinds that others need come first; kinds that validate or change others come last, so objects stay as written. */
const firstKinds = new Set(['Namespace', 'CustomResourceDefinition']);
const lastKinds = new Set([
  'LimitRange',
  'ResourceQuota',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'APIService',
]);

/**
 * Creates the objects, given in any order, as the administrator, and writes the `status` of those that have one. Merges
 * into objects that exist (a system namespace). CRDs are served when this resolves. Namespaces that are not among the
 * objects must exist. Throws with the server's answer at the first object that it refuses.
 */
export async function applyAll(cluster: LiveCluster, objects: readonly Manifest[]): Promise<void> {
  const discover = remembered((apiVersion) => discoverResources(cluster, apiVersion));
  for (const stage of inStages(objects)) {
    await eachAtOnce(stage, (object) => apply(cluster, discover, object));
    await eachAtOnce(stage, (object) => untilServed(cluster, object));
  }
}

function inStages(objects: readonly Manifest[]): Manifest[][] {
  const stages: Manifest[][] = [[], [], [], []];
  for (const object of objects) stages[resolveStage(object)]?.push(object);
  return stages;
}

function resolveStage({ kind, metadata }: Manifest): number {
  if (firstKinds.has(kind)) return 0;
  if (lastKinds.has(kind)) return 3;
  return metadata.namespace === undefined ? 1 : 2;
}

async function eachAtOnce(objects: readonly Manifest[], work: (object: Manifest) => Promise<void>): Promise<void> {
  const queue = objects.values();
  const worker = async (): Promise<void> => {
    for (const object of queue) await work(object);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function apply(cluster: LiveCluster, discover: Discover, object: Manifest): Promise<void> {
  const resources = await discover(object.apiVersion);
  const resource = resources.find(({ kind, name }) => kind === object.kind && !name.includes('/'));
  if (resource === undefined) throw new Error(`${object.apiVersion} serves no ${object.kind}`);
  const collection = collectionPath(object, resource);
  const path = `${collection}/${encodeURIComponent(object.metadata.name)}`;
  const created = await createOrMerge(cluster, collection, path, object);
  const hasStatus = resources.some(({ name }) => name === `${resource.name}/status`);
  if (object.status === undefined || !hasStatus) return;
  if (created && object.kind === 'Node') return; // a create request already stores a Node's status
  await mustPatch(cluster, `${path}/status`, { status: object.status });
}

function collectionPath({ apiVersion, metadata }: Manifest, resource: ApiResource): string {
  const root = groupPath(apiVersion);
  if (!resource.namespaced) return `${root}/${resource.name}`;
  return `${root}/namespaces/${encodeURIComponent(metadata.namespace ?? 'default')}/${resource.name}`;
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

/** Returns whether the object is new. */
async function createOrMerge(
  cluster: LiveCluster,
  collection: string,
  path: string,
  object: Manifest,
): Promise<boolean> {
  const { resourceVersion: _fromAnotherCluster, ...metadata } = object.metadata;
  const body = { ...object, metadata };
  const { status, body: answer } = await cluster.admin('POST', collection, body);
  if (status === 201) return true;
  const exists = status === 409 && (answer as { reason?: string }).reason === 'AlreadyExists';
  if (!exists) throw refusal('POST', path, status, answer);
  await mustPatch(cluster, path, body);
  return false;
}

async function mustPatch(cluster: LiveCluster, path: string, patch: unknown): Promise<void> {
  const { status, body } = await cluster.admin('PATCH', path, patch, 'application/merge-patch+json');
  if (status !== 200) throw refusal('PATCH', path, status, body);
}

function refusal(method: string, path: string, status: number, answer: unknown): Error {
  return new Error(
    `${method} ${path}: ${status} ${(answer as { message?: string }).message ?? JSON.stringify(answer)}`,
  );
}

async function untilServed(cluster: LiveCluster, object: Manifest): Promise<void> {
  if (object.kind !== 'CustomResourceDefinition') return;
  const { group, names, versions } = object['spec'] as {
    group: string;
    names: { kind: string };
    versions: { name: string; served: boolean }[];
  };
  const deadline = Date.now() + withinMs;
  for (const { name } of versions.filter(({ served }) => served)) {
    while (!(await serves(cluster, `${group}/${name}`, names.kind))) {
      if (Date.now() > deadline) throw new Error(`CustomResourceDefinition ${object.metadata.name} is not served`);
      await sleep(50);
    }
  }
}

async function serves(cluster: LiveCluster, apiVersion: string, kind: string): Promise<boolean> {
  const { status, body } = await cluster.admin('GET', groupPath(apiVersion));
  return status === 200 && (body as { resources: ApiResource[] }).resources.some((resource) => resource.kind === kind);
}

async function discoverResources(cluster: LiveCluster, apiVersion: string): Promise<ApiResource[]> {
  const deadline = Date.now() + withinMs;
  let { status, body } = await cluster.admin('GET', groupPath(apiVersion));
  // While another CRD joins a group, an older API server may not serve the group for a moment.
  while (status === 404 && Date.now() < deadline) {
    await sleep(50);
    ({ status, body } = await cluster.admin('GET', groupPath(apiVersion)));
  }
  if (status !== 200) throw refusal('GET', groupPath(apiVersion), status, body);
  return (body as { resources: ApiResource[] }).resources;
}

function remembered(discover: Discover): Discover {
  const known = new Map<string, Promise<ApiResource[]>>();
  return (apiVersion) => {
    const found = known.get(apiVersion) ?? discover(apiVersion);
    known.set(apiVersion, found);
    return found;
  };
}
