import { setMaxListeners } from 'node:events';
import { stopError, type ScanError } from '../facts/reason.ts';

/** Ends one source: requests in progress and all later ones fail with the signal's reason. */
export interface Stop {
  /** Aborted once the source is closed or the scan's time is over; its reason is a ScanError. */
  signal: AbortSignal;
  /** Ends the source, unless it has ended already, and stops listening to the scan. */
  end(error: ScanError): void;
}

/**
 * Creates the stop of a source.
 * @param scan the signal of the scan; once it is aborted, the source ends with its reason (see `stopError`)
 */
export function createStop(scan?: AbortSignal): Stop {
  const controller = new AbortController();
  // Every request adds a listener; Node warns of more than ten on stderr.
  setMaxListeners(0, controller.signal);
  const onScanEnd = (): void => controller.abort(stopError(scan));
  if (scan?.aborted === true) onScanEnd();
  scan?.addEventListener('abort', onScanEnd, { once: true });
  return {
    signal: controller.signal,
    end(error) {
      scan?.removeEventListener('abort', onScanEnd);
      controller.abort(error);
    },
  };
}

/**
 * Runs a job and settles as the job does, or rejects with the signal's reason as soon as the signal is aborted. Takes a
 * function, not a promise, so that no job starts after that.
 * @throws ScanError if the signal is aborted first
 */
export async function untilStopped<Value>(stopped: AbortSignal, job: () => Promise<Value>): Promise<Value> {
  if (stopped.aborted) throw stopError(stopped);
  let onStop = (): void => undefined;
  const stop = new Promise<never>((_, reject) => {
    onStop = () => reject(stopError(stopped));
  });
  stopped.addEventListener('abort', onStop, { once: true });
  try {
    // In an async function, so that a job that throws synchronously rejects like any other.
    return await Promise.race([stop, (async () => job())()]);
  } finally {
    stopped.removeEventListener('abort', onStop);
  }
}

/** The outcome of a promise as a value, so that its failure is never an unhandled rejection. */
export async function settle<Value>(promise: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [outcome] = await Promise.allSettled([promise]);
  return outcome;
}

/** The value of a settled promise. Throws what it was rejected with. */
export function valueOrThrow<Value>(outcome: PromiseSettledResult<Value>): Value {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
