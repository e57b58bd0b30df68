import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent } from 'node:https';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveBinaries, type KubernetesVersion, type LiveBinaries } from './binaries.ts';
import { makeCertificates, type Certificates } from './certificates.ts';
import { send, type LiveRequest, type LiveResponse } from './http.ts';
import { end, freePort, guard, start, waitUntil, type Running } from './processes.ts';
import { startTokenWebhook, type Review, type TokenWebhook, type TokenWebhookOptions } from './token-webhook.ts';

/** A real API server on loopback that accepts EKS tokens. */
export interface LiveCluster {
  /** https://127.0.0.1:port, without a slash at the end. */
  url: string;
  caPem: string;
  /** A bearer token of group system:masters; it does not pass through the webhook. */
  adminToken: string;
  auditLog: string;
  /** The EKS tokens reviewed so far. */
  reviews: readonly Review[];
  /** Sends a request with the given token, or anonymously without one. Any status resolves. */
  request(method: string, path: string, request?: LiveRequest): Promise<LiveResponse>;
  /** Sends a request as the administrator. Any status resolves. */
  admin(method: string, path: string, body?: unknown, contentType?: string): Promise<LiveResponse>;
  /**
   * Replaces the API server with one of another version or with other flags, on the same etcd and at the same address.
   * Resolves when it is ready.
   */
  restart(kubernetes: KubernetesVersion, flags?: ApiserverFlags): Promise<void>;
  /** Ends both servers and the webhook and removes their files. */
  stop(): Promise<void>;
}

/**
 * The simulated EKS cluster: the name and Region that tokens are signed for, who has access, and the Kubernetes
 * version.
 */
export interface LiveOptions extends TokenWebhookOptions {
  kubernetes?: KubernetesVersion | undefined;
  /** API versions that are off by default, such as `storage.k8s.io/v1beta1=true`. EKS turns some of them on. */
  runtimeConfig?: readonly string[] | undefined;
}

/** Additional flags of kube-apiserver, without the dashes. */
export type ApiserverFlags = Readonly<Record<string, string | number>>;

interface Plan {
  folder: string;
  binaries: LiveBinaries;
  certificates: Certificates;
  adminToken: string;
  webhook: TokenWebhook;
  runtimeConfig: readonly string[];
  flags?: ApiserverFlags;
}

const attempts = 5;

const say = (line: string): void => console.error(`live tests: ${line}`);

/**
 * Starts etcd, kube-apiserver and the token webhook, with all files in a temporary folder. Several clusters can start
 * at the same time: etcd listens on a socket in the folder, and another cluster's API server rejects this one's
 * credentials. Resolves when the API server is ready. Throws when a binary is unavailable or a server does not start.
 */
export async function startLiveCluster(options: LiveOptions): Promise<LiveCluster> {
  const binaries = await liveBinaries(say, options.kubernetes);
  const folder = await mkdtemp(join(tmpdir(), 'eks-preflight-live-'));
  const webhook = await startTokenWebhook(options);
  const adminToken = randomBytes(24).toString('hex');
  try {
    const certificates = await makeCertificates(folder);
    const { runtimeConfig = [] } = options;
    const plan = { folder, binaries, certificates, adminToken, webhook, runtimeConfig };
    await writeSettings(plan);
    return await startServers(plan, attempts);
  } catch (error) {
    await webhook.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeSettings({ folder, adminToken, webhook }: Plan): Promise<void> {
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'webhook',
    clusters: [{ name: 'webhook', cluster: { server: webhook.url } }],
    users: [{ name: 'apiserver', user: {} }],
    contexts: [{ name: 'webhook', context: { cluster: 'webhook', user: 'apiserver' } }],
  };
  const audit = {
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata' }],
  };
  await writeFile(join(folder, 'webhook.json'), JSON.stringify(kubeconfig));
  await writeFile(join(folder, 'audit-policy.json'), JSON.stringify(audit));
  await writeFile(join(folder, 'tokens.csv'), `${adminToken},live-admin,live-admin,system:masters\n`, { mode: 0o600 });
}

// Tries again only if another process took the free port before the API server bound it.
async function startServers(plan: Plan, left: number): Promise<LiveCluster> {
  const port = await freePort();
  const etcd = startEtcd(plan);
  let apiserver = startApiserver(plan, port);
  const dismissGuards = [guard([etcd, apiserver], plan.folder)];
  const agent = new Agent({ keepAlive: true, ca: plan.certificates.caPem });
  const stopServers = async (): Promise<void> => {
    agent.destroy();
    await Promise.all([end(etcd), end(apiserver)]);
    for (const dismiss of dismissGuards) await dismiss();
  };
  const untilReady = (): Promise<void> =>
    waitUntil(apiserver, async () => (await cluster.admin('GET', '/readyz')).status === 200);
  const restart = async (kubernetes: KubernetesVersion, flags: ApiserverFlags = {}): Promise<void> => {
    await end(apiserver);
    const binaries = await liveBinaries(say, kubernetes);
    apiserver = startApiserver({ ...plan, binaries, flags }, port);
    dismissGuards.push(guard([apiserver], plan.folder));
    await untilReady();
  };
  const cluster = clusterAt(plan, `https://127.0.0.1:${port}`, agent, { stopServers, restart });
  try {
    await waitUntil(etcd, () => etcdIsHealthy(plan));
    await untilReady();
    return cluster;
  } catch (error) {
    await stopServers();
    if (left <= 1 || !String(error).includes('address already in use')) throw error;
    return startServers(plan, left - 1);
  }
}

function clusterAt(
  plan: Plan,
  url: string,
  agent: Agent,
  { stopServers, restart }: Pick<LiveCluster, 'restart'> & { stopServers: () => Promise<void> },
): LiveCluster {
  const { adminToken, certificates, folder, webhook } = plan;
  const request = (method: string, path: string, details?: LiveRequest): Promise<LiveResponse> =>
    send(agent, method, `${url}${path}`, details);
  return {
    url,
    caPem: certificates.caPem,
    adminToken,
    auditLog: join(folder, 'audit.log'),
    reviews: webhook.reviews,
    request,
    admin: (method, path, body, contentType = 'application/json') =>
      request(method, path, { token: adminToken, body, contentType }),
    restart,
    stop: async () => {
      await stopServers();
      await webhook.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A socket, not a port: if another cluster's etcd had taken the port, two API servers would share their objects. */
function etcdSocket({ folder }: Pick<Plan, 'folder'>): string {
  return join(folder, 'etcd.sock');
}

function startEtcd({ binaries, folder }: Plan): Running {
  const args = [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=unix://${etcdSocket({ folder })}`,
    '--advertise-client-urls=http://localhost:1', // required, but unused
    '--listen-peer-urls=http://127.0.0.1:0',
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
  return start('etcd', binaries.etcd, args, join(folder, 'etcd.log'));
}

function startApiserver({ binaries, folder, certificates, runtimeConfig, flags }: Plan, port: number): Running {
  const settings = {
    'etcd-servers': `unix://${etcdSocket({ folder })}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    'endpoint-reconciler-type': 'none', // otherwise it logs errors repeatedly: it refuses to publish a loopback address
    'secure-port': port,
    'tls-cert-file': certificates.servingCert,
    'tls-private-key-file': certificates.servingKey,
    'service-cluster-ip-range': '10.100.0.0/16',
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': certificates.serviceAccountKey,
    'service-account-signing-key-file': certificates.serviceAccountKey,
    'authorization-mode': 'RBAC',
    'anonymous-auth': true,
    'token-auth-file': join(folder, 'tokens.csv'),
    'authentication-token-webhook-config-file': join(folder, 'webhook.json'),
    'authentication-token-webhook-version': 'v1',
    'authentication-token-webhook-cache-ttl': '1s',
    'audit-policy-file': join(folder, 'audit-policy.json'),
    'audit-log-path': join(folder, 'audit.log'),
    'allow-privileged': true,
    // No controller runs that would create ServiceAccounts or remove a new node's taint.
    'disable-admission-plugins': 'ServiceAccount,TaintNodesByCondition',
    ...(runtimeConfig.length === 0 ? {} : { 'runtime-config': runtimeConfig.join(',') }),
    ...flags,
  };
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  return start('kube-apiserver', binaries.apiserver, args, join(folder, 'kube-apiserver.log'));
}

function etcdIsHealthy(plan: Plan): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ socketPath: etcdSocket(plan), path: '/health' }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', reject).end();
  });
}
