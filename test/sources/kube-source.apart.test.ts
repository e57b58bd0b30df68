import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createTlsServer, request as tlsRequest, type ServerOptions } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coreKinds } from '../../src/sources/kube/core-kinds.ts';
import { ScanError, type Reason } from '../../src/facts/reason.ts';
import type { CallRecord, KubeAccess, KubeSource, ListRequest } from '../../src/sources/kube/contract.ts';
import { jsonObject, refuseDense, type Answer } from '../../src/sources/kube/answer.ts';
import { parseWithoutManagedFields } from '../../src/sources/kube/managed-fields.ts';
import { waitMs } from '../../src/sources/kube/retry.ts';
import { createKubeSource, type KubeOptions } from '../../src/sources/kube/source.ts';
import { nestedIn, splitList } from '../../src/sources/kube/split-list.ts';
import { parseProxy, type Proxy } from '../../src/sources/proxy/proxy.ts';
import { startApiServer, type ApiServer, type ApiServerOptions } from '../world/api-server.ts';
import { healthyNetwork } from '../world/network.ts';
import { clientTls, otherTls, worldTls } from '../world/tls.ts';
import type { Fault, ServedKind, World } from '../world/world.ts';

/** The minimum that any API server serves. */
const leastDiscovery = {
  kind: 'APIGroupDiscoveryList',
  items: [{ metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [] }] }],
};

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type KubePart = Partial<World['kube']> & { deny?: readonly string[]; faults?: readonly Fault[] };

function kubeWorld({ deny = [], faults = [], ...kube }: KubePart = {}): World {
  return {
    region: 'eu-west-1',
    account: '111122223333',
    partition: 'aws',
    aws: {
      clusters: {},
      clusterVersions: [],
      nodegroups: {},
      fargateProfiles: {},
      addons: {},
      addonVersions: [],
      insights: {},
      updates: {},
      certificateAuthorities: [],
      subnets: [],
      autoScalingGroups: [],
      network: healthyNetwork(),
      roles: {},
      attachedPolicies: {},
      pageSize: 100,
    },
    kube: {
      version: 'v1.33.5-eks-3025e55',
      aggregatedDiscovery: true,
      served: [],
      objects: [],
      pageSize: 500,
      ...kube,
    },
    tools: {},
    deny,
    faults,
  };
}

function pods(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `cart-${String(index).padStart(5, '0')}`,
      namespace: 'shop',
      labels: { app: index % 2 === 0 ? 'cart' : 'till' },
    },
    spec: { nodeName: `node-${index % 3}` },
  }));
}

const NODE_POOL: ServedKind = {
  group: 'karpenter.sh',
  version: 'v1',
  kind: 'NodePool',
  resource: 'nodepools',
  namespaced: false,
};

function nodePools(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: `pool-${index}`, labels: { team: 'a' } },
    spec: { template: { spec: { nodeClassRef: { name: 'default' } } } },
  }));
}

/** Holds answers until this many are requested, and a moment longer, so that one request too many would show. */
function gathering(count: number): (answer: () => void) => void {
  const held: (() => void)[] = [];
  return (answer) => {
    held.push(answer);
    if (held.length < count) return;
    const all = held.splice(0);
    setTimeout(() => all.forEach((one) => one()), 20);
  };
}

interface Running {
  server: ApiServer;
  source: KubeSource;
  calls: CallRecord[];
}

async function running(
  world: World,
  options: Partial<KubeOptions> = {},
  server: ApiServerOptions = {},
): Promise<Running> {
  const api = await startApiServer(world, server);
  cleanups.push(() => api.close());
  const calls: CallRecord[] = [];
  return { server: api, calls, source: open({ server: api.url }, { log: (call) => calls.push(call), ...options }) };
}

function open(access: Partial<KubeAccess> & { server: string }, options: Partial<KubeOptions> = {}): KubeSource {
  const source = createKubeSource(
    { ca: worldTls.ca, headers: async () => ({ authorization: 'Bearer secret-token' }), ...access },
    { userAgent: 'eks-preflight/test', random: () => 0, ...options, limits: { pageItems: 500, ...options.limits } },
  );
  cleanups.push(() => source.close());
  return source;
}

/** A TLS server that answers `/apis` and `/version` itself and passes every other request to `listener`. */
async function rawServer(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert, ...options }, (request, response) => {
    const url = request.url ?? '';
    if (url === '/apis') return sendJson(response, leastDiscovery);
    if (url === '/version') return sendJson(response, { gitVersion: 'v1.33.5-eks-3025e55' });
    paths.push(url);
    listener(request, response);
  });
  cleanups.push(() => stop(server));
  return { url: `https://127.0.0.1:${await listen(server)}`, paths };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server & { closeAllConnections?(): void }): Promise<void> {
  server.closeAllConnections?.();
  await new Promise((resolve) => server.close(resolve));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

const podList = (items: unknown[], more: Record<string, unknown> = {}): Record<string, unknown> => ({
  kind: 'PodList',
  apiVersion: 'v1',
  metadata: { resourceVersion: '7', ...more },
  items,
});

/** A page of another core resource. */
const listed = (resource: string, ...page: Parameters<typeof podList>): Record<string, unknown> => ({
  ...podList(...page),
  kind: `${coreKinds.get(resource) ?? 'Pod'}List`,
});

const aConfigMap = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'default' },
  ...more,
});

const nameOf = (raw: unknown): string => (raw as { metadata: { name: string } }).metadata.name;
const POD_NAMES: ListRequest<string> = { apiGroup: '', versions: ['v1'], resource: 'pods', project: nameOf };
const names = (request: Partial<ListRequest<string>> = {}): ListRequest<string> => ({ ...POD_NAMES, ...request });
const raw = (request: Partial<ListRequest<unknown>> = {}): ListRequest<unknown> => ({
  ...POD_NAMES,
  project: (item: unknown) => item,
  ...request,
});

async function catchReason(promise: Promise<unknown>): Promise<Reason> {
  const error = await promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(ScanError);
  return (error as ScanError).reason;
}

describe('lists', () => {
  it('reads all pages in order and asks for the next one while one arrives', async () => {
    const { source, server } = await running(kubeWorld({ objects: pods(1234) }));
    const list = await source.list(names());
    expect(list).toEqual({ served: true, version: 'v1', inconsistent: false, items: pods(1234).map(nameOf) });
    const queries = server.requests.filter(({ path }) => path === '/api/v1/pods').map(({ query }) => query);
    expect(queries.map(({ limit }) => limit)).toEqual(['500', '500', '500']);
    expect(queries.filter((query) => 'resourceVersion' in query)).toEqual([]);
    expect(server.requests.every(({ userAgent, authorized }) => userAgent === 'eks-preflight/test' && authorized)).toBe(
      true,
    );
  });

  it('asks for the second page before the first one has ended, and for the third only when the second is read', async () => {
    let endFirst = (): void => undefined;
    const { url, paths } = await rawServer((request, response) => {
      const token = new URL(request.url ?? '', 'https://x').searchParams.get('continue');
      const body = JSON.stringify(
        podList(
          [{ metadata: { name: token ?? 'first', note: 'x'.repeat(5000) } }],
          token === 'c' ? {} : { continue: token === null ? 'b' : 'c' },
        ),
      );
      response.setHeader('content-type', 'application/json');
      response.write(body.slice(0, 3000));
      if (token !== null) response.end(body.slice(3000));
      else endFirst = () => response.end(body.slice(3000));
    });
    const list = open({ server: url }).list(names({ pageSize: 1 }));
    await expect.poll(() => paths.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(paths).toEqual(['/api/v1/pods?limit=1', '/api/v1/pods?limit=1&continue=b']);
    endFirst();
    expect(await list).toMatchObject({ items: ['first', 'b', 'c'] });
    expect(paths).toHaveLength(3);
  });

  it('follows the token behind the items of custom resources', async () => {
    const { source, server } = await running(kubeWorld({ served: [NODE_POOL], objects: nodePools(7) }));
    const list = await source.list(names({ apiGroup: 'karpenter.sh', resource: 'nodepools', pageSize: 2 }));
    expect(list).toMatchObject({ version: 'v1', items: nodePools(7).map(nameOf) });
    expect(server.requests.filter(({ path }) => path === '/apis/karpenter.sh/v1/nodepools')).toHaveLength(4);
  });

  it('goes by the parsed token where the first bytes showed another', async () => {
    const { url, paths } = await rawServer((request, response) => {
      const token = new URL(request.url ?? '', 'https://x').searchParams.get('continue');
      response.setHeader('content-type', 'application/json');
      const first =
        '{"kind":"PodList","apiVersion":"v1","metadata":{"continue":"wrong","continue":"right"},"items":[{"metadata":{"name":"one"}}]}';
      response.end(token === null ? first : JSON.stringify(podList([{ metadata: { name: token } }])));
    });
    expect(await open({ server: url }).list(names())).toMatchObject({ items: ['one', 'right'] });
    expect(paths.toSorted()).toEqual([
      '/api/v1/pods?limit=500',
      '/api/v1/pods?limit=500&continue=right',
      '/api/v1/pods?limit=500&continue=wrong',
    ]);
  });

  it('refuses a token that leads back to the same page', async () => {
    const { url } = await rawServer((_, response) =>
      sendJson(response, podList([{ metadata: { name: 'one' } }], { continue: 'again' })),
    );
    expect(await catchReason(open({ server: url }).list(names()))).toMatchObject({ kind: 'unreadable' });
  });

  it('passes selectors on', async () => {
    const { source } = await running(kubeWorld({ objects: pods(12) }));
    const list = await source.list(
      names({ labelSelector: 'app in (cart),!gone', fieldSelector: 'spec.nodeName=node-0' }),
    );
    expect(list).toMatchObject({ items: ['cart-00000', 'cart-00006'] });
  });

  it('asks for metadata only, and takes nothing else for it', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'db', namespace: 'shop' },
      data: { password: 'aHVudGVyMg==' },
    };
    const { source } = await running(kubeWorld({ objects: [secret] }));
    const list = await source.list(raw({ resource: 'secrets', metadataOnly: true }));
    expect(list).toMatchObject({ items: [{ kind: 'PartialObjectMetadata', metadata: { name: 'db' } }] });
    expect(JSON.stringify(list)).not.toContain('aHVudGVyMg');

    const { url } = await rawServer((_, response) => sendJson(response, { ...podList([secret]), kind: 'SecretList' }));
    const reason = await catchReason(open({ server: url }).list(raw({ resource: 'secrets', metadataOnly: true })));
    expect(reason).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining('received kind SecretList') as string,
    });
  });

  it('reads an empty list of metadata, which API servers send as null', async () => {
    const { source } = await running(kubeWorld({ objects: [] }));
    expect(await source.list(raw({ resource: 'secrets', metadataOnly: true }))).toMatchObject({ items: [] });
    const { url } = await rawServer((_, response) =>
      sendJson(response, {
        kind: 'PartialObjectMetadataList',
        apiVersion: 'meta.k8s.io/v1',
        metadata: {},
        items: null,
      }),
    );
    const list = open({ server: url }).list(raw({ resource: 'secrets', metadataOnly: true }));
    expect(await list).toMatchObject({ items: [] });
  });

  it('drops what the projection drops, and managed fields unless they are wanted', async () => {
    const { source } = await running(kubeWorld({ objects: pods(3) }));
    expect(
      await source.list(names({ project: (item) => (nameOf(item).endsWith('1') ? undefined : nameOf(item)) })),
    ).toMatchObject({ items: ['cart-00000', 'cart-00002'] });
    const cut = await source.list(raw());
    const kept = await source.list(raw({ keepManagedFields: true }));
    expect(JSON.stringify(cut)).not.toContain('managedFields');
    expect(kept).toMatchObject({ items: [{ metadata: { managedFields: [{ fieldsType: 'FieldsV1' }] } }, {}, {}] });
  });

  it('names the object that the projection cannot read', async () => {
    const { source } = await running(kubeWorld({ objects: pods(2) }));
    const project = (item: unknown): string => {
      if (nameOf(item) === 'cart-00001') throw new Error('spec.containers is missing');
      return nameOf(item);
    };
    const reason = await catchReason(source.list(names({ project })));
    expect(reason).toEqual({
      kind: 'unreadable',
      message: 'cannot read pods shop/cart-00001: spec.containers is missing',
    });
  });

  it('reads large pages compressed, over at most six kept connections and four kinds at once', async () => {
    const objects = pods(900).map((pod) => ({ ...pod, status: { message: 'running as it should '.repeat(20) } }));
    const world = kubeWorld({ objects, pageSize: 300, faults: [{ on: 'kube', does: { delay: 30 } }] });
    const { source, server } = await running(world);
    const kinds = ['pods', 'nodes', 'services', 'endpoints', 'configmaps', 'secrets', 'namespaces', 'events'];
    const lists = await Promise.all(kinds.map((resource) => source.list(names({ resource }))));
    expect(lists[0]).toMatchObject({ items: objects.map(nameOf) });
    expect(lists.slice(1).map((list) => list.served && list.items.length)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(server.connections()).toBeLessThanOrEqual(6);
    expect(server.connections()).toBeGreaterThan(1);
    const encodings = server.requests.filter(({ path }) => path === '/api/v1/pods').map(({ encoding }) => encoding);
    expect(encodings).toEqual(['gzip', 'gzip', 'gzip']);
  });

  it('opens six connections and no more', async () => {
    const sockets = new Set<Socket>();
    const answer = gathering(6);
    const { url } = await rawServer((request, response) => {
      sockets.add(request.socket);
      answer(() => sendJson(response, aConfigMap()));
    });
    const source = open({ server: url });
    await Promise.all(Array.from({ length: 30 }, () => source.get('', 'v1', 'configmaps', 'default', 'one')));
    expect(sockets.size).toBe(6);
  });

  it('never has more than four small lists under way', async () => {
    let current = 0;
    let most = 0;
    const answer = gathering(4);
    const { url } = await rawServer((_, response) => {
      most = Math.max(most, ++current);
      answer(() => {
        current--;
        sendJson(response, listed('services', []));
      });
    });
    const source = open({ server: url });
    await Promise.all(Array.from({ length: 12 }, () => source.list(names({ resource: 'services' }))));
    expect(most).toBe(4);
  });

  it('reads nothing that is no list', async () => {
    const bodies: Record<string, unknown> = {
      pods: { ...podList([]), items: null },
      nodes: { kind: 'NodeList', metadata: {} },
      events: { kind: 'Event', metadata: {}, items: [] },
      secrets: {},
      services: [],
    };
    const { url } = await rawServer((request, response) =>
      sendJson(response, bodies[/v1\/(\w+)/.exec(request.url ?? '')?.[1] ?? '']),
    );
    const source = open({ server: url });
    for (const resource of ['pods', 'nodes', 'events', 'secrets', 'services']) {
      expect(await catchReason(source.list(names({ resource })))).toMatchObject({ kind: 'unreadable' });
    }
  });
});

/** Discovery of a Kubernetes group, and of a custom group. */
const twoGroups = {
  kind: 'APIGroupDiscoveryList',
  items: [
    { name: 'apps', resources: { deployments: 'Deployment', daemonsets: 'DaemonSet' } },
    { name: 'example.com', resources: { gates: 'Gate', doors: 'Door' } },
  ].map(({ name, resources }) => ({
    metadata: { name },
    versions: [
      {
        version: 'v1',
        resources: Object.entries(resources).map(([resource, kind]) => ({ resource, responseKind: { kind } })),
      },
    ],
  })),
};

describe('a list of another kind', () => {
  const deployments = names({ apiGroup: 'apps', resource: 'deployments' });
  const gates = names({ apiGroup: 'example.com', resource: 'gates' });
  const metadataOnly = { ...deployments, metadataOnly: true };
  const partial = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' };

  it.each<[string, ListRequest<string>, Record<string, unknown>, string | undefined]>([
    ['the requested kind', deployments, { kind: 'DeploymentList', apiVersion: 'apps/v1' }, undefined],
    [
      'ConfigMaps',
      deployments,
      { kind: 'ConfigMapList', apiVersion: 'v1' },
      'received kind ConfigMapList, expected DeploymentList',
    ],
    [
      'a kind of the same group',
      deployments,
      { kind: 'DaemonSetList', apiVersion: 'apps/v1' },
      'received kind DaemonSetList, expected',
    ],
    [
      'another version',
      deployments,
      { kind: 'DeploymentList', apiVersion: 'apps/v1beta1' },
      'received API version apps/v1beta1, expected apps/v1',
    ],
    ['no version', deployments, { kind: 'DeploymentList', apiVersion: undefined }, 'received no API version'],
    ['another core kind', names(), { kind: 'NodeList' }, 'received kind NodeList, expected PodList'],
    ['custom resources', gates, { kind: 'GateList', apiVersion: 'example.com/v1' }, undefined],
    ['custom resources whose CRD names the list', gates, { kind: 'MyList', apiVersion: 'example.com/v1' }, undefined],
    [
      'another custom resource',
      gates,
      { kind: 'DoorList', apiVersion: 'example.com/v1' },
      'received kind DoorList, expected',
    ],
    ['a custom resource of another group', gates, { kind: 'GateList', apiVersion: 'example.org/v1' }, 'API version'],
    ['metadata', metadataOnly, partial, undefined],
    [
      'metadata in another version',
      metadataOnly,
      { ...partial, apiVersion: 'apps/v1' },
      'received API version apps/v1',
    ],
    [
      'more than metadata',
      metadataOnly,
      { kind: 'DeploymentList', apiVersion: 'apps/v1' },
      'expected PartialObjectMetadataList',
    ],
  ])('%s', async (_what, request, head, message) => {
    const list = { ...podList([{ metadata: { name: 'one' } }]), ...head };
    const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, ({ url }, response) =>
      sendJson(response, url === '/apis' ? twoGroups : list),
    );
    cleanups.push(() => stop(server));
    const source = open({ server: `https://127.0.0.1:${await listen(server)}` });
    if (message === undefined) {
      expect(await source.list(request)).toMatchObject({ items: ['one'] });
      return;
    }
    const reason = await catchReason(source.list(request));
    expect(reason).toMatchObject({ kind: 'unreadable', message: expect.stringContaining(message) as string });
  });

  it.each<[string, ListRequest<string>, Record<string, unknown>, boolean]>([
    ['of an aggregated API', gates, { kind: 'GateList', apiVersion: 'example.com/v1' }, true],
    ['of Kubernetes', deployments, { kind: 'DeploymentList', apiVersion: 'apps/v1' }, false],
  ])('null %s', async (_what, request, head, isEmpty) => {
    const list = { ...podList([]), ...head, items: null };
    const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, ({ url }, response) =>
      sendJson(response, url === '/apis' ? twoGroups : list),
    );
    cleanups.push(() => stop(server));
    const source = open({ server: `https://127.0.0.1:${await listen(server)}` });
    if (isEmpty) expect(await source.list(request)).toMatchObject({ items: [] });
    else expect(await catchReason(source.list(request))).toMatchObject({ kind: 'unreadable' });
  });

  it.each(['aggregated', 'plain'])('is refused with %s discovery', async (discovery) => {
    const kube = { aggregatedDiscovery: discovery === 'aggregated', served: [NODE_POOL], objects: nodePools(2) };
    const rewrite = (call: string, body: string) =>
      call.endsWith('/nodepools') ? body.replace('NodePoolList', 'SecretList') : body;
    const refused = await running({ ...kubeWorld(kube), rewrite });
    const request = names({ apiGroup: 'karpenter.sh', resource: 'nodepools' });
    // No other kind of the group is SecretList, so the name may be that of the lists of this kind.
    expect(await refused.source.list(request)).toMatchObject({ items: ['pool-0', 'pool-1'] });
    const other = (call: string, body: string) =>
      call.endsWith('/deployments') ? body.replace('DeploymentList', 'DaemonSetList') : body;
    const { source } = await running({ ...kubeWorld(kube), rewrite: other });
    expect(await catchReason(source.list(deployments))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a list that is cut', () => {
  const one = { metadata: { name: 'one' } };
  const large = { metadata: { name: 'two', note: 'x'.repeat(5_000_000) } };
  const twice = (first: unknown, second: unknown): string =>
    `{"kind":"PodList","apiVersion":"v1","metadata":{},"items":${JSON.stringify(first)},"items":${JSON.stringify(second)}}`;

  it.each<[string, string, Reason['kind'], string]>([
    ['objects left, no token', JSON.stringify(podList([one], { remainingItemCount: 100 })), 'truncated', 'is 100'],
    ['an empty token', JSON.stringify(podList([one], { remainingItemCount: 1, continue: '' })), 'truncated', 'is 1'],
    ['items twice', twice([one], [one]), 'unreadable', 'items twice'],
    ['empty items behind', twice([one], []), 'unreadable', 'items twice'],
    ['null behind', twice([one], null), 'unreadable', 'items twice'],
    ['null before', twice(null, [one]), 'unreadable', 'items twice'],
    ['an escaped key', twice([one], []).replace('"items"', '"\\u0069tems"'), 'unreadable', 'items twice'],
    ['items twice in a large page', twice([one], [large]), 'unreadable', 'the list holds more than objects'],
    ['empty items behind in a large page', twice([large], []), 'unreadable', 'items twice'],
    ['null before in a large page', twice(null, [large]), 'unreadable', 'items twice'],
    ['an item that is null', JSON.stringify(podList([one, null])), 'unreadable', 'has no name'],
    ['an item that is a text', JSON.stringify(podList([one, 'two'])), 'unreadable', 'has no name'],
    ['an item without metadata', JSON.stringify(podList([one, {}])), 'unreadable', 'has no name'],
    ['an item without a name', JSON.stringify(podList([one, { metadata: {} }])), 'unreadable', 'has no name'],
    ['an item with an empty name', JSON.stringify(podList([{ metadata: { name: '' } }])), 'unreadable', 'has no name'],
  ])('%s', async (_what, body, kind, message) => {
    const { url } = await rawServer((_, response) => response.setHeader('content-type', 'application/json').end(body));
    for (const keepManagedFields of [true, false]) {
      const reason = await catchReason(
        open({ server: url }).list(raw({ keepManagedFields, project: () => undefined })),
      );
      expect(reason).toMatchObject({ kind, message: expect.stringContaining(message) as string });
    }
  });

  it.each([
    ['items inside an object', { ...one, items: [1] }],
    ['a list in an annotation', { metadata: { name: 'one', annotations: { last: '{"items":[],"items":[]}' } } }],
  ])('is none with %s', async (_what, item) => {
    const { url } = await rawServer((_, response) => sendJson(response, podList([item, item])));
    expect(await open({ server: url }).list(names())).toMatchObject({ items: ['one', 'one'] });
  });
});

it.each<[string, Record<string, unknown>, string | undefined]>([
  ['the object', aConfigMap(), undefined],
  ['a ConfigMap without data', aConfigMap({ data: undefined }), undefined],
  ['a Status', aConfigMap({ kind: 'Status' }), 'received kind Status, expected ConfigMap'],
  ['another kind', aConfigMap({ kind: 'Secret' }), 'received kind Secret, expected ConfigMap'],
  ['no kind', aConfigMap({ kind: undefined }), 'received an object without a kind, expected ConfigMap'],
  ['another version', aConfigMap({ apiVersion: 'v2' }), 'received API version v2, expected v1'],
  ['another name', aConfigMap({ metadata: { name: 'two', namespace: 'default' } }), 'another object'],
  ['another namespace', aConfigMap({ metadata: { name: 'one', namespace: 'shop' } }), 'another object'],
  ['no namespace', aConfigMap({ metadata: { name: 'one' } }), 'another object'],
])('a get that answers with %s', async (_what, object, message) => {
  const { url } = await rawServer((_, response) => sendJson(response, object));
  const get = open({ server: url }).get('', 'v1', 'configmaps', 'default', 'one');
  if (message === undefined) expect(await get).toMatchObject({ kind: 'ConfigMap' });
  else
    expect(await catchReason(get)).toMatchObject({
      kind: 'unreadable',
      message: expect.stringContaining(message) as string,
    });
});

describe('large lists', () => {
  interface Waiting {
    source: KubeSource;
    /** The requests, as `services` or `services next`, in the order of their arrival. */
    requested: string[];
    /** Ends the list of pods, which holds the slot for large lists from the start. */
    endPods: () => void;
    pods: Promise<unknown>;
    stop: AbortController;
    pages: string[];
  }

  /** Starts a list of pods that stays under way. Every other kind has a second page, except endpoints. */
  async function besidePods(remaining: number | undefined, limits: KubeOptions['limits'] = {}): Promise<Waiting> {
    const requested: string[] = [];
    const pages: string[] = [];
    const stop = new AbortController();
    let endPods = (): void => undefined;
    const { url } = await rawServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'https://x');
      const resource = pathname.replace(/^.*\//, '');
      const token = searchParams.get('continue');
      requested.push(`${resource}${token === null ? '' : ` ${token}`}`);
      const more = { continue: 'next', ...(remaining !== undefined && { remainingItemCount: remaining }) };
      const isLast = token !== null || resource === 'pods' || resource === 'endpoints';
      const page = listed(resource, [{ metadata: { name: token ?? 'first' } }], isLast ? {} : more);
      if (resource === 'pods') endPods = () => sendJson(response, page);
      else sendJson(response, page);
    });
    const watch = {
      begin: () => () => undefined,
      page: (resource: string, read: number, left: number | undefined) =>
        void pages.push(`${resource} ${read} ${left ?? '-'}`),
    };
    const source = open({ server: url }, { signal: stop.signal, limits, watch });
    const list = source.list(names());
    await expect.poll(() => requested).toEqual(['pods']);
    return { source, requested, endPods: () => endPods(), pods: list, stop, pages };
  }

  const services = names({ resource: 'services' });
  /** Long enough that a request too many would show. */
  const moment = () => new Promise((resolve) => setTimeout(resolve, 50));

  it.each(['nodes', 'secrets', 'replicasets', 'endpointslices', 'events'])('%s wait for pods', async (resource) => {
    const { source, requested, endPods, pods: list } = await besidePods(1);
    const waiting = source.list(names({ resource }));
    await moment();
    expect(requested).toEqual(['pods']);
    endPods();
    await list;
    expect(await waiting).toMatchObject({ items: ['first', 'next'] });
    expect(requested).toEqual(['pods', resource, `${resource} next`]);
  });

  it('a list with few objects left does not wait', async () => {
    const { source, endPods, pods: list } = await besidePods(500);
    expect(await source.list(services)).toMatchObject({ items: ['first', 'next'] });
    endPods();
    await list;
  });

  it.each([501, undefined])('a list with %s left waits, and goes on with its token', async (remaining) => {
    const { source, requested, endPods, pods: list, pages } = await besidePods(remaining);
    const waiting = source.list(services);
    await moment();
    expect(requested).toEqual(['pods', 'services']);
    expect(pages).toEqual([]);
    endPods();
    await list;
    expect(await waiting).toMatchObject({ items: ['first', 'next'] });
    expect(requested).toEqual(['pods', 'services', 'services next']);
    const shown = pages.filter((page) => page.startsWith('services'));
    expect(shown).toEqual([`services 1 ${remaining ?? '-'}`, 'services 2 -', 'services 2 -']);
  });

  it('begins again after a long wait, and counts its pages anew', async () => {
    const { source, requested, endPods, pods: list, pages } = await besidePods(501, { freshMs: 0, pages: 2 });
    const waiting = source.list(services);
    await moment();
    endPods();
    await list;
    expect(await waiting).toMatchObject({ items: ['first', 'next'], inconsistent: false });
    expect(requested).toEqual(['pods', 'services', 'services', 'services next']);
    const shown = pages.filter((page) => page.startsWith('services'));
    expect(shown.slice(0, 3)).toEqual(['services 1 501', 'services 2 -', 'services 2 -']);
  });

  it('lists that wait hold nothing that others need', async () => {
    const { source, endPods, pods: list } = await besidePods(501);
    const waiting = Array.from({ length: 8 }, () => source.list(services));
    await moment();
    expect(await source.list(names({ resource: 'endpoints' }))).toMatchObject({ items: ['first'] });
    endPods();
    await list;
    expect(await Promise.all(waiting)).toHaveLength(8);
  });

  it('a wait ends with the scan', async () => {
    const { source, requested, pods: list, stop } = await besidePods(501);
    const reasons = [list, source.list(services), source.list(names({ resource: 'nodes' }))].map(catchReason);
    await moment();
    stop.abort();
    expect((await Promise.all(reasons)).map(({ kind }) => kind)).toEqual(['time-out', 'time-out', 'time-out']);
    expect(requested).toEqual(['pods', 'services']);
  });
});

describe('bodies that are cut', () => {
  const whole = Buffer.from(
    JSON.stringify(podList(Array.from({ length: 300 }, (_, index) => ({ metadata: { name: `pod-${index}` } })))),
  );
  const zipped = gzipSync(whole);
  const half = (body: Buffer): Buffer => body.subarray(0, body.length / 2);
  const cases: [string, tries: number, (response: ServerResponse, request: IncomingMessage) => void][] = [
    [
      'with a content length, closed early',
      4,
      (response, request) => write(response, half(whole), { 'content-length': whole.length }, request.socket),
    ],
    [
      'in chunks, closed before the last one',
      4,
      (response, request) => write(response, half(whole), {}, request.socket),
    ],
    [
      'gzip with a content length, closed early',
      4,
      (response, request) =>
        write(response, half(zipped), { 'content-length': zipped.length, 'content-encoding': 'gzip' }, request.socket),
    ],
    [
      'gzip in chunks, closed before the last one',
      4,
      (response, request) => write(response, half(zipped), { 'content-encoding': 'gzip' }, request.socket),
    ],
    [
      'gzip whose stream ends before its trailer',
      4,
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped.subarray(0, -9)),
    ],
    ['JSON that ends early in a whole response', 1, (response) => void response.writeHead(200).end(half(whole))],
    [
      'a content length of fewer bytes than the list has',
      1,
      (response, request) =>
        rawWrite(request.socket, `HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n${whole.toString('utf8')}`),
    ],
    [
      'closed by connection: close without any length',
      1,
      (response, request) =>
        rawWrite(request.socket, `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${half(whole).toString('utf8')}`),
    ],
  ];

  function write(
    response: ServerResponse,
    body: Buffer,
    headers: Record<string, string | number>,
    socket: Socket,
  ): void {
    response.writeHead(200, headers).write(body, () => socket.destroySoon());
  }
  function rawWrite(socket: Socket, text: string): void {
    socket.end(text);
  }

  it.each(cases)('%s: truncated, never a shorter list (tries: %i)', async (_, tries, respond) => {
    const { url, paths } = await rawServer((request, response) => respond(response, request));
    expect(await catchReason(open({ server: url }).list(names()))).toMatchObject({ kind: 'truncated' });
    expect(paths).toHaveLength(tries);
  });

  it('reads the same body whole', async () => {
    const { url } = await rawServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped),
    );
    const list = await open({ server: url }).list(names());
    expect(list.served && list.items).toHaveLength(300);
  });

  it('tries again after one cut, and gives up after four', async () => {
    const once = await running(
      kubeWorld({ objects: pods(1000), faults: [{ on: 'pods: list', does: 'cut', from: 1, count: 1 }] }),
    );
    expect(await once.source.list(names())).toMatchObject({ inconsistent: false, items: pods(1000).map(nameOf) });

    const always = await running(
      kubeWorld({ objects: pods(1000), faults: [{ on: 'pods: list', does: 'cut', from: 1 }] }),
    );
    expect(await catchReason(always.source.list(names()))).toMatchObject({ kind: 'truncated' });
    expect(always.server.requests.filter(({ path }) => path === '/api/v1/pods')).toHaveLength(5);
  });

  it('a small answer that unpacks to more than any page is truncated', async () => {
    const bomb = Buffer.concat(Array.from({ length: 260 }, () => gzipSync(Buffer.alloc(1024 * 1024, ' '))));
    const { url } = await rawServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    expect(await catchReason(open({ server: url }).list(names()))).toMatchObject({
      kind: 'truncated',
      message: expect.stringContaining('larger than') as string,
    });
  });

  it.each([
    ['the largest size', 0, { items: ['one'] }],
    ['a byte more than the largest size', -1, { kind: 'truncated' }],
  ])('a page of %s', async (_, more, expected) => {
    const text = JSON.stringify(podList([{ metadata: { name: 'one' } }], { text: 'x'.repeat(1_000) }));
    const { url } = await rawServer((_request, response) => void response.end(text));
    const limits = { pageBytes: text.length + more };
    const list = open({ server: url }, { limits }).list(names({ pageSize: 1 }));
    const outcome = list.catch((error: unknown) => (error instanceof ScanError ? error.reason : error));
    expect(await outcome).toMatchObject(expected);
  });

  it('gzip that is no gzip is unreadable', async () => {
    const { url } = await rawServer(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
    );
    expect(await catchReason(open({ server: url }).list(names()))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('expired tokens, throttling and failing servers', () => {
  it('lists anew once after a 410, which is a whole list of a later moment', async () => {
    const { source, server } = await running(
      kubeWorld({ objects: pods(1000), faults: [{ on: 'pods: list', does: { status: 410 }, from: 1, count: 1 }] }),
    );
    expect(await source.list(names())).toEqual({
      served: true,
      version: 'v1',
      inconsistent: false,
      items: pods(1000).map(nameOf),
    });
    const tokens = server.requests
      .filter(({ path }) => path === '/api/v1/pods')
      .map(({ query }) => 'continue' in query);
    expect(tokens).toEqual([false, true, false, true]);
  });

  it('recovers from tokens that the server let expire', async () => {
    const { source, server } = await running(kubeWorld({ objects: pods(30) }));
    let seen = 0;
    const project = (item: unknown): string => {
      if (++seen === 10) server.expireTokens();
      return nameOf(item);
    };
    const list = await source.list(names({ project, pageSize: 10 }));
    expect(list).toMatchObject({ inconsistent: false, items: pods(30).map(nameOf) });
  });

  const twice = (...more: Fault[]) => [
    { on: 'pods: list', does: { status: 410 }, from: 1, count: 1 },
    { on: 'pods: list', does: { status: 410 }, from: 3, count: 1 },
    ...more,
  ];

  it('goes on by the token of a second 410, and says that the list is of no one moment', async () => {
    const { source, server } = await running(kubeWorld({ objects: pods(1700), faults: twice() }));
    const list = await source.list(names());
    expect(list).toMatchObject({ inconsistent: true, items: pods(1700).map(nameOf) });
    expect(server.requests.filter(({ path }) => path === '/api/v1/pods')).toHaveLength(7);
  });

  it('goes on as often as pages come in between, and not in a circle', async () => {
    const again = (from: number): Fault => ({ on: 'pods: list', does: { status: 410 }, from, count: 1 });
    const patient = await running(kubeWorld({ objects: pods(1700), faults: twice(again(5)) }));
    expect(await patient.source.list(names())).toMatchObject({ inconsistent: true, items: pods(1700).map(nameOf) });
    const circle = await running(kubeWorld({ objects: pods(1700), faults: twice(again(4)) }));
    expect(await catchReason(circle.source.list(names()))).toMatchObject({ kind: 'truncated' });
  });

  it('says so where a server gives pages of two moments by itself', async () => {
    const { url } = await rawServer((request, response) => {
      const isFirst = !request.url?.includes('continue');
      const body = podList([{ metadata: { name: isFirst ? 'a' : 'b' } }], isFirst ? { continue: 'next' } : {});
      sendJson(response, isFirst ? body : { ...body, metadata: { resourceVersion: '8' } });
    });
    expect(await open({ server: url }).list(names())).toMatchObject({ inconsistent: true, items: ['a', 'b'] });
  });

  it('410 upon 410 is a truncated list', async () => {
    const { source } = await running(
      kubeWorld({
        objects: pods(1000),
        faults: [
          { on: 'pods: list', does: { status: 410 }, from: 1, count: 1 },
          { on: 'pods: list', does: { status: 410 }, from: 3 },
        ],
      }),
    );
    expect(await catchReason(source.list(names()))).toMatchObject({
      kind: 'truncated',
      message: expect.stringContaining('expired') as string,
    });
  });

  it('requests one page at a time once the server has throttled, whatever the list', async () => {
    let current = 0;
    let most = 0;
    let throttles = 1;
    const { url, paths } = await rawServer((request, response) => {
      if (throttles-- > 0) {
        response.writeHead(429, { 'retry-after': '0' }).end();
        return;
      }
      const { pathname, searchParams: query } = new URL(request.url ?? '', 'https://x');
      const page = Number(query.get('continue') ?? 0);
      const note = 'x'.repeat(5000);
      const items = [{ metadata: { name: `page-${page}`, note } }];
      const resource = pathname.replace(/^.*\//, '');
      const body = JSON.stringify(listed(resource, items, page === 3 ? {} : { continue: String(page + 1) }));
      most = Math.max(most, ++current);
      response.setHeader('content-type', 'application/json');
      response.write(body.slice(0, 3000));
      // A moment later, so that one request too many would show.
      setTimeout(() => response.end(body.slice(3000), () => current--), 20);
    });
    const source = open({ server: url });
    await source.list(names({ resource: 'nodes' }));
    expect(await source.list(names())).toMatchObject({ items: ['page-0', 'page-1', 'page-2', 'page-3'] });
    expect(paths).toHaveLength(9);
    expect(most).toBe(1);
  });

  it('waits as long as Retry-After says', async () => {
    const { source, calls } = await running(
      kubeWorld({ objects: pods(1), faults: [{ on: 'pods: list', does: { status: 429, retryAfter: 1 }, count: 1 }] }),
    );
    const started = performance.now();
    expect(await source.list(names())).toMatchObject({ items: ['cart-00000'] });
    expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
    expect(calls.slice(2).map(({ outcome, usage }) => [outcome, usage?.isThrottled, usage?.waitedMs])).toEqual([
      ['429', true, 0],
      ['200', false, 1000],
    ]);
  });

  it.each([500, 502, 503, 504])('tries four times when the server answers %i', async (status) => {
    const { source, server } = await running(
      kubeWorld({ objects: pods(1), faults: [{ on: 'pods: list', does: { status } }] }),
    );
    expect(await catchReason(source.list(names()))).toMatchObject({
      kind: status === 504 ? 'time-out' : 'unreachable',
    });
    expect(server.requests.filter(({ path }) => path === '/api/v1/pods')).toHaveLength(4);
  });

  it.each(['reset', { status: 503 }, { status: 429 }] as const)('survives three of %j', async (does) => {
    const { source } = await running(kubeWorld({ objects: pods(1), faults: [{ on: 'pods: list', does, count: 3 }] }));
    expect(await source.list(names())).toMatchObject({ items: ['cart-00000'] });
  });

  it('a connection that is always reset is unreachable', async () => {
    const { source } = await running(kubeWorld({ faults: [{ on: 'pods: list', does: 'reset' }] }));
    expect(await catchReason(source.list(names()))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ECONNRESET') as string,
    });
  });

  it('silence is a time-out after the idle limit, and is not repeated', async () => {
    const { source, server } = await running(kubeWorld({ faults: [{ on: 'pods: list', does: 'silent' }] }), {
      idleMs: 200,
    });
    expect(await catchReason(source.list(names()))).toMatchObject({
      kind: 'time-out',
      message: expect.stringMatching(/does not answer: no data for 0\.2 s$/) as string,
    });
    expect(server.requests.filter(({ path }) => path === '/api/v1/pods')).toHaveLength(1);
  });

  // Retried, because a busy machine may also be silent for that long.
  it('silence in the middle of a body is a time-out; a slow body is none', { retry: 10 }, async () => {
    const body = JSON.stringify(podList([{ metadata: { name: 'one' } }]));
    const slow = await rawServer((_, response) => {
      response.writeHead(200, { 'content-length': body.length });
      body.split('').forEach((letter, index) => setTimeout(() => response.write(letter), index * 20));
    });
    expect(await open({ server: slow.url }, { idleMs: 1_500 }).list(names())).toMatchObject({ items: ['one'] });
    const stuck = await rawServer(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(body).subarray(0, 20)),
    );
    expect(await catchReason(open({ server: stuck.url }, { idleMs: 200 }).list(names()))).toMatchObject({
      kind: 'time-out',
    });
  });
});

describe('credentials and permissions', () => {
  it('renews the credentials once after a 401', async () => {
    const renewals: boolean[] = [];
    const server = await startApiServer(kubeWorld({ objects: pods(1) }), {
      authenticate: (header) => (header === 'Bearer new' ? 'ok' : 401),
    });
    cleanups.push(() => server.close());
    let token = 'old';
    const source = open({
      server: server.url,
      headers: async (renew) => {
        renewals.push(renew);
        if (renew) token = 'new';
        return { authorization: `Bearer ${token}` };
      },
    });
    expect(await source.list(names())).toMatchObject({ items: ['cart-00000'] });
    expect(renewals.filter((renew) => renew).length).toBeLessThanOrEqual(2);
  });

  it('says what a 401 may come from, the same for everything', async () => {
    const { source, server } = await running(kubeWorld(), {}, { authenticate: () => 401 });
    const reasons = await Promise.all([
      catchReason(source.list(names())),
      catchReason(source.list(names({ resource: 'nodes' }))),
      catchReason(source.get('', 'v1', 'configmaps', 'kube-system', 'aws-auth')),
      catchReason(source.serves('apps', 'v1', 'deployments')),
      catchReason(source.version()),
    ]);
    expect(reasons[0]).toMatchObject({
      kind: 'denied',
      hint: expect.stringMatching(/access entry.*aws-auth.*clock/) as string,
      shared: expect.any(String) as string,
    });
    expect(new Set(reasons.map((reason) => JSON.stringify(reason))).size).toBe(1);
    expect(server.requests.map(({ path }) => path).toSorted()).toEqual(['/apis', '/apis', '/version', '/version']);
  });

  it("a refused list names its permission and the server's words", async () => {
    const { source } = await running(kubeWorld({ deny: ['pods: list', 'deployments.apps: list', 'configmaps: get'] }));
    expect(await catchReason(source.list(names()))).toEqual({
      kind: 'denied',
      status: 403,
      code: 'Forbidden',
      permission: 'pods: list',
      message: 'pods is forbidden: User "preflight" cannot list resource "pods" in API group "" at the cluster scope',
    });
    expect(await catchReason(source.list(names({ apiGroup: 'apps', resource: 'deployments' })))).toMatchObject({
      permission: 'deployments.apps: list',
    });
    expect(await catchReason(source.get('', 'v1', 'configmaps', 'kube-system', 'aws-auth'))).toEqual({
      kind: 'denied',
      status: 403,
      code: 'Forbidden',
      permission: 'configmaps: get',
      message:
        'configmaps "aws-auth" is forbidden: User "preflight" cannot get resource "configmaps" in API group "" in the namespace "kube-system"',
    });
  });

  it('a second page that is refused fails the whole list', async () => {
    const { source } = await running(
      kubeWorld({ objects: pods(1000), faults: [{ on: 'pods: list', does: { status: 403 }, from: 1 }] }),
    );
    expect(await catchReason(source.list(names()))).toMatchObject({ kind: 'denied', permission: 'pods: list' });
  });

  it('a client without credentials is told so', async () => {
    const { source } = await running(kubeWorld(), {}, { authenticate: () => 'anonymous' });
    const reason = await catchReason(source.list(names()));
    expect(reason).toMatchObject({
      kind: 'denied',
      permission: '/apis: get',
      hint: expect.stringContaining('no credentials arrived') as string,
    });
    expect(await catchReason(source.version())).toEqual(reason);
  });

  it('passes on why there are no credentials', async () => {
    const { server } = await running(kubeWorld());
    const known = { kind: 'denied', message: 'the token has expired', hint: 'aws sso login' } as const;
    const source = open({ server: server.url, headers: () => Promise.reject(new ScanError(known)) });
    expect(await catchReason(source.list(names()))).toEqual({ ...known, shared: known.message });
    const plugin = open({ server: server.url, headers: () => Promise.reject(new Error('exit 1')) });
    expect(await catchReason(plugin.version())).toMatchObject({
      kind: 'denied',
      message: expect.stringContaining('exit 1') as string,
    });
    expect(server.requests).toEqual([]);
  });

  it('offers a client certificate', async () => {
    const { url } = await rawServer(
      (request, response) => {
        const user =
          'getPeerCertificate' in request.socket
            ? (request.socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }).getPeerCertificate()
                .subject.CN
            : '';
        sendJson(response, podList([{ metadata: { name: user } }]));
      },
      { requestCert: true, rejectUnauthorized: true, ca: worldTls.ca },
    );
    const source = open({ server: url, cert: clientTls.cert, key: clientTls.key, headers: async () => ({}) });
    expect(await source.list(names())).toMatchObject({ items: ['preflight'] });
  });
});

describe('single objects', () => {
  const config = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'coredns', namespace: 'kube-system' },
    data: { Corefile: '.:53 {\n}' },
  };

  it('reads one, and knows one that is not there', async () => {
    const { source } = await running(kubeWorld({ objects: [config], served: [NODE_POOL] }));
    expect(await source.get('', 'v1', 'configmaps', 'kube-system', 'coredns')).toMatchObject(config);
    expect(await source.get('', 'v1', 'configmaps', 'default', 'coredns')).toBeUndefined();
    expect(await source.get('karpenter.sh', 'v1', 'nodepools', undefined, 'default')).toBeUndefined();
  });

  it('does not ask for what no API serves', async () => {
    const { source, server } = await running(kubeWorld({ deny: ['nodepools.karpenter.sh: get'] }));
    expect(await source.get('karpenter.sh', 'v1', 'nodepools', undefined, 'default')).toBeUndefined();
    expect(server.requests.map(({ path }) => path).toSorted()).toEqual(['/apis', '/version']);
  });

  it("takes only the API server's own 404 for an answer", async () => {
    const { url } = await rawServer(
      (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404 Not Found</h1>'),
    );
    expect(
      await catchReason(open({ server: url }).get('', 'v1', 'configmaps', 'kube-system', 'aws-auth')),
    ).toMatchObject({
      kind: 'unreadable',
      hint: expect.stringContaining('proxy') as string,
    });
    const odd = await rawServer((_, response) =>
      sendJson(response, { kind: 'ConfigMap', metadata: { name: 'other' } }),
    );
    expect(
      await catchReason(open({ server: odd.url }).get('', 'v1', 'configmaps', 'kube-system', 'aws-auth')),
    ).toMatchObject({ kind: 'unreadable' });
  });

  it('a list of a kind that is gone is absent, not empty', async () => {
    const { source } = await running(kubeWorld({ faults: [{ on: 'pods: list', does: { status: 404 } }] }));
    expect(await catchReason(source.list(names()))).toMatchObject({ kind: 'absent' });
  });
});

describe('discovery', () => {
  const cases = [
    { version: 'v1.33.5-eks-3025e55', aggregatedDiscovery: true, type: 'v2' },
    { version: 'v1.28.9-eks-036c24b', aggregatedDiscovery: true, type: 'v2beta1' },
    { version: 'v1.24.17-eks-fd5eb4c', aggregatedDiscovery: false, type: 'plain' },
  ];

  it.each(cases)('reads the best version that $version serves ($type)', async ({ version, aggregatedDiscovery }) => {
    const { source } = await running(kubeWorld({ version, aggregatedDiscovery }));
    const old = version.startsWith('v1.24');
    const budgets = names({ apiGroup: 'policy', versions: ['v1', 'v1beta1'], resource: 'poddisruptionbudgets' });
    expect(await source.list(budgets)).toEqual({ served: true, version: 'v1', items: [], inconsistent: false });
    const policies = names({ apiGroup: 'policy', versions: ['v1beta1'], resource: 'podsecuritypolicies' });
    expect(await source.list(policies)).toMatchObject({ served: old });
    expect(await source.serves('policy', 'v1beta1', 'podsecuritypolicies')).toBe(old);
    expect(await source.serves('batch', 'v1beta1', 'cronjobs')).toBe(old);
    expect(await source.serves('apps', 'v1', 'deployments')).toBe(true);
    expect(await source.serves('karpenter.sh', 'v1', 'nodepools')).toBe(false);
    expect(await source.serves('', 'v1', 'pods')).toBe(true);
    expect(await source.version()).toBe(version);
  });

  it('falls back to an older version only where the newer one is not served', async () => {
    const { source, server } = await running(kubeWorld({ version: 'v1.20.15-eks-14c7a48' }));
    const list = await source.list(
      names({ apiGroup: 'policy', versions: ['v1', 'v1beta1'], resource: 'poddisruptionbudgets' }),
    );
    expect(list).toMatchObject({ version: 'v1beta1' });
    expect(server.requests.map(({ path }) => path).toSorted()).toEqual(
      ['/apis', '/apis/policy/v1beta1/poddisruptionbudgets', '/version'].toSorted(),
    );
  });

  it('asks old servers for a group only when something of it is wanted, once', async () => {
    const { source, server } = await running(
      kubeWorld({ version: 'v1.24.17', aggregatedDiscovery: false, served: [NODE_POOL] }),
    );
    await Promise.all([
      source.serves('apps', 'v1', 'deployments'),
      source.serves('apps', 'v1', 'daemonsets'),
      source.list(names()),
    ]);
    expect(server.requests.filter(({ path }) => path.startsWith('/apis/')).map(({ path }) => path)).toEqual([
      '/apis/apps/v1',
    ]);
    expect(await source.serves('karpenter.sh', 'v1', 'nodepools')).toBe(true);
  });

  it('a group of an old server that may not be looked into is denied, not absent', async () => {
    const { source } = await running(
      kubeWorld({ version: 'v1.24.17', aggregatedDiscovery: false, deny: ['/apis/apps/v1: get'] }),
    );
    expect(await catchReason(source.list(names({ apiGroup: 'apps', resource: 'deployments' })))).toMatchObject({
      kind: 'denied',
      permission: '/apis/apps/v1: get',
    });
  });

  it.each([true, false])(
    'an aggregated API that is down is unreachable, not absent (aggregated discovery: %s)',
    async (aggregatedDiscovery) => {
      const service = {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1beta1.metrics.k8s.io' },
        spec: {
          group: 'metrics.k8s.io',
          version: 'v1beta1',
          service: { name: 'metrics-server', namespace: 'kube-system' },
        },
        status: { conditions: [{ type: 'Available', status: 'False' }] },
      };
      const { source } = await running(kubeWorld({ aggregatedDiscovery, objects: [service] }));
      expect(
        await catchReason(source.list(names({ apiGroup: 'metrics.k8s.io', versions: ['v1beta1'], resource: 'pods' }))),
      ).toMatchObject({ kind: 'unreachable' });
      expect(await catchReason(source.serves('metrics.k8s.io', 'v1beta1', 'pods'))).toMatchObject({
        kind: 'unreachable',
      });
      expect(await source.list(names())).toMatchObject({ served: true });
    },
  );

  it("a denied /version is only the version's loss", async () => {
    const { source } = await running(kubeWorld({ objects: pods(1), deny: ['/version: get'] }));
    expect(await catchReason(source.version())).toMatchObject({ kind: 'denied', permission: '/version: get' });
    expect(await source.list(names())).toMatchObject({ items: ['cart-00000'] });
  });

  it('a silent /version does not hold the lists up', async () => {
    const silent = kubeWorld({ objects: pods(1), faults: [{ on: '/version: get', does: 'silent' }] });
    const patient = (await running(silent, { probeMs: 600_000 })).source;
    let isNotified = false;
    const version = catchReason(patient.version()).finally(() => (isNotified = true));
    expect(await patient.list(names())).toMatchObject({ items: ['cart-00000'] });
    expect(isNotified).toBe(false);
    patient.close();
    await version;
    const { source } = await running(silent, { probeMs: 300 });
    expect(await catchReason(source.version())).toMatchObject({ kind: 'time-out' });
  });

  it('tries discovery again when the server fails or throttles for a moment', async () => {
    const faults: Fault[] = [
      { on: '/apis: get', does: { status: 503 }, count: 1 },
      { on: '/apis: get', does: 'reset', from: 1, count: 1 },
      { on: '/apis: get', does: { status: 429, retryAfter: 0 }, from: 2, count: 1 },
    ];
    const { source } = await running(kubeWorld({ objects: pods(1), faults }));
    expect(await source.list(names())).toMatchObject({ items: ['cart-00000'] });
    const slow = await running(kubeWorld({ faults: [{ on: '/apis: get', does: { status: 429, retryAfter: 9 } }] }));
    expect(await catchReason(slow.source.list(names()))).toMatchObject({
      kind: 'unreachable',
      shared: expect.stringContaining('429') as string,
    });
    expect(slow.server.requests.filter(({ path }) => path === '/apis')).toHaveLength(1);
  });

  it('a denied discovery denies everything, once and with the way out', async () => {
    const { source, server } = await running(kubeWorld({ deny: ['/apis: get'] }));
    const reason = await catchReason(source.list(names()));
    expect(reason).toMatchObject({
      kind: 'denied',
      permission: '/apis: get',
      hint: expect.stringContaining('system:discovery') as string,
      shared: 'forbidden: User "preflight" cannot get path "/apis"',
    });
    expect(await catchReason(source.version())).toEqual(reason);
    expect(await catchReason(source.get('', 'v1', 'nodes', undefined, 'a'))).toEqual(reason);
    expect(server.requests).toHaveLength(2);
  });
});

describe('servers that cannot be talked to', () => {
  const everything = (source: KubeSource): Promise<Reason[]> =>
    Promise.all([
      catchReason(source.list(names())),
      catchReason(source.list(names({ apiGroup: 'apps', resource: 'deployments' }))),
      catchReason(source.get('', 'v1', 'nodes', undefined, 'a')),
      catchReason(source.version()),
    ]);
  const shared = (reasons: Reason[]): Reason | undefined => {
    expect(new Set(reasons.map((reason) => JSON.stringify(reason))).size).toBe(1);
    expect(reasons[0]?.shared).toBeDefined();
    return reasons[0];
  };

  it('a server that accepts and never answers costs the probe, once for everything', async () => {
    const { source, server } = await running(kubeWorld({ faults: [{ on: 'kube', does: 'silent' }] }), { probeMs: 300 });
    const reason = shared(await everything(source));
    expect(reason).toMatchObject({
      kind: 'time-out',
      message: expect.stringMatching(/does not answer: no data for 0\.3 s$/) as string,
      hint: expect.stringContaining('publicAccessCidrs') as string,
    });
    const requestedPaths = server.requests.map(({ path }) => path);
    expect(requestedPaths.toSorted()).toEqual([...new Set(requestedPaths)].toSorted());
    await everything(source);
    expect(server.requests).toHaveLength(requestedPaths.length);
  });

  it('so does one that never gets through the TLS handshake', async () => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => sockets.push(socket.on('error', () => undefined)));
    cleanups.push(
      () => stop(server),
      () => sockets.forEach((socket) => socket.destroy()),
    );
    const source = open({ server: `https://127.0.0.1:${await listen(server)}` }, { probeMs: 300 });
    expect(shared(await everything(source))).toMatchObject({ kind: 'time-out' });
  });

  it('and one that stops in the middle of discovery', async () => {
    const server = createTlsServer(
      { key: worldTls.key, cert: worldTls.cert },
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"kind":'),
    );
    cleanups.push(() => stop(server));
    const source = open({ server: `https://127.0.0.1:${await listen(server)}` }, { probeMs: 300 });
    expect(shared(await everything(source))).toMatchObject({ kind: 'time-out' });
  });

  it('a refused connection is unreachable, with where to look', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await stop(server);
    const reason = shared(await everything(open({ server: `https://127.0.0.1:${port}` })));
    expect(reason).toMatchObject({
      kind: 'unreachable',
      message: `cannot reach 127.0.0.1:${port}: connection refused (ECONNREFUSED)`,
      short: 'API server not reached',
      hint: expect.stringContaining('VPN') as string,
    });
  });

  it('a certificate of another authority is named', async () => {
    const server = await startApiServer(kubeWorld(), { tls: otherTls });
    cleanups.push(() => server.close());
    const reason = shared(await everything(open({ server: server.url })));
    expect(reason).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/^TLS to 127\.0\.0\.1:\d+ failed: .*UNABLE_TO_VERIFY_LEAF_SIGNATURE/) as string,
      hint: expect.stringContaining('CA') as string,
    });
    expect(server.requests).toEqual([]);
  });

  it('no certificate is accepted because the environment says so', async () => {
    const server = await startApiServer(kubeWorld(), { tls: otherTls });
    cleanups.push(() => server.close());
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    cleanups.push(() => warning.mockRestore());
    cleanups.push(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
    expect(await catchReason(open({ server: server.url }).version())).toMatchObject({ kind: 'unreachable' });
  });

  it('a certificate for another name is named, and the TLS server name helps', async () => {
    const { server } = await running(kubeWorld());
    const reason = await catchReason(open({ server: server.url, serverName: 'prod.example.test' }).version());
    expect(reason).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') as string,
      hint: expect.stringContaining('server name') as string,
    });
    expect(await open({ server: server.url, serverName: 'prod.eks.test' }).version()).toBe('v1.33.5-eks-3025e55');
  });

  it('plain HTTP is for the loopback only', async () => {
    const server = createPlainServer((request, response) => {
      if (request.url === '/apis') return sendJson(response, leastDiscovery);
      sendJson(
        response,
        request.url === '/version' ? { gitVersion: 'v1.33.1' } : podList([{ metadata: { name: 'one' } }]),
      );
    });
    cleanups.push(() => stop(server));
    const source = open({ server: `http://127.0.0.1:${await listen(server)}` });
    expect(await source.list(names())).toMatchObject({ items: ['one'] });
    let tokenRequests = 0;
    const far = open({
      server: 'http://192.0.2.1',
      headers: async () => ({ authorization: `Bearer ${++tokenRequests}` }),
    });
    expect(shared(await everything(far))).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('not https') as string,
    });
    expect(shared(await everything(open({ server: 'localhost:8080' })))).toMatchObject({ kind: 'unreachable' });
  });

  it('keeps the path of a server that has one', async () => {
    const paths: (string | undefined)[] = [];
    const server = createPlainServer((request, response) => {
      paths.push(request.url);
      sendJson(response, request.url?.endsWith('/apis') === true ? leastDiscovery : podList([]));
    });
    cleanups.push(() => stop(server));
    await open({ server: `http://127.0.0.1:${await listen(server)}/k8s/clusters/one/` }).list(names());
    expect(new Set(paths)).toEqual(
      new Set(['/k8s/clusters/one/api/v1/pods?limit=500', '/k8s/clusters/one/apis', '/k8s/clusters/one/version']),
    );
  });

  it("a login page is nobody's list", async () => {
    const page = '<html><title>Sign in to continue</title></html>';
    const server = createTlsServer(
      { key: worldTls.key, cert: worldTls.cert },
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    );
    cleanups.push(() => stop(server));
    expect(shared(await everything(open({ server: `https://127.0.0.1:${await listen(server)}` })))).toMatchObject({
      kind: 'unreachable',
      hint: expect.stringContaining('login page') as string,
    });

    for (const status of [200, 302, 401, 403, 418]) {
      const late = await rawServer(
        (_, response) =>
          void response
            .writeHead(status, { 'content-type': 'text/html', location: 'https://login.example.test/x?token=1' })
            .end(page),
      );
      const reason = await catchReason(open({ server: late.url }).list(names()));
      expect(reason).toMatchObject({ kind: 'unreadable', hint: expect.stringContaining('login page') as string });
      expect(reason.message).not.toContain('token=1');
    }
  });

  it('discovery of another shape is not an empty discovery', async () => {
    for (const document of [
      { kind: 'APIGroupDiscoveryList' },
      { kind: 'APIGroupDiscoveryList', items: [] },
      { kind: 'APIGroupList', groups: [] },
      { kind: 'APIGroupList', groups: [{}] },
      { kind: 'Status' },
      { kind: 'APIGroupDiscoveryList', items: [{ metadata: {}, versions: [{ version: 'v1' }] }] },
    ]) {
      const server = createTlsServer({ key: worldTls.key, cert: worldTls.cert }, (_, response) =>
        sendJson(response, document),
      );
      cleanups.push(() => stop(server));
      expect(
        await catchReason(open({ server: `https://127.0.0.1:${await listen(server)}` }).list(names())),
      ).toMatchObject({ kind: 'unreachable', message: expect.any(String) as string });
    }
  });
});

function aProxy(url: string): Proxy {
  const proxy = parseProxy(url, 'HTTPS_PROXY');
  if ('problem' in proxy) throw new Error(proxy.problem);
  return proxy;
}

describe('proxies', () => {
  /** A CONNECT proxy that records the target and the credentials of each tunnel. */
  async function httpProxy(
    status = 200,
  ): Promise<{ url: string; targets: string[]; credentials: (string | undefined)[] }> {
    const targets: string[] = [];
    const credentials: (string | undefined)[] = [];
    const sockets: Socket[] = [];
    const server = createPlainServer().on('connect', (request: IncomingMessage, socket: Socket) => {
      targets.push(request.url ?? '');
      credentials.push(request.headers['proxy-authorization']);
      const port = Number(request.url?.split(':')[1]);
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
        return;
      }
      const upstream = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      sockets.push(
        socket.on('error', () => undefined),
        upstream.on('error', () => undefined),
      );
      socket.pipe(upstream).pipe(socket);
    });
    cleanups.push(
      () => stop(server),
      () => sockets.forEach((socket) => socket.destroy()),
    );
    return { url: `http://user:hunter2@127.0.0.1:${await listen(server)}`, targets, credentials };
  }

  it('tunnels through an HTTP proxy and keeps its tunnels', async () => {
    const { server } = await running(kubeWorld({ objects: pods(40) }));
    const proxy = await httpProxy();
    const source = open({ server: server.url, proxy: aProxy(proxy.url) });
    expect(await source.list(names({ pageSize: 5 }))).toMatchObject({ items: pods(40).map(nameOf) });
    expect(proxy.targets.length).toBeGreaterThan(0);
    expect(proxy.targets.length).toBeLessThanOrEqual(6);
    expect(proxy.credentials[0]).toBe(`Basic ${Buffer.from('user:hunter2').toString('base64')}`);
  });

  it("checks the API server's certificate behind the proxy", async () => {
    const server = await startApiServer(kubeWorld(), { tls: otherTls });
    cleanups.push(() => server.close());
    const { url } = await httpProxy();
    expect(await catchReason(open({ server: server.url, proxy: aProxy(url) }).version())).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('TLS to') as string,
    });
  });

  it('names a proxy that refuses, without its password', async () => {
    const { server } = await running(kubeWorld());
    const { url } = await httpProxy(407);
    const reason = await catchReason(open({ server: server.url, proxy: aProxy(url) }).version());
    expect(reason).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('407') as string });
    expect(JSON.stringify(reason)).not.toContain('hunter2');
  });

  it('goes through a SOCKS proxy, which resolves the name', async () => {
    const { server } = await running(kubeWorld({ objects: pods(3) }));
    const hosts: string[] = [];
    const sockets: Socket[] = [];
    const proxy = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      socket.once('data', () => {
        socket.write(Buffer.from([5, 0]));
        socket.once('data', (connectRequest: Buffer) => {
          const length = connectRequest[4] ?? 0;
          hosts.push(connectRequest.toString('latin1', 5, 5 + length));
          const upstream = connect(connectRequest.readUInt16BE(5 + length), '127.0.0.1', () => {
            socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
            socket.pipe(upstream).pipe(socket);
          });
          sockets.push(upstream.on('error', () => undefined));
        });
      });
    });
    cleanups.push(
      () => stop(proxy),
      () => sockets.forEach((socket) => socket.destroy()),
    );
    const { port } = new URL(server.url);
    const source = open({
      server: `https://prod.eks.test:${port}`,
      proxy: aProxy(`socks5://127.0.0.1:${await listen(proxy)}`),
    });
    expect(await source.list(names())).toMatchObject({ items: pods(3).map(nameOf) });
    expect(new Set(hosts)).toEqual(new Set(['prod.eks.test']));
    expect(hosts.length).toBeLessThanOrEqual(6);
  });

  it('does not wait longer for a silent proxy than for a silent server', async () => {
    const sockets: Socket[] = [];
    const proxy = createTcpServer((socket) => sockets.push(socket.on('error', () => undefined)));
    cleanups.push(
      () => stop(proxy),
      () => sockets.forEach((socket) => socket.destroy()),
    );
    const port = await listen(proxy);
    for (const protocol of ['http', 'socks5']) {
      const source = open(
        { server: 'https://prod.eks.test', proxy: aProxy(`${protocol}://127.0.0.1:${port}`) },
        { probeMs: 300 },
      );
      const { message, ...reason } = await catchReason(source.list(names()));
      expect(reason).toMatchObject({ kind: 'time-out' });
      expect(message).toContain(`through the proxy ${protocol}://127.0.0.1:${port}`);
      expect(message).toMatch(/no data for 0\.3 s$/);
    }
  });
});

describe('a list in parts', () => {
  const items = ['{"a":"]}"}', '[1,2]', '3', '"x,y"', '{}', `"${'z'.repeat(40)}"`, '{"b":[{}]}'];

  it.each([1, 5, 12, 1_000].flatMap((runBytes) => [',', ' , '].map((comma) => [runBytes, comma] as const)))(
    'ends a part of %i bytes where an object ends, between objects %j',
    (runBytes, comma) => {
      const text = `{"metadata":{"items":[0]},"items" : [${items.join(comma)}],"kind":"L"}`;
      const body = Buffer.from(text);
      const split = splitList(body, runBytes);
      const parts = split?.runs.map(({ start, end }) => body.toString('utf8', start, end)) ?? [];
      expect(parts.flatMap((part) => JSON.parse(`[${part}]`) as unknown[])).toEqual(
        items.map((item) => JSON.parse(item) as unknown),
      );
      expect(split?.runs.map(({ nested }) => nested)).toEqual(parts.map((part) => nestedIn(Buffer.from(part))));
      expect(split === undefined ? '' : text.slice(0, split.open + 1) + text.slice(split.close)).toBe(
        '{"metadata":{"items":[0]},"items" : [],"kind":"L"}',
      );
    },
  );

  it('ends a part with the object that fills it', () => {
    const text = '{"items":[1,2,3,4,5]}';
    const { runs } = splitList(Buffer.from(text), 3) ?? { runs: [] };
    expect(runs.map(({ start, end }) => text.slice(start, end))).toEqual(['1,2', '3,4', '5']);
  });

  it.each(['{"items":[{},{', '{"items":null}'])('is none: %s', (text) => {
    expect(splitList(Buffer.from(text), 10)).toBeUndefined();
  });

  it.each([
    ['{}', 1],
    ['[{"a":[]},"[{"]', 3],
    ['"[{"', 0],
  ])('counts the objects and arrays of %s', (text, count) => {
    expect(nestedIn(Buffer.from(text))).toBe(count);
  });
});

describe('an answer of more than 1,500,000 objects and arrays', () => {
  const tooDense = 'GET /x: the answer holds more than 1500000 objects and arrays in one piece';

  it('is refused, and one of so many is not', () => {
    expect(() => refuseDense(1_500_001, 'GET /x')).toThrow(tooDense);
    expect(() => refuseDense(1_500_000, 'GET /x')).not.toThrow();
  });

  it('is refused from 4 MiB on before it is parsed', () => {
    const body = Buffer.alloc(4 * 1024 * 1024, '[');
    expect(() => jsonObject({ status: 200, headers: {}, body, leave: () => undefined }, 'GET /x')).toThrow(tooDense);
  });
});

describe('managed fields', () => {
  /** A small seeded random number generator, so that a failing case can be reproduced. */
  function randomFrom(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  const NASTY = [
    '"managedFields":[',
    '}]}',
    '}],',
    ']',
    '[',
    '{',
    '\\',
    '"',
    '\\"',
    ',"managedFields":[{"a":1}],',
    'ü€😀',
    '\n',
    '\u2028',
    'f:}]}',
    '":{},"',
    'managedFields',
  ];

  type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

  function page(random: () => number): { [key: string]: Json } {
    const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
    const text = (): string =>
      Array.from({ length: Math.floor(random() * 4) }, () => pick([...NASTY, 'a', 'name'])).join('');
    const value = (depth: number): Json => {
      const kind = depth > 3 ? random() * 0.5 : random();
      if (kind < 0.3) return text();
      if (kind < 0.5) return pick([null, true, 0, -1.5e9]);
      if (kind < 0.65) return Array.from({ length: Math.floor(random() * 3) }, () => value(depth + 1));
      return object(depth + 1);
    };
    const object = (depth: number): { [key: string]: Json } =>
      Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [
          random() < 0.2 ? 'managedFields' : text(),
          value(depth),
        ]),
      );
    const managed = (): Json =>
      pick<() => Json>([
        () => [object(0), object(1)],
        () => [],
        () => [{ manager: text(), fieldsV1: object(0) }],
        () => value(0),
      ])();
    const metadata = (): { [key: string]: Json } => {
      const before = {
        name: text(),
        annotations: { last: JSON.stringify({ metadata: { managedFields: [{ [text()]: text() }] } }) },
      };
      if (random() < 0.2) return before;
      return random() < 0.6
        ? { ...before, managedFields: managed() }
        : { managedFields: managed(), ...before, more: object(2) };
    };
    const item = (): Json =>
      random() < 0.05 ? value(0) : { metadata: random() < 0.05 ? value(0) : metadata(), spec: object(0) };
    const items = Array.from({ length: Math.floor(random() * 4) }, item);
    const list = { kind: 'PodList', metadata: { continue: text(), managedFields: random() < 0.1 ? [1] : null }, items };
    return random() < 0.05 ? object(0) : list;
  }

  function parsedAndDeleted(text: string): unknown {
    const whole = JSON.parse(text) as { items?: unknown };
    if (!Array.isArray(whole.items)) return whole;
    for (const item of whole.items as ({ metadata?: { managedFields?: unknown } | null } | null)[]) {
      if (typeof item?.metadata === 'object' && item.metadata !== null && !Array.isArray(item.metadata))
        delete item.metadata.managedFields;
    }
    return whole;
  }

  it('equals parsing the page and deleting them, whatever the strings and keys hold', () => {
    for (let seed = 0; seed < 5000; seed++) {
      const text = JSON.stringify(page(randomFrom(seed)), null, seed % 10 === 0 ? 1 : 0);
      const cut = parseWithoutManagedFields(Buffer.from(text));
      expect(JSON.stringify(cut), `seed ${seed}`).toBe(JSON.stringify(parsedAndDeleted(text)));
    }
  });

  it('takes no page that ends early', () => {
    const body = Buffer.from(
      JSON.stringify(
        podList(pods(2).map((pod) => ({ ...pod, metadata: { name: 'a}]}', managedFields: [{ f: ['}]}'] }] } }))),
      ),
    );
    for (let length = 0; length < body.length; length++) {
      expect(() => parseWithoutManagedFields(body.subarray(0, length)), `${length} bytes`).toThrow(SyntaxError);
    }
  });

  it('parses none of them where they stand as the API server writes them', () => {
    const managedFields = [{ manager: 'kubelet', fieldsV1: { 'k:{"type":"]}]}"}': {} } }];
    const text = JSON.stringify(podList(pods(3).map((pod) => ({ ...pod, metadata: { name: 'a', managedFields } }))));
    const parse = vi.spyOn(JSON, 'parse');
    cleanups.push(() => parse.mockRestore());
    parseWithoutManagedFields(Buffer.from(text));
    expect(parse.mock.calls.map(([parsed]) => parsed.includes('fieldsV1'))).toEqual([false]);
  });
});

describe('waiting between tries', () => {
  const throttled = (retryAfter: string): Answer => ({
    status: 429,
    headers: { 'retry-after': retryAfter },
    body: Buffer.alloc(0),
    leave: () => undefined,
  });

  it('follows Retry-After up to 30 s, with jitter in proportion, else grows with jitter', () => {
    expect(waitMs(1, throttled('2'), () => 0)).toBe(2000);
    expect(waitMs(1, throttled('2'), () => 1)).toBe(3000);
    expect([1, 2, 3].map((tried) => waitMs(tried, throttled('1'), () => 1))).toEqual([1500, 2000, 3000]);
    expect([0, 0.5, 1].map((random) => waitMs(1, throttled('3600'), () => random))).toEqual([30_000, 37_500, 45_000]);
    expect(waitMs(1, throttled('0'), () => 1)).toBe(500);
    expect(waitMs(1, throttled(new Date(Date.now() + 10_000).toUTCString()), () => 0)).toBeGreaterThan(8000);
    expect(waitMs(1, throttled(new Date(Date.now() - 10_000).toUTCString()), () => 0)).toBe(0);
    expect(waitMs(1, throttled('soon'), () => 0.5)).toBe(250);
    expect([1, 2, 3].map((tried) => waitMs(tried, undefined, () => 1))).toEqual([500, 1000, 2000]);
    expect(waitMs(3, undefined, () => 0)).toBe(0);
  });
});

describe('the end of a scan', () => {
  it('cuts what is under way and refuses what follows, as a time-out', async () => {
    const stop = new AbortController();
    const { source, server } = await running(kubeWorld({ faults: [{ on: 'pods: list', does: 'silent' }] }), {
      signal: stop.signal,
    });
    const list = catchReason(source.list(names()));
    await expect.poll(() => server.requests.some(({ path }) => path === '/api/v1/pods')).toBe(true);
    stop.abort();
    expect(await list).toMatchObject({ kind: 'time-out' });
    expect(await catchReason(source.list(names({ resource: 'nodes' })))).toMatchObject({ kind: 'time-out' });
  });

  it('does not wait for a pause between tries, nor for credentials', async () => {
    const stop = new AbortController();
    const { source, calls } = await running(
      kubeWorld({ faults: [{ on: 'pods: list', does: { status: 429, retryAfter: 20 } }] }),
      { signal: stop.signal },
    );
    const list = catchReason(source.list(names()));
    await expect.poll(() => calls.length).toBe(3);
    stop.abort();
    expect(await list).toMatchObject({ kind: 'time-out' });

    const early = new AbortController();
    const stuck = open(
      { server: 'https://127.0.0.1:1', headers: () => new Promise(() => undefined) },
      { signal: early.signal },
    );
    const version = catchReason(stuck.version());
    early.abort();
    expect(await version).toMatchObject({ kind: 'time-out' });
  });

  it('cuts the requests that wait for a connection too, without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on('warning', onWarning);
    cleanups.push(() => process.off('warning', onWarning));
    const stop = new AbortController();
    const { source, server } = await running(kubeWorld({ faults: [{ on: 'nodes: get', does: 'silent' }] }), {
      signal: stop.signal,
    });
    const reads = Array.from({ length: 30 }, (_, index) =>
      catchReason(source.get('', 'v1', 'nodes', undefined, `node-${index}`)),
    );
    await expect.poll(() => server.requests.length).toBe(2 + 6);
    stop.abort();
    const cut = "cut off by the scan's time limit";
    expect(new Set((await Promise.all(reads)).map(({ message }) => message))).toEqual(new Set([cut]));
    expect(warnings).toEqual([]);
  });

  it('closes its connections', async () => {
    const { source, server } = await running(kubeWorld({ faults: [{ on: 'pods: list', does: 'silent' }] }));
    const list = catchReason(source.list(names()));
    await expect.poll(() => server.requests.some(({ path }) => path === '/api/v1/pods')).toBe(true);
    source.close();
    expect(await list).toMatchObject({ kind: 'unreachable' });
  });
});

describe('the call log', () => {
  it('has one line a request, without tokens, headers or bodies', async () => {
    const { source, calls } = await running(kubeWorld({ objects: pods(3), deny: ['nodes: list'] }));
    const started = performance.now();
    await source.list(names({ pageSize: 2 }));
    await catchReason(source.list(names({ resource: 'nodes' })));
    const took = Math.ceil(performance.now() - started);
    expect(calls.filter(({ milliseconds }) => milliseconds < 0 || milliseconds > took)).toEqual([]);
    const lines = calls.map(({ source: from, call, outcome }) => `${from} ${call} ${outcome}`).toSorted();
    expect(lines).toEqual([
      'kube GET /api/v1/nodes?limit=500 403',
      'kube GET /api/v1/pods?limit=2 200',
      expect.stringMatching(/^kube GET \/api\/v1\/pods\?limit=2&continue=.{6}… 200$/),
      'kube GET /apis 200',
      'kube GET /version 200',
    ]);
    expect(JSON.stringify(calls)).not.toMatch(/secret-token|Bearer/);
  });
});

describe('the usage of a call', () => {
  const body = Buffer.from(JSON.stringify(podList([{ metadata: { name: 'one', note: 'x'.repeat(3_000_000) } }])));
  const packed = gzipSync(body);

  it.each<[string, number, number, Buffer, string | undefined]>([
    ['an answer', body.length, 200, body, undefined],
    ['a compressed answer', packed.length, 200, packed, 'gzip'],
    ['a denial', 9, 403, Buffer.from('forbidden'), undefined],
    ['an answer that cannot be decoded', 8, 200, Buffer.from('not gzip'), 'gzip'],
  ])('%s: %i bytes', async (_, receivedBytes, status, sent, encoding) => {
    const { url } = await rawServer((_request, response) => {
      response.writeHead(status, { ...(encoding !== undefined && { 'content-encoding': encoding }) }).end(sent);
    });
    const calls: CallRecord[] = [];
    await open({ server: url }, { log: (call) => calls.push(call), limits: { plainBytes: 1_000_000 } })
      .list(names())
      .catch(() => undefined);
    expect(calls.at(-1)?.usage).toEqual({ isThrottled: false, waitedMs: 0, receivedBytes });
  });

  it('is none once the scan has ended: nothing is sent', async () => {
    const stop = new AbortController();
    const { source, calls } = await running(kubeWorld({ objects: pods(1) }), { signal: stop.signal });
    await source.list(names());
    stop.abort();
    const before = calls.length;
    await catchReason(source.list(names()));
    expect(calls.slice(before).filter(({ usage }) => usage !== undefined)).toEqual([]);
  });
});

describe('the API server of the world', () => {
  it('answers only GET, and refuses before it looks', async () => {
    const { server } = await running(kubeWorld({ deny: ['nodepools.karpenter.sh: list'] }));
    const status = (method: string, path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        tlsRequest(`${server.url}${path}`, { method, ca: worldTls.ca }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
    expect(await status('POST', '/api/v1/pods')).toBe(405);
    expect(await status('GET', '/apis/karpenter.sh/v1/nodepools')).toBe(403);
    expect(await status('GET', '/apis/example.test/v1/things')).toBe(404);
    expect(await status('GET', '/apis/policy/v1beta1/podsecuritypolicies')).toBe(404);
    expect(await status('GET', '/api/v1/pods?fieldSelector=spec.color%3Dred')).toBe(400);
    expect(await status('GET', '/api/v1/pods?continue=nonsense')).toBe(400);
    expect(server.requests.map(({ status }) => status)).toEqual([405, 403, 404, 404, 400, 400]);
  });
});
