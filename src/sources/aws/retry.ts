import type { FinalizeRequestMiddleware, MiddlewareStack } from '@smithy/types';
import { ScanError } from '../../facts/reason.ts';

/**
 * The maximum number of attempts for a call. The SDK retries in its `standard` mode: after one throttle, `adaptive`
 * slows its client to half a call per second.
 */
export const TRIES = 6;
export const RETRY_MODE = 'standard';

/** Marks an error as one that the SDK retries. */
export function retryable(error: ScanError): ScanError {
  return Object.assign(error, { $retryable: { throttling: false } });
}

/**
 * For a command that must not run twice: it may have run even without an answer, so it is not sent again. If the
 * service answers with an error, the command has not run, and the SDK retries it as usual.
 */
export function notTwice<Input extends object, Output extends object, Command>(
  command: Command & { middlewareStack: MiddlewareStack<Input, Output> },
): Command {
  const middleware: FinalizeRequestMiddleware<Input, Output> = (next) => async (args) => {
    try {
      return await next(args);
    } catch (error) {
      // The new error lacks the retryable mark and the cause, in which the SDK would find another mark.
      throw error instanceof ScanError ? new ScanError(error.reason) : error;
    }
  };
  command.middlewareStack.add(middleware, { step: 'finalizeRequest', name: 'notTwice' });
  return command;
}
