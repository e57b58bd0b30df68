import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';

const bounded = new WeakSet<Agent>();

/** Marks an agent whose requests all have limits already. */
export function withOwnLimits<Any extends Agent>(agent: Any): Any {
  bounded.add(agent);
  return agent;
}

/** Largest answer to a credential provider, in bytes; a real one has a few kB. */
const ANSWER_BYTES = 1024 * 1024;
/** Longest time for an answer: a service on this machine or in its network answers within a second, or not at all. */
const ANSWER_MS = 10_000;

const STARTED = 'http.client.request.start';

/**
 * Runs a job some of whose requests do not use our handlers: the SDK reads the instance metadata and a container's
 * credentials with a separate client, without limits of size or time. During the job, such limits apply to every
 * request whose agent is not marked.
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
    // A `data` listener would consume the data before its reader gets it.
    response.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      length += chunk?.length ?? 0;
      if (length <= ANSWER_BYTES) return push(chunk, encoding);
      request.destroy(new Error('the answer is larger than 1 MiB'));
      return false;
    };
  });
}
