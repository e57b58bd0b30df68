import { BlockList, isIP } from 'node:net';
import { usageError } from '../../facts/reason.ts';
import { parseProxy, type Proxy } from './proxy.ts';

/** Returns the proxy for a URL; undefined: connect directly. */
export type ProxyFor = (target: URL) => Proxy | undefined;

/** Whether an entry of NO_PROXY matches a host and port. */
type Exception = (host: string, port: string) => boolean;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * The proxies in HTTPS_PROXY and HTTP_PROXY, except for hosts in NO_PROXY; lower-case names count if the upper-case
 * ones are not set. Follows the rules of Go's net/http, as kubectl does: loopback addresses are never proxied.
 * Source: https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config
 * Link-local addresses and the IPv6 addresses of AWS's services on each node are not proxied either: a proxy on another
 * machine does not reach the metadata service of this machine.
 * @throws ScanError `usage` if HTTPS_PROXY or HTTP_PROXY is not the URL of a proxy
 */
export function environmentProxies(env: NodeJS.ProcessEnv): ProxyFor {
  const proxies: Readonly<Record<string, Proxy | undefined>> = {
    'https:': namedProxy(env, 'HTTPS_PROXY'),
    'http:': namedProxy(env, 'HTTP_PROXY'),
  };
  const exceptions = [isLocal, ...parseExceptions(findVariable(env, 'NO_PROXY')?.value ?? '')];
  return ({ protocol, hostname, port }) => {
    const proxy = proxies[protocol];
    if (proxy === undefined) return undefined;
    const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
    const reached = port === '' ? (DEFAULT_PORTS[protocol] ?? '') : port;
    return exceptions.some((excepts) => excepts(host, reached)) ? undefined : proxy;
  };
}

function findVariable(env: NodeJS.ProcessEnv, name: string): { name: string; value: string } | undefined {
  for (const candidate of [name, name.toLowerCase()]) {
    const value = env[candidate]?.trim();
    if (value !== undefined && value !== '') return { name: candidate, value };
  }
  return undefined;
}

/** As in Go, an address without a scheme is an HTTP proxy. */
function namedProxy(env: NodeJS.ProcessEnv, variable: string): Proxy | undefined {
  const named = findVariable(env, variable);
  if (named === undefined) return undefined;
  const { name, value } = named;
  const proxy = parseProxy(value.includes('://') ? value : `http://${value}`, name);
  if ('problem' in proxy) throw usageError(proxy.problem, 'Write it as http://proxy.example:3128, or unset it.');
  return proxy;
}

const local = new BlockList();
local.addSubnet('127.0.0.0', 8);
local.addAddress('::1', 'ipv6');
local.addSubnet('169.254.0.0', 16);
local.addSubnet('fe80::', 10, 'ipv6');
local.addAddress('fd00:ec2::254', 'ipv6');
local.addAddress('fd00:ec2::23', 'ipv6');

function isLocal(host: string): boolean {
  return host === 'localhost' || isIn(local, host);
}

function isIn(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

function parseExceptions(text: string): Exception[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .flatMap((entry) => parseException(entry) ?? []);
}

/** `*`, a network, or an address or a domain with an optional port; undefined for any other entry. */
function parseException(entry: string): Exception | undefined {
  if (entry === '*') return () => true;
  const network = parseNetwork(entry);
  if (network !== undefined) return network;
  const [name, only] = splitPort(entry);
  const suits = (port: string): boolean => only === '' || port === only;
  if (isIP(name) !== 0) {
    const address = new BlockList();
    address.addAddress(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
    return (host, port) => suits(port) && isIn(address, host);
  }
  const domain = name.replace(/^\*\./, '.');
  if (domain === '' || domain === '.') return undefined;
  if (domain.startsWith('.')) return (host, port) => suits(port) && host.endsWith(domain);
  return (host, port) => suits(port) && (host === domain || host.endsWith(`.${domain}`));
}

/** An IP network. BlockList also finds IPv4 addresses in IPv6 networks, which is prevented here. */
function parseNetwork(entry: string): Exception | undefined {
  const [, address = '', bits = ''] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const family = isIP(address);
  if (family === 0 || Number(bits) > (family === 6 ? 128 : 32)) return undefined;
  const network = new BlockList();
  network.addSubnet(address, Number(bits), family === 6 ? 'ipv6' : 'ipv4');
  return (host) => (family === 4 || isIP(host) === 6) && isIn(network, host);
}

/** Splits `host:port` and `[::1]:port`; an IPv6 address without brackets has no port. */
function splitPort(entry: string): [host: string, port: string] {
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):(\d*)$/.exec(entry) ?? [];
  return [bracketed ?? plain ?? entry, port];
}
