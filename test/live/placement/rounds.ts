import { setTimeout as sleep } from 'node:timers/promises';
import type { Placement } from '../../../src/facts/pod-templates.ts';
import type { LiveCluster } from '../cluster.ts';
import { withinMs } from '../processes.ts';
import type { NodeKind } from './kinds.ts';
import type { Template } from './templates.ts';

/** What the scheduler said of a pod: the node that it chose, or why it chose none. */
export type Outcome = { node: string } | { message: string };

interface Pod {
  metadata: { name: string };
  spec: { nodeName?: string };
  status: { conditions?: { type: string; status: string; message?: string }[] };
}

const pods = '/api/v1/namespaces/default/pods';
const nodes = '/api/v1/nodes';
const atOnce = 8;

/** Lets the scheduler place a pod of each template on the nodes of one kind. Returns what it said, in their order. */
export async function scheduleRound(
  live: LiveCluster,
  kind: NodeKind,
  templates: readonly Template[],
): Promise<Outcome[]> {
  await expectStatus(live, 'DELETE', `${pods}?gracePeriodSeconds=0`);
  await expectStatus(live, 'DELETE', nodes);
  const round = String(Date.now());
  for (const [at, labels] of kind.nodes.entries())
    await expectStatus(live, 'POST', nodes, aNode(kind, round, at, labels));
  // When the last node has taken a pod, the scheduler has seen all that came before it.
  const last = { nodeSelector: { round: `${round}-${kind.nodes.length - 1}` }, tolerations: [every] };
  await expectStatus(live, 'POST', pods, aPod('seen', last));
  await untilJudged(live, (seen) => seen.length === 1 && seen[0]?.spec.nodeName !== undefined);
  const queue = templates.entries();
  const worker = async (): Promise<void> => {
    for (const [at, { placement }] of queue) await expectStatus(live, 'POST', pods, aPod(`pod-${at}`, placement));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const judged = await untilJudged(live, (seen) => seen.every((pod) => readOutcome(pod) !== undefined));
  const byName = new Map(judged.map((pod) => [pod.metadata.name, readOutcome(pod)]));
  return templates.map((_, at) => byName.get(`pod-${at}`) ?? { message: 'the pod is missing' });
}

function readOutcome({ spec, status }: Pod): Outcome | undefined {
  if (spec.nodeName !== undefined) return { node: spec.nodeName };
  const scheduled = status.conditions?.find(({ type }) => type === 'PodScheduled');
  return scheduled?.message === undefined ? undefined : { message: scheduled.message };
}

async function untilJudged(live: LiveCluster, isEnough: (pods: Pod[]) => boolean): Promise<Pod[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const { body } = await live.admin('GET', pods);
    const { items } = body as { items: Pod[] };
    if (isEnough(items)) return items;
    if (Date.now() > deadline) throw new Error('the scheduler has not judged every pod');
    await sleep(50);
  }
}

async function expectStatus(live: LiveCluster, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await live.admin(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)} ${JSON.stringify(body)}`);
}

function aNode({ shape }: NodeKind, round: string, at: number, labels: Readonly<Record<string, string>>): object {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${round}-${at}`, labels: { ...labels, round: `${round}-${at}` } },
    spec: { taints: shape.taints.map(({ key, value, effect }) => ({ key, effect, ...(value ? { value } : {}) })) },
    status: {
      allocatable: { cpu: '64', memory: '256Gi', pods: '1000' },
      capacity: { cpu: '64', memory: '256Gi', pods: '1000' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

const every = { key: null, operator: 'Exists', value: null, effect: null };

function aPod(name: string, { nodeSelector, terms, tolerations = [] }: Placement): object {
  const nodeSelectorTerms = terms?.map(({ labels, fields }) => ({ matchExpressions: labels, matchFields: fields }));
  const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      containers: [{ name: 'main', image: 'main' }],
      ...(nodeSelector === undefined ? {} : { nodeSelector }),
      ...(terms === undefined ? {} : { affinity: { nodeAffinity: required } }),
      tolerations: tolerations.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null && value !== '')),
      ),
    },
  };
}
