import { createServer as createPlainServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { worldTls } from './tls.ts';

/** How a proxy of the tests behaves. */
export interface ProxyOptions {
  /** With `https`, clients connect to the proxy over TLS; it has the world's certificate. */
  protocol?: 'http' | 'https' | 'socks5';
  /** Answers CONNECT with this status; 200 by default. */
  status?: number;
  /** How many requests get `status`; all by default. Later requests get 200. */
  times?: number;
  /** Hosts for which it answers 502. */
  refused?: readonly string[];
  /** The required `user:password`. */
  login?: string;
  /** The local port for a host; by default the requested port. */
  ports?: Readonly<Record<string, number>>;
}

/** A running proxy on a free port of 127.0.0.1. */
export interface RunningProxy {
  port: number;
  /** Host and port of each requested tunnel. */
  targets: string[];
  /** The proxy-authorization header of each CONNECT request; with `socks5`, the `user:password` of each login. */
  logins: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts a proxy that tunnels to this machine alone, whatever host is requested: names need no resolver. */
export async function startProxy(options: ProxyOptions = {}): Promise<RunningProxy> {
  const sockets = new Set<Socket>();
  const seen = { targets: [] as string[], logins: [] as (string | undefined)[] };
  const keep = <Kept extends Socket>(socket: Kept): Kept => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = options.protocol === 'socks5' ? socksServer(options, seen, keep) : connectServer(options, seen, keep);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('connection', keep);
  return {
    ...seen,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Seen = Pick<RunningProxy, 'targets' | 'logins'>;
type Keep = <Kept extends Socket>(socket: Kept) => Kept;

function connectServer(
  { protocol, status = 200, times = Infinity, refused = [], login, ports }: ProxyOptions,
  seen: Seen,
  keep: Keep,
): Server {
  const server =
    protocol === 'https' ? createTlsServer({ key: worldTls.key, cert: worldTls.cert }) : createPlainServer();
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    keep(client);
    const header = request.headers['proxy-authorization'];
    seen.targets.push(request.url ?? '');
    seen.logins.push(header);
    const stranger = login !== undefined && header !== `Basic ${Buffer.from(login).toString('base64')}`;
    const isRefused = refused.some((host) => request.url?.startsWith(`${host}:`));
    const answer = isRefused ? 502 : seen.targets.length > times ? 200 : status;
    if (stranger || answer !== 200) {
      client.end(
        stranger
          ? 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'
          : `HTTP/1.1 ${answer} ${texts[answer] ?? 'No'}\r\n\r\n`,
      );
      return;
    }
    const upstream = keep(connect(resolvePort(request.url ?? '', ports), '127.0.0.1'));
    upstream.on('connect', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    client.pipe(upstream).pipe(client);
  });
  return server;
}

const texts: Readonly<Record<number, string>> = { 403: 'Forbidden', 502: 'Bad Gateway', 503: 'Service Unavailable' };

function resolvePort(authority: string, ports: ProxyOptions['ports'] = {}): number {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(authority) ?? [];
  return ports[host] ?? Number(port);
}

/** RFC 1928 and 1929, as far as a client needs them: CONNECT to a name or an IPv4 address. */
function socksServer({ login, ports }: ProxyOptions, seen: Seen, keep: Keep): Server {
  return createTcpServer((client) => {
    const reply = (...bytes: number[]): boolean => client.write(Buffer.from(bytes));
    const onRequest = (request: Buffer): void => {
      const named = request[3] === 3;
      const end = named ? 5 + (request[4] ?? 0) : 8;
      const host = named ? request.toString('latin1', 5, end) : request.subarray(4, 8).join('.');
      const authority = `${host}:${request.readUInt16BE(end)}`;
      seen.targets.push(authority);
      const upstream = keep(connect(resolvePort(authority, ports), '127.0.0.1'));
      upstream.on('connect', () => {
        reply(5, 0, 0, 1, 127, 0, 0, 1, 0, 0);
        client.pipe(upstream).pipe(client);
      });
    };
    client.once('data', () => {
      reply(5, login === undefined ? 0 : 2);
      if (login === undefined) return client.once('data', onRequest);
      return client.once('data', (request: Buffer) => {
        const user = request.toString('latin1', 2, 2 + (request[1] ?? 0));
        const given = `${user}:${request.toString('latin1', 3 + user.length)}`;
        seen.logins.push(given);
        reply(1, given === login ? 0 : 1);
        client.once('data', onRequest);
      });
    });
  });
}
