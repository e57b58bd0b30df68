import type { Answer } from './answer.ts';
import { ScanError } from '../../facts/reason.ts';
import { PROXY_BUSY } from '../proxy/refusal.ts';
import { errorCode, isTooLarge } from './errors.ts';

/** Maximum tries of one request. */
export const TRIES = 4;
/** Longest Retry-After, in milliseconds; longer ones are cut to it. Jitter is added to it. */
const LONGEST_RETRY_AFTER_MS = 30_000;
const FIRST_WAIT_MS = 250;

const PASSING_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
const PASSING_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'EAI_AGAIN', PROXY_BUSY]);

/** True if the same request may succeed a moment later: the server throttles or fails. */
export function isPassingAnswer(answer: Answer): boolean {
  return PASSING_STATUS.has(answer.status);
}

/**
 * True if the connection failed temporarily, or the answer was cut off. A timeout is not retried: the request has used
 * up its time.
 */
export function isPassingError(error: unknown): boolean {
  if (!(error instanceof ScanError) || isTooLarge(error)) return false;
  return error.reason.kind === 'truncated' || PASSING_CODES.has(errorCode(error.cause));
}

/**
 * The wait before the next try, in milliseconds: a random time up to a limit that doubles with each try. With
 * Retry-After, it follows that time, and its limit is at least half of that time: an API server gives many clients the
 * same number, and they must not return at once. At most 45 s in all.
 * @param tried tries made so far, from 1
 * @param random from 0 to 1
 */
export function waitMs(tried: number, answer: Answer | undefined, random: () => number): number {
  const spread = FIRST_WAIT_MS * 2 ** tried;
  const requested = Math.min(retryAfterMs(answer?.headers['retry-after']) ?? 0, LONGEST_RETRY_AFTER_MS);
  return requested + random() * Math.max(spread, requested / 2);
}

/** Parses Retry-After, a number of seconds or a date, to milliseconds from now. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
