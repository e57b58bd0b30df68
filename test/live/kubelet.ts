import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Outcome } from '../world/outcome.ts';
import type { LiveCluster } from './cluster.ts';
import type { Image, Mount } from './image.ts';
import { layImage } from './image.ts';
import { runContainer } from './sandbox.ts';
import type { ScannedCluster } from './scanned-cluster.ts';

/** The parts of a pod that its run depends on. */
export interface Pod {
  metadata: { name: string; namespace: string; uid: string };
  spec: {
    serviceAccountName: string;
    containers: readonly [Container];
    volumes?: readonly Volume[];
    securityContext?: { runAsUser?: number; runAsGroup?: number };
  };
}
interface Container {
  name: string;
  image: string;
  args?: readonly string[];
  env?: readonly Variable[];
  volumeMounts?: readonly { name: string; mountPath: string; readOnly?: boolean }[];
  securityContext?: { readOnlyRootFilesystem?: boolean };
}
interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
}
type Items = readonly { key: string; path: string }[];
interface Source {
  serviceAccountToken?: { path: string; expirationSeconds?: number; audience?: string };
  configMap?: { name: string; items?: Items };
}
interface Volume {
  name: string;
  configMap?: { name: string; items?: Items };
  secret?: { secretName: string; items?: Items };
  emptyDir?: object;
  projected?: { sources: readonly Source[] };
}

async function bindToNode(live: LiveCluster, { namespace, name }: Pod['metadata']): Promise<void> {
  const { body } = await live.admin('GET', '/api/v1/nodes');
  const [node] = (body as { items: { metadata: { name: string } }[] }).items;
  const target = { apiVersion: 'v1', kind: 'Node', name: node?.metadata.name };
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
  const { status } = await live.admin('POST', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, binding);
  if (status !== 201) throw new Error(`the pod was not bound to a node: ${status}`);
}

/**
 * Acts as the scheduler and the kubelet for one pod: reads its spec, requests its token, writes its volumes, runs its command in the
 * image with its security context, and reports how it ended.
 * @param folder for the root file system and the volumes; the caller removes it
 */
export async function runPod(
  { live, kube }: Pick<ScannedCluster, 'live' | 'kube'>,
  pod: Pod,
  image: Image,
  folder: string,
): Promise<Outcome> {
  const { spec, metadata } = pod;
  const [container] = spec.containers;
  if (container.securityContext?.readOnlyRootFilesystem !== true)
    throw new Error('its root file system can be written');
  const root = path.join(folder, 'root');
  await mkdir(root, { recursive: true });
  const own = layImage(image, root);
  const mounts = await Promise.all((container.volumeMounts ?? []).map((mount) => mounted(live, pod, mount, folder)));
  const startedAt = new Date().toISOString();
  await bindToNode(live, metadata);
  await report(live, pod, { phase: 'Running' });
  const outcome = await runContainer({
    root,
    mounts: [...own, ...mounts],
    user: { uid: spec.securityContext?.runAsUser ?? image.user.uid, gid: spec.securityContext?.runAsGroup ?? 0 },
    workdir: image.workdir,
    args: [...image.entrypoint, ...(container.args ?? image.command)],
    env: {
      ...buildApiServerVariables(kube),
      HOME: '/home/nonroot',
      ...(await resolveEnvironment(live, metadata.namespace, container)),
    },
  });
  await reportEnd(live, pod, outcome, startedAt);
  return outcome;
}

/** The variables that each container gets: the address of its API server, and PATH. */
function buildApiServerVariables({ endpoint }: ScannedCluster['kube']): NodeJS.ProcessEnv {
  const { hostname, port } = new URL(endpoint);
  return { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, PATH: '/usr/bin' };
}

async function resolveEnvironment(
  live: LiveCluster,
  namespace: string,
  { env = [] }: Container,
): Promise<NodeJS.ProcessEnv> {
  const pairs = env.map(async ({ name, value, valueFrom }) => {
    const reference = valueFrom?.secretKeyRef;
    if (reference === undefined) return [name, value ?? ''] as const;
    const files = await readDataFiles(live, `namespaces/${namespace}/secrets/${reference.name}`);
    const text = files[reference.key];
    if (text === undefined) throw new Error(`Secret ${reference.name} has no ${reference.key}`);
    return [name, text] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

async function mounted(
  live: LiveCluster,
  pod: Pod,
  { name, mountPath, readOnly = false }: { name: string; mountPath: string; readOnly?: boolean },
  folder: string,
): Promise<Mount> {
  const volume = pod.spec.volumes?.find((one) => one.name === name);
  if (volume === undefined) throw new Error(`the pod has no volume ${name}`);
  const source = path.join(folder, 'volumes', name);
  await mkdir(source, { recursive: true });
  await chmod(source, volume.emptyDir === undefined ? 0o755 : 0o777);
  if (volume.emptyDir === undefined) await writeLinked(source, await readVolumeContent(live, pod, volume));
  return { source, target: mountPath, readOnly };
}

/** Writes a volume as the kubelet does: each file is a link through `..data`, which can be replaced atomically. */
async function writeLinked(folder: string, content: Record<string, string>): Promise<void> {
  const version = '..2026_11_22_05_00_00.000000001';
  await mkdir(path.join(folder, version));
  await symlink(version, path.join(folder, '..data'));
  for (const [file, text] of Object.entries(content)) {
    await writeFile(path.join(folder, version, file), text, { mode: 0o644 });
    await symlink(path.join('..data', file), path.join(folder, file));
  }
}

async function readVolumeContent(live: LiveCluster, pod: Pod, volume: Volume): Promise<Record<string, string>> {
  const own = `namespaces/${pod.metadata.namespace}`;
  const { configMap, secret, projected, emptyDir } = volume;
  if (configMap !== undefined) return readDataFiles(live, `${own}/configmaps/${configMap.name}`, configMap.items);
  if (secret !== undefined) return readDataFiles(live, `${own}/secrets/${secret.secretName}`, secret.items);
  if (emptyDir !== undefined) return {};
  if (projected === undefined) throw new Error(`volume ${volume.name} is of a kind that is not played`);
  const parts = await Promise.all(
    projected.sources.map(async (source) => {
      if (source.serviceAccountToken !== undefined) {
        return { [source.serviceAccountToken.path]: await requestToken(live, pod, source.serviceAccountToken) };
      }
      if (source.configMap === undefined) throw new Error(`volume ${volume.name} projects what is not played`);
      return readDataFiles(live, `${own}/configmaps/${source.configMap.name}`, source.configMap.items);
    }),
  );
  return Object.assign({}, ...parts) as Record<string, string>;
}

async function readDataFiles(live: LiveCluster, place: string, items?: Items): Promise<Record<string, string>> {
  const { status, body } = await live.admin('GET', `/api/v1/${place}`);
  if (status !== 200) throw new Error(`GET ${place}: ${status}`);
  const { kind, data = {} } = body as { kind: string; data?: Record<string, string> };
  const read = (text: string) => (kind === 'Secret' ? Buffer.from(text, 'base64').toString('utf8') : text);
  const chosen = items ?? Object.keys(data).map((key) => ({ key, path: key }));
  return Object.fromEntries(
    chosen.map(({ key, path: file }) => {
      const text = data[key];
      if (text === undefined) throw new Error(`${place} has no ${key}`);
      return [file, read(text)];
    }),
  );
}

/** Requests a token that is bound to the pod, as the kubelet does: it expires with the pod. */
async function requestToken(
  live: LiveCluster,
  { metadata, spec }: Pod,
  { audience, expirationSeconds }: { audience?: string; expirationSeconds?: number },
): Promise<string> {
  const place = `/api/v1/namespaces/${metadata.namespace}/serviceaccounts/${spec.serviceAccountName}/token`;
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {
      ...(audience === undefined ? {} : { audiences: [audience] }),
      expirationSeconds,
      boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: metadata.name, uid: metadata.uid },
    },
  };
  const { status, body } = await live.admin('POST', place, request);
  if (status !== 201) throw new Error(`${place}: ${status} ${JSON.stringify(body)}`);
  return (body as { status: { token: string } }).status.token;
}

async function reportEnd(live: LiveCluster, pod: Pod, { code, stderr }: Outcome, startedAt: string): Promise<void> {
  const [{ name, image }] = pod.spec.containers;
  const finishedAt = new Date().toISOString();
  const terminated = { exitCode: code ?? 137, reason: code === 0 ? 'Completed' : 'Error', startedAt, finishedAt };
  const state = { terminated: { ...terminated, message: stderr.slice(-2048) } };
  const ended = { name, image, imageID: '', ready: false, restartCount: 0, state };
  await report(live, pod, { phase: code === 0 ? 'Succeeded' : 'Failed', containerStatuses: [ended] });
}

async function report(live: LiveCluster, { metadata }: Pod, status: object): Promise<void> {
  const place = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/status`;
  const answer = await live.admin('PATCH', place, { status }, 'application/merge-patch+json');
  if (answer.status !== 200) throw new Error(`PATCH ${place}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
