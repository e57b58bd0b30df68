import { isDeepStrictEqual } from 'node:util';
import { collect } from '../../../src/collectors/collect.ts';
import { collectors } from '../../../src/collectors/index.ts';
import { factNames, type FactName } from '../../../src/facts/facts.ts';
import type { Readings } from '../../../src/facts/reading.ts';
import { compareJudged, judgeAll, type Judged, type Targets } from './judged.ts';
import { losing, type Mutation } from './mutation.ts';
import { answerKey, live, type Answer, type Output, type Outputs, type Recorded } from './recorded.ts';

/** A recorded world, and what a scan of it concludes. */
export interface Subject extends Recorded {
  name: string;
  targets: Targets;
  judged: Judged;
}

/**
 * What became of a changed answer: nothing changed, a fact or a part of it is unread, a check is unknown, other
 * findings without a fault, or faults.
 */
export interface Outcome {
  kind: 'same' | 'unreadable' | 'unknown' | 'other' | 'fault';
  faults: readonly string[];
}

/** Requests that a source makes once and caches. */
const requestedOnce = /^eks:DescribeCluster$|^GET \/(?:version|apis?(?:\/[^/]+\/[^/]+|\/v1)?)$/;

/** Reads all facts that depend on an answer once more with this change, and judges the checks that read them. */
export async function tryMutation(subject: Subject, answer: Answer, mutation: Mutation): Promise<Outcome> {
  const { world, open } = subject;
  const body = mutation.make();
  world.kube.jsonOnly = mutation.isProtobuf !== true;
  world.rewrite = (call, own, asked) => (answerKey(call, asked) === answer.key ? body : own);
  const isCached = requestedOnce.test(answer.call);
  try {
    if (isCached) await open.renew();
    const readings = await readAgain(subject, answer.readers);
    return readings === undefined ? same(mutation) : conclude(subject, answer, mutation, readings);
  } finally {
    delete world.rewrite;
    if (isCached) await open.renew();
  }
}

/** An answer that says that it is not the whole must not be read as if it were. */
function same({ change, member }: Mutation): Outcome {
  const isEnd = change === 'contradicting' && /remainingItemCount$|IsTruncated$/.test(member);
  return isEnd ? { kind: 'fault', faults: ['is read in full'] } : { kind: 'same', faults: [] };
}

/** The readings after the change; undefined if no collector of the answer returns anything else. */
async function readAgain({ open, outputs, readings }: Subject, readers: readonly FactName[]) {
  const now = new Map<FactName, Output>(outputs);
  const first = await collect(live(new Set(readers), outputs, now), readers, open.sources());
  const changed = readers.filter((fact) => !isDeepStrictEqual(now.get(fact), outputs.get(fact)));
  if (changed.length === 0) return undefined;
  const above = listDependents(new Set(changed));
  const before: Outputs = new Map(now);
  const second = await collect(live(new Set(above), before, now), above, open.sources());
  const own = Object.entries(first).filter(([name]) => (readers as readonly string[]).includes(name));
  return { ...readings, ...Object.fromEntries(own), ...second } satisfies Readings as Readings;
}

/** The facts that are built on these. */
function listDependents(facts: ReadonlySet<FactName>): FactName[] {
  const all = new Set(facts);
  for (let size = -1; size !== all.size; ) {
    size = all.size;
    for (const name of factNames) if (collectors[name].from?.some((fact) => all.has(fact)) === true) all.add(name);
  }
  const above = factNames.filter((name) => all.has(name) && collectors[name].from?.some((fact) => all.has(fact)));
  return above;
}

function conclude(subject: Subject, answer: Answer, { change }: Mutation, readings: Readings): Outcome {
  const after = judgeAll(readings, subject.targets, subject);
  const believed = losing.has(change) ? listBelieved(subject.readings, readings, answer.readers) : [];
  const faults = [...believed, ...compareJudged(subject.judged, after)];
  if (faults.length > 0) return { kind: 'fault', faults };
  if (after.verdict === 'refused' || answer.readers.some((fact) => isUnread(readings[fact]))) {
    return { kind: 'unreadable', faults };
  }
  const isUnknown = [...after.results.values()].some(({ findings }) => findings.some(({ level }) => level === 'unknown'));
  return { kind: isUnknown ? 'unknown' : 'other', faults };
}

function isUnread(reading: Readings[FactName]): boolean {
  return reading !== undefined && (!reading.ok || (reading.gaps ?? []).length > 0);
}

/** The facts that are read, in full and as something else, from an answer of which nothing was left. */
function listBelieved(before: Readings, after: Readings, readers: readonly FactName[]): string[] {
  return readers
    .filter((fact) => !isUnread(after[fact]) && !isDeepStrictEqual(after[fact], before[fact]))
    .map((fact) => `${fact} is read`);
}
