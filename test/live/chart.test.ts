import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginKeys, startLogins, type Logins } from '../world/logins.ts';
import type { Outcome } from '../world/outcome.ts';
import { settledAudit } from './audit.ts';
import { startControllerManager } from './controller-manager.ts';
import { chart, image, startClients, valuesFile, type Clients } from './helm.ts';
import { readDockerfile } from './image.ts';
import { runPod, type Pod } from './kubelet.ts';
import { podIdentityAudience, withPodIdentity } from './pod-identity.ts';
import { isSandboxMissing } from './sandbox.ts';
import { healthyLiveWorld } from './scan-worlds.ts';
import { startScannedCluster, type ScannedCluster } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';

/**
 * The chart on an API server of 1.34.1 with its controller manager, which creates the Job and its pod. The test acts as
 * the kubelet, the EKS Pod Identity webhook and agent, and AWS.
 */

const namespace = 'eks-preflight';
const account = `system:serviceaccount:${namespace}:eks-preflight`;
const minuteMs = 60_000;
const configFile = '/etc/eks-preflight/eks-preflight.config.yaml';

interface Job {
  metadata: { name: string; creationTimestamp: string };
  status: { conditions?: { type: string; status: string; reason?: string }[]; succeeded?: number; failed?: number };
}

describe.skipIf(isSandboxMissing)('the chart, with the controllers of Kubernetes', () => {
  let cluster: ScannedCluster;
  let controllers: { stop(): Promise<void> };
  let logins: Logins;
  let clients: Clients;
  let folder: string;
  const ran = new Set<string>();

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-chart-'));
    cluster = await startScannedCluster(healthyLiveWorld());
    controllers = await startControllerManager(cluster.live, ['cronjob-controller', 'job-controller']);
    logins = await startLogins();
    clients = await startClients(folder, cluster.live);
    await applyAll(cluster.live, [restrictedNamespace, aSecret(cluster.env['AWS_ENDPOINT_URL'] ?? '')]);
  });
  afterAll(async () => {
    await controllers?.stop();
    await Promise.all([cluster?.close(), logins?.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const values = {
    cluster: 'prod',
    image,
    schedule: '* * * * *',
    // The endpoint that replaces AWS is on this machine; a Secret contains its URL.
    secretEnv: [{ name: 'AWS_ENDPOINT_URL', secret: 'account', key: 'url' }],
    config: { failOn: ['warn'] },
  };
  const helm = async (verb: 'install' | 'upgrade', more: object, ...args: string[]): Promise<string> => {
    const file = await valuesFile(folder, { ...values, ...more });
    const line = [verb, 'eks-preflight', chart, '--namespace', namespace, '-f', file, ...args];
    const { code, stdout, stderr } = await clients.helm(...line);
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const listed = async (place: string): Promise<Manifest[]> =>
    ((await cluster.live.admin('GET', place)).body as { items: Manifest[] }).items;
  const nextPod = async (): Promise<Pod> => {
    const isNew = ({ metadata }: Manifest) => !ran.has(metadata.name);
    const find = async () => (await listed(`/api/v1/namespaces/${namespace}/pods`)).filter(isNew);
    await expect.poll(async () => (await find()).length, { timeout: 3 * minuteMs, interval: 250 }).toBe(1);
    const [pod] = (await find()) as unknown as Pod[];
    if (pod === undefined) throw new Error('no pod');
    ran.add(pod.metadata.name);
    return pod;
  };
  const run = async (pod: Pod): Promise<Outcome> => {
    const own = path.join(folder, pod.metadata.name);
    await mkdir(own);
    const changed = withPodIdentity(pod, cluster.world.region, logins.url);
    return runPod(cluster, changed, readDockerfile(), own);
  };
  const waitForJobEnd = async (pod: Pod): Promise<string> => {
    const name = (pod.metadata as unknown as { labels: Record<string, string> }).labels['job-name'];
    const job = async () =>
      (await cluster.live.admin('GET', `/apis/batch/v1/namespaces/${namespace}/jobs/${name}`)).body as Job;
    const ended = async () =>
      (await job()).status.conditions?.find(({ type }) => type === 'Complete' || type === 'Failed');
    await expect.poll(async () => (await ended())?.status, { timeout: minuteMs, interval: 100 }).toBe('True');
    const { type = '', reason = '' } = (await ended()) ?? {};
    return `${type} ${reason}`;
  };

  it('is accepted by helm lint and, as a dry run on the server, by the API server, which keeps nothing', async () => {
    const { code, stdout, stderr } = await clients.helm(
      'lint',
      '--strict',
      chart,
      '--set',
      `cluster=prod,image.repository=${image.repository}`,
      '--kube-version',
      '1.34.1',
    );
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('1 chart(s) linted, 0 chart(s) failed')]);
    await helm('install', {}, '--dry-run=server');
    expect(await listed(`/apis/batch/v1/namespaces/${namespace}/cronjobs`)).toEqual([]);
  });

  it('becomes a Job and its pod within two minutes, and the scan in it sees everything', async () => {
    const notes = await helm('install', {});
    expect(notes).toContain('No messages are sent: set `deliver`.');
    const pod = await nextPod();
    await helm('upgrade', { suspend: true });
    const outcome = await run(pod);
    expect(outcome.stderr).toBe(`eks-preflight: using config file ${configFile} (--config)\n`);
    expect(outcome.stdout).toMatch(/^READY\s+prod 1\.34 -> 1\.35/);
    expect(outcome.stdout).not.toContain('Not seen');
    expect(outcome.code).toBe(0);
    expect(await waitForJobEnd(pod)).toBe('Complete CompletionsReached');
    const [cronJob] = await listed(`/apis/batch/v1/namespaces/${namespace}/cronjobs`);
    await expect
      .poll(async () => (await listed(`/apis/batch/v1/namespaces/${namespace}/cronjobs`))[0]?.status, {
        timeout: minuteMs,
      })
      .toHaveProperty('lastSuccessfulTime');
    expect(cronJob?.['spec']).toMatchObject({ concurrencyPolicy: 'Forbid', timeZone: 'Etc/UTC', suspend: true });
  });

  it('got its credentials from EKS Pod Identity, by a token of its ServiceAccount for that audience', async () => {
    const [request] = logins.requests;
    expect(request?.operation).toBe('/v1/credentials');
    const review = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token: request?.authorization, audiences: [podIdentityAudience] },
    };
    const { body } = await cluster.live.admin('POST', '/apis/authentication.k8s.io/v1/tokenreviews', review);
    expect(body).toMatchObject({ status: { authenticated: true, user: { username: account } } });
    expect(new Set(cluster.calls.map(({ accessKeyId }) => accessKeyId))).toEqual(new Set([loginKeys.container]));
  });

  it('fails the Job if the scan cannot run; a Job can be started by hand', async () => {
    await helm('upgrade', { suspend: true, cluster: 'prodd' });
    const { code, stderr } = await clients.kubectl(
      '-n',
      namespace,
      'create',
      'job',
      '--from=cronjob/eks-preflight',
      'now',
    );
    expect([code, stderr]).toEqual([0, '']);
    const pod = await nextPod();
    const outcome = await run(pod);
    expect([outcome.code, outcome.stderr]).toEqual([3, expect.stringContaining('prodd')]);
    expect(await waitForJobEnd(pod)).toBe('Failed BackoffLimitExceeded');
  });

  it('runs with fewer rights where fewer checks are selected', async () => {
    await helm('upgrade', { suspend: true, config: { only: ['nodes/*', 'workloads'] } });
    const { code } = await clients.kubectl('-n', namespace, 'create', 'job', '--from=cronjob/eks-preflight', 'few');
    expect(code).toBe(0);
    const outcome = await run(await nextPod());
    expect([outcome.code, outcome.stdout]).toEqual([0, expect.stringMatching(/\d+ of \d+ checks/)]);
  });

  it('makes a pod again that was evicted', async () => {
    await helm('upgrade', { suspend: true });
    const { code } = await clients.kubectl('-n', namespace, 'create', 'job', '--from=cronjob/eks-preflight', 'again');
    expect(code).toBe(0);
    const evicted = await nextPod();
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };
    const status = { phase: 'Failed', conditions: [{ ...condition, lastTransitionTime: new Date().toISOString() }] };
    const place = `/api/v1/namespaces/${namespace}/pods/${evicted.metadata.name}/status`;
    const answer = await cluster.live.admin('PATCH', place, { status }, 'application/merge-patch+json');
    expect(answer.status).toBe(200);
    const pod = await nextPod();
    expect((await run(pod)).code).toBe(0);
    expect(await waitForJobEnd(pod)).toBe('Complete CompletionsReached');
  });

  it('was denied nothing', async () => {
    const entries = await settledAudit(cluster.live.auditLog, account);
    expect(entries.length).toBeGreaterThan(20);
    expect(entries.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
    expect(entries.filter(({ verb }) => verb !== 'get' && verb !== 'list')).toEqual([]);
  });

  it('leaves nothing of its own behind, and the Secret', async () => {
    expect((await clients.helm('uninstall', 'eks-preflight', '--namespace', namespace)).code).toBe(0);
    for (const place of left) {
      const own = (await listed(place)).filter(({ metadata }) => metadata.name.startsWith('eks-preflight'));
      expect([place, own]).toEqual([place, []]);
    }
    expect((await listed(`/api/v1/namespaces/${namespace}/secrets`)).map(({ metadata }) => metadata.name)).toEqual([
      'account',
    ]);
  });
});

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const left = [
  `${rbac}/clusterroles`,
  `${rbac}/clusterrolebindings`,
  `${rbac}/roles`,
  `${rbac}/rolebindings`,
  '/apis/batch/v1/cronjobs',
  '/apis/networking.k8s.io/v1/networkpolicies',
  '/api/v1/serviceaccounts',
  '/api/v1/configmaps',
];

/** The namespace admits only pods of the `restricted` Pod Security Standard. */
const restrictedNamespace: Manifest = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
};

function aSecret(url: string): Manifest {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'account', namespace }, stringData: { url } };
}
