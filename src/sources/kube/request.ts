import { setTimeout as sleep } from 'node:timers/promises';
import { ScanError } from '../../facts/reason.ts';
import type { KubeAccess, RequestHeaders, Watch } from './contract.ts';
import { settle, untilStopped, valueOrThrow } from '../stop.ts';
import type { Answer } from './answer.ts';
import { isPassingAnswer, isPassingError, TRIES, waitMs } from './retry.ts';
import type { Transport } from './transport.ts';

/** One request to the API server. */
export interface ApiRequest {
  /** Path and query: `/api/v1/pods?limit=250`. */
  path: string;
  /** Media types; plain JSON by default. */
  accept?: string;
  /** Limit for the first answer over all tries, in milliseconds; the idle limit is not longer than this. */
  withinMs?: number;
  /** True for a page, which may be large: the caller must then call `leave` of the answer. */
  large?: boolean;
  /** Called with the first bytes of a successful answer; again for each try. */
  onStart?: (start: Buffer) => void;
  /** Of a successful answer, only the lines that begin with one of these are kept. */
  keepLines?: readonly string[];
}

/**
 * Sends a request to the API server with credentials and retries. Resolves with the last answer, whatever its status:
 * only the caller knows what a 404 means. Rejects with a ScanError if no whole answer came.
 */
export type RequestSender = (request: ApiRequest) => Promise<Answer>;

/** How {@link createRequestSender} behaves. */
export interface RequestSenderOptions {
  userAgent: string;
  /** Longest silence of one response, in milliseconds. */
  idleMs: number;
  random: () => number;
  /** Called for each answer 429. */
  onThrottled: () => void;
}

/** Makes a sender that adds to the transport: credentials, one renewal of them after a 401, and up to four tries. */
export function createRequestSender(
  access: KubeAccess,
  transport: Transport,
  options: RequestSenderOptions,
): RequestSender {
  return async (request) => {
    const { path, onStart, keepLines, withinMs, large = false } = request;
    const idleMs = Math.min(options.idleMs, withinMs ?? options.idleMs);
    const budget = createBudget(withinMs);
    let waited = 0;
    const send = async (renew: boolean): Promise<Answer> => {
      const headers = {
        ...(await untilStopped(transport.stopped, () => credentials(access, renew))),
        accept: request.accept ?? 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': options.userAgent,
      };
      const wire = { path, headers, idleMs, waitedMs: waited, large, onStart, keepLines };
      waited = 0;
      return budget.spend((answerMs) => transport.send({ ...wire, answerMs }));
    };
    const once = async (): Promise<Answer> => {
      const answer = await send(false);
      return answer.status === 401 ? send(true) : answer;
    };
    for (let tried = 1; ; tried++) {
      const outcome = await settle(once());
      if (outcome.status === 'fulfilled' && outcome.value.status === 429) options.onThrottled();
      const again = outcome.status === 'fulfilled' ? isPassingAnswer(outcome.value) : isPassingError(outcome.reason);
      const wait = waitMs(tried, outcome.status === 'fulfilled' ? outcome.value : undefined, options.random);
      if (!again || tried === TRIES || wait >= budget.left()) return valueOrThrow(outcome);
      await budget.spend(() => pause(wait, transport.stopped));
      waited = wait;
    }
  };
}

/** The same sender, which notifies the watch when each request begins and ends. */
export function watched(sendRequest: RequestSender, watch: Watch | undefined): RequestSender {
  if (watch === undefined) return sendRequest;
  return async (request) => {
    const end = watch.begin(`GET ${request.path.replace(/\?.*$/s, '')}`);
    try {
      return await sendRequest(request);
    } finally {
      end();
    }
  };
}

interface Budget {
  left(): number;
  /** Runs a job on the budget's time; the job gets the time left, or undefined without a limit. */
  spend<Value>(job: (leftMs: number | undefined) => Promise<Value>): Promise<Value>;
}

/** Milliseconds for requests and waits together. The time to get credentials (a plug-in, a login) does not count. */
function createBudget(limitMs: number | undefined): Budget {
  let spent = 0;
  const left = (): number => (limitMs === undefined ? Infinity : Math.max(1, limitMs - spent));
  return {
    left,
    async spend(job) {
      const started = performance.now();
      try {
        return await job(limitMs === undefined ? undefined : left());
      } finally {
        spent += performance.now() - started;
      }
    },
  };
}

/** Waits until the time is over or the source is stopped, so that the wait does not keep the process alive. */
function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return untilStopped(stopped, () => sleep(ms, undefined, { signal: stopped }));
}

async function credentials(access: KubeAccess, renew: boolean): Promise<RequestHeaders> {
  try {
    return await access.headers(renew);
  } catch (error) {
    if (error instanceof ScanError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new ScanError({ kind: 'denied', message: `no credentials for the API server: ${text}` }, { cause: error });
  }
}
