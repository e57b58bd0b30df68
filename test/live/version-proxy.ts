import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:https';
import { newCertificate } from '../world/new-certificate.ts';
import type { LiveCluster } from './cluster.ts';

/** An API server at another address, with another authority. */
export interface VersionProxy {
  url: string;
  caPem: string;
  close(): Promise<void>;
}

/**
 * Forwards each request to the API server, and answers `/version` with the minor of the world's cluster: the live tests
 * have only a few versions of the API server, and worlds of many.
 * @param version `1.33`
 */
export async function startVersionProxy(live: LiveCluster, version: string): Promise<VersionProxy> {
  const authority = await newCertificate('proxy-authority');
  const { cert, key } = await newCertificate('kube-apiserver', { names: ['127.0.0.1'], signedBy: authority });
  const minor = version.split('.')[1] ?? '';
  const server = createServer({ cert, key }, (from, to) => {
    if (from.url === '/version') answerVersion(from, to, minor);
    else forward(live, from, to);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `https://127.0.0.1:${address.port}`,
    caPem: authority.cert,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerVersion(from: IncomingMessage, to: ServerResponse, minor: string): void {
  from.resume();
  const version = { major: '1', minor, gitVersion: `v1.${minor}.0-eks-0000000`, platform: 'linux/amd64' };
  to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(version));
}

function forward({ url, caPem }: LiveCluster, from: IncomingMessage, to: ServerResponse): void {
  const { method, headers, url: path = '/' } = from;
  const onward = request(new URL(path, url), { method, headers, ca: caPem }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  onward.on('error', () => to.destroy());
  from.pipe(onward);
}
