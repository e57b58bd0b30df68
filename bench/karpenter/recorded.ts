import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { startAwsEndpoint } from '../../test/world/aws-endpoint.ts';
import { startWorld, type RunningWorld } from '../../test/world/run.ts';
import { worldTls } from '../../test/world/tls.ts';
import type { World } from '../../test/world/world.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The numbers of requests so far. */
export interface SentCounts {
  aws: number;
  kube: number;
}

/** A running world that answers repeated requests from memory. */
export interface RecordedWorld extends Pick<RunningWorld, 'env' | 'close'> {
  sent(): SentCounts;
  /** Drops the answers for a world that has changed, but not those of paths that begin with `kept`. */
  forget(kept: string): void;
}

/**
 * Starts the world with an API server that answers repeated requests from memory, so that the command is measured and
 * not the server that builds the pages.
 */
export async function startRecordedWorld(world: World): Promise<RecordedWorld> {
  const running = await startWorld(world);
  const answers = new Map<string, Promise<Answer>>();
  let requests = 0;
  const server = createServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
    requests++;
    const key = `${request.url} ${request.headers.accept} ${request.headers['accept-encoding']}`;
    const answer = answers.get(key) ?? forwardRequest(running, request);
    answers.set(key, answer);
    answer.then(
      (one) => send(response, one),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const aws = await startAwsEndpoint(world, {
    kube: { endpoint: `https://127.0.0.1:${port}`, caPem: running.kubeCaPem },
  });
  return {
    env: { ...running.env, AWS_ENDPOINT_URL: aws.url },
    forget(kept) {
      for (const key of answers.keys()) if (!key.startsWith(kept)) answers.delete(key);
    },
    sent: () => ({ aws: aws.calls.length, kube: requests }),
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([aws.close(), running.close()]);
    },
  };
}

function forwardRequest(
  { kubeUrl, kubeCaPem }: RunningWorld,
  { url = '/', headers }: IncomingMessage,
): Promise<Answer> {
  const { host: _host, connection: _connection, ...sent } = headers;
  return new Promise((resolve, reject) => {
    const upstreamRequest = get(`${kubeUrl}${url}`, { ca: kubeCaPem, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () => {
        const kept = ['content-type', 'content-encoding'].flatMap((name) => {
          const value = response.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept) as Record<string, string>,
          body: Buffer.concat(chunks),
        });
      });
    });
    upstreamRequest.on('error', reject);
  });
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
}
