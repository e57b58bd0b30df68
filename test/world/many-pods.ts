import type { ServerResponse } from 'node:http';
import { createServer, get } from 'node:https';
import { listening } from './hostile.ts';
import { aPodObject } from './manifests.ts';
import type { RunningWorld } from './run.ts';
import { worldTls } from './tls.ts';

const pageSize = 500;

/**
 * An API server in front of a world's own: it has that many pods of one Deployment more, in pages that are built once.
 * Everything else is what the world answers.
 */
export async function startManyPods(
  { kubeUrl, kubeCaPem }: Pick<RunningWorld, 'kubeUrl' | 'kubeCaPem'>,
  count: number,
): Promise<{ url: string; close(): void }> {
  const pages = new Map<number, Buffer>();
  const server = createServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://world');
    if (url.pathname === '/api/v1/pods') {
      const start = Number(url.searchParams.get('continue') ?? 0);
      const page = pages.get(start) ?? buildPage(start, count);
      pages.set(start, page);
      response.writeHead(200, { 'content-type': 'application/json' }).end(page);
      return;
    }
    const { accept = '*/*', authorization = '' } = request.headers;
    get(`${kubeUrl}${request.url}`, { ca: kubeCaPem, headers: { accept, authorization } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] ?? '' });
      answer.pipe(response);
    }).on('error', () => destroy(response));
  });
  const url = `https://127.0.0.1:${await listening(server)}`;
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function destroy(response: ServerResponse): void {
  response.destroy();
}

function buildPage(start: number, count: number): Buffer {
  const end = Math.min(start + pageSize, count);
  const owner = { kind: 'ReplicaSet', name: 'cart-5d9c7b6f4', hash: '5d9c7b6f4' };
  const items = Array.from({ length: end - start }, (_, index) => {
    const zone = 'abc'[(start + index) % 3] ?? 'a';
    const name = `shop/cart-5d9c7b6f4-${String(start + index).padStart(7, '0')}`;
    return aPodObject(name, `ip-10-0-0-${zone}.eu-west-1.compute.internal`, owner);
  });
  const next = end < count ? { continue: String(end), remainingItemCount: count - end } : {};
  return Buffer.from(
    JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1', ...next }, items }),
  );
}
