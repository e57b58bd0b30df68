/**
 * Acts as an API server that has only pods, from prepared pages: `tsx server.ts PODS`. Sends its port and the size of
 * all pages to its parent process. Below `/plain`, pages are uncompressed, whatever the client accepts.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { PROTOBUF_TYPE } from '../../src/sources/kube/protobuf/list.ts';
import { toProtobuf } from '../../test/world/kube/protobuf.ts';
import { aBenchPod } from './pod.ts';

/** Clients that read JSON request pages of 500, our own of protobuf pages of 250. */
const pageSize = { json: 500, protobuf: 250 };
const pods = Number(process.argv[2]);
const answers: Readonly<Record<string, unknown>> = {
  '/version': { major: '1', minor: '34', gitVersion: 'v1.34.1-eks-113cf36' },
  '/apis': {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: [
      discovered('apps', 'deployments', 'Deployment'),
      discovered('policy', 'poddisruptionbudgets', 'PodDisruptionBudget'),
    ],
  },
  '/apis/policy/v1/poddisruptionbudgets': {
    kind: 'PodDisruptionBudgetList',
    apiVersion: 'policy/v1',
    metadata: { resourceVersion: '1' },
    items: [],
  },
};

function discovered(group: string, resource: string, kind: string): unknown {
  const resources = [{ resource, responseKind: { kind }, scope: 'Namespaced', verbs: ['list'] }];
  return { metadata: { name: group }, versions: [{ version: 'v1', resources, freshness: 'Current' }] };
}

/** A page as an API server sends it. */
interface Page {
  plain: Buffer;
  gzip: Buffer;
}

function preparedPages(encoding: keyof typeof pageSize): Map<number, Page> {
  const pages = new Map<number, Page>();
  for (let start = 0; start < pods; start += pageSize[encoding]) {
    const list = listFrom(start, Math.min(start + pageSize[encoding], pods));
    const plain = encoding === 'json' ? Buffer.from(list) : toProtobuf(list);
    if (plain === undefined) throw new Error('a page that protobuf cannot hold');
    pages.set(start, { plain, gzip: gzipSync(plain, { level: 1 }) }); // the API server's own level
  }
  return pages;
}

function listFrom(start: number, end: number): string {
  const more = end < pods ? { continue: String(end), remainingItemCount: pods - end } : {};
  const items = Array.from({ length: end - start }, (_, index) => aBenchPod(start + index));
  return JSON.stringify({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '123456789', ...more },
    items,
  });
}

const pages = { json: preparedPages('json'), protobuf: preparedPages('protobuf') };

function send(
  response: ServerResponse,
  status: number,
  body: Buffer,
  encoding?: string,
  type = 'application/json',
): void {
  const headers = { 'content-type': type, 'content-length': body.length };
  response.writeHead(status, encoding === undefined ? headers : { ...headers, 'content-encoding': encoding });
  response.end(body);
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const plainOnly = url.pathname.startsWith('/plain/');
  const pathname = plainOnly ? url.pathname.slice('/plain'.length) : url.pathname;
  if (pathname === '/api/v1/pods') {
    const isProtobuf = request.headers.accept?.startsWith(PROTOBUF_TYPE) === true;
    const page = pages[isProtobuf ? 'protobuf' : 'json'].get(Number(url.searchParams.get('continue') ?? 0));
    if (page === undefined) return send(response, 400, Buffer.from('{}'));
    const type = isProtobuf ? PROTOBUF_TYPE : 'application/json';
    const gzip = !plainOnly && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return gzip ? send(response, 200, page.gzip, 'gzip', type) : send(response, 200, page.plain, undefined, type);
  }
  const known = answers[pathname];
  send(response, known === undefined ? 404 : 200, Buffer.from(JSON.stringify(known ?? { kind: 'Status', code: 404 })));
}

const server = createServer(answer);
server.listen(0, '127.0.0.1', () => {
  const bytes = [...pages.json.values()].reduce((sum, { plain }) => sum + plain.length, 0);
  process.send?.({ port: (server.address() as AddressInfo).port, bytes });
});
