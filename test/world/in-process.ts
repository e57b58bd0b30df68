import { readFileSync } from 'node:fs';
import type { ApartEnded, ApartOptions, Io } from '../../src/commands/io.ts';
import { main } from '../../src/main.ts';
import { withoutWritten, type Outcome } from './outcome.ts';

/** A command that ended by itself, with its exit code. */
export type Ended = Outcome & { code: number };

/** The environment, folder, output and clock of a command that runs in this process. */
export interface Place {
  /** The whole environment, as for a separate process. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** Whether stdout and stderr are terminals. */
  terminal?: boolean;
  /** Stops the command, as a signal does. */
  signal?: AbortSignal;
  /** How scans of several clusters run; by default, in this process, too. */
  runApart?: NonNullable<Io['runApart']>;
  /** Parts of the Io that differ: another time, or how other processes are run. */
  io?: Partial<Io>;
  /** `real`: the current time, which tokens for a real API server need. By default, the date of the worlds. */
  clock?: 'real';
}

const packageFile = new URL('../../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };

/** The last command. Commands run one at a time, since the environment and the clock belong to the process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one command line in this process as `cli.ts` would, with only `env` as its environment. `runProcess` (run.ts)
 * tests what needs a separate process: streams, signals, startup.
 */
export function runCommand(args: readonly string[], place: Place): Promise<Ended> {
  const ended = last.then(() => alone(args, place));
  last = ended.catch(() => undefined);
  return ended;
}

async function alone(args: readonly string[], place: Place): Promise<Ended> {
  const { env, cwd, clock } = place;
  const restore = [exchangeEnvironment(env), exchangeFolder(cwd), ...(clock === 'real' ? [] : [exchangeClock()])];
  try {
    return await runMain(args, { ...place, cwd: process.cwd() });
  } finally {
    for (const one of restore) one();
  }
}

/**
 * Like {@link runCommand}, but several may run at the same time: this process keeps its folder and clock. Its
 * environment only gets the AWS variables in `env`, since the SDK reads them there.
 */
export async function runMain(args: readonly string[], place: Place & { now?: () => Date }): Promise<Ended> {
  const { env, cwd = process.cwd(), terminal = false, now = () => new Date(), runApart = runHere } = place;
  const given = Object.entries(env).filter(([name, value]) => name.startsWith('AWS_') && value !== undefined);
  Object.assign(process.env, Object.fromEntries(given));
  const output = { stdout: '', stderr: '' };
  const code = await main(args, {
    stdout: (text) => (output.stdout += text),
    stderr: (text) => (output.stderr += text),
    env: { ...env },
    cwd,
    now,
    stdoutIsTerminal: terminal,
    stderrIsTerminal: terminal,
    columns: Number(env['COLUMNS'] ?? 0) || 80,
    signal: place.signal ?? new AbortController().signal,
    runApart,
    version,
    ...place.io,
  });
  return withoutWritten({ ...output, code, signal: null });
}

/** Runs a command line in this process, beside the one that runs. */
export async function runHere(
  args: readonly string[],
  { env, signal, onNote }: ApartOptions,
  more: Pick<Place, 'cwd' | 'io'> = {},
): Promise<ApartEnded> {
  const io = { toParent: () => Promise.resolve(), ...more.io };
  const ended = await runMain(args, { env, signal, ...more, io });
  for (const line of ended.stderr.split('\n').slice(0, -1)) onNote?.(line);
  return ended;
}

/** The AWS SDK and the programs that the command starts read `process.env`. */
function exchangeEnvironment(env: NodeJS.ProcessEnv): () => void {
  const own = { ...process.env };
  const put = (wanted: NodeJS.ProcessEnv): void => {
    const isVitests = (name: string): boolean => name.startsWith('VITEST');
    for (const name of Object.keys(process.env))
      if (wanted[name] === undefined && !isVitests(name)) delete process.env[name];
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) process.env[name] = value;
  };
  put(env);
  return () => put(own);
}

/** Paths in options are relative to the working directory. */
function exchangeFolder(folder: string | undefined): () => void {
  const own = process.cwd();
  if (folder !== undefined) process.chdir(folder);
  return () => process.chdir(own);
}

/** Does what fixed-clock.cjs does for a separate process. */
function exchangeClock(): () => void {
  const RealDate = Date;
  const offset = RealDate.parse('2026-11-20T12:00:00.000Z') - RealDate.now();
  globalThis.Date = class extends RealDate {
    constructor(...given: []) {
      if (given.length === 0) super(RealDate.now() + offset);
      else super(...given);
    }
    static override now(): number {
      return RealDate.now() + offset;
    }
  } as DateConstructor;
  return () => {
    globalThis.Date = RealDate;
  };
}
