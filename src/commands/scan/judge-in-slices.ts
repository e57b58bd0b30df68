import type { AnyCheck } from '../../check.ts';
import type { Result } from '../../judge/result.ts';
import { limitWork } from '../../sources/limited-work.ts';

/** What one check may take, in milliseconds: as much as one of a plug-in. */
export const checkLimit = 10_000;

/** What all checks may take after `--timeout`, in milliseconds: a report of what was read is worth it. */
export const leastTime = 5_000;

/** About how long checks are judged without a turn of the event loop, in milliseconds. */
const slice = 250;

/** How checks are judged. */
export interface Slicing {
  /** The result of a check. */
  judge(check: AnyCheck): Result;
  /** The result of a check that did not end in time, or that was not started because the time was over. */
  end(check: AnyCheck, hasStarted: boolean): Result;
  /** The milliseconds that are left for all checks; at least {@link leastTime} is taken. Undefined: no limit. */
  left?: (() => number) | undefined;
  /** What one check may take; by default {@link checkLimit}. */
  limit?: number;
  /** What all checks may take after the time is over; by default {@link leastTime}. */
  least?: number;
}

/**
 * Judges checks in slices, so that signals are served between them. A check that takes too long is ended, and the others
 * are still judged.
 */
export async function judgeInSlices(checks: readonly AnyCheck[], slicing: Slicing): Promise<Result[]> {
  const { end, left, limit = checkLimit, least = leastTime } = slicing;
  const endsAt = performance.now() + Math.max(least, left?.() ?? Infinity);
  const results: Result[] = [];
  while (results.length < checks.length) {
    if (results.length > 0) await new Promise((resolve) => void setImmediate(resolve));
    const rest = checks.slice(results.length);
    const time = Math.ceil(Math.min(limit, endsAt - performance.now()));
    const outcome = time <= 0 ? 'ended' : limitWork(time, () => judgeSlice(rest, slicing, results));
    const [next] = checks.slice(results.length);
    if (outcome === 'ended' && next !== undefined) results.push(end(next, time > 0));
  }
  return results;
}

function judgeSlice(checks: readonly AnyCheck[], { judge }: Slicing, results: Result[]): void {
  const started = performance.now();
  for (const check of checks) {
    results.push(judge(check));
    if (performance.now() - started > slice) return;
  }
}
