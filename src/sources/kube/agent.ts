import type { Agent } from 'node:http';
import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent, type AgentOptions } from 'node:https';
import { SourceError } from '../../reason.ts';
import type { KubeAccess } from '../kube.ts';

/** Connections to one API server, over all kinds. */
const SOCKETS = 6;

/**
 * Makes the one agent through which all requests to the API server go: kept alive, six sockets, the cluster's CA and
 * nothing else trusted, through the kubeconfig's proxy where it names one.
 * @throws SourceError where the address or the proxy is not one to send credentials to
 */
export async function createAgent(access: KubeAccess): Promise<Agent> {
  const server = parseUrl(access.server, "the API server's address");
  if (server.protocol === 'http:') {
    if (!isLoopback(server.hostname))
      throw refused(`${server.origin} is not https: credentials are not sent in the clear`);
    return new PlainAgent({ keepAlive: true, maxSockets: SOCKETS });
  }
  if (server.protocol !== 'https:') throw refused(`${server.protocol}// is no protocol of an API server`);
  const options = tlsOptions(access);
  return access.proxyUrl === undefined ? new TlsAgent(options) : proxyAgent(access.proxyUrl, options);
}

/** `rejectUnauthorized` is written out: the environment can turn the default off. */
function tlsOptions(access: KubeAccess): AgentOptions {
  return {
    keepAlive: true,
    maxSockets: SOCKETS,
    rejectUnauthorized: true,
    ...(access.ca !== undefined && { ca: access.ca }),
    ...(access.serverName !== undefined && { servername: access.serverName }),
    ...(access.cert !== undefined && { cert: access.cert }),
    ...(access.key !== undefined && { key: access.key }),
  };
}

/** The proxy packages are loaded only where a proxy is named. */
async function proxyAgent(proxyUrl: string, options: AgentOptions): Promise<Agent> {
  const proxy = parseUrl(proxyUrl, "the proxy's address");
  if (proxy.protocol === 'http:' || proxy.protocol === 'https:') {
    const { HttpsProxyAgent } = await import('hpagent');
    return new HttpsProxyAgent({ ...options, proxy });
  }
  if (proxy.protocol === 'socks5:' || proxy.protocol === 'socks5h:') {
    const { SocksProxyAgent } = await import('socks-proxy-agent');
    // As kubectl does: the proxy resolves the name, since a private endpoint often resolves only behind it.
    return new SocksProxyAgent(new URL(proxy.href.replace(/^socks5:/, 'socks5h:')), options);
  }
  throw refused(`${proxy.protocol}// is no protocol of a proxy: http, https and socks5 are`);
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
