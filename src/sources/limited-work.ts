import { Script } from 'node:vm';
import { ScanError } from '../facts/reason.ts';

/** Where a script finds the work that it is to call. */
const place = Symbol.for('eks-preflight.limited-work');
const global = globalThis as { [place]?: () => void };

/** V8 interrupts synchronous code, also a loop or a regular expression, only inside a script that has a time limit. */
let script: Script | undefined;

/**
 * Calls a synchronous function and ends it at a time limit. What it changed by then stays changed, and its `finally`
 * blocks do not run: give it work without effects outside.
 * @param milliseconds the limit, a whole number above 0; a call costs about 0.35 ms
 * @returns what `work` returns, and whether it was ended
 * @throws what `work` throws
 */
export function limitWork<Value>(milliseconds: number, work: () => Value): { value: Value } | 'ended' {
  script ??= new Script(`globalThis[Symbol.for('${String(place.description)}')]()`);
  let outcome: { value: Value } | { error: unknown } | 'ended' = 'ended';
  const outer = global[place];
  global[place] = () => {
    try {
      outcome = { value: work() };
    } catch (error) {
      outcome = { error };
    }
  };
  try {
    script.runInThisContext({ timeout: milliseconds, displayErrors: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')) throw error;
    return 'ended';
  } finally {
    if (outer === undefined) delete global[place];
    else global[place] = outer;
  }
  return unwrapOutcome(outcome);
}

function unwrapOutcome<Value>(outcome: { value: Value } | { error: unknown } | 'ended'): { value: Value } | 'ended' {
  if (typeof outcome === 'object' && 'error' in outcome) throw outcome.error;
  return outcome;
}

/** What reading one text from outside may take, in milliseconds: a hundred times what the largest real one takes. */
export const textLimit = 1_000;

/** The same for an answer of up to 4 MiB: twenty times as much, because a CPU limit may slow a container down. */
const answerLimit = 5_000;

/** Smaller answers are read without a limit, which would cost more than most of them. */
const limitedFrom = 64 * 1024;

/**
 * Reads an answer within a time limit.
 * @param call the request, as messages name it
 * @param size its length in bytes
 * @param each the time for each 4 MiB, in milliseconds
 * @throws ScanError `unreadable` if it takes longer; what `read` throws
 */
export function readInTime<Value>(call: string, size: number, read: () => Value, each = answerLimit): Value {
  if (size < limitedFrom) return read();
  const limit = each * Math.ceil((size + 1) / (4 * 1024 * 1024));
  const outcome = limitWork(limit, read);
  if (outcome !== 'ended') return outcome.value;
  throw new ScanError({
    kind: 'unreadable',
    message: `${call}: reading the answer took more than ${limit / 1_000} s`,
    hint: 'Scan again, on a machine with more CPU.',
  });
}

let turns: Promise<void> = Promise.resolve();

/**
 * Waits until all earlier waits are over and the event loop has turned once: many texts in a row then leave time for
 * signals and time limits between them.
 */
export function waitForTurn(): Promise<void> {
  turns = turns.then(() => new Promise((resolve) => void setImmediate(resolve)));
  return turns;
}
