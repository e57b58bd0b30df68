import { Agent as PlainAgent, createServer, get, type Agent } from 'node:http';
import { Agent as TlsAgent, createServer as createTlsServer, get as getTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { announceConnections } from '../../src/sources/announced-connections.ts';
import { parseProxy } from '../../src/sources/proxy/proxy.ts';
import { throughProxies } from '../../src/sources/proxy/tunnel.ts';
import { startProxy } from '../world/proxy.ts';
import { worldTls } from '../world/tls.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server that answers with the events until then. */
async function startServer(isTls: boolean, events: readonly string[]): Promise<number> {
  const server = isTls ? createTlsServer(worldTls) : createServer();
  server.on('request', (_, response) => response.end(events.join(' ')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function throughProxy(agent: Agent, refused: readonly string[]): Promise<Agent> {
  const proxy = await startProxy({ refused });
  cleanups.push(() => proxy.close());
  const parsed = parseProxy(`http://127.0.0.1:${proxy.port}`, 'HTTPS_PROXY');
  return throughProxies(agent, () => ('problem' in parsed ? undefined : parsed), 5_000);
}

function request(isTls: boolean, port: number, agent: Agent): Promise<string> {
  const options = { host: '127.0.0.1', port, agent };
  return new Promise((resolve, reject) => {
    const sent = isTls ? getTls(options) : get(options);
    sent.on('response', (response) => resolve(text(response))).on('error', reject);
  });
}

const kinds = [
  { name: 'HTTP', isTls: false, isProxied: false },
  { name: 'HTTPS', isTls: true, isProxied: false },
  { name: 'HTTP through a proxy', isTls: false, isProxied: true },
  { name: 'HTTPS through a proxy', isTls: true, isProxied: true },
];

/** @param refused hosts to which the proxy does not connect */
async function openAgent(
  { isTls, isProxied }: (typeof kinds)[number],
  events: string[],
  refused: readonly string[] = [],
): Promise<Agent> {
  const agent = isTls ? new TlsAgent({ keepAlive: true, ca: worldTls.ca }) : new PlainAgent({ keepAlive: true });
  cleanups.push(() => agent.destroy());
  return announceConnections(isProxied ? await throughProxy(agent, refused) : agent, () => events.push('open'));
}

it.each(kinds)('$name: announces a connection once, before its first request arrives', async (kind) => {
  const events: string[] = [];
  const port = await startServer(kind.isTls, events);
  const agent = await openAgent(kind, events);
  expect(events).toEqual([]);
  expect(await request(kind.isTls, port, agent)).toBe('open');
  expect(await request(kind.isTls, port, agent)).toBe('open');
});

it.each(kinds)('$name: announces no connection that is refused', async (kind) => {
  const events: string[] = [];
  const agent = await openAgent(kind, events, ['127.0.0.1']);
  await expect(request(kind.isTls, 1, agent)).rejects.toThrow();
  expect(events).toEqual([]);
});
