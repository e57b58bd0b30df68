import { setTimeout as sleep } from 'node:timers/promises';
import { serviceAccountToken } from '../../../test/live/kubeconfigs.ts';
import type { LiveCluster } from '../../../test/live/cluster.ts';
import { readSeries, total } from './metrics.ts';

type Json = Record<string, unknown>;

/** The clients: each is a service account of the namespace `default`, with a flow schema of the same name. */
export const clients = ['scanner', 'competitor', 'background'] as const;
export type Client = (typeof clients)[number];

/** The name of the priority level. */
export const level = 'fairness';
/** The seats of all levels (400 + 200 requests in flight), and the shares of those levels that Kubernetes creates. */
const [allSeats, otherShares] = [600, 245];

/** Creates the service accounts, with all rights, and a namespace in which the webhook delays ConfigMaps. */
export async function createClients(live: LiveCluster): Promise<void> {
  await create(live, '/api/v1/namespaces', { metadata: { name: 'held' } });
  for (const name of clients) await create(live, '/api/v1/namespaces/default/serviceaccounts', { metadata: { name } });
  await create(live, '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: level },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: clients.map((name) => ({ kind: 'ServiceAccount', namespace: 'default', name })),
  });
}

/** Requests a token for each client. */
export async function readTokens(live: LiveCluster): Promise<Record<Client, string>> {
  const tokens = await Promise.all(clients.map(async (name) => [name, await serviceAccountToken(live, name)] as const));
  return Object.fromEntries(tokens) as Record<Client, string>;
}

/** Creates the level and its flow schemas, in the version that is served. Returns its seats: at least `seats`. */
export async function createLevel(live: LiveCluster, seats: number): Promise<number> {
  const group = '/apis/flowcontrol.apiserver.k8s.io';
  const isNew = (await live.admin('GET', `${group}/v1`)).status === 200;
  const api = `${group}/${isNew ? 'v1' : 'v1beta2'}`;
  await remove(live, api);
  const shares = Math.ceil((seats * otherShares) / (allSeats - seats));
  const limited = isNew
    ? { nominalConcurrencyShares: shares, lendablePercent: 0, borrowingLimitPercent: 0 }
    : { assuredConcurrencyShares: shares };
  const queuing = { queues: 128, handSize: 6, queueLengthLimit: 50 };
  await create(live, `${api}/prioritylevelconfigurations`, {
    metadata: { name: level },
    spec: { type: 'Limited', limited: { ...limited, limitResponse: { type: 'Queue', queuing } } },
  });
  for (const name of clients) await create(live, `${api}/flowschemas`, aFlowSchema(name));
  return untilSeats(live, isNew ? 'nominal_limit_seats' : 'request_concurrency_limit', seats);
}

function aFlowSchema(name: Client): Json {
  const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }];
  const nonResourceRules = [{ verbs: ['*'], nonResourceURLs: ['*'] }];
  const subjects = [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'default', name } }];
  return {
    metadata: { name },
    spec: {
      matchingPrecedence: 100,
      priorityLevelConfiguration: { name: level },
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects, resourceRules, nonResourceRules }],
    },
  };
}

/** Has the API server delay the creation of ConfigMaps in the namespace `held` as long as the webhook waits. */
export async function createWebhook(live: LiveCluster, port: number, ca: string): Promise<void> {
  const api = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  await live.admin('DELETE', `${api}/${level}`);
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
  const webhook = {
    name: 'held.example.com',
    clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(ca).toString('base64') },
    rules: [rule],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'held' } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 30,
    failurePolicy: 'Fail',
  };
  await create(live, api, { metadata: { name: level }, webhooks: [webhook] });
}

/** The seats that are in use: of the scanner, and of all clients of the level. */
export async function readSeats(live: LiveCluster): Promise<{ scanner: number; all: number }> {
  const series = await readSeries(live);
  // The name in 1.34, and the name before.
  const sum = (labels: Readonly<Record<string, string>>): number =>
    Math.max(
      ...['current_executing_seats', 'request_concurrency_in_use'].map((name) =>
        total(series, `apiserver_flowcontrol_${name}`, labels),
      ),
    );
  return { scanner: sum({ flow_schema: 'scanner' }), all: sum({ priority_level: level }) };
}

async function untilSeats(live: LiveCluster, metric: string, wanted: number): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const seats = total(await readSeries(live), `apiserver_flowcontrol_${metric}`, { priority_level: level });
    if (seats >= wanted) return seats;
    await sleep(200);
  }
  throw new Error(`the level ${level} has fewer than ${wanted} seats`);
}

async function remove(live: LiveCluster, api: string): Promise<void> {
  for (const name of clients) await live.admin('DELETE', `${api}/flowschemas/${name}`);
  await live.admin('DELETE', `${api}/prioritylevelconfigurations/${level}`);
}

async function create(live: LiveCluster, path: string, body: Json): Promise<void> {
  const { status, body: answer } = await live.admin('POST', path, body);
  if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
}
