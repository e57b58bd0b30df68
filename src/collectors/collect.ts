import { factSchemas, type FactName, type Facts } from '../facts/facts.ts';
import type { Gap, Reading, Readings } from '../facts/reading.ts';
import { ScanError, stopError, type Permission, type Reason } from '../facts/reason.ts';
import type { Sources } from '../sources/sources.ts';
import type { Joined, JoinedFact, WithJoined } from './for-joins.ts';

/** A collected value, and what is known to be missing or outdated in it. */
export interface Collected<Value> {
  value: Value;
  /** Parts that could not be read; each becomes an unknown finding of every check that reads the fact. */
  gaps?: Gap[];
  inconsistent?: boolean;
  stale?: string;
}

type JoinedReading<Name extends JoinedFact> = Promise<Reading<readonly Joined<Name>[]>>;

/** Reads other facts. `read` rejects with the other fact's reason; `reading` resolves with its outcome either way. */
export interface FactReader<From extends FactName> {
  read<Name extends From>(name: Name): Promise<Facts[Name]>;
  reading<Name extends From>(name: Name): Promise<Reading<Facts[Name]>>;
  /** Like `read`, with what only other collectors need of each entry. */
  readJoined<Name extends From & JoinedFact>(name: Name): Promise<readonly Joined<Name>[]>;
  /** Like `reading`, with what only other collectors need of each entry. */
  joinedReading<Name extends From & JoinedFact>(name: Name): JoinedReading<Name>;
}

/** Collects one fact: in full, with named gaps, or not at all. */
export interface Collector<Name extends FactName = FactName, From extends FactName = FactName> {
  /** All of its calls; the command `permissions` and the tests of denied calls use this list. */
  permissions: readonly Permission[];
  /** The facts that it reads. */
  from?: readonly From[];
  /** The result has the fact's shape already and is not parsed again, for kinds with thousands of objects. */
  projected?: boolean;
  /** @throws ScanError if the fact cannot be read */
  collect(sources: Sources, facts: FactReader<From>): Promise<Collected<Facts[Name]> & WithJoined<Name>>;
}

/** Returns the collector; its types make reading a fact that `from` does not name a compile error. */
export function defineCollector<Name extends FactName, const From extends FactName = never>(
  _fact: Name,
  collector: Collector<Name, From>,
): Collector<Name, From> {
  return collector;
}

/** One collector per fact: a fact without one is a compile error. */
export type Collectors = { [Name in FactName]: Omit<Collector<Name>, 'collect'> & { collect: AnyCollect<Name> } };
type AnyCollect<Name extends FactName> = (
  sources: Sources,
  facts: FactReader<FactName>,
) => Promise<Collected<Facts[Name]> & WithJoined<Name>>;

/** Called when a fact is done, for progress on a terminal. */
export type Progress = (fact: FactName, ok: boolean) => void;

/**
 * Reads `needed` and the facts that their collectors read, each once, all at the same time. Never rejects: an error
 * becomes the reading of its fact.
 * @param signal once aborted, facts without a reading are not waited for: their reading is the signal's reason
 */
export async function collect(
  collectors: Collectors,
  needed: Iterable<FactName>,
  sources: Sources,
  progress: Progress = () => undefined,
  signal?: AbortSignal,
): Promise<Readings> {
  const cut = cutReading(signal);
  const running = new Map<FactName, Promise<Reading<unknown>>>();
  const joined: Taken['joined'] = new Map();
  const take = (name: FactName): Promise<Reading<unknown>> => {
    const started =
      running.get(name) ??
      Promise.race([takeReading(collectors, name, sources, { take, joined }), cut]).then((reading) => {
        progress(name, reading.ok);
        return reading;
      });
    running.set(name, started);
    return started;
  };
  await Promise.all([...needed].map(take));
  const settled = await Promise.all([...running].map(async ([name, reading]) => [name, await reading] as const));
  return Object.fromEntries(settled.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The reading of every fact that is not done when the signal is aborted. Without a signal it never resolves. */
function cutReading(signal: AbortSignal | undefined): Promise<Reading<unknown>> {
  return new Promise((resolve) => {
    const cut = (): void => resolve({ ok: false, reason: stopError(signal).reason });
    if (signal?.aborted === true) cut();
    signal?.addEventListener('abort', cut, { once: true });
  });
}

/** What collectors can read of each other. */
interface Taken {
  take(name: FactName): Promise<Reading<unknown>>;
  /** The joined entries of each list; they last as long as the collecting. */
  joined: Map<FactName, readonly unknown[]>;
}

async function takeReading(
  collectors: Collectors,
  name: FactName,
  sources: Sources,
  taken: Taken,
): Promise<Reading<unknown>> {
  const { collect: run, projected } = collectors[name];
  const { reader, looks } = createReader(taken);
  try {
    const { value, gaps: own = [], joined, ...marks } = await run(sources, reader);
    if (joined !== undefined) taken.joined.set(name, joined);
    const inherited = await inheritedFrom(looks);
    const gaps = [...own, ...inherited.filter(({ whole }) => whole).flatMap(({ reading }) => reading.gaps ?? [])];
    const inconsistent = marks.inconsistent === true || inherited.some(({ reading }) => reading.inconsistent === true);
    const stale = marks.stale ?? inherited.find(({ reading }) => reading.stale !== undefined)?.reading.stale;
    return {
      ok: true,
      value: projected === true ? value : factSchemas[name].parse(value),
      ...(gaps.length === 0 ? {} : { gaps }),
      ...(inconsistent ? { inconsistent } : {}),
      ...(stale === undefined ? {} : { stale }),
    };
  } catch (error) {
    return { ok: false, reason: await firstReason(toReason(name, error), looks) };
  }
}

/** One access to another fact. The order of requests is kept: reports must not depend on which fact was read first. */
interface Look {
  reading: Promise<Reading<unknown>>;
  /** True for `read`: its gaps are passed on. A collector that uses `reading` handles gaps itself. */
  whole: boolean;
}

interface Inherited {
  reading: Extract<Reading<unknown>, { ok: true }>;
  whole: boolean;
}

/** The successful readings of other facts: a fact inherits the known flaws of the facts that it reads. */
async function inheritedFrom(looks: readonly Look[]): Promise<Inherited[]> {
  const seen = await Promise.all(looks.map(async ({ reading, whole }) => ({ reading: await reading, whole })));
  return seen.flatMap(({ reading, whole }) => (reading.ok ? [{ reading, whole }] : []));
}

/** The thrown reason; if it is that of a fact that was read, the reason of the first requested fact that failed. */
async function firstReason(thrown: Reason, looks: readonly Look[]): Promise<Reason> {
  const read = await Promise.all(looks.filter(({ whole }) => whole).map(({ reading }) => reading));
  const reasons = read.flatMap((reading) => (reading.ok ? [] : [reading.reason]));
  return reasons.includes(thrown) ? (reasons[0] ?? thrown) : thrown;
}

function createReader(taken: Taken): { reader: FactReader<FactName>; looks: readonly Look[] } {
  const looks: Look[] = [];
  const look = <Name extends FactName>(name: Name, whole: boolean): Promise<Reading<Facts[Name]>> => {
    const reading = taken.take(name);
    looks.push({ reading, whole });
    return reading as Promise<Reading<Facts[Name]>>;
  };
  const lookJoined = async <Name extends JoinedFact>(name: Name, whole: boolean): JoinedReading<Name> => {
    const reading = await look(name, whole);
    return reading.ok ? { ...reading, value: requireJoined(taken, name) as readonly Joined<Name>[] } : reading;
  };
  const reader: FactReader<FactName> = {
    read: async (name) => valueOf(await look(name, true)),
    reading: (name) => look(name, false),
    readJoined: async (name) => valueOf(await lookJoined(name, true)),
    joinedReading: (name) => lookJoined(name, false),
  };
  return { reader, looks };
}

function valueOf<Value>(reading: Reading<Value>): Value {
  if (!reading.ok) throw new ScanError(reading.reason);
  return reading.value;
}

/** @throws ScanError if they are missing: entries without labels, for example, would match no selector */
function requireJoined({ joined }: Taken, name: FactName): readonly unknown[] {
  const entries = joined.get(name);
  if (entries !== undefined) return entries;
  throw new ScanError({ kind: 'unreadable', message: `the list of ${name} lacks what other facts need` });
}

function toReason(name: FactName, error: unknown): Reason {
  if (error instanceof ScanError) return error.reason;
  const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return { kind: 'unreadable', message: `${name} could not be read: ${detail}`, hint: 'Report this as a defect.' };
}
