import { request as plainRequest, type Agent, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { ScanError } from '../../facts/reason.ts';
import { createStop } from '../stop.ts';
import type { ProxyFor } from './environment.ts';
import type { Proxy } from './proxy.ts';
import { toErrorCode, PROXY_BUSY, refusalReason, silenceReason, unreachableReason } from './refusal.ts';

/** A host and port to reach through a proxy. */
interface Target {
  host: string;
  port: number;
}

/**
 * Lets an agent make its connections through proxies; what it does with them (TLS, keeping them alive, how many) stays
 * as it is, except that requests which come at the same moment may open more than `maxSockets`. Plain http is tunneled
 * as well. A connection that cannot be made fails with a {@link ScanError} that names the proxy.
 * @param proxyFor called for each new connection
 * @param limitMs longest wait for a proxy's answer, if the request has no `timeout`
 */
export function throughProxies<Any extends Agent>(agent: Any, proxyFor: ProxyFor, limitMs: number): Any {
  const connect = agent.createConnection.bind(agent);
  const destroy = agent.destroy.bind(agent);
  const isTls = agent instanceof TlsAgent;
  const opening = createStop();
  agent.createConnection = (options: RequestOptions, callback) => {
    const target = toTarget(options, isTls);
    const proxy = proxyFor(toUrl(target, isTls));
    if (proxy === undefined) return connect(options, callback);
    openTunnel(proxy, target, options.timeout ?? limitMs, opening.signal)
      .then((socket) => (isTls ? connect({ ...options, socket } as RequestOptions) : socket))
      .then(
        (stream) => callback?.(null, stream as Duplex),
        (error: Error) => callback?.(error, undefined as never),
      );
    return undefined;
  };
  agent.destroy = () => {
    opening.end(new ScanError({ kind: 'unreachable', message: 'the connection is closed' }));
    destroy();
  };
  return agent;
}

function toTarget({ host, port }: RequestOptions, isTls: boolean): Target {
  return { host: host ?? 'localhost', port: Number(port ?? (isTls ? 443 : 80)) };
}

function toUrl(target: Target, isTls: boolean): URL {
  return new URL(`${isTls ? 'https' : 'http'}://${formatAuthority(target)}`);
}

/** `host:port`, an IPv6 address in brackets. */
function formatAuthority({ host, port }: Target): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function openTunnel(proxy: Proxy, target: Target, limitMs: number, stopped: AbortSignal): Promise<Duplex> {
  if (proxy.protocol === 'socks5') return openSocks(proxy, target, limitMs);
  return openConnect(proxy, target, limitMs, stopped);
}

/** The proxy resolves the name, since a private endpoint often resolves only behind it. */
async function openSocks(proxy: Proxy, target: Target, limitMs: number): Promise<Duplex> {
  const { SocksClient } = await import('./socks.ts');
  const { host, port, credentials } = proxy;
  const login = credentials === undefined ? {} : { userId: credentials.user, password: credentials.password };
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...login },
      command: 'connect',
      destination: target,
      timeout: limitMs,
    });
    return socket;
  } catch (error) {
    // The client's error contains its options with the password, so it must not become the cause.
    throw new ScanError(unreachableReason(proxy, formatAuthority(target), error), {
      cause: { code: toErrorCode(error) },
    });
  }
}

/** HTTP CONNECT (RFC 9110, 9.3.6). Credentials are sent with the first request, as curl and kubectl do. */
function openConnect(proxy: Proxy, target: Target, limitMs: number, stopped: AbortSignal): Promise<Duplex> {
  const authority = formatAuthority(target);
  return new Promise<Duplex>((resolve, reject) => {
    const request = connectRequest(proxy, authority);
    const silent = (): unknown => request.destroy(new ScanError(silenceReason(proxy, authority, limitMs)));
    const timer = setTimeout(silent, limitMs);
    const stop = (): unknown => request.destroy(new Error('the connection is closed'));
    stopped.addEventListener('abort', stop, { once: true });
    const done = (): void => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', stop);
    };
    request.once('connect', ({ statusCode = 0, statusMessage = '' }, socket) => {
      done();
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      const cause = statusCode >= 500 ? { cause: { code: PROXY_BUSY } } : {};
      return reject(new ScanError(refusalReason(proxy, authority, statusCode, statusMessage), cause));
    });
    // Node emits this if the proxy answers like a web server, without a tunnel.
    request.once('response', ({ statusCode = 0, statusMessage = '' }) => {
      done();
      request.destroy();
      reject(new ScanError(refusalReason(proxy, authority, statusCode, statusMessage)));
    });
    request.on('error', (error) => {
      done();
      if (error instanceof ScanError) reject(error);
      else reject(new ScanError(unreachableReason(proxy, authority, error), { cause: error }));
    });
    request.end();
  });
}

/** `rejectUnauthorized` is explicit: the environment can turn the default off. */
function connectRequest({ protocol, host, port, credentials }: Proxy, authority: string): ClientRequest {
  const login =
    credentials === undefined
      ? {}
      : {
          'proxy-authorization': `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`,
        };
  const options = {
    method: 'CONNECT',
    host,
    port,
    path: authority,
    agent: false,
    setHost: false,
    headers: { host: authority, ...login },
  } as const;
  return protocol === 'https' ? tlsRequest({ ...options, rejectUnauthorized: true }) : plainRequest(options);
}
