import type { Reason } from '../../facts/reason.ts';
import { oneLine } from '../../syntax/one-line.ts';

/** How the process of a worker ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last characters of its standard error. */
  stderrTail: string;
}

const longestTail = 8_000;

/** Keeps the last characters of a text that arrives in pieces. */
export function createTail(): { add(piece: string): void; text(): string } {
  let tail = '';
  return { add: (piece) => void (tail = (tail + piece).slice(-longestTail)), text: () => tail };
}

/** V8's messages when it runs out of memory. */
const outOfMemory = /heap out of memory|invalid (?:array length|size error)|Allocation failed/;

/** Finds an uncaught error in Node's output: the file with the line, the code, then the error. */
function findUncaughtError(stderrTail: string): string | undefined {
  const lines = stderrTail.split('\n').slice(0, 100);
  const error = lines.findIndex((line) => /^[A-Z][A-Za-z]{0,40}:? /.test(line) && line.includes('Error'));
  const where = lines.slice(0, Math.max(error, 0)).find((line) => /:\d{1,9}$/.test(line));
  return where === undefined ? undefined : `${toFilePath(where)}: ${lines[error] ?? ''}`;
}

/**
 * Why a worker ended unexpectedly, worded to follow its subject.
 * @param heapMb limit of its heap in megabytes
 */
export function reasonOfEnd({ code, signal, stderrTail }: End, heapMb: number): Reason {
  if (signal !== null && (signal === 'SIGKILL' || outOfMemory.test(stderrTail)))
    return { kind: 'truncated', message: `used more than ${heapMb} MB of memory` };
  if (signal !== null) return { kind: 'unreadable', message: `did not finish: its process ended with ${signal}` };
  const error = code === 0 ? undefined : findUncaughtError(stderrTail);
  const message =
    error === undefined ? `did not finish: its process ended with exit code ${code ?? 0}` : `crashed: ${error}`;
  return { kind: 'unreadable', message: oneLine(message, 400) };
}

function toFilePath(place: string): string {
  const file = place.replace(/^file:\/\//, '');
  try {
    return decodeURI(file);
  } catch {
    return file;
  }
}
