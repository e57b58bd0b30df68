import type { Channel } from '../sources/aws/beside.ts';
import type { ApartMessage } from './fleet/apart-messages.ts';

/** Prints an error, which `--quiet` does not hide. */
export function printError({ error, stderr }: Pick<Io, 'error' | 'stderr'>, text: string): void {
  (error ?? stderr)(text);
}

/** The same streams, but notes and progress are dropped; errors are still printed on stderr. */
export function withoutNotes(io: Io): Io {
  return { ...io, stderr: () => undefined, error: io.error ?? io.stderr };
}

/** Set to 1 in the environment of a command that {@link Io.runApart} runs: it has a channel to this process. */
export const apartVariable = 'EKS_PREFLIGHT_APART';

/** How a command runs in a separate process. */
export interface ApartOptions {
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  /** Ends it. */
  signal: AbortSignal;
  /** The limit of its output in bytes: it is ended if it prints more. */
  longest: number;
  /** The limit of its time in milliseconds; if omitted, it has none. It is ended at that time, and killed soon after. */
  limitMs?: number;
  /** Called with the channel for what scans share (`starter`). */
  connect?(channel: Channel): void;
  /** Receives what it sends with `toParent`, unvalidated. */
  onMessage?(message: unknown): void;
  /** Called with each line that it prints on stderr, without the line feed. */
  onNote?(line: string): void;
}

/** A command that ran in a separate process. */
export interface ApartEnded {
  stdout: string;
  /** What it printed on stderr, at most its last 100,000 characters. */
  stderr: string;
  /** Its exit code; null if a signal ended it. */
  code: number | null;
  /** The signal that ended it. */
  signal: NodeJS.Signals | null;
  /** True if it was ended because it printed more than `longest`; `stdout` is empty then. */
  isTooLong?: boolean;
  /** True if it was ended because it ran longer than `limitMs`. */
  isTooLate?: boolean;
}

/** What a run uses from outside: `process-io.ts` takes it from the process; the API and tests provide their own. */
export interface Io {
  stdout(text: string): void;
  /** Notes, progress and errors. */
  stderr(text: string): void;
  /** Errors that `--quiet` does not hide; if omitted, `stderr` prints them. */
  error?(text: string): void;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** Waits for some milliseconds; if omitted, a timer does. */
  pause?(ms: number): Promise<void>;
  /** True if stdout is a terminal; color depends on it. */
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  columns: number;
  /** The current columns of the terminal on stderr; if omitted, `columns` applies. */
  stderrColumns?(): number;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal;
  version: string;
  /** Runs another command line of this program in a separate process; if omitted, this program is started again. */
  runApart?(args: readonly string[], options: ApartOptions): Promise<ApartEnded>;
  /** In such a process: sends a message to the process that started it, and waits until it is written. Never rejects. */
  toParent?(message: ApartMessage): Promise<void>;
  /** In such a process: the channel for what scans share. */
  starter?: Channel;
  /** Says that the command ends by itself soon after `signal` is aborted, with what it has. */
  endsItself?(): void;
}
