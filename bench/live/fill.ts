import { Agent } from 'node:https';
import type { LiveCluster } from '../../test/live/cluster.ts';
import { send } from '../../test/live/http.ts';
import { aNodeObject } from '../../test/world/manifests.ts';
import { aBenchPod, benchNodeName } from '../pods/pod.ts';

type Json = Record<string, unknown>;

/** How many objects to create. */
export interface Filling {
  nodes: number;
  pods: number;
  deployments: number;
  budgets: number;
}

const atOnce = 24;

/** Creates nodes, namespaces, Deployments, budgets and running pods in a live cluster, with parallel requests. */
export async function fill(cluster: LiveCluster, { nodes, pods, deployments, budgets }: Filling): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, ca: cluster.caPem });
  const write = async (method: string, path: string, body: Json): Promise<void> => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answer = await send(agent, method, `${cluster.url}${path}`, { token: cluster.adminToken, body, contentType });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const labels = { 'eks.amazonaws.com/nodegroup': 'general' };
  await many(nodes, (index) =>
    write('POST', '/api/v1/nodes', aNodeObject(benchNodeName(index), { kubelet: 'v1.34.1-eks-113cf36', labels })),
  );
  await many(60, (index) => write('POST', '/api/v1/namespaces', aNamespace(index)));
  await many(deployments, (index) => {
    const { namespace, body } = aDeployment(index);
    return write('POST', `/apis/apps/v1/namespaces/${namespace}/deployments`, body);
  });
  await many(budgets, (index) => {
    const { namespace, body } = aBudget(index);
    return write('POST', `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`, body);
  });
  await many(pods, async (index) => {
    const { metadata, status, ...pod } = aBenchPod(index, nodes);
    const { uid: _uid, resourceVersion: _version, managedFields: _managed, ...rest } = metadata as Json;
    const { name, namespace } = rest as { name: string; namespace: string };
    const collection = `/api/v1/namespaces/${namespace}/pods`;
    await write('POST', collection, { apiVersion: 'v1', kind: 'Pod', metadata: rest, ...pod });
    await write('PATCH', `${collection}/${name}/status`, { status });
  });
  agent.destroy();
}

function aNamespace(index: number): Json {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: `team-${index}` } };
}

function aDeployment(index: number): { namespace: string; body: Json } {
  const { metadata, spec } = aBenchPod(index) as { metadata: Json; spec: Json };
  const { app } = metadata['labels'] as { app: string };
  const namespace = metadata['namespace'] as string;
  const template = {
    metadata: { labels: { app } },
    spec: { containers: spec['containers'], volumes: spec['volumes'] },
  };
  const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: app, namespace } };
  return { namespace, body: { ...body, spec: { replicas: 10, selector: { matchLabels: { app } }, template } } };
}

function aBudget(index: number): { namespace: string; body: Json } {
  const { metadata } = aBenchPod(index) as { metadata: { namespace: string; labels: { app: string } } };
  const { namespace, labels } = metadata;
  const spec = { maxUnavailable: 1, selector: { matchLabels: { app: labels.app } } };
  return {
    namespace,
    body: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: labels.app, namespace }, spec },
  };
}

async function many(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
