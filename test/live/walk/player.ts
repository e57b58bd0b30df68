import { setTimeout as sleep } from 'node:timers/promises';
import { each } from '../budget-cluster.ts';
import type { LiveCluster } from '../cluster.ts';
import { applyAll } from '../seed.ts';
import { fargateNode } from './nodes.ts';
import {
  ask,
  list,
  podPath,
  type Json,
  type Labels,
  type PlayedNode,
  type PlayedPod,
  type Requirement,
} from './objects.ts';

/** A Fargate profile of the account. */
export interface Profile {
  name: string;
  selectors: readonly { namespace: string; labels?: Labels }[];
}

/** What decides where pods run: the profiles of Fargate, and the version of its new nodes. */
export interface Places {
  profiles(): readonly Profile[];
  version(): string;
}

/**
 * Acts as the scheduler, the kubelets and Fargate, until it is stopped. The controllers of Deployments, DaemonSets and
 * budgets are real ones.
 */
export function startPlayer(live: LiveCluster, places: Places): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await play(live, places).catch((error: unknown) => {
        // The API server is away while it is replaced.
        if (!isAway(error)) throw error;
      });
      await sleep(200);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

const away = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return away.has((error as NodeJS.ErrnoException).code ?? '') || /: (?:401|403|429|5\d\d) /.test(error.message);
}

async function play(live: LiveCluster, places: Places): Promise<void> {
  const nodes = await list<PlayedNode>(live, '/api/v1/nodes');
  const pods = await list<PlayedPod>(live, '/api/v1/pods');
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  await schedule(live, { nodes, pods }, places);
  await each(pods, async (pod) => {
    const { nodeName } = pod.spec;
    if (nodeName === undefined && pod.metadata.deletionTimestamp === undefined) return;
    const isLost = nodeName !== undefined && !names.has(nodeName);
    if (isLost || pod.metadata.deletionTimestamp !== undefined)
      await ask(live, 'DELETE', `${podPath(pod)}?gracePeriodSeconds=0`);
    else if (pod.status.phase === 'Pending') await report(live, pod, running());
  });
  await removeFargate(live, nodes, pods);
}

function running(): Json {
  const at = new Date().toISOString();
  const conditions = ['ContainersReady', 'Ready'].map((type) => ({
    type,
    status: 'True',
    reason: null,
    message: null,
    lastTransitionTime: at,
  }));
  return { phase: 'Running', conditions, startTime: at, podIP: '10.0.0.11', hostIP: '10.0.0.10' };
}

/** A Fargate node ends with its pod. */
async function removeFargate(
  live: LiveCluster,
  nodes: readonly PlayedNode[],
  pods: readonly PlayedPod[],
): Promise<void> {
  const used = new Set(pods.map(({ spec }) => spec.nodeName));
  const ended = nodes.filter(({ metadata }) => isFargate(metadata.labels) && !used.has(metadata.name));
  if (pods.length === 0 || pods.some(({ spec }) => spec.nodeName === undefined)) return;
  await each(ended, ({ metadata }) => ask(live, 'DELETE', `/api/v1/nodes/${metadata.name}`));
}

function isFargate(labels: Labels = {}): boolean {
  return labels['eks.amazonaws.com/compute-type'] === 'fargate';
}

interface Seen {
  nodes: readonly PlayedNode[];
  pods: readonly PlayedPod[];
}

/**
 * Binds each waiting pod to the open node with the fewest pods of its workload, the first by its name, so that every walk
 * has the same places; or says why it fits on none.
 */
async function schedule(live: LiveCluster, { nodes, pods }: Seen, places: Places): Promise<void> {
  const bound = pods.flatMap(({ metadata, spec }) =>
    spec.nodeName === undefined ? [] : [{ metadata, on: spec.nodeName }],
  );
  const count = (name: string, workload?: string): number =>
    bound.filter(({ metadata, on }) => on === name && (workload ?? toWorkload(metadata)) === toWorkload(metadata))
      .length;
  const waiting = pods.filter(({ spec, metadata }) => spec.nodeName === undefined && !metadata.deletionTimestamp);
  for (const pod of waiting) {
    const { metadata } = pod;
    const profile = places.profiles().find((one) => selects(one, pod));
    const fitting = nodes
      .filter((node) => isFargate(node.metadata.labels) === (profile !== undefined) && fits(pod, node))
      .map((node) => ({ name: node.metadata.name, own: count(node.metadata.name, toWorkload(metadata)) }))
      .toSorted((one, other) => one.own - other.own || (one.name < other.name ? -1 : 1));
    const free = profile === undefined ? fitting : fitting.filter(({ name }) => count(name) === 0);
    const on = free[0]?.name ?? (profile && (await startFargate(live, places)));
    if (on === undefined) await explain(live, pod, nodes.length);
    else {
      bound.push({ metadata, on });
      await bind(live, pod, on, profile);
    }
  }
}

/** Pods of one workload have the same labels, but for those that a rollout or a profile adds. */
function toWorkload({ namespace, labels = {} }: PlayedPod['metadata']): string {
  const { 'pod-template-hash': _hash, 'eks.amazonaws.com/fargate-profile': _profile, ...own } = labels;
  const { 'controller-revision-hash': _revision, 'pod-template-generation': _generation, ...rest } = own;
  return JSON.stringify([namespace, Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

function selects({ selectors }: Profile, { metadata }: PlayedPod): boolean {
  return selectors.some(
    ({ namespace, labels = {} }) =>
      namespace === metadata.namespace &&
      Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value),
  );
}

/** The controller of DaemonSets has chosen their node, and they tolerate that it is cordoned. */
function fits({ metadata, spec }: PlayedPod, node: PlayedNode): boolean {
  const isDaemon = metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true;
  if (node.spec.unschedulable === true && !isDaemon) return false;
  const { labels = {}, name } = node.metadata;
  const { nodeSelectorTerms: terms = [{}] } =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {};
  return (
    Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value) &&
    terms.some(
      ({ matchExpressions = [], matchFields = [] }) =>
        matchExpressions.every((one) => holds(one, labels[one.key])) && matchFields.every((one) => holds(one, name)),
    )
  );
}

function holds({ operator, values = [] }: Requirement, value: string | undefined): boolean {
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  return values.includes(value ?? '') === (operator === 'In');
}

async function startFargate(live: LiveCluster, places: Places): Promise<string> {
  const node = fargateNode(places.version());
  await applyAll(live, [node]);
  return node.metadata.name;
}

async function bind(live: LiveCluster, pod: PlayedPod, node: string, profile: Profile | undefined): Promise<void> {
  const { name } = pod.metadata;
  if (profile !== undefined) {
    const labels = { 'eks.amazonaws.com/fargate-profile': profile.name };
    await ask(live, 'PATCH', podPath(pod), { metadata: { labels } });
  }
  const target = { apiVersion: 'v1', kind: 'Node', name: node };
  await ask(live, 'POST', `${podPath(pod)}/binding`, { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target });
}

async function explain(live: LiveCluster, pod: PlayedPod, nodes: number): Promise<void> {
  const message = `0/${nodes} nodes are available: ${nodes} node(s) didn't match Pod's node affinity/selector.`;
  if (pod.status.conditions?.some((one) => one.message === message) === true) return;
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  await report(live, pod, { conditions: [{ ...condition, lastTransitionTime: new Date().toISOString() }] });
}

function report(live: LiveCluster, pod: PlayedPod, status: Json): Promise<unknown> {
  return ask(live, 'PATCH', `${podPath(pod)}/status`, { status });
}
