import type { Agent } from 'node:http';
import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent, type AgentOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import { ScanError } from '../../facts/reason.ts';
import { withOwnLimits } from '../bounded-agents.ts';
import type { KubeAccess } from './contract.ts';
import { throughProxies } from '../proxy/tunnel.ts';

/** Maximum connections to one API server, for all requests together. */
const SOCKETS = 6;
/** Longest wait for a proxy, in milliseconds, if the request names no limit. */
const PROXY_MS = 5_000;

/**
 * Makes the one agent for all requests to the API server, with at most six kept-alive connections. With TLS, it uses
 * the proxy if one is named, and trusts only `access.ca` (the system's roots if there is none). Without TLS, only
 * loopback addresses are allowed.
 * @throws ScanError if the address is not a URL, or credentials must not be sent to it
 */
export function createAgent(access: KubeAccess): Agent {
  const server = parseUrl(access.server, "the API server's address");
  if (server.protocol === 'http:') {
    if (!isLoopback(server.hostname))
      throw refused(`${server.origin} is not https: credentials are not sent in the clear`);
    return withOwnLimits(new PlainAgent({ keepAlive: true, maxSockets: SOCKETS }));
  }
  if (server.protocol !== 'https:') throw refused(`${server.protocol}// is not a protocol of an API server`);
  const agent = withOwnLimits(new TlsAgent(tlsOptions(access)));
  return access.proxy === undefined ? agent : throughProxies(agent, () => access.proxy, PROXY_MS);
}

/**
 * One secure context for all connections, so that the CA is read once. `rejectUnauthorized` is explicit: the
 * environment can turn the default off.
 */
function tlsOptions({ ca, cert, key, serverName }: KubeAccess): AgentOptions {
  const trust = {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  };
  return {
    keepAlive: true,
    maxSockets: SOCKETS,
    rejectUnauthorized: true,
    secureContext: createSecureContext(trust),
    ...(serverName !== undefined && { servername: serverName }),
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function parseUrl(text: string, what: string): URL {
  if (URL.canParse(text)) return new URL(text);
  throw refused(`${what} is not a URL`);
}

function refused(message: string): ScanError {
  return new ScanError({ kind: 'unreachable', message });
}
