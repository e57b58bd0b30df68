import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { request as plainRequest, type Agent } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorReportSchema, reportSchema } from '../../src/report/schema.ts';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import type { AwsOptions, AwsSource } from '../../src/sources/aws/contract.ts';
import { environmentProxies } from '../../src/sources/proxy/environment.ts';
import { parseProxy, type Proxy } from '../../src/sources/proxy/proxy.ts';
import { throughProxies } from '../../src/sources/proxy/tunnel.ts';
import { startApiServer } from '../world/api-server.ts';
import { startAwsEndpoint, type AwsEndpoint } from '../world/aws-endpoint.ts';
import { healthyWorld } from '../world/healthy.ts';
import { loginKeys, startLogins, type Logins } from '../world/logins.ts';
import { startProxy, type ProxyOptions, type RunningProxy } from '../world/proxy.ts';
import { type RunningWorld, runProcess, startWorld } from '../world/run.ts';
import { worldTls } from '../world/tls.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  vi.unstubAllEnvs();
});

async function startTestProxy(options: ProxyOptions = {}): Promise<RunningProxy> {
  const proxy = await startProxy(options);
  cleanups.push(() => proxy.close());
  return proxy;
}

async function catchReason(promise: Promise<unknown>): Promise<Reason> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ScanError);
  const { reason } = error as ScanError;
  expect(reason.message).not.toMatch(/[\n\r]/);
  expect(JSON.stringify(reason)).not.toContain('hunter2');
  return reason;
}

describe('which URL goes through which proxy', () => {
  const through = (env: NodeJS.ProcessEnv, url: string): string | undefined =>
    environmentProxies(env)(new URL(url))?.text;
  const eks = 'https://eks.eu-west-1.amazonaws.com/clusters/prod';

  it.each<[NodeJS.ProcessEnv, string, string | undefined]>([
    [{}, eks, undefined],
    [{ HTTPS_PROXY: '' }, eks, undefined],
    [{ HTTPS_PROXY: 'http://one:3128' }, eks, 'http://one:3128'],
    [{ https_proxy: 'http://two:3128' }, eks, 'http://two:3128'],
    [{ HTTPS_PROXY: 'http://one:3128', https_proxy: 'http://two:3128' }, eks, 'http://one:3128'],
    [{ HTTP_PROXY: 'http://one:3128' }, eks, undefined],
    [{ HTTP_PROXY: 'http://one:3128' }, 'http://moto.corp:5000', 'http://one:3128'],
    [{ http_proxy: 'http://two' }, 'http://moto.corp', 'http://two'],
    [{ HTTPS_PROXY: 'one:3128' }, eks, 'http://one:3128'],
    [{ HTTPS_PROXY: '10.0.0.1:3128' }, eks, 'http://10.0.0.1:3128'],
    [{ HTTPS_PROXY: 'https://one' }, eks, 'https://one'],
    [{ HTTPS_PROXY: 'socks5://one' }, eks, 'socks5://one'],
    [{ HTTPS_PROXY: ' http://user:hunter2@one:3128 ' }, eks, 'http://one:3128'],
  ])('%j: %s -> %s', (env, url, expected) => {
    expect(through(env, url)).toBe(expected);
  });

  const none = 'direct';
  it.each<[string, string, 'direct' | 'proxy']>([
    // Go's own table: https://cs.opensource.google/go/x/net/+/master:http/httpproxy/proxy_test.go (UseProxyTests)
    [
      'foobar.com, .barbaz.net, *.wildcard.io, 192.168.1.1, 192.168.1.2:81, 192.168.1.3:80, 10.0.0.0/30, 2001:db8::52:0:1, [2001:db8::52:0:2]:443, [2002:db8:a::45]:80',
      'localhost',
      none,
    ],
    ['', '127.0.0.1', none],
    ['', '127.9.8.7:8443', none],
    ['', '[::1]', none],
    ['', '[::2]', 'proxy'],
    ['', 'www.barbaz.net', 'proxy'],
    ['.barbaz.net', 'www.barbaz.net', none],
    ['.barbaz.net', 'barbaz.net', 'proxy'],
    ['foobar.com', 'foobar.com', none],
    ['foobar.com', 'www.foobar.com', none],
    ['foobar.com', 'foofoobar.com', 'proxy'],
    ['foobar.com', 'baz.com', 'proxy'],
    ['FooBar.com', 'www.foobar.COM', none],
    ['*.wildcard.io', 'www.wildcard.io', none],
    ['*.wildcard.io', 'wildcard.io', 'proxy'],
    ['192.168.1.1', '192.168.1.1', none],
    ['192.168.1.2:81', '192.168.1.2', 'proxy'],
    ['192.168.1.2:81', '192.168.1.2:81', none],
    ['192.168.1.3:443', '192.168.1.3', none],
    ['10.0.0.0/30', '10.0.0.2', none],
    ['10.0.0.0/30', '10.0.0.4', 'proxy'],
    ['10.0.0.3/30', '10.0.0.1', none],
    ['10.0.0.0/33', '10.0.0.1', 'proxy'],
    ['2001:db8::52:0:1', '[2001:db8::52:0:1]', none],
    ['2001:db8::/32', '[2001:db8::52:0:1]', none],
    ['2001:db8::/32', '[2002:db8::1]', 'proxy'],
    ['[2001:db8::52:0:2]:443', '[2001:db8::52:0:2]', none],
    ['[2001:db8::52:0:2]:443', '[2001:db8::52:0:2]:8443', 'proxy'],
    ['foobar.com:443', 'www.foobar.com', none],
    ['foobar.com:8443', 'www.foobar.com', 'proxy'],
    ['*', 'eks.eu-west-1.amazonaws.com', none],
    ['*', '10.1.2.3', none],
    ['a.com, *', 'b.com', none],
    [' , ,:443, .', 'b.com', 'proxy'],
    ['amazonaws.com', 'eks.eu-west-1.amazonaws.com.cn', 'proxy'],
    ['.eks.amazonaws.com', 'abc123.gr7.eu-west-1.eks.amazonaws.com', none],
    // Link-local: only this machine can reach its own metadata service.
    ['', '169.254.169.254', none],
    ['', '169.254.170.23', none],
    ['', '[fd00:ec2::254]', none],
    ['', '[fd00:ec2::23]', none],
  ])('NO_PROXY=%j: %s is %s', (NO_PROXY, host, expected) => {
    const env = { HTTPS_PROXY: 'http://one:3128', HTTP_PROXY: 'http://one:3128' };
    for (const exceptions of [{ NO_PROXY }, { no_proxy: NO_PROXY }]) {
      expect(through({ ...env, ...exceptions }, `https://${host}/`)).toBe(
        expected === none ? undefined : 'http://one:3128',
      );
    }
  });

  const encoded = 'special characters of user and password must be percent-encoded';
  it.each([
    ['ftp://user:hunter2@one', 'HTTPS_PROXY: ftp:// is not a proxy protocol: use http, https or socks5'],
    ['http://user:hunter2@', 'HTTPS_PROXY is not a URL'],
    ['http://user:hunter2@one:port', 'HTTPS_PROXY is not a URL'],
    ['two words', 'HTTPS_PROXY is not a URL'],
    ['http://user:12#hunter2@proxy:3128', `HTTPS_PROXY is not a URL: ${encoded}`],
    ['http://user:12/hunter2@proxy:3128', `HTTPS_PROXY is not a URL: ${encoded}`],
    ['user:12?hunter2@proxy:3128', `HTTPS_PROXY is not a URL: ${encoded}`],
  ])('%s is no proxy', async (HTTPS_PROXY, message) => {
    const reason = await catchReason(Promise.resolve().then(() => environmentProxies({ HTTPS_PROXY })));
    expect(reason).toMatchObject({ kind: 'usage', message });
  });

  it('reads user and password, a stray percent sign as it stands', () => {
    expect(parseProxy('http://us%40er:p%3Ass@one', 'x')).toMatchObject({
      credentials: { user: 'us@er', password: 'p:ss' },
    });
    expect(parseProxy('http://user:100%@one', 'x')).toMatchObject({ credentials: { password: '100%' } });
    expect(parseProxy('http://one', 'x')).not.toHaveProperty('credentials');
  });
});

describe('a tunnel', () => {
  interface Target {
    port: number;
    connections: () => number;
  }

  /** A TLS server for prod.eks.test that counts its connections. */
  async function target(): Promise<Target> {
    let connections = 0;
    const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, (_, response) => response.end('hello'));
    server.on('secureConnection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, connections: () => connections };
  }

  function agentThrough(url: string): Agent {
    const proxy = parseProxy(url, 'HTTPS_PROXY') as Proxy;
    const agent = new TlsAgent({ keepAlive: true, maxSockets: 2, ca: worldTls.ca });
    cleanups.push(() => agent.destroy());
    return throughProxies(agent, () => proxy, 2_000);
  }

  function sendRequest(agent: Agent, host: string, port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = tlsRequest({ host, port, agent, path: '/' }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(text));
      });
      request.on('error', reject).end();
    });
  }

  it.each(['http', 'https', 'socks5'] as const)(
    'through a proxy that speaks %s is kept for the next request',
    async (protocol) => {
      const { port, connections } = await target();
      const proxy = await startTestProxy({ protocol, login: 'user:hunter2' });
      const host = protocol === 'https' ? 'localhost' : '127.0.0.1';
      const agent = agentThrough(`${protocol}://user:hunter2@${host}:${proxy.port}`);
      if (protocol === 'https') {
        // No system trusts the certificate of the test proxy: it is refused, and the password is not sent.
        const reason = await catchReason(sendRequest(agent, 'prod.eks.test', port));
        expect(reason.message).toMatch(
          /^no connection to prod\.eks\.test:\d+ through the proxy https:\/\/localhost:\d+: .*certificate/,
        );
        expect(proxy.logins).toEqual([]);
        return;
      }
      for (let round = 0; round < 5; round++) expect(await sendRequest(agent, 'prod.eks.test', port)).toBe('hello');
      expect(proxy.targets).toEqual([`prod.eks.test:${port}`]);
      expect(connections()).toBe(1);
      await Promise.all(Array.from({ length: 10 }, () => sendRequest(agent, 'prod.eks.test', port)));
      const opened = proxy.targets.length;
      for (let round = 0; round < 5; round++) expect(await sendRequest(agent, 'prod.eks.test', port)).toBe('hello');
      expect(proxy.targets).toHaveLength(opened);
    },
  );

  it('checks the certificate of the server behind it', async () => {
    const { port } = await target();
    const proxy = await startTestProxy();
    const response = sendRequest(agentThrough(`http://127.0.0.1:${proxy.port}`), 'other.example', port);
    await expect(response).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('writes an IPv6 address as a URL does', async () => {
    const proxy = await startTestProxy({ status: 403 });
    const reason = await catchReason(sendRequest(agentThrough(`http://127.0.0.1:${proxy.port}`), '2001:db8::1', 443));
    expect(proxy.targets).toEqual(['[2001:db8::1]:443']);
    expect(reason.message).toContain('does not connect to [2001:db8::1]:443: it answers 403 Forbidden');
  });

  it.each<[string, ProxyOptions, string, RegExp, RegExp]>([
    [
      'wants a login',
      { login: 'user:hunter2' },
      '',
      /answers 407 Proxy Authentication Required$/,
      /^write user and password into HTTPS_PROXY/,
    ],
    [
      'wants another login',
      { login: 'user:hunter2' },
      'user:wrong@',
      /answers 407/,
      /does not accept the user and password in HTTPS_PROXY/,
    ],
    [
      'forbids the host',
      { status: 403 },
      'user:hunter2@',
      /answers 403 Forbidden$/,
      /does not allow this host.*NO_PROXY/,
    ],
    [
      'cannot reach the host',
      { status: 502 },
      'user:hunter2@',
      /answers 502 Bad Gateway$/,
      /cannot reach the host.*NO_PROXY/,
    ],
  ])('through a proxy that %s: its answer, its name, not its password', async (_, options, login, message, hint) => {
    const proxy = await startTestProxy(options);
    const reason = await catchReason(
      sendRequest(agentThrough(`http://${login}127.0.0.1:${proxy.port}`), 'prod.eks.test', 443),
    );
    expect(reason.kind).toBe('unreachable');
    expect(reason.message).toMatch(
      /^the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTPS_PROXY\) does not connect to prod\.eks\.test:443: /,
    );
    expect(reason.message).toMatch(message);
    expect(reason.hint).toMatch(hint);
  });

  it('through a SOCKS proxy that refuses the login', async () => {
    const proxy = await startTestProxy({ protocol: 'socks5', login: 'user:hunter2' });
    const reason = await catchReason(
      sendRequest(agentThrough(`socks5://user:wrong@127.0.0.1:${proxy.port}`), 'prod.eks.test', 443),
    );
    expect(reason.message).toMatch(/through the proxy socks5:\/\/127\.0\.0\.1:\d+: .*Authentication failed/);
    expect(JSON.stringify(reason)).not.toContain('wrong');
  });

  it.each(['http', 'socks5'])('through a %s proxy where nobody listens', async (protocol) => {
    const proxy = await startTestProxy();
    await proxy.close();
    const reason = await catchReason(
      sendRequest(agentThrough(`${protocol}://127.0.0.1:${proxy.port}`), 'prod.eks.test', 443),
    );
    expect(reason).toMatchObject({ kind: 'unreachable', hint: expect.stringContaining('check HTTPS_PROXY') as string });
    expect(reason.message).toMatch(/through the proxy \w+:\/\/127\.0\.0\.1:\d+: connection refused \(ECONNREFUSED\)$/);
  });

  it('through a web server that knows no CONNECT', async () => {
    const server = await listening(
      createTcpServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n')),
      ),
    );
    const reason = await catchReason(sendRequest(agentThrough(`http://127.0.0.1:${server}`), 'prod.eks.test', 443));
    expect(reason.message).toContain('it answers 405 Method Not Allowed');
  });

  it('that is being made when the agent is destroyed does not keep the process', async () => {
    const sockets: Socket[] = [];
    const port = await listening(createTcpServer((socket) => sockets.push(socket.on('error', () => undefined))));
    const agent = agentThrough(`http://127.0.0.1:${port}`);
    const pendingReason = catchReason(sendRequest(agent, 'prod.eks.test', 443));
    await expect.poll(() => sockets.length).toBe(1);
    agent.destroy();
    expect((await pendingReason).message).toContain('the connection is closed');
  });

  async function listening(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }
});

describe('AWS behind a proxy', () => {
  let home: string;
  beforeEach(async () => {
    for (const name of Object.keys(process.env)) if (/^AWS_|_proxy$/i.test(name)) vi.stubEnv(name, undefined);
    home = await mkdtemp(path.join(tmpdir(), 'eks-preflight-proxy-'));
    cleanups.push(() => rm(home, { recursive: true, force: true }));
    vi.stubEnv('HOME', home);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });

  interface Account {
    aws: AwsEndpoint;
    logins: Logins;
    proxy: RunningProxy;
  }

  /** An account whose hosts do not resolve: only a proxy reaches them. */
  async function account(options: ProxyOptions = {}): Promise<Account> {
    const [aws, logins] = await Promise.all([startAwsEndpoint(healthyWorld()), startLogins()]);
    cleanups.push(
      () => aws.close(),
      () => logins.close(),
    );
    const ports = { 'aws.eks.test': Number(new URL(aws.url).port), 'logins.eks.test': logins.port };
    const proxy = await startTestProxy({ ports, ...options });
    const protocol = options.protocol ?? 'http';
    const login = options.login === undefined ? '' : `${options.login}@`;
    vi.stubEnv('HTTP_PROXY', `${protocol}://${login}127.0.0.1:${proxy.port}`);
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://aws.eks.test');
    return { aws, logins, proxy };
  }

  function withKeys(): void {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  }

  async function open(options: Partial<AwsOptions> = {}): Promise<AwsSource> {
    const aws = await createAwsSource({ cluster: 'prod', region: 'eu-west-1', ...options }, { userAgent: 'x/1' });
    cleanups.push(() => aws.close());
    return aws;
  }

  it.each(['http', 'socks5'] as const)(
    'is reached through a proxy that speaks %s, with a login, over kept tunnels',
    async (protocol) => {
      const { proxy, aws } = await account({ protocol, login: 'user:hunter2' });
      withKeys();
      const source = await open();
      await source.describeCluster();
      const { DescribeClusterCommand } = await import('@aws-sdk/client-eks');
      const eks = await source.client('eks');
      for (let round = 0; round < 4; round++) await eks.send(new DescribeClusterCommand({ name: 'prod' }));
      expect(aws.calls).toHaveLength(5);
      expect(proxy.targets).toEqual(['aws.eks.test:80']);
    },
  );

  it('is asked for the role that is assumed through it', async () => {
    const { proxy, aws } = await account();
    withKeys();
    await (await open({ roleArn: 'arn:aws:iam::444455556666:role/audit' })).describeCluster();
    expect(aws.calls.map(({ action }) => action)).toEqual(['sts:AssumeRole', 'eks:DescribeCluster']);
    expect(new Set(proxy.targets)).toEqual(new Set(['aws.eks.test:80']));
  });

  it("is asked for a profile's role through it", async () => {
    const { aws, proxy } = await account();
    const config =
      '[profile base]\naws_access_key_id = AKIABASE\naws_secret_access_key = s\n[profile audit]\nrole_arn = arn:aws:iam::444455556666:role/audit\nsource_profile = base\n';
    await mkdir(path.join(home, '.aws'));
    await writeFile(path.join(home, '.aws/config'), config);
    await (await open({ profile: 'audit' })).describeCluster();
    expect(aws.calls.map(({ action, accessKeyId }) => [action, accessKeyId])[0]).toEqual([
      'sts:AssumeRole',
      'AKIABASE',
    ]);
    expect(proxy.targets.length).toBeGreaterThan(0);
  });

  it('gives the credentials of a web identity through it', async () => {
    const { aws, logins, proxy } = await account();
    vi.stubEnv('AWS_ENDPOINT_URL_STS', 'http://logins.eks.test');
    await writeFile(path.join(home, 'token'), 'jwt');
    vi.stubEnv('AWS_WEB_IDENTITY_TOKEN_FILE', path.join(home, 'token'));
    vi.stubEnv('AWS_ROLE_ARN', 'arn:aws:iam::111122223333:role/preflight');
    await (await open()).describeCluster();
    expect(logins.requests.map(({ operation }) => operation)).toEqual(['AssumeRoleWithWebIdentity']);
    expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([loginKeys.webIdentity]);
    expect(proxy.targets).toEqual(['logins.eks.test:80', 'aws.eks.test:80']);
  });

  /** Writes a session as `aws sso login` leaves it behind. */
  async function ssoProfile(): Promise<void> {
    const startUrl = 'https://corp.awsapps.example/start';
    const { createHash } = await import('node:crypto');
    const file = createHash('sha1').update('corp').digest('hex');
    await mkdir(path.join(home, '.aws/sso/cache'), { recursive: true });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await writeFile(
      path.join(home, `.aws/sso/cache/${file}.json`),
      JSON.stringify({ startUrl, region: 'eu-west-1', accessToken: 'sso-access', expiresAt }),
    );
    const config = `[profile ops]\nsso_session = corp\nsso_account_id = 111122223333\nsso_role_name = ro\n[sso-session corp]\nsso_region = eu-west-1\nsso_start_url = ${startUrl}\n`;
    await writeFile(path.join(home, '.aws/config'), config);
  }

  it('gives the credentials of IAM Identity Center through it', async () => {
    const { aws, logins, proxy } = await account();
    vi.stubEnv('AWS_ENDPOINT_URL_SSO', 'http://logins.eks.test');
    await ssoProfile();
    await (await open({ profile: 'ops' })).describeCluster();
    expect(logins.requests.map(({ operation }) => operation)).toEqual(['GetRoleCredentials']);
    expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([loginKeys.sso]);
    expect(proxy.targets).toEqual(['logins.eks.test:80', 'aws.eks.test:80']);
  });

  it('is not asked through it for the credentials of a container', async () => {
    const { aws, logins, proxy } = await account();
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `${logins.url}/v1/credentials`);
    await (await open()).describeCluster();
    expect(aws.calls.map(({ accessKeyId }) => accessKeyId)).toEqual([loginKeys.container]);
    expect(proxy.targets).toEqual(['aws.eks.test:80']);
  });

  it('on the loopback is not asked through it', async () => {
    const { aws, proxy } = await account({ status: 502 });
    vi.stubEnv('AWS_ENDPOINT_URL', aws.url);
    withKeys();
    await (await open()).describeCluster();
    expect(proxy.targets).toEqual([]);
  });

  it('is unreachable where the proxy wants a login: one try, one reason for all', async () => {
    const { proxy } = await account({ status: 407 });
    withKeys();
    const reason = await catchReason((await open()).describeCluster());
    expect(reason).toMatchObject({
      kind: 'unreachable',
      message: `the proxy http://127.0.0.1:${proxy.port} (HTTP_PROXY) does not connect to aws.eks.test:80: it answers 407 No`,
      shared: `the proxy http://127.0.0.1:${proxy.port} (HTTP_PROXY) answers 407 No`,
    });
    expect(proxy.targets).toHaveLength(1);
  });

  it.each([
    ['a role', async () => withKeys(), { roleArn: 'arn:aws:iam::444455556666:role/audit' }],
    ['IAM Identity Center', ssoProfile, { profile: 'ops' }],
  ] as const)(
    'is not said to refuse the login of %s where it is the proxy that refuses',
    async (_, prepare, options) => {
      const { proxy } = await account({ status: 407 });
      vi.stubEnv('AWS_ENDPOINT_URL_SSO', 'http://logins.eks.test');
      await prepare();
      const reason = await catchReason((await open(options)).describeCluster());
      expect(reason).toMatchObject({ kind: 'unreachable', hint: expect.stringContaining('HTTP_PROXY') as string });
      expect(reason.message).toContain(`the proxy http://127.0.0.1:${proxy.port} (HTTP_PROXY) does not connect to`);
    },
  );

  it('is asked again where the proxy fails in passing', async () => {
    const { aws, proxy } = await account({ status: 503, times: 2 });
    withKeys();
    await (await open()).describeCluster();
    expect([aws.calls.length, proxy.targets.length]).toEqual([1, 3]);
  });
});

describe('a scan behind a proxy', () => {
  let world: RunningWorld;
  let ca: string;

  beforeEach(async () => {
    world = await startWorld(healthyWorld());
    cleanups.push(() => world.close());
    ca = path.join(world.folder, 'ca.pem');
    await writeFile(ca, worldTls.ca);
  });

  /** The account and the cluster under names that do not resolve, over TLS. */
  async function hidden(options: ProxyOptions = {}) {
    const healthy = healthyWorld();
    const api = await startApiServer(healthy);
    const described = {
      ...healthy.aws.clusters['prod'],
      endpoint: 'https://prod.eks.test',
      certificateAuthority: { data: Buffer.from(worldTls.ca).toString('base64') },
    };
    const aws = await startAwsEndpoint({ ...healthy, aws: { ...healthy.aws, clusters: { prod: described } } });
    const front = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
      const { hostname, port } = new URL(aws.url);
      const onward = plainRequest(
        { hostname, port, method: request.method, path: request.url, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    cleanups.push(
      () => api.close(),
      () => aws.close(),
      () => front.close(),
      () => front.closeAllConnections(),
    );
    const ports = {
      'aws.eks.test': (front.address() as AddressInfo).port,
      'prod.eks.test': Number(new URL(api.url).port),
    };
    const proxy = await startTestProxy({ ports, ...options });
    const login = options.login === undefined ? '' : `${options.login}@`;
    const HTTPS_PROXY = `${options.protocol ?? 'http'}://${login}localhost:${proxy.port}`;
    const env = { ...world.env, AWS_ENDPOINT_URL: 'https://aws.eks.test', NODE_EXTRA_CA_CERTS: ca, HTTPS_PROXY };
    return { proxy, env, ports };
  }

  const scan = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    runProcess(['scan', '--cluster', 'prod', '--format', 'json', ...args], { env, cwd: world.folder });

  it.each(['http', 'https', 'socks5'] as const)(
    'that speaks %s reads AWS and the API server, as if there were none',
    async (protocol) => {
      const { proxy, env } = await hidden({ protocol, login: 'user:hunter2' });
      const { code, stdout, stderr } = await scan(env);
      expect([code, stderr]).toEqual([0, '']);
      expect(reportSchema.parse(JSON.parse(stdout)).verdict).toBe('ready');
      expect(new Set(proxy.targets)).toEqual(new Set(['aws.eks.test:443', 'prod.eks.test:443']));
      const direct = await scan(world.env);
      const statuses = (text: string) =>
        reportSchema.parse(JSON.parse(text)).results.map(({ id, status }) => [id, status]);
      expect(statuses(stdout)).toEqual(statuses(direct.stdout));
    },
  );

  it('that refuses ends with 3 and one line, without the password', async () => {
    const { env } = await hidden({ login: 'user:other' });
    const { code, stdout, stderr } = await runProcess(['scan', '--cluster', 'prod'], {
      env: { ...env, HTTPS_PROXY: env.HTTPS_PROXY.replace('other', 'hunter2') },
      cwd: world.folder,
    });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(
      /^eks-preflight: the proxy http:\/\/localhost:\d+ \(HTTPS_PROXY\) does not connect to aws\.eks\.test:443: it answers 407 Proxy Authentication Required\n.*does not accept the user and password in HTTPS_PROXY.*\n$/,
    );
    expect(stderr).not.toContain('hunter2');
  });

  it('that does not reach the private endpoint: the Kubernetes side is unknown for that reason, AWS is judged', async () => {
    const { env } = await hidden({ refused: ['prod.eks.test'] });
    const { code, stdout } = await scan(env);
    const report = reportSchema.parse(JSON.parse(stdout));
    expect([code, report.verdict]).toEqual([2, 'incomplete']);
    const { nodes, subnets } = report.coverage.facts;
    expect(subnets).toMatchObject({ ok: true });
    expect(nodes).toMatchObject({
      ok: false,
      reason: expect.stringMatching(
        /the proxy http:\/\/localhost:\d+ \(HTTPS_PROXY\) does not connect to prod\.eks\.test:443: it answers 502 Bad Gateway/,
      ) as string,
    });
  });

  it("of a kubeconfig goes before the environment's, and NO_PROXY does not except from it", async () => {
    const { proxy, env, ports } = await hidden();
    const own = await startTestProxy({ ports });
    const file = path.join(world.folder, 'kubeconfig');
    const cluster = {
      server: 'https://prod.eks.test',
      'certificate-authority-data': Buffer.from(worldTls.ca).toString('base64'),
      'proxy-url': `http://127.0.0.1:${own.port}`,
    };
    const kubeconfig = {
      'current-context': 'prod',
      clusters: [{ name: 'prod', cluster }],
      users: [{ name: 'ops', user: { token: 'x' } }],
      contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'ops' } }],
    };
    await writeFile(file, JSON.stringify(kubeconfig));
    const { code, stdout } = await scan({ ...env, NO_PROXY: 'prod.eks.test' }, '--kubeconfig', file);
    expect([code, reportSchema.parse(JSON.parse(stdout)).verdict]).toEqual([0, 'ready']);
    expect(new Set(proxy.targets)).toEqual(new Set(['aws.eks.test:443']));
    expect(new Set(own.targets)).toEqual(new Set(['prod.eks.test:443']));
  });

  it('is not asked for what is on the loopback', async () => {
    const proxy = await startTestProxy({ status: 502 });
    const { code } = await scan({
      ...world.env,
      HTTPS_PROXY: `http://localhost:${proxy.port}`,
      HTTP_PROXY: `http://localhost:${proxy.port}`,
    });
    expect([code, proxy.targets]).toEqual([0, []]);
  });

  it('goes before the proxy where NO_PROXY names the host', async () => {
    const { env, proxy } = await hidden();
    const { code, stdout } = await scan({ ...env, NO_PROXY: '.eks.test' });
    expect(code).toBe(3);
    expect(errorReportSchema.parse(JSON.parse(stdout)).error.message).toMatch(/aws\.eks\.test/);
    expect(proxy.targets).toEqual([]);
  });

  it.each([
    [
      'ftp://user:hunter2@proxy',
      /^eks-preflight: HTTPS_PROXY: ftp:\/\/ is not a proxy protocol: use http, https or socks5\n.*\n$/,
    ],
    ['http://user:hunter2@:3128', /^eks-preflight: HTTPS_PROXY is not a URL\n.*\n$/],
  ])('that is none (%s) is refused before anything is asked', async (HTTPS_PROXY, message) => {
    const callsBefore = world.calls.length;
    const { code, stdout, stderr } = await runProcess(['scan', '--cluster', 'prod'], {
      env: { ...world.env, HTTPS_PROXY },
      cwd: world.folder,
    });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(message);
    expect(world.calls).toHaveLength(callsBefore);
  });
});
