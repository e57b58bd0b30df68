import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { otherTls, worldTls, type TlsIdentity } from '../../world/tls.ts';

export interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A receiver on a free port of 127.0.0.1. */
export interface Receiver {
  port: number;
  /** The requests received, in order. */
  received: Received[];
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, tries: number, socket: Socket) => void;

const end =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end(body);
  };

function endless(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' });
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

/** How a receiver answers, by the first segment of the path: normally, slowly, with an error or hostile content. */
const answers: Readonly<Record<string, Answer>> = {
  ok: end(200, {}, 'ok'),
  accepted: end(202),
  'not-ok': end(200, { 'content-type': 'application/json' }, '{"ok":false,"error":"not_authed"}'),
  'not-delivered': end(200, {}, 'Webhook message delivery failed with error: HTTP error 429 planted-secret-4711'),
  login: end(200, { 'content-type': 'text/html' }, '<!DOCTYPE html><title>Sign in planted-secret-4711</title>'),
  trickle: (response) => {
    const timer = setInterval(() => response.write('o'), 100);
    response.on('close', () => clearInterval(timer));
    response.writeHead(200);
  },
  silent: () => undefined,
  'endless-ok': (response) => endless(response, 200),
  'endless-error': (response) => endless(response, 400),
  'slow-error': (response) => {
    response.writeHead(400);
    response.write('invalid_');
  },
  'redirect-same': end(307, { location: '/ok/planted' }),
  'redirect-other': end(302, { location: 'https://attacker.example/planted-secret-4711' }),
  'redirect-http': end(308, { location: 'http://127.0.0.1/' }),
  'redirect-file': end(301, { location: 'file:///etc/passwd' }),
  'redirect-nowhere': end(303),
  headers: (response) => {
    response.writeHead(200, { 'x-long': 'x'.repeat(200_000) }).end();
  },
  cut: (response, _tries, socket) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => socket.destroy());
  },
  'cut-error': (response, _tries, socket) => {
    response.writeHead(400, { 'content-length': '100' });
    response.write('half', () => socket.destroy());
  },
  hangup: (_response, _tries, socket) => socket.destroy(),
  'hangup-once': (response, tries, socket) => (tries === 1 ? void socket.destroy() : void response.end('ok')),
  garbage: (_response, _tries, socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  slack: end(400, {}, 'invalid_blocks'),
  teams: end(400, {}, '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"planted-secret-4711"}}'),
  echo: end(404, { 'content-type': 'text/html' }, '<p>/services/planted-secret-4711 was not found'),
  gone: end(410),
  denied: end(403, {}, 'action_prohibited'),
  'later-forever': end(429, { 'retry-after': '1000000000' }),
  'later-date': end(503, { 'retry-after': 'Fri, 31 Dec 2099 23:59:59 GMT' }),
  'later-now': (response, tries) => end(tries < 3 ? 429 : 200, { 'retry-after': '0' })(response),
  'later-nonsense': (response, tries) => end(tries < 2 ? 503 : 200, { 'retry-after': 'soon' })(response),
  failing: end(500),
  'failing-thrice': (response, tries) => end(tries < 4 ? 502 : 200)(response),
};

/** Starts a receiver with TLS. */
export function startReceiver(identity: TlsIdentity = worldTls): Promise<Receiver> {
  const received: Received[] = [];
  const server = createTlsServer({ key: identity.key, cert: identity.cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const url = request.url ?? '';
      received.push({ url, headers: request.headers, body });
      const tries = received.filter((one) => one.url === url).length;
      answers[url.split('/')[1] ?? '']?.(response, tries, request.socket);
    });
  });
  return listening(server, received);
}

/** Starts a receiver whose certificate comes from an untrusted authority. */
export const startStranger = (): Promise<Receiver> => startReceiver(otherTls);

/** Starts a receiver that answers the TLS handshake with plain HTTP. */
export function startGarbage(): Promise<Receiver> {
  return listening(
    createTcpServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    [],
  );
}

/** Starts a receiver that accepts connections and never answers. */
export function startSilence(): Promise<Receiver> {
  return listening(
    createTcpServer((socket) => socket.on('error', () => undefined)),
    [],
  );
}

async function listening(server: Server | TlsServer, received: Received[]): Promise<Receiver> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
