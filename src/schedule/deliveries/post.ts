import { Agent, request as httpsRequest } from 'node:https';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { environmentProxies } from '../../sources/proxy/environment.ts';
import { throughProxies } from '../../sources/proxy/tunnel.ts';
import { ScanError } from '../../facts/reason.ts';
import type { DeliveryContext, DeliveryLimits } from './contract.ts';
import { chatFailure, networkFailure, statusFailure, type Failed } from './post-failures.ts';
import { withRetries } from './retries.ts';

/** How many bytes of a response are read: only an error code is shown. */
const answerBytes = 16 * 1024;

/** One message to post. */
export interface Post {
  /** The target, for `--verbose`. */
  target: string;
  url: URL;
  body: string;
  /** Called for each attempt: a signature contains the time. */
  headers: () => Readonly<Record<string, string>>;
  /** True for chat services, which may return an error with a success status. */
  isChat: boolean;
}

/**
 * Posts JSON to an https URL, through the proxies of the environment. Does not follow redirects. Of the URL, logs and
 * errors show only the host; of the response, only the status, an error code, and the host or scheme of a redirect.
 * @throws ScanError if no attempt succeeds
 */
export async function post(one: Post, context: DeliveryContext, limits: DeliveryLimits): Promise<void> {
  const agent = throughProxies(
    new Agent({ keepAlive: false, rejectUnauthorized: true }),
    environmentProxies(context.env),
    limits.tryMs,
  );
  try {
    await withRetries(limits, context.signal, async (leftMs) => {
      const started = performance.now();
      const failed = await attempt(one, agent, context, Math.min(leftMs, limits.tryMs));
      const outcome = failed === undefined ? 'ok' : failed.code;
      const took = Math.round(performance.now() - started);
      context.log(`${one.target}: POST ${one.url.host}: ${outcome}, ${took} ms`);
      return failed;
    });
  } finally {
    agent.destroy();
  }
}

/** Time limit for the body of a chat service's response, in milliseconds; the body is short. */
const chatMs = 2_000;

/** Makes one attempt. A success status is enough, without the body, unless the receiver is a chat service. */
async function attempt(
  { url, body, headers, isChat }: Post,
  agent: Agent,
  { userAgent, signal }: DeliveryContext,
  limitMs: number,
): Promise<Failed | undefined> {
  const limit = AbortSignal.timeout(limitMs);
  const options = {
    method: 'POST',
    agent,
    rejectUnauthorized: true,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': userAgent,
      connection: 'close',
      ...headers(),
    },
  } as const;
  const request = httpsRequest(url, options);
  const stop = (): unknown => request.destroy(new Error('stopped'));
  const stops = AbortSignal.any([limit, signal]);
  stops.addEventListener('abort', stop, { once: true });
  try {
    const response = await sendRequest(request, body);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return isChat ? await readRefusal(url, status, response) : undefined;
    return statusFailure(url, status, response.headers, await readErrorText(response));
  } catch (error) {
    const isLate = limit.aborted && !(error instanceof ScanError);
    return networkFailure(url, isLate ? { lateMs: limitMs } : { error });
  } finally {
    stops.removeEventListener('abort', stop);
    request.destroy();
  }
}

async function readRefusal(url: URL, status: number, response: IncomingMessage): Promise<Failed | undefined> {
  const timer = setTimeout(() => response.destroy(), chatMs);
  try {
    return chatFailure(url, status, await readErrorText(response));
  } finally {
    clearTimeout(timer);
  }
}

function sendRequest(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // This listener stays after the response: later errors do not matter, and must not crash the process.
    request.on('error', reject);
    request.end(body);
  });
}

/** The body of a response; empty if it is too long or incomplete. */
async function readErrorText(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > answerBytes) return '';
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
  return Buffer.concat(pieces).toString('utf8');
}
