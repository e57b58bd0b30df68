import { vi } from 'vitest';
import { budgetCases } from './budget-cases.ts';
import {
  aPod,
  buildBudgets,
  countReplicas,
  definitions,
  buildOwners,
  buildPods,
  podStatus,
  buildReplicaSets,
} from './budget-objects.ts';
import type { LiveCluster } from './cluster.ts';
import { withinMs } from './processes.ts';
import { applyAll, type Manifest } from './seed.ts';

type Json = Record<string, unknown>;

/** A budget as the API server returns it. */
export interface LiveBudget {
  metadata: { namespace: string; name: string; generation: number; resourceVersion: string };
  status: {
    observedGeneration?: number;
    currentHealthy?: number;
    disruptionsAllowed?: number;
    disruptedPods?: Json;
    conditions?: { reason: string }[];
  };
}

/** A pod as the API server returns it. */
export interface LivePod {
  metadata: Manifest['metadata'] & { namespace: string; labels: { set: string }; deletionTimestamp?: string };
  spec: { nodeName: string };
  status: { phase: string };
}

/** An object in a namespace. */
interface Placed {
  metadata: { namespace: string; name: string };
}

/** The answer of the eviction API: a pod is evicted, or the status code of the refusal. */
export type Answer = 'evicted' | number;

const budgets = '/apis/policy/v1/poddisruptionbudgets';
const owners = [
  '/api/v1/nodes',
  '/api/v1/replicationcontrollers',
  ...['deployments', 'replicasets', 'statefulsets', 'daemonsets'].map((name) => `/apis/apps/v1/${name}`),
  '/apis/batch/v1/jobs',
  ...['rollouts', 'widgets'].map((name) => `/apis/example.com/v1/${name}`),
];
const replicasBySet = new Map(
  budgetCases.flatMap(({ name, sets }) =>
    sets.map((set, at) => [at === 0 ? name : `${name}-${at}`, set.owner === 'none' ? 0 : countReplicas(set)] as const),
  ),
);
const names = new Set(budgetCases.map(({ name }) => name));

export function keyOf({ namespace, name }: { namespace: string; name: string }): string {
  return `${namespace}/${name}`;
}

/**
 * Creates all cases. No controller may run: it later sees all objects at once.
 * @param statuses of the budgets, by `namespace/name`; without them, no controller has processed a budget
 */
export async function seedBudgets(
  live: LiveCluster,
  statuses: ReadonlyMap<string, unknown> = new Map(),
): Promise<void> {
  await applyAll(live, [...definitions, ...budgetCases.flatMap(buildOwners)]);
  const findUid = await readUids(live);
  await applyAll(
    live,
    budgetCases.flatMap((one) => buildReplicaSets(one, findUid)),
  );
  const all = await readUids(live);
  await applyAll(
    live,
    budgetCases.flatMap((one) => [...buildPods(one, all), ...buildBudgets(one, statuses)]),
  );
  const leaving = (await listPods(live)).filter(({ metadata }) => metadata.name.includes('-terminating-'));
  await each(leaving, (pod) => ask(live, 'DELETE', podPath(pod)));
}

async function readUids(live: LiveCluster): Promise<(kind: string, namespace: string, name: string) => string> {
  const uids = new Map<string, string>();
  for (const place of owners) {
    const { kind: list, items } = (await ask(live, 'GET', place)) as {
      kind: string;
      items: { metadata: Manifest['metadata'] & { uid: string } }[];
    };
    for (const { metadata } of items) uids.set([list, metadata.namespace ?? '', metadata.name].join('/'), metadata.uid);
  }
  return (kind, namespace, name) => {
    const uid = uids.get([`${kind}List`, namespace, name].join('/'));
    if (uid === undefined) throw new Error(`no ${kind} ${namespace}/${name}`);
    return uid;
  };
}

export async function listBudgets(live: LiveCluster): Promise<LiveBudget[]> {
  return ((await ask(live, 'GET', budgets)) as { items: LiveBudget[] }).items;
}

/** The pods of the cases. */
export async function listPods(live: LiveCluster): Promise<LivePod[]> {
  const { items } = (await ask(live, 'GET', '/api/v1/pods')) as { items: LivePod[] };
  return items.filter(({ metadata }) => names.has(metadata.namespace));
}

/** Resolves when the disruption controller has processed every budget. */
export async function untilProcessed(live: LiveCluster): Promise<LiveBudget[]> {
  await vi.waitUntil(async () => !(await listBudgets(live)).some(isPending), { timeout: withinMs });
  return listBudgets(live);
}

function isPending({ metadata, status }: LiveBudget): boolean {
  if (status.conditions?.some(({ reason }) => reason === 'SyncFailed') === true) return false;
  return (status.observedGeneration ?? 0) < metadata.generation;
}

/** True if the controller has seen the last eviction from a namespace of ready pods, and the pod that replaces it. */
export async function hasCounted(live: LiveCluster, namespace: string): Promise<boolean> {
  const [budget] = (await listBudgets(live)).filter(({ metadata }) => metadata.namespace === namespace);
  if (budget === undefined) return true;
  const pods = (await listPods(live)).filter(({ metadata }) => metadata.namespace === namespace);
  const { currentHealthy, disruptedPods = {} } = budget.status;
  return currentHealthy === pods.length && Object.keys(disruptedPods).length === 0;
}

/** Makes every budget look as if no controller had processed it. */
export async function forgetStatuses(live: LiveCluster): Promise<void> {
  const status = { observedGeneration: 0, conditions: [] };
  await each(await listBudgets(live), (budget) => patch(live, `${budgetPath(budget)}/status`, { status }));
}

/** Changes budgets and evicts pods as the cases say; without a controller, the statuses are outdated afterwards. */
export async function outdateStatuses(live: LiveCluster): Promise<void> {
  const pods = await listPods(live);
  for (const { name, changed, evicts } of budgetCases) {
    const spec = { minAvailable: null, maxUnavailable: null, ...changed };
    if (changed !== undefined)
      await patch(live, budgetPath({ metadata: { namespace: name, name: `${name}-0` } }), { spec });
    const pod = pods.find(({ metadata }) => metadata.namespace === name);
    if (evicts === true && pod !== undefined) await evict(live, pod);
  }
}

/** Asks the API server to evict every pod, as a dry run. Returns the answers by `namespace/name`. */
export async function evictAll(live: LiveCluster): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  await each(await listPods(live), async (pod) =>
    answers.set(keyOf(pod.metadata), await evict(live, pod, { dryRun: ['All'] })),
  );
  return answers;
}

export async function evict(live: LiveCluster, pod: Placed, deleteOptions: Json = {}): Promise<Answer> {
  const { namespace, name } = pod.metadata;
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace, name }, deleteOptions };
  const { status } = await live.admin('POST', `${podPath(pod)}/eviction`, eviction);
  return status === 201 ? 'evicted' : status;
}

/** Acts as kubelets and controllers until every pod that can run is ready. */
export async function healPods(live: LiveCluster): Promise<void> {
  await each(await listPods(live), async (pod) => {
    if (pod.metadata.deletionTimestamp !== undefined) await replacePod(live, pod, pod.spec.nodeName);
    else if (!['Succeeded', 'Failed'].includes(pod.status.phase)) {
      await patch(live, `${podPath(pod)}/status`, { status: podStatus('ready') });
    }
  });
}

/** Acts as the kubelet of an evicted pod, and as its controller: if pods are missing, another one is ready on `node`. */
export async function replacePod(live: LiveCluster, pod: LivePod, node: string): Promise<void> {
  const { namespace, labels, ownerReferences, name } = pod.metadata;
  await ask(live, 'DELETE', `${podPath(pod)}?gracePeriodSeconds=0`);
  const left = (await listPods(live)).filter(
    ({ metadata, status }) => metadata.labels.set === labels.set && !['Succeeded', 'Failed'].includes(status.phase),
  );
  if (left.length >= (replicasBySet.get(labels.set) ?? 0)) return;
  await applyAll(live, [aPod({ namespace, labels, ownerReferences, name: `${name}-new` }, node)]);
}

export function podPath({ metadata }: Placed): string {
  return `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
}

function budgetPath({ metadata }: Placed): string {
  return `/apis/policy/v1/namespaces/${metadata.namespace}/poddisruptionbudgets/${metadata.name}`;
}

function patch(live: LiveCluster, path: string, body: Json): Promise<unknown> {
  return ask(live, 'PATCH', path, body);
}

async function ask(live: LiveCluster, method: string, path: string, sent?: Json): Promise<unknown> {
  const { status, body } = await live.admin(method, path, sent, sent && 'application/merge-patch+json');
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

export async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}
