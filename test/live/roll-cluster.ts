import { each, podPath } from './budget-cluster.ts';
import type { LiveCluster } from './cluster.ts';

/**
 * Acts as the scheduler, the kubelets and the CSI attacher of a live cluster. Everything else is done by the real
 * controllers: of Deployments, StatefulSets, budgets, volumes, and the taint of cordoned nodes.
 */

type Json = Record<string, unknown>;

interface Condition {
  type: string;
  status: string;
  message?: string;
}

/** A pod as the API server returns it. */
export interface RolledPod {
  metadata: {
    namespace: string;
    name: string;
    labels?: Record<string, string>;
    ownerReferences?: readonly { kind: string }[];
    finalizers?: readonly string[];
    deletionTimestamp?: string;
  };
  spec: { nodeName?: string; volumes?: readonly { persistentVolumeClaim?: { claimName: string } }[] };
  status: { phase: string; conditions?: readonly Condition[] };
}

/** A node as the API server returns it. */
export interface RolledNode {
  metadata: { name: string };
  spec: { unschedulable?: boolean; taints?: readonly { key: string; timeAdded?: string }[] };
  status: {
    allocatable: { pods: string };
    nodeInfo: { kubeletVersion: string };
    volumesInUse?: readonly string[];
  };
}

interface Volume {
  metadata: { name: string };
  spec: { csi: { driver: string; volumeHandle: string }; claimRef?: { namespace: string; name: string } };
}

interface Attachment {
  metadata: { name: string };
  spec: { nodeName: string; source: { persistentVolumeName?: string } };
  status?: { attached: boolean };
}

/** The objects of a cluster at one time. */
export interface Seen {
  nodes: readonly RolledNode[];
  pods: readonly RolledPod[];
}

/** What the kubelets do not do. */
export interface Habits {
  /** The containers of this pod ignore the signal to stop. */
  runsOn?(pod: RolledPod): boolean;
  /** The volumes of pods that have ended stay mounted. */
  keepsVolumes?: boolean;
}

export async function look(live: LiveCluster): Promise<Seen> {
  const [nodes, pods] = await Promise.all([list<RolledNode>(live, 'nodes'), list<RolledPod>(live, 'pods')]);
  return { nodes, pods };
}

export function hasEnded({ status }: RolledPod): boolean {
  return status.phase === 'Succeeded' || status.phase === 'Failed';
}

export function hasCondition({ status }: RolledPod, type: string, value: 'True' | 'False' = 'True'): boolean {
  return status.conditions?.some((one) => one.type === type && one.status === value) === true;
}

/** What the scheduler, the kubelets and the attacher do about the objects that they see. */
export async function playCluster(live: LiveCluster, { nodes, pods }: Seen, habits: Habits): Promise<void> {
  const volumes = pods.some(({ spec }) => spec.volumes?.some(({ persistentVolumeClaim: claim }) => claim !== undefined))
    ? await list<Volume>(live, 'persistentvolumes')
    : [];
  await schedule(live, { nodes, pods });
  await each(nodes, (node) => reportVolumes(live, node, pods, volumes, habits));
  const attachments = volumes.length === 0 ? [] : await attach(live);
  await each(
    pods.filter(({ spec }) => spec.nodeName !== undefined),
    (pod) => runPod(live, pod, habits, areAttached(attachments, pod, volumes)),
  );
}

/** Binds each waiting pod to the open node with the fewest pods, or says why it fits on none. */
async function schedule(live: LiveCluster, { nodes, pods }: Seen): Promise<void> {
  const counts = new Map(nodes.map(({ metadata }) => [metadata.name, 0]));
  for (const { spec } of pods) counts.set(spec.nodeName ?? '', (counts.get(spec.nodeName ?? '') ?? 0) + 1);
  const countOn = ({ metadata }: RolledNode): number => counts.get(metadata.name) ?? 0;
  const opened = nodes.filter(({ spec }) => spec.unschedulable !== true);
  for (const pod of pods.filter(({ spec, metadata }) => spec.nodeName === undefined && !metadata.deletionTimestamp)) {
    const fitting = opened.filter((node) => countOn(node) < Number(node.status.allocatable.pods));
    const [node] = fitting.toSorted((one, other) => countOn(one) - countOn(other));
    if (node !== undefined) {
      counts.set(node.metadata.name, countOn(node) + 1);
      await bind(live, pod, node.metadata.name);
    } else await explain(live, pod, tell(nodes.length, nodes.length - opened.length));
  }
}

async function bind(live: LiveCluster, { metadata: { namespace, name } }: RolledPod, node: string): Promise<void> {
  const target = { apiVersion: 'v1', kind: 'Node', name: node };
  const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
  await say(live, 'POST', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, binding);
}

/** As the scheduler does each time it tries, except that it tries more seldom. */
async function explain(live: LiveCluster, pod: RolledPod, message: string): Promise<void> {
  const written = pod.status.conditions?.find(({ type }) => type === 'PodScheduled');
  if (written?.message === message) return;
  const since = written === undefined ? { lastTransitionTime: now() } : {};
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  await report(live, pod, { conditions: [{ ...condition, ...since }] });
}

/** The scheduler's words, of which the second half is about preemption. */
function tell(all: number, cordoned: number): string {
  const none = `0/${all} nodes are available: `;
  const counted = (one: string, other: string): string =>
    [cordoned > 0 ? [`${cordoned} ${one}`] : [], `${all - cordoned} ${other}`].flat().toSorted().join(', ');
  const reasons = counted('node(s) were unschedulable', 'Too many pods');
  const victims = counted('Preemption is not helpful for scheduling', 'No preemption victims found for incoming pod');
  return `${none}${reasons}. preemption: ${none}${victims}.`;
}

/** The kubelet starts a pod as soon as its volumes are attached, and ends it when it is deleted. */
async function runPod(live: LiveCluster, pod: RolledPod, habits: Habits, isAttached: boolean): Promise<void> {
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (hasEnded(pod) || habits.runsOn?.(pod) === true) return;
    await report(live, pod, { phase: 'Succeeded', conditions: readiness('False', 'PodCompleted') });
    await say(live, 'DELETE', `${podPath(pod)}?gracePeriodSeconds=0`);
  } else if (pod.status.phase === 'Pending' && isAttached) {
    await report(live, pod, { phase: 'Running', conditions: readiness('True'), startTime: now() });
  } else if (pod.status.phase === 'Pending' && !hasCondition(pod, 'Ready', 'False')) {
    await report(live, pod, { conditions: readiness('False', 'ContainersNotReady') });
  }
}

function readiness(status: 'True' | 'False', reason?: string): Json[] {
  return ['ContainersReady', 'Ready'].map((type) => ({ type, status, reason, lastTransitionTime: now() }));
}

/** The kubelet lists the volumes that are mounted: without this, the controller attaches them to no other node. */
async function reportVolumes(
  live: LiveCluster,
  { metadata: { name }, status: { volumesInUse = [] } }: RolledNode,
  pods: readonly RolledPod[],
  volumes: readonly Volume[],
  { keepsVolumes = false }: Habits,
): Promise<void> {
  const own = pods.filter((pod) => pod.spec.nodeName === name && pod.status.phase === 'Running');
  const mounted = own
    .flatMap((pod) => findBoundVolumes(pod, volumes))
    .map(({ spec: { csi } }) => `kubernetes.io/csi/${csi.driver}^${csi.volumeHandle}`);
  const reported = keepsVolumes ? [...new Set([...volumesInUse, ...mounted])] : mounted;
  if (String(reported) === String(volumesInUse)) return;
  await say(live, 'PATCH', `/api/v1/nodes/${name}/status`, { status: { volumesInUse: reported } });
}

function findBoundVolumes({ metadata, spec }: RolledPod, volumes: readonly Volume[]): Volume[] {
  const claims = (spec.volumes ?? []).flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []);
  return volumes.filter(
    ({ spec: { claimRef } }) => claimRef?.namespace === metadata.namespace && claims.includes(claimRef.name),
  );
}

/** The attacher of the CSI driver attaches what the controller asks for. */
async function attach(live: LiveCluster): Promise<Attachment[]> {
  const attachments = await list<Attachment>(live, 'volumeattachments', '/apis/storage.k8s.io/v1');
  await each(attachments, async ({ metadata, status }) => {
    if (status?.attached === true) return;
    const path = `/apis/storage.k8s.io/v1/volumeattachments/${metadata.name}/status`;
    await say(live, 'PATCH', path, { status: { attached: true } });
  });
  return attachments.filter(({ status }) => status?.attached === true);
}

function areAttached(attachments: readonly Attachment[], pod: RolledPod, volumes: readonly Volume[]): boolean {
  const attached = attachments
    .filter(({ spec }) => spec.nodeName === pod.spec.nodeName)
    .map(({ spec }) => spec.source.persistentVolumeName);
  return findBoundVolumes(pod, volumes).every(({ metadata }) => attached.includes(metadata.name));
}

async function list<Item>(live: LiveCluster, plural: string, api = '/api/v1'): Promise<Item[]> {
  return ((await say(live, 'GET', `${api}/${plural}`)) as { items: Item[] }).items;
}

function report(live: LiveCluster, pod: RolledPod, status: Json): Promise<unknown> {
  return say(live, 'PATCH', `${podPath(pod)}/status`, { status });
}

/** Sends a request as the administrator. An object that is deleted meanwhile is no error. */
export async function say(live: LiveCluster, method: string, path: string, sent?: Json): Promise<unknown> {
  const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : undefined;
  const { status, body } = await live.admin(method, path, sent, type);
  if (status >= 300 && status !== 404 && status !== 409)
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

function now(): string {
  return new Date().toISOString();
}
