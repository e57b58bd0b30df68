import { printable } from '../../syntax/printable.ts';
import type { Watch } from '../../sources/kube/contract.ts';
import type { Io } from '../io.ts';

/** What a scan has read, and what it waits for. */
export interface Waiting {
  done: number;
  /** The number of facts; undefined before it is known. */
  total: number | undefined;
  /** The calls in progress, the oldest first; `since` in milliseconds. */
  calls: Iterable<{ call: string; since: number }>;
  /** The lists that still have pages to read, by resource. */
  lists: ReadonlyMap<string, { read: number; remaining: number }>;
}

/** The line of stderr that shows what a scan does. */
export interface Progress extends Watch {
  /** Sets the number of facts that are read. */
  start(total: number): void;
  done(): void;
  /** Prints a text above the line. */
  print(text: string): void;
  end(): void;
}

const erase = '\r\u001B[K';
/** A call is shown if it has lasted this many milliseconds. */
const slow = 2_000;

/** Shows what a scan does on one line of stderr, only for a person at a terminal and without `--verbose`. */
export function createProgress(io: Io, verbose: boolean): Progress {
  const shown = io.stderrIsTerminal && !verbose && io.env['CI'] === undefined && io.env['TERM'] !== 'dumb';
  return shown ? openLine(io) : { ...silent, print: (text) => io.stderr(text) };
}

const nothing = (): void => undefined;
const silent = { start: nothing, done: nothing, end: nothing, page: nothing, begin: () => nothing };

function openLine(io: Io): Progress {
  const calls = new Set<{ call: string; since: number }>();
  const lists = new Map<string, { read: number; remaining: number }>();
  const counts: Pick<Waiting, 'done' | 'total'> = { done: 0, total: undefined };
  let drawn: string | undefined;
  let ended = false;
  const draw = (): void => {
    const columns = io.stderrColumns?.() ?? io.columns;
    const line = formatProgress({ ...counts, calls, lists }, performance.now(), columns);
    if (ended || line === drawn) return;
    drawn = line;
    io.stderr(`${erase}${line}`);
  };
  const clock = setInterval(draw, 1_000).unref();
  const change = (apply: () => void): void => {
    apply();
    draw();
  };
  draw();
  return {
    start: (total) => change(() => (counts.total = total)),
    done: () => change(() => (counts.done += 1)),
    begin(call) {
      const begun = { call, since: performance.now() };
      calls.add(begun);
      return () => void calls.delete(begun);
    },
    page: (resource, read, remaining) =>
      change(() => (remaining === undefined ? lists.delete(resource) : lists.set(resource, { read, remaining }))),
    print(text) {
      io.stderr(ended ? text : `${erase}${text}`);
      drawn = undefined;
    },
    end() {
      if (ended) return;
      ended = true;
      clearInterval(clock);
      io.stderr(erase);
    },
  };
}

/**
 * The line: how many facts were read, the list with the most remaining objects, and the call that has lasted longest.
 * @param now milliseconds, as in `since`
 * @param columns the line is shorter: in the last column, some terminals begin a new line
 */
export function formatProgress({ done, total, calls, lists }: Waiting, now: number, columns: number): string {
  const facts = total === undefined ? 'Reading the cluster' : `Reading ${done} of ${total} facts`;
  const room = Math.max(1, columns - 1);
  const parts = [facts, ...describeLongestList(lists), ...describeSlowestCall(calls, now)].map(printable);
  const line = parts.reduce((text, part, index) =>
    index === 1 || `${text}; ${part}`.length <= room ? `${text}; ${part}` : text,
  );
  return line.length <= room ? line : `${line.slice(0, room - 1)}…`;
}

function describeLongestList(lists: Waiting['lists']): string[] {
  const [longest] = [...lists].toSorted(([, a], [, b]) => b.remaining - a.remaining);
  if (longest === undefined) return [];
  const [resource, { read, remaining }] = longest;
  return [`${resource}: ${formatNumber(read)} of about ${formatNumber(roundUp(read + remaining))}`];
}

function describeSlowestCall(calls: Waiting['calls'], now: number): string[] {
  const [oldest] = [...calls].toSorted((a, b) => a.since - b.since);
  if (oldest === undefined || now - oldest.since < slow) return [];
  return [`${Math.floor((now - oldest.since) / 1_000)} s: ${oldest.call}`];
}

/** The API server estimates how many objects remain: three digits are enough. */
function roundUp(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 3);
  return Math.ceil(count / unit) * unit;
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-US');
}
