/** Prints an error, which `--quiet` does not hide. */
export function printError({ error, stderr }: Pick<Io, 'error' | 'stderr'>, text: string): void {
  (error ?? stderr)(text);
}

/** The same streams, but notes and progress are dropped; errors are still printed on stderr. */
export function withoutNotes(io: Io): Io {
  return { ...io, stderr: () => undefined, error: io.error ?? io.stderr };
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
  /** True if stdout is a terminal; color depends on it. */
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  columns: number;
  /** The current columns of the terminal on stderr; if omitted, `columns` applies. */
  stderrColumns?(): number;
  /** Aborted by SIGINT, SIGTERM and SIGHUP. */
  signal: AbortSignal;
  version: string;
  /** When this build was made, ISO 8601; undefined in development. */
  builtAt: string | undefined;
}
