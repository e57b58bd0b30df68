/** A proxy, and where it is configured. */
export interface Proxy {
  protocol: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  /** User and password, decoded. */
  credentials?: { user: string; password: string };
  /** `HTTPS_PROXY`, or the kubeconfig's field; for messages. */
  namedBy: string;
  /** Protocol, host and port, never the password; for messages. */
  text: string;
}

const PROTOCOLS: Readonly<Record<string, readonly [Proxy['protocol'], number]>> = {
  'http:': ['http', 80],
  'https:': ['https', 443],
  'socks5:': ['socks5', 1080],
  'socks5h:': ['socks5', 1080],
};

/**
 * Parses a proxy's URL. `problem` is one line that never contains the URL, since that may hold a password.
 * @param namedBy where it is configured
 */
export function parseProxy(text: string, namedBy: string): Proxy | { problem: string } {
  if (!URL.canParse(text)) return { problem: `${namedBy} is not a URL` };
  const { protocol, hostname, host, port, username, password, pathname, search, hash } = new URL(text);
  // With a `/`, `?` or `#` in the password, the part before it reads as host and port.
  if (`${pathname}${search}${hash}`.includes('@')) {
    return { problem: `${namedBy} is not a URL: special characters of user and password must be percent-encoded` };
  }
  const known = PROTOCOLS[protocol];
  if (known === undefined) {
    return { problem: `${namedBy}: ${protocol}// is not a proxy protocol: use http, https or socks5` };
  }
  if (hostname === '') return { problem: `${namedBy} names no host` };
  const named = { user: decoded(username), password: decoded(password) };
  return {
    protocol: known[0],
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? known[1] : Number(port),
    ...(username === '' && password === '' ? {} : { credentials: named }),
    namedBy,
    text: `${protocol}//${host}`,
  };
}

/** A user or password with a percent sign that encodes nothing is used as written. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
