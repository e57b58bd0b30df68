import { main } from '../../src/main.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs one command line in this process, as `cli.ts` would, with nothing of this machine's environment but `env`. What of it
 * is AWS's is this process's environment from then on: the SDK looks there.
 */
export async function runMain(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  Object.assign(process.env, Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('AWS_'))));
  const told = { stdout: '', stderr: '' };
  const code = await main(argv, {
    stdout: (text) => (told.stdout += text),
    stderr: (text) => (told.stderr += text),
    env,
    cwd,
    now: () => new Date('2026-11-20T12:00:00.000Z'),
    stdoutIsTerminal: true,
    stderrIsTerminal: true,
    columns: 80,
    signal: new AbortController().signal,
    version: '0.0.0-fuzz',
    builtAt: undefined,
  });
  return { code, ...told };
}

/** What no terminal may be sent: controls but for the line feed, and marks that turn the direction of text. */
export const rawControls = /[\u0000-\u0009\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
/** An escape that is not one of our own colours. */
export const foreignEscape = /\u001B(?!\[\d{1,2}(?:;\d{1,2})*m)/;
