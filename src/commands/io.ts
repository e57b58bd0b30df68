/** Everything outside of a run that it uses; `process-io.ts` provides the real ones, tests their own. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** True if stdout is a terminal; color depends on it. */
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  columns: number;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
  version: string;
  /** When this build was made, ISO 8601; undefined in development. */
  builtAt: string | undefined;
}
