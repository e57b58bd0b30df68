import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { reportSchema, type Report } from '../../src/report/schema.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { accessInCluster } from '../../src/sources/kubeconfig/in-cluster.ts';
import { startApiServer, type ApiServer, type ApiServerOptions } from '../world/api-server.ts';
import { healthyWorld } from '../world/healthy.ts';
import { runCommand } from '../world/in-process.ts';
import { startWorld, type RunningWorld } from '../world/run.ts';
import { otherTls, worldTls } from '../world/tls.ts';

/** The ways to connect to an API server, each over a real socket. */

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An API server that records the tokens that it receives, and accepts or rejects them. */
async function apiServer(judge: (token: string, all: readonly string[]) => boolean, options: ApiServerOptions = {}) {
  const tokens: string[] = [];
  const authenticate: ApiServerOptions['authenticate'] = (header) => {
    const token = header?.replace(/^Bearer /, '') ?? '';
    tokens.push(token);
    return judge(token, tokens) ? 'ok' : 401;
  };
  const api = await startApiServer(healthyWorld(), { authenticate, ...options });
  cleanups.push(() => api.close());
  return { api, tokens, distinct: () => [...new Set(tokens)] };
}

const endpoint = 'https://prod.eks.test';

/** A world whose DescribeCluster response has this endpoint and certificate authority. */
async function worldWithEndpoint(at: string, ca = worldTls.ca): Promise<RunningWorld> {
  const healthy = healthyWorld();
  const certificateAuthority = { data: Buffer.from(ca).toString('base64') };
  const prod = { ...healthy.aws.clusters['prod'], endpoint: at, certificateAuthority };
  const world = await startWorld({ ...healthy, aws: { ...healthy.aws, clusters: { prod } } });
  cleanups.push(() => world.close());
  return world;
}

async function scan(world: RunningWorld, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const outcome = await runCommand(['scan', '--cluster', 'prod', '--format', 'json', ...args], {
    env: { ...world.env, ...env },
    cwd: world.folder,
  });
  return { ...outcome, report: (): Report => reportSchema.parse(JSON.parse(outcome.stdout)) };
}

describe('the endpoint of DescribeCluster, with a signed token', () => {
  it('is asked with one token for all requests', async () => {
    const { api, distinct } = await apiServer(() => true);
    const { code, stderr } = await scan(await worldWithEndpoint(api.url));
    expect([code, stderr]).toEqual([0, '']);
    expect(distinct()).toHaveLength(1);
  });

  it('is asked once more with another token where it refuses the first one', async () => {
    const { api, distinct } = await apiServer((token, all) => token !== all[0]);
    const { code, report } = await scan(await worldWithEndpoint(api.url));
    expect([code, report().verdict]).toEqual([0, 'ready']);
    expect(distinct()).toHaveLength(2);
  });

  it('that refuses for good has seen two tokens, and every fact names the reason once', async () => {
    const { api, tokens, distinct } = await apiServer(() => false);
    const { code, report } = await scan(await worldWithEndpoint(api.url));
    expect(code).toBe(2);
    expect(distinct()).toHaveLength(2);
    // Discovery and the version, each requested twice.
    expect(tokens).toHaveLength(4);
    expect(report().coverage.facts['nodes']).toMatchObject({
      ok: false,
      reason: 'the API server does not accept the credentials (401 Unauthorized)',
    });
  });

  it('that forgets a token in the middle gets another one', async () => {
    let seen = 0;
    const { api, distinct } = await apiServer((token, all) => ++seen < 6 || token !== all[0]);
    const { code } = await scan(await worldWithEndpoint(api.url));
    expect(code).toBe(0);
    expect(distinct()).toHaveLength(2);
  });
});

describe('--kube-server', () => {
  it('through a tunnel: the certificate must be that of the endpoint, whatever the address', async () => {
    const { api } = await apiServer(() => true);
    const world = await worldWithEndpoint(endpoint);
    const tunnel = `https://127.0.0.1:${new URL(api.url).port}`;
    const { code, report } = await scan(world, ['--kube-server', tunnel]);
    expect([code, report().verdict]).toEqual([0, 'ready']);
    expect(api.requests.length).toBeGreaterThan(5);
    const slash = await scan(world, ['--kube-server', `${tunnel}/`]);
    expect(slash.code).toBe(0);
  });

  it('that leads to a server with another name or another authority is not believed, and no token goes there', async () => {
    const { api, tokens } = await apiServer(() => true);
    const { port } = new URL(api.url);
    const named = await scan(await worldWithEndpoint('https://other.example'), [
      '--kube-server',
      `https://127.0.0.1:${port}`,
    ]);
    expect(named.code).toBe(2);
    expect(named.report().coverage.facts['nodes']).toMatchObject({
      reason: expect.stringMatching(/TLS to 127\.0\.0\.1:\d+ failed.*other\.example/) as string,
    });
    const trusted = await scan(await worldWithEndpoint(endpoint, otherTls.ca), [
      '--kube-server',
      `https://127.0.0.1:${port}`,
    ]);
    expect(trusted.report().coverage.facts['nodes']).toMatchObject({
      ok: false,
      reason: expect.stringContaining('TLS to') as string,
    });
    expect(tokens).toEqual([]);
  });

  it.each([
    [
      'http://127.0.0.1:8001',
      /^eks-preflight: --kube-server http:\/\/127\.0\.0\.1:8001 is not https: nothing would prove which cluster answers\n.*\n$/,
    ],
    ['ftp://prod', /is not https/],
    ['prod:6443', /is not https|invalid --kube-server/],
    ['', /--kube-server/],
  ])('%j is refused before anything is asked', async (server, message) => {
    const world = await worldWithEndpoint(endpoint);
    const { code, stdout, stderr } = await runCommand(['scan', '--cluster', 'prod', '--kube-server', server], {
      env: world.env,
      cwd: world.folder,
    });
    expect([code, stdout, world.calls.length]).toEqual([3, '', 0]);
    expect(stderr).toMatch(message);
  });
});

describe('a pod', () => {
  async function mounted(token: string) {
    const folder = await mkdtemp(path.join(tmpdir(), 'eks-preflight-pod-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const files = { token: path.join(folder, 'token'), ca: path.join(folder, 'ca.crt') };
    await writeFile(files.token, token);
    await writeFile(files.ca, worldTls.ca);
    return files;
  }

  async function inPod(api: ApiServer, files: { token: string; ca: string }) {
    const { hostname, port } = new URL(api.url);
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const source = createKubeSource(await accessInCluster(env, files), { userAgent: 'x/1' });
    cleanups.push(() => source.close());
    return source;
  }
  const namespaces = { apiGroup: '', versions: ['v1'], resource: 'namespaces', project: () => true };

  it('reads its token anew once it is refused, and asks once more', async () => {
    const { api, tokens } = await apiServer((token) => token === current);
    let current = 'one';
    const files = await mounted('one');
    const source = await inPod(api, files);
    expect(await source.list(namespaces)).toMatchObject({ served: true });
    current = 'two';
    await writeFile(files.token, 'two\n');
    tokens.length = 0;
    expect(await source.list(namespaces)).toMatchObject({ served: true });
    expect(new Set(tokens)).toEqual(new Set(['one', 'two']));
    expect(tokens.filter((token) => token === 'one')).toHaveLength(1);
  });

  it('whose token is refused for good is denied after one more try', async () => {
    const { api, tokens } = await apiServer(() => false);
    const source = await inPod(api, await mounted('one'));
    await expect(source.list(namespaces)).rejects.toMatchObject({ reason: { kind: 'denied' } });
    expect(tokens).toHaveLength(4);
  });

  it('whose mounted authority is another one trusts nobody', async () => {
    const { api, tokens } = await apiServer(() => true, { tls: otherTls });
    const source = await inPod(api, await mounted('one'));
    await expect(source.list(namespaces)).rejects.toMatchObject({
      reason: { kind: 'unreachable', message: expect.stringContaining('TLS to') as string },
    });
    expect(tokens).toEqual([]);
  });

  it('outside of one, --in-cluster is refused in one line', async () => {
    const world = await worldWithEndpoint(endpoint);
    const { code, stdout, stderr } = await runCommand(['scan', '--cluster', 'prod', '--in-cluster'], {
      env: world.env,
      cwd: world.folder,
    });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^eks-preflight: no service account to read the cluster with: KUBERNETES_SERVICE_HOST is not set\n.*\n$/,
    );
  });
});

describe('a kubeconfig that cannot be used', () => {
  const base = { server: endpoint, 'certificate-authority-data': Buffer.from(worldTls.ca).toString('base64') };
  async function refusedWith(cluster: Record<string, unknown>, user: Record<string, unknown>): Promise<string> {
    const world = await worldWithEndpoint(endpoint);
    const file = path.join(world.folder, 'kubeconfig');
    await writeFile(
      file,
      stringify({
        'current-context': 'prod',
        clusters: [{ name: 'prod', cluster: { ...base, ...cluster } }],
        users: [{ name: 'ops', user }],
        contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'ops' } }],
      }),
    );
    const { code, stdout, stderr } = await runCommand(['scan', '--cluster', 'prod', '--kubeconfig', file], {
      env: world.env,
      cwd: world.folder,
    });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^eks-preflight: [^\n]+\n([^\n]+\n)?$/);
    return stderr;
  }

  it.each([
    [
      'groups without a user',
      {},
      { token: 'x', 'as-groups': ['ops'] },
      /user "ops" sets as-groups without a user to act as \(as\)/,
    ],
    [
      'groups that are no list',
      {},
      { token: 'x', as: 'jane', 'as-groups': 'ops' },
      /user "ops" sets as-groups to a value that is not a list of strings/,
    ],
    [
      'extra that is no map',
      {},
      { token: 'x', as: 'jane', 'as-user-extra': ['ops'] },
      /sets as-user-extra to a value that is not a map of lists/,
    ],
    [
      'a name that no header holds',
      {},
      { token: 'x', as: 'jane\nroot' },
      /has a value for Impersonate-User that is invalid in a header/,
    ],
    [
      'a proxy of another protocol',
      { 'proxy-url': 'ftp://user:hunter2@proxy' },
      { token: 'x' },
      /proxy-url of "prod": ftp:\/\/ is not a proxy protocol/,
    ],
    ['a proxy that is no URL', { 'proxy-url': 'nonsense' }, { token: 'x' }, /proxy-url of "prod" is not a URL/],
  ])('%s', async (_, cluster, user, message) => {
    const stderr = await refusedWith(cluster, user);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hunter2');
  });
});
