import { setTimeout as wait } from 'node:timers/promises';
import { ScanError, stopError, type Reason } from '../../facts/reason.ts';
import type { DeliveryLimits } from './contract.ts';

/** Why one attempt failed. */
export interface Again {
  reason: Reason;
  /** True for a transient failure: another attempt may succeed. */
  passing: boolean;
  /** The wait that the receiver requests (Retry-After), in milliseconds; null if it does not. */
  waitMs: number | null;
}

/**
 * Repeats until an attempt succeeds, a failure is not transient, or the attempts or the time are used up.
 * @param attempt gets the time left in milliseconds; resolves with undefined if it succeeds
 * @throws ScanError with the reason of the last attempt, or with the one that stopped the run
 */
export async function withRetries(
  { tries, allMs, waitMs }: DeliveryLimits,
  signal: AbortSignal,
  attempt: (leftMs: number) => Promise<Again | undefined>,
): Promise<void> {
  const end = performance.now() + allMs;
  for (let count = 1; ; count += 1) {
    if (signal.aborted) throw stopError(signal);
    const failed = await attempt(Math.max(1, Math.ceil(end - performance.now())));
    if (failed === undefined) return;
    if (signal.aborted) throw stopError(signal);
    if (!failed.passing || count >= tries) throw new ScanError(counted(failed.reason, count));
    const pause = failed.waitMs ?? waitMs * 2 ** (count - 1) * (1 + Math.random() / 4);
    const left = end - performance.now();
    if (pause >= left) throw new ScanError(impatient(failed, count, allMs));
    // If stopped, the next iteration throws.
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

function counted(reason: Reason, count: number): Reason {
  return count === 1 ? reason : { ...reason, message: `${reason.message} (${count} attempts)` };
}

function impatient({ reason, waitMs }: Again, count: number, allMs: number): Reason {
  if (waitMs === null) return counted(reason, count);
  const [requestedSeconds, most] = [Math.ceil(waitMs / 1_000), Math.round(allMs / 1_000)];
  return {
    ...reason,
    message: `${reason.message}; Retry-After is ${requestedSeconds} s, a delivery takes at most ${most} s`,
  };
}
