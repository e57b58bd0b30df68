import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { ScanError, type Reason } from '../../facts/reason.ts';
import { oneLine } from '../../syntax/one-line.ts';
import { untilStopped } from '../../sources/stop.ts';
import { reasonOfEnd, createTail } from './worker-end.ts';
import { buildFrame, createFrameParser } from './frames.ts';
import { createLineLogger } from './log.ts';
import { longestAnswer, type ModuleAt, type Question, type RulesAt } from './protocol.ts';

/** The limits of one plug-in. */
export interface PluginLimits {
  /** To load its module, in milliseconds. */
  loadMs: number;
  /** To answer any other question (judge a check, project a page of a list, run a test), in milliseconds. */
  stepMs: number;
  /** The heap of its worker in megabytes. */
  heapMb: number;
}

/** The module of a worker, and its environment. */
export interface Hosting {
  module: ModuleAt | RulesAt;
  limits: PluginLimits;
  /** Aborted when the command is stopped. */
  signal?: AbortSignal | undefined;
  /** Called with each line that the module prints. */
  log(line: string): void;
}

/**
 * The outcome of a question: the answer; the message of the error that the module threw; or why the worker can no
 * longer be used, worded to follow its subject: `did not finish within 10 s`.
 */
export type Outcome = { said: unknown } | { threw: string } | { ended: Reason };

/** A worker process; its methods never reject. */
export interface RunningWorker {
  request(question: Question, ms: number): Promise<Outcome>;
  /** Whether the process has ended, or could not be started. */
  isGone(): boolean;
  end(): Promise<void>;
}

declare const __EKS_PREFLIGHT_TABLES_ARE_PARSED__: boolean | undefined;

/** The URL of a built module; code that runs from source uses the one in dist/. */
function builtModule(name: string): URL {
  const isBuilt = typeof __EKS_PREFLIGHT_TABLES_ARE_PARSED__ === 'boolean';
  return new URL(`${isBuilt ? '..' : '../../../dist'}/${name}`, import.meta.url);
}

/** How long the last output of a process may take to arrive after its exit, in milliseconds. */
const drainMs = 200;

/** The names that plug-ins import, and the built module of each. */
const api = { 'eks-preflight': 'index.js', 'eks-preflight/testing': 'testing.js' };

/** The modules that plug-ins import by name, as `file:` URLs. */
export function apiModules(): Record<string, string> {
  return Object.fromEntries(Object.entries(api).map(([name, file]) => [name, builtModule(file).href]));
}

/**
 * Starts a worker in a separate process: a thread with a full heap, or one that waits for a program, would crash or
 * block this process. The worker has no environment variables, no arguments and no standard input.
 */
export function startWorker({ limits, signal, log }: Omit<Hosting, 'module'>): RunningWorker {
  const child = startProcess(limits);
  const [, , , questions, answers] = child.stdio as unknown as NodeJS.WriteStream[];
  const stderrTail = createTail();
  const print = createLineLogger(log);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
  child.stderr?.on('data', stderrTail.add);
  let take = (_answer: Outcome): void => undefined;
  const gone = new Promise<Outcome>((resolve) => {
    const end = (message: string): void => resolve({ ended: { kind: 'unreadable', message } });
    child.once('error', ({ message }) => end(`could not be started: ${oneLine(message, 200)}`));
    const endedBy = (code: number | null, by: NodeJS.Signals | null): void =>
      resolve({ ended: reasonOfEnd({ code, signal: by, stderrTail: stderrTail.text() }, limits.heapMb) });
    child.once('close', endedBy);
    // `close` may not be emitted: child processes of the worker can hold its output open.
    child.once('exit', (code, by) => void sleep(drainMs, null, { ref: false }).then(() => endedBy(code, by)));
    const tooLong = (): void => end(`answered with more than ${longestAnswer / 1_000_000} MB`);
    answers?.on('data', createFrameParser(longestAnswer, { frame: (body) => take(parseAnswer(body)), tooLong }));
  });
  // Errors of these streams are ignored: a question that cannot be written gets no answer, and times out.
  for (const stream of [questions, answers, child.stdout, child.stderr]) stream?.on('error', () => undefined);
  const sendQuestion = (question: Question): Promise<Outcome> =>
    new Promise((resolve) => {
      take = resolve;
      questions?.write(buildFrame(serialize(question)));
    });
  return {
    request: (question, ms) => raceWithTimeout([gone, sendQuestion(question)], ms, signal),
    isGone: () => hasEnded(child),
    end: async () => {
      killGroup(child);
      await Promise.race([gone, sleep(1_000, null, { ref: false })]);
    },
  };
}

function startProcess({ heapMb }: PluginLimits): ChildProcess {
  const flags = [`--max-old-space-size=${heapMb}`];
  const child = spawn(process.execPath, [...flags, fileURLToPath(builtModule('plugin-worker.js'))], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    // A separate process group, so that processes that the module starts are killed with it.
    detached: true,
  });
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', killAll);
  });
  return child;
}

/** Workers to kill when this process exits. */
const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) killGroup(child);
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Parses an answer; `said` is not validated. */
function parseAnswer(body: Buffer): Outcome {
  try {
    const { failed, said } = Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>;
    return typeof failed === 'string' ? { threw: oneLine(failed, 300) } : { said };
  } catch {
    return { said: undefined };
  }
}

async function raceWithTimeout(
  outcomes: readonly Promise<Outcome>[],
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const clock = new AbortController();
  const late = sleep(ms, null, { signal: clock.signal }).then((): Outcome => ({ ended: lateReason(ms) }));
  try {
    return await untilStopped(signal ?? clock.signal, () => Promise.race([...outcomes, late]));
  } catch (error) {
    return { ended: error instanceof ScanError ? error.reason : lateReason(ms) };
  } finally {
    // Aborting the clock rejects this promise.
    late.catch(() => undefined);
    clock.abort();
  }
}

function lateReason(ms: number): Reason {
  return { kind: 'time-out', message: `did not finish within ${Math.ceil(ms / 1_000)} s` };
}
