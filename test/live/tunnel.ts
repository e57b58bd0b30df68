import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A plain TCP forwarder on loopback, like `ssh -L` or Session Manager port forwarding. */
export interface Tunnel {
  /** `https://127.0.0.2:port`. This address is not in the live server's certificate: clients must set a TLS name. */
  url: string;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Bytes that the server has sent so far, including TLS. */
  readonly received: number;
  close(): Promise<void>;
}

/** Forwards a free loopback port to the host and port of `target`, a URL. */
export async function openTunnel(target: string): Promise<Tunnel> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let connections = 0;
  let received = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port), hostname);
    far.on('data', (chunk: Buffer) => (received += chunk.length));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the tunnel has no port');
  return {
    url: `https://${address.address}:${address.port}`,
    get connections() {
      return connections;
    },
    get received() {
      return received;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
