import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';

const bounded = new WeakSet<Agent>();

/** Says that all requests of an agent have limits of their own. */
export function withOwnLimits<Any extends Agent>(agent: Any): Any {
  bounded.add(agent);
  return agent;
}

/** What a provider of credentials is answered: a few kB. */
const ANSWER_BYTES = 1024 * 1024;
/** A service on the machine or next to it answers within a second, or not at all. */
const ANSWER_MS = 10_000;

const STARTED = 'http.client.request.start';

/**
 * Runs a job whose requests do not all go through handlers of ours: the SDK asks the instance's metadata and a container's
 * credentials with a client of its own, which reads whatever comes for as long as it comes. Meanwhile every request of an
 * agent without limits has these.
 */
export async function boundingOthers<Value>(job: () => Promise<Value>): Promise<Value> {
  const bound = (message: unknown): void => {
    const { request } = message as { request: ClientRequest & { agent?: Agent } };
    if (request.agent === undefined || !bounded.has(request.agent)) limit(request);
  };
  subscribe(STARTED, bound);
  try {
    return await job();
  } finally {
    unsubscribe(STARTED, bound);
  }
}

function limit(request: ClientRequest): void {
  if (request.method === 'CONNECT') return;
  const timer = setTimeout(() => request.destroy(new Error('the answer does not end')), ANSWER_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.prependOnceListener('response', (response: IncomingMessage) => {
    const push = response.push.bind(response);
    let length = 0;
    // Listening to the data would take it from whom it is for.
    response.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      length += chunk?.length ?? 0;
      if (length <= ANSWER_BYTES) return push(chunk, encoding);
      request.destroy(new Error('the answer is larger than 1 MiB'));
      return false;
    };
  });
}
