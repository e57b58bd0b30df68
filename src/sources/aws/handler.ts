import type { Agent as PlainAgent } from 'node:http';
import type { Agent as TlsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import type { HttpHandlerOptions, HttpRequest, HttpResponse } from '@smithy/types';
import { ScanError, type Reason } from '../../facts/reason.ts';
import { startCountdown } from '../countdown.ts';
import type { ProxyFor } from '../proxy/environment.ts';
import { PROXY_BUSY } from '../proxy/refusal.ts';
import type { Enter } from '../large-body.ts';
import { retryable } from './retry.ts';
import { readBody, type Silence } from './body.ts';
import { connectionFailure, SILENT_TRIES } from './connection.ts';
import { FIRST_ANSWER_MS, type AwsLimits } from './limits.ts';

/** The options of the handler of all clients. */
export interface HandlerOptions {
  region: string;
  httpAgent: PlainAgent;
  httpsAgent: TlsAgent;
  proxyFor: ProxyFor;
  /** Longest wait for a connection, in milliseconds. */
  connectMs: number;
  /** Longest silence of one answer, in milliseconds. */
  idleMs: number;
  limits: AwsLimits;
  /** Waits for the turn to read a large answer; large answers are read one at a time. */
  enter: Enter;
}

/** An answer with its whole body, which the SDK accepts instead of a stream, except for objects of S3. */
export interface WholeResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The SDK's HTTP handler, with limits for silent hosts and reasons for unreachable ones. */
export interface AwsHandler {
  metadata: { handlerProtocol: string };
  handle(request: HttpRequest, options?: HttpHandlerOptions): Promise<{ response: HttpResponse & WholeResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
  /** The reason whose message a text contains: credential providers keep only the messages of the errors they wrap. */
  quoted(text: string): Reason | undefined;
}

/** Makes the handler for all clients, including those in credential providers; loads the SDK's own at its first use. */
export function createHandler(options: HandlerOptions): AwsHandler {
  const { httpAgent, httpsAgent, connectMs, idleMs, limits, enter } = options;
  const allowance = { largestBytes: limits.answerBytes, plainBytes: limits.plainBytes, enter };
  const heard = new Set<string>();
  const failures: Reason[] = [];
  const load = async () => {
    const { NodeHttpHandler } = await import('./sdk/http.ts');
    // The SDK's own idle limit would also count the time in which a body waits to be read.
    return new NodeHttpHandler({ connectionTimeout: connectMs, socketTimeout: 0, httpAgent, httpsAgent });
  };
  let loading: ReturnType<typeof load> | undefined;
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    quoted: (text) => failures.findLast(({ message }) => text.includes(message)),
    async handle(request, { abortSignal, ...more } = {}) {
      const handler = await (loading ??= load());
      const place = resolvePlace(request, options);
      const attempt = parseAttempt(request);
      const first = firstAnswerLimit(place.host, attempt, idleMs, heard);
      const { whole, silence, end } = answerLimits(place.host, limits.answerMs, idleMs);
      const own = [first.signal, whole.signal, silence.signal];
      const ends = abortSignal === undefined ? own : [...own, abortSignal as AbortSignal];
      try {
        const { response } = await handler
          .handle(request as never, { ...more, abortSignal: AbortSignal.any(ends) })
          .catch((error: unknown) =>
            Promise.reject(noAnswer(error, [first.signal, silence.signal], whole.signal, place, attempt)),
          );
        heard.add(place.host);
        first.clear();
        const timing = { signal: AbortSignal.any(own.slice(1)), whole: whole.limit, silence, host: place.host };
        const body = await readBody(response.body as Readable, { ...allowance, ...timing });
        return { response: Object.assign(response, { body }) };
      } catch (error) {
        if (error instanceof ScanError) failures.push(error.reason);
        throw error;
      } finally {
        first.clear();
        end();
      }
    },
  };
}

/** Why there is no answer: the limit of the whole answer, of its first line or of silence, or the network. */
function noAnswer(
  error: unknown,
  silent: readonly AbortSignal[],
  whole: AbortSignal,
  place: { host: string; region: string },
  attempt: number,
): unknown {
  if (whole.aborted) return whole.reason;
  return reached(silent.find(({ aborted }) => aborted)?.reason ?? error, place, attempt);
}

function answerLimits(host: string, answerMs: number, idleMs: number) {
  const [whole, silence] = [wholeAnswerLimit(host, answerMs), silenceLimit(idleMs)];
  const end = (): void => {
    whole.limit.end();
    silence.end();
  };
  return { whole, silence, end };
}

/** The time limit of a whole answer: a host that sends a byte now and then never reaches the idle limit. */
function wholeAnswerLimit(host: string, answerMs: number) {
  const controller = new AbortController();
  const message = `${host} is not done with its answer after ${Math.round(answerMs / 100) / 10} s`;
  const cut = (): void => controller.abort(new ScanError({ kind: 'time-out', message }));
  return { signal: controller.signal, limit: startCountdown(answerMs, cut) };
}

/** The idle limit of an answer. It starts with the request, and pauses while the answer waits to be read. */
function silenceLimit(idleMs: number): Silence & { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const cut = (): void => controller.abort(timeout(`no answer within ${idleMs} ms`));
  let timer: NodeJS.Timeout | undefined = setTimeout(cut, idleMs);
  const end = (): void => clearTimeout(timer);
  const heard = (): void => {
    end();
    timer = setTimeout(cut, idleMs);
  };
  return { signal: controller.signal, end, hold: end, heard };
}

function timeout(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}

function firstAnswerLimit(host: string, attempt: number, idleMs: number, heard: ReadonlySet<string>) {
  const controller = new AbortController();
  const limitMs = Math.min(FIRST_ANSWER_MS[attempt === 1 ? 0 : 1], idleMs);
  const cut = (): void => {
    if (heard.has(host)) return;
    controller.abort(timeout(`no answer within ${limitMs} ms`));
  };
  const timer = heard.has(host) ? undefined : setTimeout(cut, limitMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Host and Region of a request, for messages; a proxy is shown without its password. */
function resolvePlace({ protocol, hostname, port }: HttpRequest, { region, proxyFor }: HandlerOptions) {
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  const proxy = proxyFor(new URL(`${protocol}//${host}`));
  return { host: proxy === undefined ? host : `${host} through the proxy ${proxy.text}`, region };
}

/** The SDK numbers its tries in a header. */
function parseAttempt({ headers }: HttpRequest): number {
  return Number(/attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1] ?? 1);
}

/** Turns a network error into a ScanError, marked as retryable for the SDK if another try may help. */
function reached(error: unknown, place: { host: string; region: string }, attempt: number): unknown {
  if (error instanceof ScanError) {
    const { code } = (error.cause ?? {}) as { code?: unknown };
    const silent = error.reason.kind === 'time-out' && attempt < SILENT_TRIES;
    const again = new ScanError(error.reason);
    return silent || code === PROXY_BUSY || code === 'ECONNREFUSED' || code === 'ECONNRESET' ? retryable(again) : again;
  }
  const failure = connectionFailure(error, 'AWS', place);
  if (failure === undefined) return error;
  const known = new ScanError(failure.reason);
  return attempt < failure.tries ? retryable(known) : known;
}
