import { spawn, type ChildProcess, type Serializable } from 'node:child_process';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { apartVariable, type ApartEnded, type ApartOptions } from '../io.ts';

/** How much of stderr is kept, in characters: the end says why a process ended. */
const longestNotes = 100_000;
/** The maximum length of one line on stderr, in characters. */
const longestLine = 10_000;
/**
 * The time from SIGTERM to SIGKILL, in milliseconds. `late`: a process that did not end by itself at its limit may be too
 * busy to notice the signal.
 */
const graceMs = { stopped: 4_000, late: 2_000 };
/**
 * How long the streams of a process stay open after its end, in milliseconds: programs that it started may hold them.
 * `stopped`: after SIGTERM.
 */
const streamsMs = { stopped: 1_000, ended: 30_000 };

/**
 * Runs this program with other arguments in a separate process.
 * @throws Error if the process cannot be started
 */
export async function runApart(
  args: readonly string[],
  { env, signal, longest, limitMs, onNote, onMessage, connect }: ApartOptions,
): Promise<ApartEnded> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    env: { ...env, [apartVariable]: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const end = (): void => endProcess(child, graceMs.stopped);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  child.on('message', (message) => onMessage?.(message));
  connect?.({
    send: (message) => void child.send(message as Serializable, () => undefined),
    listen: (heard, ended) => void child.on('message', heard).once('disconnect', ended),
  });
  const printed = collectBytes(child.stdout, longest, end);
  const limit = startLimit(child, limitMs);
  let stderr = '';
  onLines(child.stderr, (line) => {
    stderr = `${stderr}${line}\n`.slice(-longestNotes);
    onNote?.(line);
  });
  try {
    const { code, signal: by } = await ended(child, () => signal.aborted || limit.isOver());
    const why = { isTooLong: printed.isTooLong(), isTooLate: limit.isOver() };
    return { stdout: printed.text(), stderr, code, signal: by, ...why };
  } finally {
    limit.clear();
    signal.removeEventListener('abort', end);
  }
}

/** Keeps what a stream prints; if that is more than `longest` bytes, keeps nothing. */
function collectBytes(stream: Readable | null, longest: number, whenTooLong: () => void) {
  let chunks: Buffer[] = [];
  let bytes = 0;
  stream?.on('data', (chunk: Buffer) => {
    const wasTooLong = bytes > longest;
    bytes += chunk.length;
    if (bytes <= longest) chunks.push(chunk);
    else chunks = [];
    if (bytes > longest && !wasTooLong) whenTooLong();
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), isTooLong: () => bytes > longest };
}

/** Calls a function with each line of a stream; of a long line, only with its end. */
function onLines(stream: Readable | null, take: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    const [last = '', ...lines] = `${rest}${text}`.split('\n').reverse();
    rest = last.slice(-longestLine);
    for (const line of lines.reverse()) take(line.slice(-longestLine));
  });
  stream?.on('close', () => {
    if (rest !== '') take(rest);
  });
}

function endProcess(child: ChildProcess, grace: number): void {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), grace).unref();
}

/** Ends a process at the limit of its time. */
function startLimit(child: ChildProcess, limitMs: number | undefined): { isOver(): boolean; clear(): void } {
  let isOver = false;
  const end = (): void => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    isOver = true;
    endProcess(child, graceMs.late);
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  return { isOver: () => isOver, clear: () => clearTimeout(timer) };
}

/** Waits until a process has ended and its streams are closed. */
function ended(child: ChildProcess, wasStopped: () => boolean): Promise<Pick<ApartEnded, 'code' | 'signal'>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve({ code, signal: by }));
    child.once('exit', () => {
      setTimeout(() => closeStreams(child), wasStopped() ? streamsMs.stopped : streamsMs.ended).unref();
    });
  });
}

function closeStreams({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}
