/** Everything that a run touches outside of itself; `cli.ts` brings the real ones, tests their own. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  env: NodeJS.ProcessEnv;
  cwd: string;
  now(): Date;
  /** True where a person looks at stdout; progress and colour hang on it. */
  stdoutIsTerminal: boolean;
  stderrIsTerminal: boolean;
  columns: number;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
  version: string;
  /** When this build was made, ISO 8601; undefined in development. */
  builtAt: string | undefined;
}
