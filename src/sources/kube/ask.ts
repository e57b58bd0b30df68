import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../reason.ts';
import type { KubeAccess, RequestHeaders } from '../kube.ts';
import type { Answer } from './answer.ts';
import { isPassingAnswer, isPassingError, TRIES, waitMs } from './retry.ts';
import type { Transport } from './transport.ts';

/** One question to the API server. */
export interface Question {
  /** Path and query: `/api/v1/pods?limit=500`. */
  path: string;
  /** Media types; plain JSON unless told. */
  accept?: string;
  /** Milliseconds for the first answer, over all tries; also the idle limit then. */
  withinMs?: number;
  /** Called with the first bytes of a successful answer; anew for each try. */
  onStart?: (start: Buffer) => void;
}

/**
 * Asks the API server, with credentials and patience. Resolves with the last answer, whatever its status: the caller
 * knows what a 404 means. Rejects with a SourceError where no whole answer came.
 */
export type Ask = (question: Question) => Promise<Answer>;

/** How {@link createAsk} behaves. */
export interface AskOptions {
  userAgent: string;
  /** Longest silence of one response, in milliseconds. */
  idleMs: number;
  random: () => number;
}

/** Puts credentials, one renewal after a 401, and up to four tries around the transport. */
export function createAsk(access: KubeAccess, transport: Transport, options: AskOptions): Ask {
  return async (question) => {
    const { path, onStart, withinMs } = question;
    const idleMs = Math.min(options.idleMs, withinMs ?? options.idleMs);
    const budget = createBudget(withinMs);
    const send = async (renew: boolean): Promise<Answer> => {
      const headers = {
        ...(await stoppable(credentials(access, renew), transport.stopped)),
        accept: question.accept ?? 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': options.userAgent,
      };
      return budget.spend((answerMs) => transport.send({ path, headers, idleMs, answerMs, onStart }));
    };
    const once = async (): Promise<Answer> => {
      const answer = await send(false);
      return answer.status === 401 ? send(true) : answer;
    };
    for (let tried = 1; ; tried++) {
      const outcome = await settle(once());
      const again = outcome.status === 'fulfilled' ? isPassingAnswer(outcome.value) : isPassingError(outcome.reason);
      const wait = waitMs(tried, outcome.status === 'fulfilled' ? outcome.value : undefined, options.random);
      if (!again || tried === TRIES || wait >= budget.left()) return unwrap(outcome);
      await budget.spend(() => stoppable(sleep(wait, undefined, { signal: transport.stopped }), transport.stopped));
    }
  };
}

interface Budget {
  left(): number;
  /** Runs a job on the budget's time; the job is told what is left, if there is a limit. */
  spend<Value>(job: (leftMs: number | undefined) => Promise<Value>): Promise<Value>;
}

/** Milliseconds for asking and waiting together. Making credentials (a plug-in, a login) is on nobody's time. */
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

/** Settles as the promise does, or rejects with the signal's reason as soon as that is aborted. */
async function stoppable<Value>(promise: Promise<Value>, stopped: AbortSignal): Promise<Value> {
  stopped.throwIfAborted();
  let onStop = (): void => undefined;
  const stop = new Promise<never>((_, reject) => {
    onStop = () => reject(stopped.reason as Error);
  });
  stopped.addEventListener('abort', onStop, { once: true });
  try {
    return await Promise.race([stop, promise]);
  } finally {
    stopped.removeEventListener('abort', onStop);
  }
}

/** The outcome of a promise as a value, so that nobody has to be listening when it fails. */
export async function settle<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome;
}

/** The value of a settled promise. Throws what it was rejected with. */
export function unwrap<Value>(outcome: PromiseSettledResult<Value>): Value {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function credentials(access: KubeAccess, renew: boolean): Promise<RequestHeaders> {
  try {
    return await access.headers(renew);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new SourceError({ kind: 'denied', message: `no credentials for the API server: ${text}` }, { cause: error });
  }
}
