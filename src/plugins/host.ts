import { SourceError } from '../facts/reason.ts';
import type { Question } from './protocol.ts';
import { startWorker, type Hosting, type Outcome, type PluginLimits, type RunningWorker } from './running-worker.ts';

export const pluginLimits: PluginLimits = { loadMs: 30_000, stepMs: 10_000, heapMb: 768 };

/** A plug-in's module in a worker of its own. Rejects with a {@link SourceError} only; its message does not name the plug-in. */
export interface PluginHost {
  /** What the module declares. */
  declare(): Promise<unknown>;
  /** Asks, with the facts that the answer depends on; what the worker has already is not sent again. */
  ask(question: Question, facts?: Readonly<Record<string, unknown>>): Promise<unknown>;
  close(): Promise<void>;
}

interface Loaded {
  worker: RunningWorker;
  declared: unknown;
  known: Map<string, unknown>;
}

/**
 * Hosts a module. Questions are answered one after the other. A worker that does not answer in time, or that ends, is replaced for
 * the next question: one check takes no other with it.
 */
export function hostPlugin(hosting: Hosting): PluginHost {
  const { stepMs } = hosting.limits;
  let loaded: Loaded | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const load = async (): Promise<Loaded> => (loaded ??= await loadModule(hosting));
  const drop = async (): Promise<void> => {
    const dropped = loaded;
    loaded = undefined;
    await dropped?.worker.end();
  };
  const send = async (worker: RunningWorker, question: Question): Promise<unknown> => {
    const outcome = await worker.ask(question, stepMs);
    if ('ended' in outcome) await drop();
    return saidOrThrow(outcome);
  };
  const inTurn = <Value>(job: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(job);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    declare: () => inTurn(async () => (await load()).declared),
    ask: (question, facts = {}) =>
      inTurn(async () => {
        const { worker, known } = await load();
        for (const [name, value] of Object.entries(facts)) {
          if (known.get(name) === value) continue;
          await send(worker, { ask: 'know', facts: { [name]: value } });
          known.set(name, value);
        }
        return send(worker, question);
      }),
    close: () => inTurn(drop),
  };
}

async function loadModule(hosting: Hosting): Promise<Loaded> {
  const worker = startWorker(hosting);
  try {
    const outcome = await worker.ask({ ask: 'declare', module: hosting.module }, hosting.limits.loadMs);
    return { worker, declared: saidOrThrow(outcome), known: new Map() };
  } catch (error) {
    await worker.end();
    throw error;
  }
}

function saidOrThrow(outcome: Outcome): unknown {
  if ('said' in outcome) return outcome.said;
  throw new SourceError('ended' in outcome ? outcome.ended : { kind: 'unreadable', message: outcome.threw });
}
