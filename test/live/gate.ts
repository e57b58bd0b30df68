import { once } from 'node:events';
import { Agent, createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { worldTls } from '../world/tls.ts';
import type { LiveCluster } from './cluster.ts';

/**
 * A proxy for a live API server, with a separate certificate authority: it can delay a request until something has
 * happened.
 */
export interface Gate {
  url: string;
  caPem: string;
  close(): Promise<void>;
}

/** Forwards every request once `before`, called with its path and query, has resolved. */
export async function openGate(cluster: LiveCluster, before: (uri: string) => Promise<void>): Promise<Gate> {
  const agent = new Agent({ keepAlive: true, ca: cluster.caPem });
  const server = createServer({ key: worldTls.key, cert: worldTls.cert }, (request, response) => {
    const { method, url = '/', headers } = request;
    const passOn = (): void => {
      const far = httpsRequest(`${cluster.url}${url}`, { method, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      far.on('error', () => response.destroy());
      request.pipe(far);
    };
    before(url).then(passOn, () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    caPem: worldTls.ca,
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
