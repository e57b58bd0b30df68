import { setMaxListeners } from 'node:events';
import { request as plainRequest, type Agent, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { SourceError, stopError } from '../../reason.ts';
import type { CallLog, KubeAccess, RequestHeaders } from '../kube.ts';
import { createAgent } from './agent.ts';
import type { Answer } from './answer.ts';
import { readBody } from './body.ts';
import { connectionReason, timeOutReason } from './errors.ts';

/** One request on the wire. */
export interface WireRequest {
  /** Path and query below the server's base URL: `/api/v1/pods?limit=500`. */
  path: string;
  headers: Readonly<RequestHeaders>;
  /** Longest silence on the socket, connecting included, in milliseconds. */
  idleMs: number;
  /** Longest wait for the answer's first line, in milliseconds; the idle limit alone unless told. */
  answerMs?: number | undefined;
  /** Called once with the first bytes of a successful answer. */
  onStart?: ((start: Buffer) => void) | undefined;
}

/** The wire to one API server: GET requests over a few kept connections. */
export interface Transport {
  /** Asks once. Resolves with the whole answer, whatever its status; rejects with a SourceError where none came whole. */
  send(request: WireRequest): Promise<Answer>;
  /** Aborted once the transport is closed or the scan's time is over; its reason is a SourceError. */
  stopped: AbortSignal;
  close(): void;
}

/**
 * Opens the transport; no connection is made before the first request.
 * @param log told about each request
 * @param signal aborts what is under way and all that follows, as a time-out
 */
export function openTransport(access: KubeAccess, log?: CallLog, signal?: AbortSignal): Transport {
  const stop = new AbortController();
  // Every request listens; node warns of more than ten on stderr.
  setMaxListeners(0, stop.signal);
  const outOfTime = (): void => stop.abort(stopError(signal));
  if (signal?.aborted === true) outOfTime();
  signal?.addEventListener('abort', outOfTime, { once: true });
  let agent: Agent | undefined;

  return {
    stopped: stop.signal,
    async send(request) {
      const started = performance.now();
      const record = (outcome: string): void =>
        log?.({
          source: 'kube',
          call: callText(request.path),
          outcome,
          milliseconds: Math.round(performance.now() - started),
        });
      try {
        agent ??= createAgent(access);
        const answer = await exchange(access, request, agent, stop.signal);
        record(String(answer.status));
        return answer;
      } catch (error) {
        const known = sourceError(error, access);
        record(known.reason.kind);
        throw known;
      }
    },
    close() {
      signal?.removeEventListener('abort', outOfTime);
      stop.abort(new SourceError({ kind: 'unreachable', message: 'the connection to the API server is closed' }));
      agent?.destroy();
    },
  };
}

/** A request as messages and `--verbose` show it; continue tokens, which run to hundreds of characters, are shortened. */
export function callText(path: string): string {
  return `GET ${path.replace(/([?&]continue=[^&]{6})[^&]+/, '$1…')}`;
}

async function exchange(access: KubeAccess, wire: WireRequest, agent: Agent, stopped: AbortSignal): Promise<Answer> {
  if (stopped.aborted) throw stopReason(stopped);
  const place = placeText(access);
  let failure: SourceError | undefined;
  let abort: (error: SourceError) => void = () => undefined;
  const fail = (error: SourceError): void => {
    failure ??= error;
    abort(failure);
  };
  const onStop = (): void => fail(stopReason(stopped));
  stopped.addEventListener('abort', onStop, { once: true });
  const late = (ms: number): void =>
    fail(new SourceError(timeOutReason(`${place} does not answer: nothing for ${Math.round(ms / 100) / 10} s`)));
  const timer = wire.answerMs === undefined ? undefined : setTimeout(late, wire.answerMs, wire.answerMs);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = startRequest(access.server, wire, agent, resolve);
      abort = (error) => {
        request.destroy(error);
        // A request that still waits for its connection tells nobody that it was destroyed.
        reject(error);
      };
      request.on('timeout', () => late(wire.idleMs));
      request.on('error', (error) => reject(error));
    });
    clearTimeout(timer);
    abort = (error) => response.destroy(error);
    const status = response.statusCode ?? 0;
    const body = await readBody(response, callText(wire.path), status === 200 ? wire.onStart : undefined);
    return { status, headers: response.headers, body };
  } catch (error) {
    throw failure ?? sourceError(error, access);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', onStop);
  }
}

function startRequest(
  server: string,
  wire: WireRequest,
  agent: Agent,
  onResponse: (response: IncomingMessage) => void,
): ReturnType<typeof plainRequest> {
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
  const request = base.protocol === 'http:' ? plainRequest(options, onResponse) : tlsRequest(options, onResponse);
  request.end();
  return request;
}

function sourceError(error: unknown, access: KubeAccess): SourceError {
  if (error instanceof SourceError) return error;
  return new SourceError(connectionReason(error, placeText(access)), { cause: error });
}

/** Where the connection goes, for messages; a proxy's user and password are no part of it. */
function placeText({ server, proxy }: KubeAccess): string {
  const { host } = new URL(server);
  return proxy === undefined ? host : `${host} through the proxy ${proxy.text}`;
}

function stopReason(stopped: AbortSignal): SourceError {
  return stopped.reason instanceof SourceError
    ? stopped.reason
    : new SourceError({ kind: 'time-out', message: 'aborted' });
}
