import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { deadGroupVersions, resourcesReply, rootReply, versionReply } from './kube/discovery.ts';
import { createFaultLine } from './kube/faults.ts';
import { servedKinds } from './kube/kinds.ts';
import { expiredReply, listReply, objectReply } from './kube/objects.ts';
import { toProtobuf } from './kube/protobuf.ts';
import { failure, json, metricsReply, plainText, type Reply } from './kube/reply.ts';
import { forbidden, parseRoute, routePermission, type Route } from './kube/route.ts';
import { PROTOBUF_TYPE } from '../../src/sources/kube/protobuf/list.ts';
import { isGrantedByRoles } from './granted.ts';
import { worldTls, type TlsIdentity } from './tls.ts';
import type { Fault, World } from './world.ts';

/** A request as it arrived, and its answer. `status` stays 0 if the connection closes before an answer. */
export interface RecordedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  userAgent: string;
  accept: string;
  /** True if the request had an Authorization header. */
  authorized: boolean;
  status: number;
  /** The answer's content encoding; `''` if it was not compressed. */
  encoding: string;
}

/** Options of a world's API server. */
export interface ApiServerOptions {
  /** Judges the authorization header; by default, everyone is authenticated. */
  authenticate?: (header: string | undefined, world: World) => 'ok' | 'anonymous' | 401;
  tls?: TlsIdentity;
}

/** A running API server on a free port of 127.0.0.1. */
export interface ApiServer {
  url: string;
  /** The authority to trust for this server. */
  caPem: string;
  /** All requests so far, in the order of their arrival. */
  requests: RecordedRequest[];
  /** Connections accepted so far. */
  connections(): number;
  /** Expires all continue tokens issued so far: using one now returns 410. */
  expireTokens(): void;
  close(): Promise<void>;
}

const GZIP_FROM = 128 * 1024;
/** Paths that an anonymous client may read (ClusterRole system:public-info-viewer). */
const PUBLIC_PATHS: ReadonlySet<string> = new Set(['/version', '/version/', '/healthz', '/livez', '/readyz']);

/**
 * Serves the world's Kubernetes API over TLS on the loopback. The world is read at each request: a test may change it
 * while the server runs.
 */
export async function startApiServer(world: World, options: ApiServerOptions = {}): Promise<ApiServer> {
  const { tls = worldTls, authenticate = () => 'ok' as const } = options;
  const requests: RecordedRequest[] = [];
  const faultsOf = createFaultLine(() => world.faults, 'kube');
  let connections = 0;
  let epoch = 1;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'https://world');
    const record = recorded(request, url);
    requests.push(record);
    response.on('close', () => {
      record.status = response.headersSent ? response.statusCode : 0;
      record.encoding = String(response.getHeader('content-encoding') ?? '');
    });
    const route = parseRoute(url.pathname);
    const faults = faultsOf(routePermission(route));
    for (const fault of faults) if (typeof fault === 'object' && 'delay' in fault) await pause(fault.delay);
    const fault = faults.find((one) => typeof one === 'string' || 'status' in one);
    if (fault === 'silent') return;
    if (fault === 'reset') {
      request.socket.destroy();
      return;
    }
    const user = authenticate(request.headers.authorization, world);
    const reply =
      faultReply(fault, epoch, url.searchParams.get('continue')) ??
      refusal(request, user, route, world) ??
      answer(world, url, route, record.accept, epoch);
    const body =
      reply.status === 200 ? world.rewrite?.(`GET ${url.pathname}`, String(reply.body), url.search) : undefined;
    const made = body === undefined ? reply : { ...reply, body };
    const sent = Buffer.isBuffer(body) ? asProtobuf(reply, body) : asRequested(made, record.accept, world);
    send(request, response, sent, fault === 'cut');
  };

  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.on('secureConnection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    caPem: tls.ca,
    requests,
    connections: () => connections,
    expireTokens: () => {
      epoch++;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function recorded(request: IncomingMessage, url: URL): RecordedRequest {
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    userAgent: request.headers['user-agent'] ?? '',
    accept: request.headers.accept ?? '',
    authorized: request.headers.authorization !== undefined,
    status: 0,
    encoding: '',
  };
}

function faultReply(fault: Fault['does'] | undefined, epoch: number, token: string | null): Reply | undefined {
  if (typeof fault !== 'object' || !('status' in fault) || 'awsError' in fault) return undefined;
  const { status, body, retryAfter } = fault;
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/html', ...headers }, body };
  if (body !== undefined) return json(body, status, headers);
  return status === 410 ? expiredReply(epoch, token) : failure(status, retryAfter === undefined ? {} : { retryAfter });
}

/** Authentication, then authorization, then the method: all are checked before the path is looked up. */
function refusal(
  request: IncomingMessage,
  user: 'ok' | 'anonymous' | 401,
  route: Route,
  world: World,
): Reply | undefined {
  if (user === 401) return failure(401);
  if (user === 'anonymous' && !(route.at === 'path' && PUBLIC_PATHS.has(route.path)))
    return forbidden('system:anonymous', route);
  if (world.deny.includes(routePermission(route)) || !isGrantedByRoles(world, route))
    return forbidden('preflight', route);
  return request.method === 'GET' ? undefined : failure(405);
}

function answer(world: World, url: URL, route: Route, accept: string, epoch: number): Reply {
  if (route.at === 'path') return pathReply(world, route.path, accept);
  const groupVersion = `${route.group}/${route.version}`;
  if (deadGroupVersions(world).has(groupVersion)) return plainText(503, 'service unavailable');
  const served = servedKinds(world).filter(({ group, version }) => group === route.group && version === route.version);
  if (served.length === 0) return plainText(404, '404 page not found');
  const kind = served.find(({ resource }) => resource === route.resource);
  if (kind === undefined || route.subresource !== undefined || (route.namespace !== undefined && !kind.namespaced)) {
    return failure(404, { details: {} });
  }
  const metadataOnly = accept.split(',')[0]?.includes('as=PartialObjectMetadata') === true;
  if (!metadataOnly && !acceptsJson(accept)) return failure(406);
  const { namespace, name } = route;
  if (name !== undefined) return objectReply(world, kind, namespace, name, metadataOnly);
  return listReply(world, kind, { namespace, query: url.searchParams, metadataOnly, epoch });
}

function acceptsJson(accept: string): boolean {
  if (accept === '') return true;
  return accept
    .split(',')
    .some((type) => /^\s*(application\/json|application\/\*|\*\/\*)\s*(;|$)/.test(type) && !type.includes('as='));
}

function pathReply(world: World, path: string, accept: string): Reply {
  if (path === '/version' || path === '/version/') return versionReply(world);
  if (path === '/api' || path === '/apis') return rootReply(world, path, accept);
  if (path === '/metrics') return metricsReply(world);
  const groupVersion = /^\/(?:api|apis\/([^/]+))\/([^/]+)\/?$/.exec(path);
  if (groupVersion !== null) {
    const [, group, version = ''] = groupVersion;
    return resourcesReply(world, group === undefined ? version : `${group}/${version}`);
  }
  return ['/healthz', '/livez', '/readyz'].includes(path) ? plainText(200, 'ok') : plainText(404, '404 page not found');
}

/** The reply as protobuf if the client prefers it, and this server writes its kind as protobuf. */
function asRequested(reply: Reply, accept: string, { kube }: World): Reply {
  const isJson = reply.headers['content-type'] === 'application/json';
  if (!isJson || !accept.startsWith(PROTOBUF_TYPE) || kube.jsonOnly === true) return reply;
  const body = toProtobuf(String(reply.body));
  return body === undefined ? reply : asProtobuf(reply, body);
}

function asProtobuf(reply: Reply, body: Buffer): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': PROTOBUF_TYPE }, body };
}

/** Compresses large bodies if the client accepts it, as the API server does; `cut` closes after half of the body. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply, cut: boolean): void {
  const plain = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body;
  const zipped = plain.length >= GZIP_FROM && String(request.headers['accept-encoding']).includes('gzip');
  const body = zipped ? gzipSync(plain, { level: 1 }) : plain;
  const encoding = zipped ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : { 'content-length': body.length };
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries({ ...reply.headers, ...encoding })) response.setHeader(name, value ?? '');
  if (!cut) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => request.socket.destroySoon());
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
