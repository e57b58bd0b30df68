import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningWorld } from './run.ts';

/**
 * One AWS endpoint for several worlds: the access key selects the world. The SDK takes the endpoint from the process's
 * environment and the keys from the given configuration, so one process can scan several worlds at the same time.
 */
export interface SharedEndpoint {
  /** The world's environment, with a unique key and the shared endpoint. */
  join(running: RunningWorld): NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export async function startSharedEndpoint(): Promise<SharedEndpoint> {
  const worlds = new Map<string, RunningWorld>();
  const server = createServer((request, response) => {
    const key = /Credential=(\w+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const running = worlds.get(key);
    if (running === undefined) response.writeHead(500).end(`no world has the key ${key}`);
    else running.takeAwsCall(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    join(running) {
      const key = `AKIAIOSFODNN7${String(worlds.size).padStart(7, '0')}`;
      worlds.set(key, running);
      return { ...running.env, AWS_ACCESS_KEY_ID: key, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` };
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
