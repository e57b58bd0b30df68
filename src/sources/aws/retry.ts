import type { SourceError } from '../../facts/reason.ts';

/**
 * How often a call is sent at most. The SDK does the retrying, in its `standard` mode: after one throttle `adaptive` slows
 * its client to half a call a second.
 */
export const TRIES = 6;
export const RETRY_MODE = 'standard';

/** Marks an error as worth another try of the SDK. */
export function retryable(error: SourceError): SourceError {
  return Object.assign(error, { $retryable: { throttling: false } });
}
