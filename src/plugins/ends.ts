import type { Reason } from '../facts/reason.ts';
import { oneLine } from '../languages/one-line.ts';
import type { PluginLimits } from './running-worker.ts';

/** How the process of a worker ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to standard error. */
  told: string;
}

const longestTail = 8_000;

/** Keeps the end of a text that comes in pieces. */
export function tailOf(): { add(piece: string): void; text(): string } {
  let tail = '';
  return { add: (piece) => void (tail = (tail + piece).slice(-longestTail)), text: () => tail };
}

/** The words of V8 where it gives up. */
const outOfMemory = /heap out of memory|invalid (?:array length|size error)|Allocation failed/;

/** Where Node says that nobody caught an error: the file and the line, the code, and the error. */
const uncaught = /^(?:file:\/\/)?(\S[^\n]*):(\d+)\n[\s\S]*?^(\w*Error\b[^\n]*)/m;

/** Why a worker ended by itself, as words that follow upon what did it. */
export function reasonOfEnd({ code, signal, told }: End, { heapMb }: Pick<PluginLimits, 'heapMb'>): Reason {
  if (signal !== null && (signal === 'SIGKILL' || outOfMemory.test(told)))
    return { kind: 'truncated', message: `used more than ${heapMb} MB of memory` };
  if (signal !== null) return { kind: 'unreadable', message: `did not finish: its process ended with ${signal}` };
  const [, file = '', line = '', error = ''] = uncaught.exec(told) ?? [];
  const where = file === '' ? '' : `${decoded(file)}:${line}: ${error}`;
  const message =
    where === '' || code === 0 ? `did not finish: its process ended with exit code ${code ?? 0}` : `crashed: ${where}`;
  return { kind: 'unreadable', message: oneLine(message, 400) };
}

function decoded(file: string): string {
  try {
    return decodeURI(file);
  } catch {
    return file;
  }
}
