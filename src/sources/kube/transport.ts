import {
  request as httpRequest,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { ScanError, stopError } from '../../facts/reason.ts';
import { startCountdown, type Countdown } from '../countdown.ts';
import type { CallLog, KubeAccess, RequestHeaders } from './contract.ts';
import { createStop } from '../stop.ts';
import { createAgent } from './agent.ts';
import type { Answer } from './answer.ts';
import { createBlocks, readBody, type Allowance, type Blocks, type Body } from './body.ts';
import { connectionReason, timeOutReason } from './errors.ts';
import type { KubeLimits } from './limits.ts';
import { readLines } from './lines.ts';
import { oneLargeBody, type Enter } from '../large-body.ts';

/** One request on the wire. */
export interface WireRequest {
  /** Path and query below the server's base URL: `/api/v1/pods?limit=250`. */
  path: string;
  headers: Readonly<RequestHeaders>;
  /** Longest silence on the socket, connecting included, in milliseconds. */
  idleMs: number;
  /** How long this request waited since an earlier try failed, in milliseconds. */
  waitedMs: number;
  /** Longest wait for the answer's first line, in milliseconds; by default only the idle limit applies. */
  answerMs?: number | undefined;
  /** True if the answer may be as large as a page. */
  large: boolean;
  /** Called once with the first bytes of a successful answer. */
  onStart?: ((start: Buffer) => void) | undefined;
  /** Of a successful answer, only the lines that begin with one of these are kept. */
  keepLines?: readonly string[] | undefined;
}

/** The wire to one API server: GET requests over a few keep-alive connections. */
export interface Transport {
  /** Sends one request. Resolves with the whole answer, whatever its status; otherwise rejects with a ScanError. */
  send(request: WireRequest): Promise<Answer>;
  /** Aborted once the transport is closed or the scan's time is over; its reason is a ScanError. */
  stopped: AbortSignal;
  close(): void;
}

/** How a {@link Transport} behaves. */
export interface TransportOptions {
  /** Called for each request. */
  log?: CallLog | undefined;
  /** Aborts requests in progress and all later ones, as a time-out. */
  signal?: AbortSignal | undefined;
  limits: KubeLimits;
}

/** What all requests of one transport have in common. */
interface Wire {
  access: KubeAccess;
  agent: Agent;
  stopped: AbortSignal;
  limits: KubeLimits;
  enter: Enter;
  blocks: Blocks;
}

/** Opens the transport; no connection is made before the first request. */
export function openTransport(access: KubeAccess, { log, signal, limits }: TransportOptions): Transport {
  const stop = createStop(signal);
  const enter = oneLargeBody(stop.signal);
  const blocks = createBlocks(Math.min(limits.plainBytes, limits.pageBytes));
  let agent: Agent | undefined;

  return {
    stopped: stop.signal,
    async send(request) {
      const started = performance.now();
      const isSent = !stop.signal.aborted;
      const { path, waitedMs } = request;
      const received = { bytes: 0 };
      const record = (outcome: string): void => {
        const milliseconds = Math.round(performance.now() - started);
        const usage = { isThrottled: outcome === '429', waitedMs, receivedBytes: received.bytes };
        log?.({ source: 'kube', call: callText(path), outcome, milliseconds, ...(isSent && { usage }) });
      };
      try {
        agent ??= createAgent(access);
        const wire = { access, agent, stopped: stop.signal, limits, enter, blocks };
        const answer = await exchange(wire, request, received);
        record(String(answer.status));
        return answer;
      } catch (error) {
        const known = sourceError(error, access);
        record(known.reason.kind);
        throw known;
      }
    },
    close() {
      stop.end(new ScanError({ kind: 'unreachable', message: 'the connection to the API server is closed' }));
      agent?.destroy();
    },
  };
}

/** A request as messages and `--verbose` show it, with a short form of continue tokens, which can be very long. */
export function callText(path: string): string {
  return `GET ${path.replace(/([?&]continue=[^&]{6})[^&]+/, '$1…')}`;
}

async function exchange(wire: Wire, request: WireRequest, received: { bytes: number }): Promise<Answer> {
  const { access, stopped, limits } = wire;
  if (stopped.aborted) throw stopError(stopped);
  const place = placeText(access);
  const ending = createEnding();
  const onStop = (): void => ending.end(stopError(stopped));
  stopped.addEventListener('abort', onStop, { once: true });
  const late = (what: string): void => ending.end(new ScanError(timeOutReason(`${place} ${what}`)));
  const silent = (ms: number): void => late(`does not answer: no data for ${secondsText(ms)}`);
  const whole = startCountdown(limits.answerMs, () =>
    late(`is not done with its answer after ${secondsText(limits.answerMs)}`),
  );
  const { answerMs } = request;
  const first = answerMs === undefined ? undefined : startCountdown(answerMs, () => silent(answerMs));
  try {
    const response = await responseTo(wire, request, ending, () => {
      // While the body waits for its turn, we read nothing: the server is not silent.
      if (!whole.rests()) silent(request.idleMs);
    });
    first?.end();
    ending.destroys((error) => response.destroy(error));
    // Only counts: the reader, which begins before the next tick, decides when data flows.
    response.on('data', (chunk: Buffer) => (received.bytes += chunk.length));
    const status = response.statusCode ?? 0;
    const { bytes, leave } = await readResponseBody(wire, request, response, whole);
    return { status, headers: response.headers, body: bytes, leave };
  } catch (error) {
    throw ending.error() ?? sourceError(error, access);
  } finally {
    first?.end();
    whole.end();
    stopped.removeEventListener('abort', onStop);
  }
}

function readResponseBody(
  wire: Wire,
  request: WireRequest,
  response: IncomingMessage,
  whole: Countdown,
): Promise<Body> {
  const { statusCode: status = 0 } = response;
  const { limits } = wire;
  const { onStart, keepLines } = request;
  const call = callText(request.path);
  if (status === 200 && keepLines !== undefined) {
    return readLines(response, call, keepLines, { largestBytes: limits.metricsBytes, keptBytes: limits.plainBytes });
  }
  return readBody(response, call, allowance(wire, request, status, whole), status === 200 ? onStart : undefined);
}

/** Ends an exchange early: the first error counts, and destroys the request or the response. */
interface Ending {
  end(error: ScanError): void;
  destroys(destroy: (error: ScanError) => void): void;
  error(): ScanError | undefined;
}

function createEnding(): Ending {
  let first: ScanError | undefined;
  let destroy: (error: ScanError) => void = () => undefined;
  return {
    end(error) {
      first ??= error;
      destroy(first);
    },
    destroys(how) {
      destroy = how;
    },
    error: () => first,
  };
}

function responseTo(
  { access, agent }: Wire,
  wanted: WireRequest,
  ending: Ending,
  onSilence: () => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest(access.server, wanted, agent, resolve);
    ending.destroys((error) => {
      request.destroy(error);
      // A request that still waits for its connection emits no error when it is destroyed.
      reject(error);
    });
    request.on('timeout', onSilence);
    request.on('error', (error) => reject(error));
  });
}

function allowance(
  { limits, enter, blocks }: Wire,
  { large }: WireRequest,
  status: number,
  limit: Countdown,
): Allowance {
  const { pageBytes, plainBytes, refusalBytes } = limits;
  const ofSuccess = large ? pageBytes : Math.min(plainBytes, pageBytes);
  // A refusal is looked at after the next request has begun.
  const reused = large && status === 200 ? blocks : undefined;
  return { largestBytes: status === 200 ? ofSuccess : refusalBytes, plainBytes, enter, limit, blocks: reused };
}

function secondsText(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function startRequest(
  server: string,
  wire: WireRequest,
  agent: Agent,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  const base = new URL(server);
  const options: RequestOptions = {
    method: 'GET',
    protocol: base.protocol,
    hostname: base.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: base.port === '' ? undefined : Number(base.port),
    path: `${base.pathname.replace(/\/$/, '')}${wire.path}`,
    headers: { ...wire.headers },
    agent,
    timeout: wire.idleMs,
  };
  // The agent opens the connection, with TLS if it is an https agent.
  const request = httpRequest(options, onResponse);
  request.end();
  return request;
}

function sourceError(error: unknown, access: KubeAccess): ScanError {
  if (error instanceof ScanError) return error;
  return new ScanError(connectionReason(error, placeText(access)), { cause: error });
}

/** Where the connection goes, for messages; without a proxy's user and password. */
function placeText({ server, proxy }: KubeAccess): string {
  const { host } = new URL(server);
  return proxy === undefined ? host : `${host} through the proxy ${proxy.text}`;
}
