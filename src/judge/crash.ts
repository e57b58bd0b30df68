import type { AnyCheck, Finding } from '../check.ts';
import { advice } from '../syntax/advice.ts';

/** Runs a part of a check. Returns an error instead of throwing it: one crash does not stop the other checks. */
export function valueOrError<Value>(run: () => Value): Value | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The finding of a check that crashed: what it would have found is unknown. */
export function crash(check: AnyCheck, error: Error): Finding {
  return {
    level: 'unknown',
    rule: 'crashed',
    resource: { kind: 'Check', name: check.id },
    message: `the check crashed: ${error.message}`,
    short: 'the check crashed',
    fix: advice`Report this as an eks-preflight bug; attach a redacted inventory if possible.`,
  };
}

/** The finding of a check that was ended because it took too long, or that was not started because the time was over. */
export function overtime(check: AnyCheck, hasStarted: boolean): Finding {
  return {
    level: 'unknown',
    rule: 'crashed',
    resource: { kind: 'Check', name: check.id },
    message: hasStarted
      ? 'the check took too long, so it was stopped'
      : 'the check did not run, because the time of the scan was over',
    short: hasStarted ? 'the check took too long' : 'the check did not run',
    fix: advice`Scan again on a machine with more CPU, or with a longer --timeout. If it happens again, report it as an eks-preflight bug; attach a redacted inventory if possible.`,
  };
}
