import type { Agent } from 'node:http';
import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent, type AgentOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import { SourceError } from '../../facts/reason.ts';
import { withOwnLimits } from '../bounded-agents.ts';
import type { KubeAccess } from './contract.ts';
import { throughProxies } from '../proxy/tunnel.ts';

/** Connections to one API server, over all kinds. */
const SOCKETS = 6;
/** Longest wait for a proxy, in milliseconds, where the request names no limit. */
const PROXY_MS = 5_000;

/**
 * Makes the one agent through which all requests to the API server go: kept alive, six sockets, the cluster's CA and
 * nothing else trusted, through a proxy where one is named.
 * @throws SourceError where the address is not one to send credentials to
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
 * One context for all connections: each of its own would read the CA anew. `rejectUnauthorized` is written out: the
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

function refused(message: string): SourceError {
  return new SourceError({ kind: 'unreachable', message });
}
