import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import {
  accessFromKubeconfig,
  type KubeconfigOptions,
  type UnprovenAccess,
} from '../../src/sources/kubeconfig/access.ts';
import { renewedCredential } from '../../src/sources/kubeconfig/credential.ts';
import {
  proveIdentity,
  proveInClusterIdentity,
  type DescribedCluster,
} from '../../src/sources/kubeconfig/same-cluster.ts';
import { accessInCluster } from '../../src/sources/kubeconfig/in-cluster.ts';
import { createKubeSource } from '../../src/sources/kube/source.ts';
import { newCertificate, type KeyPair } from '../world/new-certificate.ts';
import { worldTls } from '../world/tls.ts';

const endpoint = 'https://ABC123.gr7.eu-west-1.eks.amazonaws.com';
const endpointHost = 'abc123.gr7.eu-west-1.eks.amazonaws.com';

let folder: string;
let oldCa: KeyPair;
let newCa: KeyPair;
let client: KeyPair;

beforeAll(async () => {
  oldCa = await newCertificate(endpointHost, { names: [endpointHost] });
  newCa = await newCertificate('new-authority');
  client = await newCertificate('ops');
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubeconfig-'));
  return () => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  };
});

function write(name: string, content: string, mode = 0o600): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
  return file;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function sha256(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex');
}

/** Sets the clock of this process forward; a plugin, being another process, keeps the real one. */
function inSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

interface Parts {
  cluster?: Record<string, unknown>;
  user?: Record<string, unknown>;
  extraContexts?: readonly unknown[];
  currentContext?: string;
}

/** A kubeconfig with context prod -> cluster prod-cluster, user ops. */
function kubeconfig(parts: Parts = {}): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': parts.currentContext ?? 'prod',
    clusters: [
      {
        name: 'prod-cluster',
        cluster: { server: endpoint, 'certificate-authority-data': base64(oldCa.cert), ...parts.cluster },
      },
    ],
    users: [{ name: 'ops', user: parts.user ?? { token: 'static' } }],
    contexts: [{ name: 'prod', context: { cluster: 'prod-cluster', user: 'ops' } }, ...(parts.extraContexts ?? [])],
  });
}

function access(parts: Parts = {}, options: Partial<KubeconfigOptions> = {}): Promise<UnprovenAccess> {
  return accessFromKubeconfig({ file: write('config', kubeconfig(parts)), env: process.env, ...options });
}

async function catchReason(run: () => unknown): Promise<Reason> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    expect(error.reason.message).not.toMatch(/[\n\r]/);
    expect(error.reason.hint ?? '').not.toMatch(/[\n\r]/);
    return error.reason;
  }
  throw new Error('nothing was thrown');
}

/** A plugin that counts its runs in a file, then runs the JavaScript `body`. */
function plugin(body: string): { exec: Record<string, unknown>; runs: () => number } {
  const counter = path.join(folder, 'runs');
  const head = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(counter)}, 'x'); const run = fs.readFileSync(${JSON.stringify(counter)}).length;
    const answer = (status) => console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }));
    const inSeconds = (seconds) => new Date(Date.now() + seconds * 1000).toISOString();`;
  const script = write('plugin.cjs', `${head}\n${body}`);
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: [script] };
  const runs = () => {
    try {
      return readFileSync(counter, 'utf8').length;
    } catch {
      return 0;
    }
  };
  return { exec, runs };
}

describe('which kubeconfig and which context', () => {
  const second = { name: 'test', context: { cluster: 'prod-cluster', user: 'ops' } };

  it('takes the current context, or the one that is named', async () => {
    expect((await access({ extraContexts: [second] })).contextName).toBe('prod');
    expect((await access({ extraContexts: [second] }, { context: 'test' })).contextName).toBe('test');
  });

  it('names the contexts there are where the named one is not', async () => {
    const reason = await catchReason(() => access({ extraContexts: [second] }, { context: 'prdo' }));
    expect(reason.kind).toBe('unreadable');
    expect(reason.message).toContain('has no context "prdo"');
    expect(reason.hint).toBe('It has: prod, test');
  });

  it('asks for a context where none is current', async () => {
    const reason = await catchReason(() => access({ currentContext: '' }));
    expect(reason.message).toMatch(/^kubeconfig .*config: has no current context$/);
    expect(reason.hint).toContain('prod');
  });

  it.each([
    ['missing', undefined, /^kubeconfig .*config: does not exist$/],
    ['empty', ' \n', /^kubeconfig .*config: is empty$/],
    ['broken', 'clusters:\n  - name: "a\n  b: [', /^kubeconfig .*config: is broken YAML: .* at line \d+, column \d+$/],
    ['circular', 'users: &users [*users]', /is broken YAML|has no current context/],
    ['a binary', '\u0000\u0001\u0002', /is broken YAML|is not a kubeconfig/],
    ['no map', 'just a text', /^kubeconfig .*config: is not a kubeconfig/],
    ['without contexts', 'kind: Config\n', /^kubeconfig .*config: has no current context$/],
  ])('says in one line that the file is %s', async (_what, content, message) => {
    const file = content === undefined ? path.join(folder, 'config') : write('config', content);
    const reason = await catchReason(() => accessFromKubeconfig({ file, env: {} }));
    expect(reason).toMatchObject({ kind: 'unreadable', message: expect.stringMatching(message) as string });
  });

  it('does not fall back to localhost where there is no kubeconfig at all', async () => {
    expect((await catchReason(() => accessFromKubeconfig({ env: { HOME: folder } }))).message).toContain(
      path.join(folder, '.kube', 'config'),
    );
    expect((await catchReason(() => accessFromKubeconfig({ env: {} }))).message).toContain(
      'neither KUBECONFIG nor HOME',
    );
  });

  it('reads ~/.kube/config', async () => {
    write('.kube/config', kubeconfig());
    expect((await accessFromKubeconfig({ env: { HOME: folder } })).contextName).toBe('prod');
  });

  it('merges a path list as kubectl does: the first of a name counts, a missing file is passed over', async () => {
    const first = write('first', kubeconfig({ user: { token: 'first' } }));
    const other = write(
      'second',
      kubeconfig({ user: { token: 'second' }, currentContext: 'test', extraContexts: [second] }),
    );
    const env = { KUBECONFIG: [first, path.join(folder, 'missing'), other].join(path.delimiter) };
    const current = await accessFromKubeconfig({ env });
    expect(current.contextName).toBe('prod');
    expect(await current.headers(false)).toEqual({ Authorization: 'Bearer first' });
    expect((await accessFromKubeconfig({ env, context: 'test' })).contextName).toBe('test');
    const none = { KUBECONFIG: [path.join(folder, 'a'), path.join(folder, 'b')].join(path.delimiter) };
    expect((await catchReason(() => accessFromKubeconfig({ env: none }))).message).toContain(
      'none of these files exists',
    );
  });

  it('merges entry by entry, never field by field, and paths are of the file that names them', async () => {
    write('a/ca.crt', oldCa.cert);
    write('b/ca.crt', newCa.cert);
    const of = (server: string, more: Record<string, unknown>) =>
      stringify({
        clusters: [{ name: 'prod-cluster', cluster: { server, 'certificate-authority': 'ca.crt' } }],
        ...more,
      });
    const user = { name: 'ops', user: { tokenFile: 'token' } };
    write('b/token', 'of b');
    const context = { name: 'prod', context: { cluster: 'prod-cluster', user: 'ops' } };
    const files = [
      write('a/config', of('https://a.example', {})),
      write('empty', '\n'),
      write('b/config', of('https://b.example', { 'current-context': 'prod', users: [user], contexts: [context] })),
    ];
    const env = { KUBECONFIG: files.join(path.delimiter) };
    const kube = await accessFromKubeconfig({ env });
    expect([kube.contextName, kube.server, kube.ca]).toEqual(['prod', 'https://a.example', oldCa.cert]);
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer of b' });
    const reversed = await accessFromKubeconfig({ env: { KUBECONFIG: files.toReversed().join(path.delimiter) } });
    expect([reversed.server, reversed.ca]).toEqual(['https://b.example', newCa.cert]);
  });

  it('is stopped by one broken file of a path list, as kubectl is, and reads --kubeconfig alone', async () => {
    const good = write('good', kubeconfig());
    const env = { KUBECONFIG: [good, write('broken', 'users: [')].join(path.delimiter) };
    expect((await catchReason(() => accessFromKubeconfig({ env }))).message).toContain('broken: is broken YAML');
    expect((await accessFromKubeconfig({ env, file: good })).contextName).toBe('prod');
    const empty = { KUBECONFIG: [write('one', ''), write('two', ' ')].join(path.delimiter) };
    expect((await catchReason(() => accessFromKubeconfig({ env: empty }))).message).toContain('or all are empty');
  });

  it.each([
    ['cluster', { name: 'lost', context: { cluster: 'gone', user: 'ops' } }, 'has no cluster "gone"'],
    ['user', { name: 'lost', context: { cluster: 'prod-cluster', user: 'gone' } }, 'has no user "gone"'],
  ])('refuses a context whose %s is missing', async (_what, context, message) => {
    expect((await catchReason(() => access({ extraContexts: [context] }, { context: 'lost' }))).message).toContain(
      message,
    );
  });

  it('takes names and values of digits as they stand, and merged maps', async () => {
    const file = write(
      'config',
      [
        'x: &server {server: "https://127.0.0.1:6443"}',
        'clusters: [{name: 007, cluster: {<<: *server, insecure-skip-tls-verify: false}}]',
        'users: [{name: 1e3, user: {exec: {command: printenv, args: [PROFILE], env: [{name: PROFILE, value: 012345678901}]}}}]',
        'contexts: [{name: 123, context: {cluster: 007, user: 1e3}}]',
      ].join('\n'),
    );
    const kube = await accessFromKubeconfig({ file, context: '123', env: process.env });
    expect(kube.server).toBe('https://127.0.0.1:6443');
    expect((await catchReason(() => kube.headers(false))).message).toContain('user "1e3" printed no ExecCredential');
  });

  it('is not stopped by a broken entry of somebody else', async () => {
    expect((await access({ extraContexts: [{ name: 'half' }, null, 7] })).contextName).toBe('prod');
  });
});

describe('what is not safe', () => {
  it('refuses insecure-skip-tls-verify', async () => {
    const reason = await catchReason(() => access({ cluster: { 'insecure-skip-tls-verify': true } }));
    expect(reason.message).toContain('insecure-skip-tls-verify');
    expect(reason.hint).toContain('certificate authority');
  });

  it.each([
    [{ cluster: { server: 'http://localhost:8080' } }, {}, 'http://localhost:8080 is not https'],
    [{ cluster: { server: 'abc' } }, {}, '"abc" is not a URL'],
    [{}, { kubeServer: 'http://127.0.0.1:8001' }, '--kube-server: the server http://127.0.0.1:8001 is not https'],
  ])('refuses a server without TLS (%#)', async (parts, options, message) => {
    expect((await catchReason(() => access(parts, options))).message).toContain(message);
  });
});

describe('server, CA and client certificate', () => {
  it('hands over tls-server-name, proxy-url and the embedded CA', async () => {
    const { server, serverName, proxy, ca, caCertificates } = await access({
      cluster: {
        server: 'https://127.0.0.1:8443/',
        'tls-server-name': endpointHost,
        'proxy-url': 'socks5://127.0.0.1:1080',
      },
    });
    expect({ server, serverName }).toEqual({ server: 'https://127.0.0.1:8443', serverName: endpointHost });
    expect(proxy).toMatchObject({ protocol: 'socks5', host: '127.0.0.1', port: 1080 });
    expect(ca).toBe(oldCa.cert);
    expect(caCertificates).toEqual([sha256(oldCa.cert)]);
  });

  it("connects to --kube-server under the name of the kubeconfig's server", async () => {
    const { server, serverName } = await access({}, { kubeServer: 'https://localhost:9443/' });
    expect({ server, serverName }).toEqual({ server: 'https://localhost:9443', serverName: endpointHost });
  });

  it('reads CA, client certificate and key from files beside the kubeconfig', async () => {
    write('pki/ca.crt', oldCa.cert + newCa.cert);
    write('pki/ops.crt', client.cert);
    write('pki/ops.key', client.key);
    const { ca, cert, key, caCertificates } = await access({
      cluster: { 'certificate-authority-data': undefined, 'certificate-authority': 'pki/ca.crt' },
      user: { 'client-certificate': 'pki/ops.crt', 'client-key': 'pki/ops.key' },
    });
    expect({ ca, cert, key }).toEqual({ ca: oldCa.cert + newCa.cert, ...client });
    expect(caCertificates).toEqual([sha256(oldCa.cert), sha256(newCa.cert)]);
  });

  it('takes embedded client certificates, and prefers them to files as kubectl does', async () => {
    const { cert, key } = await access({
      user: {
        'client-certificate': 'gone.crt',
        'client-certificate-data': base64(client.cert),
        'client-key-data': base64(client.key),
      },
    });
    expect({ cert, key }).toEqual(client);
  });

  it.each([
    [
      'a CA file that is not there',
      { cluster: { 'certificate-authority-data': undefined, 'certificate-authority': 'gone.crt' } },
      /ENOENT.*gone\.crt/,
    ],
    [
      'a CA that is no PEM',
      { cluster: { 'certificate-authority-data': base64('hello') } },
      /certificate authority of cluster "prod-cluster" holds no PEM certificate/,
    ],
    [
      'a CA cut short',
      {
        cluster: {
          'certificate-authority-data': base64('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'),
        },
      },
      /holds a certificate that cannot be read/,
    ],
  ])('says so for %s', async (_what, parts, message) => {
    expect((await catchReason(() => access(parts))).message).toMatch(message);
  });

  it('refuses a key of another certificate', async () => {
    const user = { 'client-certificate-data': base64(client.cert), 'client-key-data': base64(oldCa.key) };
    expect((await catchReason(() => access({ user }))).message).toMatch(/context "prod": .*key values mismatch/);
  });

  it('leads to a server that shows the expected name', async () => {
    const seen: unknown[] = [];
    const server = createServer(oldCa, (request, response) => {
      seen.push(request.headers.authorization);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const kube = await access({}, { kubeServer: `https://127.0.0.1:${port}` });
    const options = { ca: kube.ca, servername: kube.serverName, headers: await kube.headers(false), agent: false };
    await new Promise<void>((resolve, reject) => {
      get(`${kube.server}/version`, options, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
    server.close();
    expect(seen).toEqual(['Bearer static']);
  });
});

describe('authentication without a plugin', () => {
  it.each([
    ['token', { token: 'abc' }, { Authorization: 'Bearer abc' }],
    ['basic', { username: 'jane', password: 'pw' }, { Authorization: `Basic ${base64('jane:pw')}` }],
    ['impersonation', { token: 'abc', as: 'jane' }, { Authorization: 'Bearer abc', 'Impersonate-User': 'jane' }],
    ['no credentials', {}, {}],
  ])('%s', async (_what, user, headers) => {
    expect(await (await access({ user })).headers(false)).toEqual(headers);
  });

  it('reads tokenFile beside the kubeconfig, before token, and again after a 401', async () => {
    write('token', 'one\n');
    const kube = await access({ user: { token: 'ignored', tokenFile: 'token' } });
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer one' });
    write('token', 'two\n');
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer one' });
    expect(await kube.headers(true)).toEqual({ Authorization: 'Bearer two' });
    write('token', 'three\n');
    inSeconds(61);
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer three' });
  });

  it('names a token file that is not there', async () => {
    const kube = await access({ user: { tokenFile: 'gone' } });
    expect(await catchReason(() => kube.headers(false))).toMatchObject({
      kind: 'denied',
      message: expect.stringMatching(/ENOENT.*gone/) as string,
    });
  });
});

describe('an exec plugin', () => {
  it('runs once for all requests that come at the same time, and not again while its token lives', async () => {
    const { exec, runs } = plugin(
      "setTimeout(() => answer({ token: 'run-' + run, expirationTimestamp: inSeconds(900) }), 100);",
    );
    const kube = await access({ user: { exec } });
    expect(runs()).toBe(0);
    const all = await Promise.all(Array.from({ length: 20 }, () => kube.headers(false)));
    expect(new Set(all.map((each) => each['Authorization']))).toEqual(new Set(['Bearer run-1']));
    await kube.headers(false);
    expect(runs()).toBe(1);
  });

  it('runs again after a 401, once for all requests that got it', async () => {
    const { exec, runs } = plugin("answer({ token: 'run-' + run, expirationTimestamp: inSeconds(900) });");
    const kube = await access({ user: { exec } });
    await kube.headers(false);
    const all = await Promise.all([kube.headers(true), kube.headers(true), kube.headers(false)]);
    expect(all.map((each) => each['Authorization'])).toEqual(['Bearer run-2', 'Bearer run-2', 'Bearer run-2']);
    expect(await kube.headers(true)).toEqual({ Authorization: 'Bearer run-2' });
    expect(runs()).toBe(2);
  });

  it.each([
    ['a minute before the token expires', 900, 835, 845],
    ['at half the life of a token that lives shorter', 40, 18, 22],
  ])('runs again %s', async (_when, life, early, late) => {
    const { exec, runs } = plugin(`answer({ token: 'run-' + run, expirationTimestamp: inSeconds(${life}) });`);
    const kube = await access({ user: { exec } });
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer run-1' });
    inSeconds(early);
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer run-1' });
    inSeconds(late - early);
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer run-2' });
    expect(runs()).toBe(2);
  });

  it('keeps a token without an expiry until a 401', async () => {
    const { exec, runs } = plugin("answer({ token: 'run-' + run });");
    const kube = await access({ user: { exec } });
    await kube.headers(false);
    await kube.headers(false);
    expect(runs()).toBe(1);
  });

  it("gets its own environment, the scan's, and KUBERNETES_EXEC_INFO", async () => {
    const { exec } = plugin(
      "const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO); answer({ token: [process.env.OWN, process.env.SCAN, info.apiVersion, info.spec.interactive, info.spec.cluster.server].join(' ') });",
    );
    const env = { ...process.env, SCAN: 'scan', OWN: 'overridden' };
    const kube = await access(
      { user: { exec: { ...exec, env: [{ name: 'OWN', value: 12345678901 }], provideClusterInfo: true } } },
      { env },
    );
    expect(await kube.headers(false)).toEqual({
      Authorization: `Bearer 12345678901 scan client.authentication.k8s.io/v1 false ${endpoint}`,
    });
  });

  it('is told of the cluster where the kubeconfig says so: as kubectl, a CA file as data and its own configuration', async () => {
    const { exec } = plugin(
      "answer({ token: Buffer.from(JSON.stringify(JSON.parse(process.env.KUBERNETES_EXEC_INFO).spec)).toString('base64') });",
    );
    write('pki/ca.crt', oldCa.cert);
    const cluster = {
      'certificate-authority-data': undefined,
      'certificate-authority': 'pki/ca.crt',
      'tls-server-name': 'kubernetes.example',
      'proxy-url': 'http://proxy.example:3128',
      extensions: [
        { name: 'minikube.sigs.k8s.io', extension: { provider: 'other' } },
        { name: 'client.authentication.k8s.io/exec', extension: { audience: '06e3fbd18de8', nested: { list: ['a'] } } },
      ],
    };
    const readExecInfo = async (parts: Parts, options: Partial<KubeconfigOptions> = {}): Promise<unknown> => {
      const { Authorization = '' } = await (await access(parts, options)).headers(false);
      return JSON.parse(Buffer.from(String(Authorization).slice('Bearer '.length), 'base64').toString()) as unknown;
    };
    const info = {
      server: endpoint,
      'tls-server-name': 'kubernetes.example',
      'certificate-authority-data': base64(oldCa.cert),
      'proxy-url': 'http://proxy.example:3128',
      config: { audience: '06e3fbd18de8', nested: { list: ['a'] } },
    };
    expect(await readExecInfo({ cluster, user: { exec: { ...exec, provideClusterInfo: true } } })).toEqual({
      interactive: false,
      cluster: info,
    });
    const kubeServer = 'https://127.0.0.1:8443';
    expect(
      await readExecInfo({ cluster, user: { exec: { ...exec, provideClusterInfo: true } } }, { kubeServer }),
    ).toEqual({
      interactive: false,
      cluster: { ...info, server: kubeServer },
    });
    expect(await readExecInfo({ cluster, user: { exec } })).toEqual({ interactive: false });
  });

  it.each(['Never', 'IfAvailable', undefined])(
    'runs without a terminal where interactiveMode is %s',
    async (interactiveMode) => {
      const { exec } = plugin('answer({ token: String(process.stdin.isTTY ?? false) });');
      const kube = await access({ user: { exec: { ...exec, ...(interactiveMode && { interactiveMode }) } } });
      expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer false' });
    },
  );

  it('that must have a terminal is not run', async () => {
    const { exec, runs } = plugin("answer({ token: 'x' });");
    const kube = await access({ user: { exec: { ...exec, interactiveMode: 'Always' } } });
    const reason = await catchReason(() => kube.headers(false));
    expect(reason.kind).toBe('denied');
    expect(reason.message).toMatch(
      /of kubeconfig user "ops" needs a terminal \(interactiveMode: Always\), and a scan gives it none$/,
    );
    expect(reason.shared).toBe(reason.message);
    expect(runs()).toBe(0);
  });

  it('is found beside the kubeconfig when its command has a folder', async () => {
    write('bin/login', `#!/bin/sh\necho '{"kind":"ExecCredential","status":{"token":"beside"}}'\n`, 0o755);
    const kube = await access({ user: { exec: { command: './bin/login' } } });
    expect(await kube.headers(false)).toEqual({ Authorization: 'Bearer beside' });
  });

  it('brings what it wrote to stderr into one line, once for all facts', async () => {
    const { exec, runs } = plugin(
      'console.error(\'\\u001b[31m\\nUnable to locate credentials.\\n  Run "aws configure".\\n\'); process.exit(253);',
    );
    const kube = await access({ user: { exec } });
    const reasons = await Promise.all([catchReason(() => kube.headers(false)), catchReason(() => kube.headers(false))]);
    reasons.push(await catchReason(() => kube.headers(false)), await catchReason(() => kube.headers(true)));
    expect(new Set(reasons.map(({ shared }) => shared)).size).toBe(1);
    expect(reasons[0]?.kind).toBe('denied');
    expect(reasons[0]?.message).toContain(
      'of kubeconfig user "ops" failed with exit code 253: Unable to locate credentials. Run "aws configure".',
    );
    expect(JSON.stringify(reasons)).not.toContain('plugin.cjs');
    expect(runs()).toBe(1);
  });

  it('is named with its install hint where it is missing', async () => {
    const kube = await access({
      user: { exec: { command: 'no-such-login', installHint: 'Get it from\n  https://example.com' } },
    });
    const reason = await catchReason(() => kube.headers(false));
    expect(reason.message).toBe('exec plugin "no-such-login" of kubeconfig user "ops" is not installed');
    expect(reason.hint).toBe(
      'Get it from https://example.com Install no-such-login, or omit --context: then no kubeconfig and no plugin is needed.',
    );
  });

  it('names the AWS CLI where aws is missing', async () => {
    const kube = await access(
      { user: { exec: { command: 'aws', args: ['eks', 'get-token'] } } },
      { env: { PATH: folder } },
    );
    const reason = await catchReason(() => kube.headers(false));
    expect(reason.message).toBe('exec plugin "aws" of kubeconfig user "ops" is not installed');
    expect(reason.hint).toContain('Install the AWS CLI, or omit --context');
  });

  it.each([
    ['no JSON', "console.log('token: hunter2');", 'unreadable', 'printed no ExecCredential'],
    ['no status', "console.log('{}');", 'unreadable', 'printed no ExecCredential'],
    ['no token', 'answer({});', 'unreadable', 'gave no token'],
    [
      'a certificate',
      "answer({ clientCertificateData: 'x', clientKeyData: 'y' });",
      'unreadable',
      'gave a client certificate and no token',
    ],
    [
      'a token of yesterday',
      "answer({ token: 'x', expirationTimestamp: inSeconds(-5) });",
      'denied',
      'returned an expired token',
    ],
    [
      'an expiry that is no date',
      "answer({ token: 'x', expirationTimestamp: 'soon' });",
      'unreadable',
      'returned an invalid expirationTimestamp',
    ],
    ['nothing, killed', "process.kill(process.pid, 'SIGTERM');", 'denied', 'failed with SIGTERM'],
  ])('that prints %s is not believed', async (_what, body, kind, message) => {
    const kube = await access({ user: { exec: plugin(body).exec } });
    const reason = await catchReason(() => kube.headers(false));
    expect(reason).toMatchObject({ kind, message: expect.stringContaining(message) as string });
    expect(JSON.stringify(reason)).not.toContain('hunter2');
  });

  it('that cannot be run at all is named', async () => {
    const kube = await access({ user: { exec: { command: './config/login' } } });
    expect(await catchReason(() => kube.headers(false))).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining(
        'config/login" of kubeconfig user "ops" cannot be run: Error: spawn ENOTDIR',
      ) as string,
    });
  });

  it('that waits for somebody is stopped', async () => {
    const { exec } = plugin("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);");
    const kube = await access({ user: { exec } }, { pluginLimit: 500 });
    expect(await catchReason(() => kube.headers(false))).toMatchObject({
      kind: 'time-out',
      message: expect.stringContaining('returned no credential within 0.5 s') as string,
    });
  });

  it('that reads its input finds it closed', async () => {
    const { exec } = plugin("process.stdin.resume().on('end', () => answer({ token: 'alone' }));");
    expect(await (await access({ user: { exec } })).headers(false)).toEqual({ Authorization: 'Bearer alone' });
  });

  it('without a command is refused', async () => {
    expect((await catchReason(() => access({ user: { exec: { args: ['x'] } } }))).message).toContain('has no command');
  });
});

describe('a user that acts as somebody else', () => {
  /** The authorization and impersonation headers that the server receives, by lower-case name, with all values. */
  async function arriving(user: Record<string, unknown>): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {};
    const server = createServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
      for (const [index, name] of request.rawHeaders.entries()) {
        if (index % 2 === 0) (seen[name.toLowerCase()] ??= []).push(request.rawHeaders[index + 1] ?? '');
      }
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(status));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64(worldTls.ca) };
    const source = createKubeSource(await access({ cluster, user }), { userAgent: 'x/1' });
    reason = await catchReason(() => source.version());
    source.close();
    server.closeAllConnections();
    server.close();
    return Object.fromEntries(Object.entries(seen).filter(([name]) => /^(authorization|impersonate-)/.test(name)));
  }
  let reason: Reason;
  const message =
    'users "jane" is forbidden: User "ops" cannot impersonate resource "users" in API group "" at the cluster scope';
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403, message };
  const jane = {
    as: 'jane@example.com',
    'as-uid': '06f6ce97',
    'as-groups': ['developers', 'system:authenticated'],
    'as-user-extra': { dn: ['cn=jane'], 'acme.com/project': ['a', 'b'], 'percent%': ['c'], größe: ['d'] },
  };

  it('says so as kubectl does: groups and extra each value once, keys percent-encoded', async () => {
    const { exec } = plugin("answer({ token: 'plugin' });");
    for (const own of [{ token: 'static' }, { exec }, { username: 'ops', password: 'x' }]) {
      const { authorization, ...headers } = await arriving({ ...own, ...jane });
      expect(authorization?.[0]).toMatch(/^Bearer (static|plugin)|^Basic /);
      for (const values of Object.values(headers)) {
        // Discovery and the version are requested at the same time.
        expect(values.length % 2).toBe(0);
      }
      const once = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [...new Set(values)]]));
      expect(once).toEqual({
        'impersonate-user': ['jane@example.com'],
        'impersonate-uid': ['06f6ce97'],
        'impersonate-group': ['developers', 'system:authenticated'],
        'impersonate-extra-dn': ['cn=jane'],
        'impersonate-extra-acme.com%2fproject': ['a', 'b'],
        'impersonate-extra-percent%25': ['c'],
        'impersonate-extra-gr%c3%b6%c3%9fe': ['d'],
      });
    }
  });

  it('without groups, uid or extra sends the name alone', async () => {
    const empty = { 'as-groups': [], 'as-uid': '', 'as-user-extra': null };
    const { authorization: _authorization, ...headers } = await arriving({ token: 'x', as: 'jane', ...empty });
    expect(Object.keys(headers)).toEqual(['impersonate-user']);
  });

  it('and may not: the verb that is missing, for all facts at once', async () => {
    await arriving({ token: 'x', as: 'jane' });
    expect(reason).toMatchObject({ kind: 'denied', message, shared: message, permission: 'users: impersonate' });
    expect(reason.hint).toContain('grant the verb impersonate');
  });
});

describe('a credential in time', () => {
  it('is renewed when its time has come, and an error is kept for ten seconds', async () => {
    let time = 0;
    let runs = 0;
    const headers = renewedCredential(
      async () => {
        runs += 1;
        if (runs === 2) throw new Error('run 2 failed');
        return { headers: { run: String(runs) }, renewAt: time + 840_000 };
      },
      () => time,
    );
    expect(await headers(false)).toEqual({ run: '1' });
    time = 839_999;
    expect(await headers(false)).toEqual({ run: '1' });
    time = 840_000;
    await expect(headers(false)).rejects.toThrow('run 2 failed');
    time = 849_999;
    await expect(headers(true)).rejects.toThrow('run 2 failed');
    time = 850_000;
    expect(await headers(false)).toEqual({ run: '3' });
    expect(await headers(true)).toEqual({ run: '4' });
    time = 854_999;
    expect(await headers(true)).toEqual({ run: '4' });
    time = 855_000;
    expect(await headers(true)).toEqual({ run: '5' });
  });
});

describe('which cluster a context leads to', () => {
  const described = (changes: Partial<DescribedCluster> = {}): DescribedCluster => ({
    name: 'prod',
    endpoint,
    certificateAuthorityPem: oldCa.cert,
    arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod',
    ...changes,
  });
  const bundle = () => ({ 'certificate-authority-data': base64(oldCa.cert + newCa.cert) });

  it.each([
    ['the same text', endpoint],
    ['a trailing slash', `${endpoint}/`],
    ['upper case', endpoint.toUpperCase().replace('HTTPS', 'https')],
    ['lower case', endpoint.toLowerCase()],
    ['the default port', `${endpoint}:443/`],
  ])('is proven by %s', async (_what, server) => {
    proveIdentity(await access({ cluster: { server } }), described());
  });

  it('is proven during a CA rotation, whichever side has both certificates', async () => {
    proveIdentity(await access({ cluster: bundle() }), described());
    proveIdentity(await access({ cluster: bundle() }), described({ certificateAuthorityPem: newCa.cert }));
    proveIdentity(await access(), described({ certificateAuthorityPem: `# both\n${newCa.cert}\n${oldCa.cert}` }));
  });

  it.each([
    ['another host', 'https://def456.gr7.eu-west-1.eks.amazonaws.com'],
    ['another port', `${endpoint}:8443`],
    ['a path', `${endpoint}/k8s/clusters/c-1`],
    ['a tunnel without --kube-server', 'https://localhost:8443'],
  ])('is refused for %s', async (_what, server) => {
    const unproven = await access({ cluster: { server } });
    const reason = await catchReason(() => proveIdentity(unproven, described()));
    expect(reason.message).toBe(
      `context "prod" is not cluster "prod": its server is ${server.replace('ABC', 'abc')}, the cluster's endpoint is https://${endpointHost}`,
    );
    expect(reason.hint).toContain('--kube-server');
    expect(reason.hint).toContain(described().arn);
  });

  it('is refused for another cluster under the same name', async () => {
    const unproven = await access({ cluster: { 'certificate-authority-data': base64(newCa.cert) } });
    const reason = await catchReason(() => proveIdentity(unproven, described()));
    expect(reason.message).toContain(
      `https://${endpointHost} is trusted by CA certificate ${sha256(newCa.cert).slice(0, 16)}`,
    );
    expect(reason.message).toContain(`has CA certificate ${sha256(oldCa.cert).slice(0, 16)}`);
    expect(reason.hint).toContain('aws eks update-kubeconfig --name prod');
  });

  it('is refused without a CA of its own', async () => {
    const unproven = await access({ cluster: { 'certificate-authority-data': undefined } });
    expect((await catchReason(() => proveIdentity(unproven, described()))).message).toContain(
      'no custom CA certificate',
    );
  });

  it("is proven through a tunnel that must show the endpoint's name", async () => {
    const kubeServer = 'https://localhost:9443';
    proveIdentity(await access({}, { kubeServer }), described(), kubeServer);
    const tunnelled = { cluster: { server: 'https://127.0.0.1:8443', 'tls-server-name': endpointHost.toUpperCase() } };
    proveIdentity(await access(tunnelled, { kubeServer }), described(), kubeServer);
  });

  it.each([
    ["the tunnel's own name", { server: 'https://127.0.0.1:8443' }, 'https://localhost:9443', 'localhost'],
    [
      "another cluster's name",
      { server: 'https://def456.eks.amazonaws.com' },
      'https://localhost:9443',
      'def456.eks.amazonaws.com',
    ],
    ['a name that the context sets', { 'tls-server-name': 'kubernetes' }, undefined, 'kubernetes'],
  ])('is refused where the server only has to show %s', async (_what, cluster, kubeServer, name) => {
    const unproven = await access({ cluster }, kubeServer === undefined ? {} : { kubeServer });
    const reason = await catchReason(() => proveIdentity(unproven, described(), kubeServer));
    expect(reason.message).toContain(`it expects the TLS server name ${name} of`);
    expect(reason.hint).toBe(`Set tls-server-name: ${endpointHost} in the kubeconfig's cluster.`);
  });

  it('is refused through a tunnel to a cluster with another CA', async () => {
    const kubeServer = 'https://localhost:9443';
    const unproven = await access({}, { kubeServer });
    expect(
      (await catchReason(() => proveIdentity(unproven, described({ certificateAuthorityPem: newCa.cert }), kubeServer)))
        .message,
    ).toContain('is trusted by');
  });

  it('is not proven by a described CA that cannot be read', async () => {
    const unproven = await access();
    expect(
      (await catchReason(() => proveIdentity(unproven, described({ certificateAuthorityPem: '' })))).message,
    ).toContain('holds no PEM certificate');
  });
});

describe('in a pod', () => {
  const env = { KUBERNETES_SERVICE_HOST: '172.20.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const mounted = () => ({ token: write('sa/token', 'one'), ca: write('sa/ca.crt', oldCa.cert) });

  it('reads address, CA and token, and the token again after a 401', async () => {
    const files = mounted();
    const pod = await accessInCluster(env, files);
    expect(pod).toMatchObject({
      contextName: 'in-cluster',
      server: 'https://172.20.0.1:443',
      ca: oldCa.cert,
      caCertificates: [sha256(oldCa.cert)],
    });
    expect(await pod.headers(false)).toEqual({ Authorization: 'Bearer one' });
    write('sa/token', 'two\n');
    expect(await pod.headers(true)).toEqual({ Authorization: 'Bearer two' });
    write('sa/token', 'three');
    expect(await pod.headers(false)).toEqual({ Authorization: 'Bearer two' });
    inSeconds(61);
    expect(await pod.headers(false)).toEqual({ Authorization: 'Bearer three' });
  });

  it('writes an IPv6 address as a URL does', async () => {
    expect((await accessInCluster({ KUBERNETES_SERVICE_HOST: 'fd00::1' }, mounted())).server).toBe(
      'https://[fd00::1]:443',
    );
  });

  it('is the described cluster only with a CA in common', async () => {
    const pod = await accessInCluster(env, mounted());
    const cluster = {
      name: 'prod',
      endpoint,
      certificateAuthorityPem: oldCa.cert,
      arn: 'arn:aws:eks:eu-west-1:1:cluster/prod',
    };
    proveInClusterIdentity(pod, cluster);
    const reason = await catchReason(() =>
      proveInClusterIdentity(pod, { ...cluster, certificateAuthorityPem: newCa.cert }),
    );
    expect(reason.message).toMatch(
      /^the pod's API server is not cluster "prod": https:\/\/172\.20\.0\.1 is trusted by/,
    );
    expect(reason.hint).toContain('or omit --in-cluster');
  });

  it('says what is missing outside of a pod', async () => {
    expect((await catchReason(() => accessInCluster({}, mounted()))).message).toContain(
      'KUBERNETES_SERVICE_HOST is not set',
    );
    expect(
      (await catchReason(() => accessInCluster(env, { ...mounted(), token: path.join(folder, 'gone') }))).message,
    ).toMatch(/ENOENT.*gone/);
    expect(
      (await catchReason(() => accessInCluster(env, { ...mounted(), token: write('sa/empty', '\n') }))).message,
    ).toContain('is empty');
  });
});
