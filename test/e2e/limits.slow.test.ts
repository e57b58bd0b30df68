import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/sources/connect.ts';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import { boundedPages } from '../../src/sources/aws/pages.ts';
import { createHeapLimit } from '../../src/sources/heap.ts';
import type { KubeSource, ListRequest } from '../../src/sources/kube/contract.ts';
import { coreKinds } from '../../src/sources/kube/core-kinds.ts';
import type { KubeLimits } from '../../src/sources/kube/limits.ts';
import { createKubeSource, type KubeOptions } from '../../src/sources/kube/source.ts';
import { attacks } from '../world/attacks.ts';
import { listening, startHostile } from '../world/hostile.ts';
import { measured } from '../world/measured.ts';
import { worldTls } from '../world/tls.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const apis = {
  kind: 'APIGroupDiscoveryList',
  items: [{ metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [] }] }],
};

/** An API server with these answers to lists, and with normal discovery. */
async function startServer(lists: RequestListener): Promise<{ url: string; queries: URLSearchParams[] }> {
  const queries: URLSearchParams[] = [];
  const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'https://world');
    if (pathname === '/apis') return send(response, apis);
    if (pathname === '/version') return send(response, { gitVersion: 'v1.33.5-eks-3025e55' });
    queries.push(searchParams);
    return lists(request, response);
  });
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://127.0.0.1:${await listening(server)}`, queries };
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function open(server: string, limits: Partial<KubeLimits>, more: Partial<KubeOptions> = {}): KubeSource {
  const access = { server, ca: worldTls.ca, headers: async () => ({ authorization: 'Bearer t' }) };
  const source = createKubeSource(access, { userAgent: 'test', random: () => 0, limits, ...more });
  cleanups.push(() => source.close());
  return source;
}

function names(more: Partial<ListRequest<string>> = {}): ListRequest<string> {
  const project = (raw: unknown): string => (raw as { metadata: { name: string } }).metadata.name;
  return { apiGroup: '', versions: ['v1'], resource: 'pods', project, ...more };
}

async function catchReason(promise: Promise<unknown>): Promise<Reason> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ScanError) return error.reason;
  throw new Error(`no ScanError: ${String(error)}`);
}

function page(items: readonly unknown[], next?: string): Record<string, unknown> {
  return {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '1', ...(next === undefined ? {} : { continue: next }) },
    items,
  };
}

/** A page of a list of `count` pods of `bytes` bytes each, with a continue token if there are more. */
function cut(count: number, bytes: number, query: URLSearchParams): ReturnType<typeof page> {
  const start = Number(query.get('continue') ?? 0);
  const end = Math.min(count, start + Number(query.get('limit')));
  const items = Array.from({ length: end - start }, (_, index) => ({
    metadata: { name: `p${start + index}`, managedFields: [{ a: ']}' }] },
    spec: 'x'.repeat(bytes),
  }));
  return page(items, end < count ? String(end) : undefined);
}

const parseQuery = (url: string | undefined): URLSearchParams => new URL(url ?? '/', 'https://world').searchParams;

describe('a list that does not end', () => {
  it('is truncated after so many pages', async () => {
    let n = 0;
    const { url, queries } = await startServer((_, response) =>
      send(response, page([{ metadata: { name: 'a' } }], `t${(n += 1)}`)),
    );
    const reason = await catchReason(open(url, { pages: 20 }).list(names()));
    expect(reason).toEqual({
      kind: 'truncated',
      message: 'the list of pods does not end: 20 pages were read, and there are more',
    });
    expect(queries.length).toBeLessThanOrEqual(22);
  });

  it('is truncated after so many empty pages in a row, and not after as many with pods between them', async () => {
    let n = 0;
    const empty = await startServer((_, response) => send(response, page([], `t${(n += 1)}`)));
    expect(await catchReason(open(empty.url, { emptyPages: 7 }).list(names()))).toMatchObject({
      kind: 'truncated',
      message: 'the list of pods does not end: 7 pages in a row were empty, and there are more',
    });
    let m = 0;
    const sparse = await startServer((_, response) => {
      m += 1;
      send(response, page(m % 6 === 0 ? [{ metadata: { name: `p${m}` } }] : [], m < 24 ? `t${m}` : undefined));
    });
    const list = await open(sparse.url, { emptyPages: 7 }).list(names());
    expect(list).toMatchObject({ items: ['p6', 'p12', 'p18', 'p24'] });
  });
});

describe('an answer that does not end', () => {
  it.each([
    ['a byte now and then', (response: ServerResponse) => void response.writeHead(200).write('{')],
    ['a header line now and then', (response: ServerResponse) => void response.socket?.write('HTTP/1.1 200 OK\r\n')],
  ])('is a time-out in the end: %s', async (_, begin) => {
    const { url } = await startServer((_, response) => {
      begin(response);
      const { socket } = response;
      const timer = setInterval(() => (response.headersSent ? response.write(' ') : socket?.write('x: y\r\n')), 50);
      socket?.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    const reason = await catchReason(open(url, { answerMs: 2_000 }, { idleMs: 1_500 }).list(names()));
    expect(reason).toMatchObject({
      kind: 'time-out',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ is not done with its answer after 2 s$/) as string,
    });
  });
});

describe('a page that is too large', () => {
  const limits = { pageBytes: 100_000, plainBytes: 20_000 };

  it('is asked for anew with half of its objects, until it is not; and so are those after it', async () => {
    const { url, queries } = await startServer((request, response) =>
      send(response, cut(300, 1_000, parseQuery(request.url))),
    );
    const list = await open(url, limits).list(names());
    expect(list).toMatchObject({ inconsistent: false, items: Array.from({ length: 300 }, (_, index) => `p${index}`) });
    const requestedLimits = queries.map((query) => Number(query.get('limit')));
    expect(requestedLimits.slice(0, 4)).toEqual(expect.arrayContaining([250, 125, 62]));
    expect(requestedLimits.at(-1)).toBe(62);
    expect(queries.filter((query) => !query.has('continue'))).toHaveLength(3);
  });

  it('one object that is too large is truncated', async () => {
    const { url, queries } = await startServer((request, response) =>
      send(response, cut(3, 200_000, parseQuery(request.url))),
    );
    expect(await catchReason(open(url, limits).list(names({ pageSize: 4 })))).toEqual({
      kind: 'truncated',
      message: 'GET /api/v1/pods?limit=1: the answer is larger than 100000 bytes',
    });
    expect(queries.filter((query) => !query.has('continue')).map((query) => query.get('limit'))).toEqual([
      '4',
      '2',
      '1',
    ]);
  });

  it('large pages go one at a time, whoever else waits, and none waits for ever', async () => {
    const { url } = await startServer((request, response) => {
      const resource = /^\/api\/v1\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
      const list = cut(240, 2_000, parseQuery(request.url));
      send(response, { ...list, kind: `${coreKinds.get(resource) ?? ''}List` });
    });
    const source = open(url, { ...limits, pageBytes: 90_000 });
    const lists = await Promise.all(
      ['pods', 'nodes', 'secrets', 'services', 'events', 'endpoints'].map((resource) =>
        source.list(names({ resource, pageSize: 40 })),
      ),
    );
    for (const list of lists) expect(list.served && list.items).toHaveLength(240);
  });

  it("a wait for room is not the other side's silence", async () => {
    const { url } = await startServer((request, response) => {
      const text = Buffer.from(JSON.stringify(cut(40, 2_000, parseQuery(request.url))));
      response.writeHead(200, { 'content-length': text.length });
      // After the first 60,000 bytes, the answer to `/slow` arrives byte by byte, so it takes up memory for a while.
      const isSlow = request.url?.includes('/slow') === true;
      response.write(text.subarray(0, 60_000));
      if (!isSlow) {
        response.end(text.subarray(60_000));
        return;
      }
      const timer = setInterval(() => response.write('x'), 100);
      setTimeout(() => (clearInterval(timer), response.destroy()), 3_000);
    });
    const source = open(url, limits, { idleMs: 1_500 });
    const slow = catchReason(source.list(names({ resource: 'slow' })));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const list = await source.list(names({ pageSize: 40 }));
    expect(list.served && list.items).toHaveLength(40);
    expect(await slow).toMatchObject({ kind: expect.any(String) as string });
  });

  it.each([false, true])(
    'parsed by parts it is what it is as a whole (managed fields kept: %s)',
    async (keepManagedFields) => {
      const objects = Array.from({ length: 12 }, (_, index) => ({
        metadata: {
          name: `p${index}`,
          managedFields: [{ text: '"items":[{}]' }],
          annotations: { a: `]}],{"${index}\\"` },
        },
        items: [{ items: [1, [2, '"'], {}] }],
        text: 'ü€😀\\'.repeat(index === 5 ? 300_000 : 30_000),
      }));
      const body = { apiVersion: 'v1', items: objects, kind: 'PodList', metadata: { resourceVersion: '1' } };
      const { url } = await startServer((_, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(body), { level: 1 })),
      );
      const list = await open(url, {}).list<unknown>({ ...names(), project: (raw) => raw, keepManagedFields });
      const bare = objects.map(({ metadata: { name, annotations }, ...rest }) => ({
        metadata: { name, annotations },
        ...rest,
      }));
      expect(list).toMatchObject({ served: true });
      expect(list.served && JSON.stringify(list.items.map(sorted))).toBe(
        JSON.stringify((keepManagedFields ? objects : bare).map(sorted)),
      );
    },
  );
});

function sorted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

describe('what a scan keeps', () => {
  it('counts what is alive, and no garbage', () => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    const refuse = createHeapLimit(64 * 1024 * 1024);
    const waste = (): number => Array.from({ length: 1_000_000 }, (_, index) => ({ index })).length;
    for (let round = 0; round < 5; round++) {
      waste();
      refuse('the list');
    }
    const kept: unknown[] = [];
    const keep = (): void => {
      for (let index = 0; index < 3_000_000; index++) kept.push({ index });
      refuse('the list of pods');
    };
    expect(keep).toThrow('the list of pods was left: a scan keeps at most 64 MiB of what it reads');
    expect(kept).toHaveLength(3_000_000);
  });
});

describe('a list of AWS that does not end', () => {
  interface Page {
    names: string[];
    nextToken?: string;
  }
  async function* endless(next: (n: number) => Page): AsyncGenerator<Page> {
    for (let n = 0; ; n++) yield next(n);
  }
  const walk = async (pages: AsyncIterable<Page>): Promise<number> => {
    let count = 0;
    for await (const { names: found } of boundedPages(pages, (one) => one.names)) count += found.length;
    return count;
  };

  it.each<[string, (n: number) => Page, string]>([
    ['new tokens', (n) => ({ names: ['a'], nextToken: `t${n}` }), '300 pages were read'],
    ['the same token', () => ({ names: ['a'], nextToken: 't' }), 'leads back'],
    ['tokens in a circle', (n) => ({ names: ['a'], nextToken: `t${n % 7}` }), 'leads back'],
    ['empty pages', (n) => ({ names: [], nextToken: `t${n}` }), '50 pages in a row were empty'],
  ])('%s', async (_, next, message) => {
    expect(await catchReason(walk(endless(next)))).toMatchObject({
      kind: 'truncated',
      message: expect.stringContaining(message) as string,
    });
  });

  it('one that ends is read', async () => {
    const pages = [{ names: ['a', 'b'], nextToken: '1' }, { names: [], nextToken: '2' }, { names: ['c'] }];
    expect(
      await walk(
        (async function* () {
          yield* pages;
        })(),
      ),
    ).toBe(3);
  });
});

describe('an endpoint that is not https', () => {
  it.each(['http://127.0.0.1:9', 'http://prod.eks.test', 'nonsense'])('%s gets no token', async (endpoint) => {
    const requestedPaths: string[] = [];
    const server = createPlainServer((request, response) => {
      requestedPaths.push(request.url ?? '');
      const cluster = { name: 'prod', arn: 'arn:aws:eks:eu-west-1:111122223333:cluster/prod', status: 'ACTIVE' };
      const data = Buffer.from(worldTls.ca).toString('base64');
      send(response, { cluster: { ...cluster, endpoint, certificateAuthority: { data } } });
    });
    cleanups.push(() => server.close());
    const env = {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${await listening(server)}`,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    };
    Object.assign(process.env, env);
    cleanups.push(() => delete process.env['AWS_ENDPOINT_URL']);
    const environment = { env, userAgent: 'test', log: () => undefined, signal: new AbortController().signal };
    const sources = await connect({ cluster: 'prod', region: 'eu-west-1' }, environment);
    cleanups.push(() => sources.close());
    const reason = await catchReason(sources.kube());
    expect(reason).toMatchObject({ kind: 'unreachable', message: expect.stringContaining(endpoint) as string });
    expect(reason.message).toContain('not https');
    expect(reason.shared).toBe(reason.message);
    expect(requestedPaths).toEqual(['/clusters/prod']);
  });
});

/** These checks need more lists than are read in parallel: the later lists, too, must be unread for the same reason. */
const someLists = ['--only', 'workloads/pdb-blocks-drain,workloads/runtime-socket'];

/** The built command with its own limits; bench/attacks.ts runs all attacks against whole scans. */
describe('the built command stays below 400 MB', () => {
  it.each([
    ['lists: 258 MB of {} in 1 MB of gzip', 'truncated', someLists],
    ['lists: one object with 60 MiB of {}', 'truncated', someLists],
    ['AWS: 3 GB', 'truncated', []],
    ['AWS: 15 MiB of {}', 'truncated', []],
    ['discovery: 258 MB of {}', 'truncated', []],
  ])('%s', async (name, kind, chosen) => {
    const attack = attacks[name];
    if (attack === undefined) throw new Error(`no attack ${name}`);
    const world = await startHostile(attack);
    cleanups.push(() => world.close());
    const args = ['scan', '--cluster', 'prod', '--format', 'json', ...chosen];
    const { code, stdout, stderr, peak } = await measured(args, { env: world.env, cwd: world.folder });
    expect([code, stderr]).toEqual([2, '']);
    const { results } = JSON.parse(stdout) as { results: { missing: { reason: string }[] }[] };
    expect(new Set(results.flatMap(({ missing }) => missing.map(({ reason }) => reason)))).toContain(kind);
    expect(peak).toBeLessThan(400);
  });
});
