import type { Reason } from '../../facts/reason.ts';
import type { Question } from './protocol.ts';
import {
  apiModules,
  startWorker,
  type Hosting,
  type Outcome,
  type PluginLimits,
  type RunningWorker,
} from './running-worker.ts';

/** A plug-in is not run again after its worker ended this many times, as each endless loop costs ten seconds. */
const mostEnds = 3;
/** The minimum time limit of a question, even near the end of the scan. */
const shortestStepMs = 1_000;

const megabyte = 1024 * 1024;

/** The limits of a plug-in; its heap may use a third of a container's memory, but at least 128 and at most 768 MB. */
export function pluginLimits(): PluginLimits {
  const third = Math.floor((process.constrainedMemory?.() || Infinity) / megabyte / 3);
  return { loadMs: 30_000, stepMs: 10_000, heapMb: Math.max(128, Math.min(768, third)) };
}

/** The time left of a scan. */
export interface TimeLeft {
  /** Milliseconds; Infinity without a limit. */
  left(): number;
  /** The reason to report once no time is left. */
  reason: Reason;
}

/** The outcome of a question, or the reason why the host did not ask it. */
export type Reply = Outcome | { refused: Reason };
type NoAnswer = Exclude<Reply, { said: unknown }>;

/** A plug-in's module in a separate worker; its methods never reject. */
export interface PluginHost {
  /** Returns the declaration of the module, not validated. */
  declare(): Promise<Reply>;
  /** Asks a question after sending the facts for its answer, except those that the worker already has. */
  request(question: Question, facts?: Readonly<Record<string, unknown>>): Promise<Reply>;
  close(): Promise<void>;
}

interface Loaded {
  worker: RunningWorker;
  declared: Reply;
  known: Map<string, unknown>;
}

/**
 * Hosts a module. Questions are answered one at a time. A worker that does not answer in time, or that ends, is
 * replaced for the next question, so that one check cannot fail the others. After {@link mostEnds} ends, every further
 * question is refused.
 */
export function hostPlugin(hosting: Hosting & { time?: TimeLeft | undefined }): PluginHost {
  const { time } = hosting;
  const kept = keepWorker(hosting);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(job: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(job);
    // The caller receives the error.
    last = turn.catch(() => undefined);
    return turn;
  };
  const answered = async (question: Question, facts: Readonly<Record<string, unknown>>): Promise<Reply> => {
    if (time !== undefined && time.left() <= 0) return { refused: time.reason };
    const ready = await kept.ready();
    if (!('worker' in ready)) return ready;
    for (const [name, value] of Object.entries(facts)) {
      if (ready.known.get(name) === value) continue;
      const reply = await kept.request({ ask: 'know', facts: { [name]: value } });
      if (!('said' in reply)) return reply;
      ready.known.set(name, value);
    }
    return kept.request(question);
  };
  return {
    declare: () =>
      inTurn(async () => {
        const ready = await kept.ready();
        return 'worker' in ready ? ready.declared : ready;
      }),
    request: (question, facts = {}) => inTurn(() => answered(question, facts)),
    close: () => inTurn(kept.drop),
  };
}

/** Keeps at most one worker, and counts those that ended. */
interface KeptWorker {
  ready(): Promise<Loaded | NoAnswer>;
  /** Asks the current worker. */
  request(question: Question): Promise<Reply>;
  drop(): Promise<void>;
}

function keepWorker(hosting: Hosting & { time?: TimeLeft | undefined }): KeptWorker {
  const { limits, time } = hosting;
  let loaded: Loaded | undefined;
  let ends = 0;
  const drop = async (): Promise<void> => {
    const dropped = loaded;
    loaded = undefined;
    await dropped?.worker.end();
  };
  const orDropped = async (reply: Reply): Promise<Reply> => {
    if (!('ended' in reply)) return reply;
    ends += 1;
    await drop();
    return reply;
  };
  return {
    drop,
    async ready() {
      if (loaded?.worker.isGone() === true) {
        ends += 1;
        await drop();
      }
      if (ends >= mostEnds) return { refused: stopped(ends) };
      loaded ??= await loadModule(hosting);
      const { declared } = loaded;
      if (!('said' in declared)) {
        await orDropped(declared);
        return declared;
      }
      return loaded;
    },
    async request(question) {
      const ms = Math.max(shortestStepMs, Math.min(limits.stepMs, time?.left() ?? Infinity));
      return loaded === undefined ? { refused: stopped(ends) } : orDropped(await loaded.worker.request(question, ms));
    },
  };
}

function stopped(ends: number): Reason {
  return { kind: 'unreadable', message: `its plug-in had to be stopped ${ends} times before` };
}

async function loadModule(hosting: Hosting): Promise<Loaded> {
  const worker = startWorker(hosting);
  const question = { ask: 'declare', module: hosting.module, api: apiModules() } as const;
  return { worker, declared: await worker.request(question, hosting.limits.loadMs), known: new Map() };
}

/**
 * Describes why there is no answer, as a sentence without a full stop.
 * @param who the subject of the sentence: `the check`
 */
export function describeNoAnswer(reply: NoAnswer, who: string): string {
  if ('refused' in reply) return `${who} was not run: ${reply.refused.message}`;
  return 'threw' in reply ? `${who} crashed: ${reply.threw}` : `${who} ${reply.ended.message}`;
}
