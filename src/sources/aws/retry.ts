import type { SourceError } from '../../facts/reason.ts';

/**
 * The maximum number of attempts for a call. The SDK retries in its `standard` mode: after one throttle, `adaptive`
 * slows its client to half a call per second.
 */
export const TRIES = 6;
export const RETRY_MODE = 'standard';

/** Marks an error as one that the SDK retries. */
export function retryable(error: SourceError): SourceError {
  return Object.assign(error, { $retryable: { throttling: false } });
}
