/** One call with its time, in milliseconds from the command's start. */
export interface TimedCall {
  source: 'aws' | 'kube';
  call: string;
  start: number;
  end: number;
}

/** Parses a line that `scan --verbose` writes when a call ends; undefined for any other line. */
export function timedCall(line: string, end: number): TimedCall | undefined {
  const match = /^(aws|kube) (.+): \S+, (\d+) ms$/.exec(line);
  if (match === null) return undefined;
  const [, source, call = '', milliseconds] = match;
  return { source: source === 'aws' ? 'aws' : 'kube', call, start: end - Number(milliseconds), end };
}

/** The times come from two processes and are rounded. */
const toleranceMs = 10;

/** Whether a call may have waited for an earlier one. */
export type Waits = (next: TimedCall, earlier: TimedCall) => boolean;

/**
 * Infers the calls that each call waits for, from several runs, each with other slow calls: a call waits for another
 * only if it began after the other's end in every run. Of calls with the same text, the first counts.
 */
export function inferWaits(runs: readonly (readonly TimedCall[])[]): Waits {
  const firsts = runs.map((calls) => ({ starts: mapFirstTimes(calls, 'start'), ends: mapFirstTimes(calls, 'end') }));
  return (next, earlier) =>
    firsts.every(({ starts, ends }) => {
      const [start, end] = [starts.get(formatCall(next)), ends.get(formatCall(earlier))];
      return start !== undefined && end !== undefined && end <= start + toleranceMs;
    });
}

function mapFirstTimes(calls: readonly TimedCall[], edge: 'start' | 'end'): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>();
  for (const call of calls) {
    firsts.set(formatCall(call), Math.min(call[edge], firsts.get(formatCall(call)) ?? Infinity));
  }
  return firsts;
}

function formatCall({ source, call }: TimedCall): string {
  return `${source} ${call}`;
}

/**
 * The critical path, first call to last. It starts at the call that ended last and goes back, each time to the
 * dependency that ended last.
 */
export function criticalPath(calls: readonly TimedCall[], waits: Waits): TimedCall[] {
  const chain: TimedCall[] = [];
  let next = latest(calls);
  while (next !== undefined) {
    const { start } = next;
    chain.unshift(next);
    const after = next;
    next = latest(calls.filter((call) => call.end <= start + toleranceMs && waits(after, call)));
  }
  return chain;
}

function latest(calls: readonly TimedCall[]): TimedCall | undefined {
  return calls.toSorted((a, b) => b.end - a.end)[0];
}

/** Formats the chain, one line per call: when the call began and ended, and the idle time before it. */
export function pathText(chain: readonly TimedCall[]): string {
  return chain
    .map(({ source, call, start, end }, index) => {
      const idle = Math.max(0, start - (chain[index - 1]?.end ?? 0));
      return `${index + 1}. ${start.toFixed(0)} to ${end.toFixed(0)} ms: ${source} ${call} (${idle.toFixed(0)} ms of own work before)\n`;
    })
    .join('');
}
