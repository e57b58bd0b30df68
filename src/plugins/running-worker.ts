import { Worker } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError, type Reason } from '../facts/reason.ts';
import { oneLine } from '../languages/one-line.ts';
import { untilStopped } from '../sources/stop.ts';
import { codeOf } from '../sources/whole-file.ts';
import type { ModuleAt, Question, RulesAt } from './protocol.ts';

/** What one plug-in may use. */
export interface PluginLimits {
  /** To load its module. */
  loadMs: number;
  /** To judge one check, or to project one page of a list. */
  stepMs: number;
  /** Megabytes of its worker's heap. */
  heapMb: number;
}

/** What a worker runs, and how. */
export interface Hosting {
  module: ModuleAt | RulesAt;
  limits: PluginLimits;
  /** Aborted when the scan's time is over. */
  signal?: AbortSignal | undefined;
  /** Takes a line that the module prints. */
  log(line: string): void;
}

/** The outcome of a question: the answer; what the module threw; or why its worker is of no use any more. */
export type Outcome = { said: unknown } | { threw: string } | { ended: Reason };

/** A worker; it never rejects. */
export interface RunningWorker {
  ask(question: Question, ms: number): Promise<Outcome>;
  end(): Promise<void>;
}

declare const __EKS_PREFLIGHT_TABLES_ARE_PARSED__: boolean | undefined;

/** The built modules: what runs from source has them in dist/. */
function builtModule(name: string): URL {
  const isBuilt = typeof __EKS_PREFLIGHT_TABLES_ARE_PARSED__ === 'boolean';
  return new URL(`${isBuilt ? '..' : '../../dist'}/${name}`, import.meta.url);
}

/** What plug-ins import, and the module that it is. */
const api = { 'eks-preflight': 'index.js', 'eks-preflight/testing': 'testing.js' };

/** Starts a worker: no environment, no arguments, no standard input, a heap of its own. */
export function startWorker({ limits, signal, log }: Omit<Hosting, 'module'>): RunningWorker {
  const modules = Object.entries(api).map(([name, file]) => [name, builtModule(file).href]);
  const worker = new Worker(builtModule('plugin-worker.js'), {
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    workerData: Object.fromEntries(modules),
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => text.split('\n').filter(Boolean).forEach(log));
  }
  const gone = new Promise<Outcome>((resolve) => {
    worker.once('error', (error) => resolve({ ended: reasonOfEnd(error, limits) }));
    worker.once('exit', () => resolve({ ended: { kind: 'unreadable', message: 'it ended its worker' } }));
  });
  return {
    ask: (question, ms) => firstOf([gone, answerOf(worker, question)], ms, signal),
    end: async () => void (await worker.terminate()),
  };
}

function answerOf(worker: Worker, question: Question): Promise<Outcome> {
  return new Promise((resolve) => {
    worker.once('message', (answer: unknown) => {
      const { failed, said } = Object(answer) as Partial<Record<'failed' | 'said', unknown>>;
      resolve(typeof failed === 'string' ? { threw: oneLine(failed, 300) } : { said });
    });
    worker.postMessage(question);
  });
}

async function firstOf(
  outcomes: readonly Promise<Outcome>[],
  ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const clock = new AbortController();
  const late = sleep(ms, null, { signal: clock.signal }).then((): Outcome => ({ ended: lateReason(ms) }));
  try {
    return await untilStopped(signal ?? clock.signal, () => Promise.race([...outcomes, late]));
  } catch (error) {
    return { ended: error instanceof SourceError ? error.reason : lateReason(ms) };
  } finally {
    late.catch(() => undefined);
    clock.abort();
  }
}

function lateReason(ms: number): Reason {
  return { kind: 'time-out', message: `it did not finish within ${ms / 1_000} s` };
}

function reasonOfEnd(error: unknown, { heapMb }: PluginLimits): Reason {
  if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
    return { kind: 'truncated', message: `it used more than ${heapMb} MB of memory` };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'unreadable', message: `it crashed: ${oneLine(message, 300)}` };
}
