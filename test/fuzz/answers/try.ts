import { serialize } from 'node:v8';
import { isDeepStrictEqual } from 'node:util';
import { collect } from '../../../src/collectors/collect.ts';
import { collectors } from '../../../src/collectors/index.ts';
import { factNames, type FactName } from '../../../src/facts/facts.ts';
import type { Gap, Readings } from '../../../src/facts/reading.ts';
import { ScanError, type Reason } from '../../../src/facts/reason.ts';
import { describeDiscovery, isDiscovery } from './discovered.ts';
import { compareJudged, judgeAll, type Judged, type Targets } from './judged.ts';
import { losing, type Mutation } from './mutation.ts';
import { findUnseen } from './unseen.ts';
import { answerKey, live, type Answer, type Output, type Outputs, type Recorded } from './recorded.ts';

/** A recorded world, and what a scan of it concludes. */
export interface Subject extends Recorded {
  name: string;
  targets: Targets;
  judged: Judged;
  /** What was concluded from facts that were read before, by what was read. */
  known: Map<string, Conclusion>;
}

interface Conclusion {
  judged: Judged;
  readings: Readings;
  faults: readonly string[];
}

/**
 * What became of a changed answer: nothing changed, a fact or a part of it is unread, a check is unknown, other
 * findings without a fault, faults that are listed as ones that cannot be seen, or other faults.
 */
export interface Outcome {
  kind: 'same' | 'unreadable' | 'unknown' | 'other' | 'unseen' | 'fault';
  faults: readonly string[];
}

/** Reads all facts that depend on an answer once more with this change, and judges the checks that read them. */
export async function tryMutation(subject: Subject, answer: Answer, mutation: Mutation): Promise<Outcome> {
  const { world } = subject;
  const body = mutation.make();
  world.kube.jsonOnly = mutation.isProtobuf !== true;
  const restore = await forget(subject, answer);
  world.rewrite = (call, own, request) => (answerKey(call, request) === answer.key ? body : own);
  try {
    const { kind, faults } = await readMutated(subject, answer, mutation);
    return { kind: kind === 'fault' && findUnseen(answer.call, mutation) !== undefined ? 'unseen' : kind, faults };
  } finally {
    delete world.rewrite;
    await restore();
  }
}

async function readMutated(subject: Subject, answer: Answer, mutation: Mutation): Promise<Outcome> {
  if (isDiscovery(answer.call)) return tryDiscovery(subject, answer, mutation);
  const concluded = await readAgain(subject, answer.readers);
  return concluded === undefined ? same(answer, mutation) : conclude(subject, answer, mutation, concluded);
}

/** Lists that a scan requests once for several collectors. */
const sharedLists = /^GET \/apis\/rbac\.authorization\.k8s\.io\/v1\/cluster/;

/** Forgets what the sources cache of an answer; call the result to forget what they cached of its change. */
async function forget(subject: Subject, { call }: Answer): Promise<() => Promise<void>> {
  const { open, known } = subject;
  const isCluster = call === 'eks:DescribeCluster';
  const isShared = sharedLists.test(call);
  if (!isCluster && !isShared && !isDiscovery(call)) return () => Promise.resolve();
  const renew = async (): Promise<void> => (isCluster ? open.renew() : open.renewKube());
  await renew();
  if (isShared) return renew;
  const found = isCluster || known.has(call) ? '' : `${call} ${await describeDiscovery(subject, call)}`;
  if (found !== '') {
    const { readings, judged } = subject;
    for (const key of [call, found]) known.set(key, { readings, judged, faults: [] });
    await renew();
  }
  return renew;
}

/** All facts of Kubernetes depend on discovery, by what collectors ask it for. */
async function tryDiscovery(subject: Subject, answer: Answer, mutation: Mutation): Promise<Outcome> {
  const { known, readings, judged } = subject;
  const found = `${answer.call} ${await describeDiscovery(subject, answer.call)}`;
  const concluded =
    known.get(found) ?? (await readAgain(subject, answer.readers)) ?? ({ readings, judged, faults: [] } as const);
  known.set(found, concluded);
  return conclude(subject, answer, mutation, concluded);
}

/**
 * An answer that says that it is not the whole must not be read as if it were. Before the last page, the remaining count
 * is an estimate: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/list-meta/
 */
function same({ body }: Answer, { change, member }: Mutation): Outcome {
  const isLast = !/"continue":"[^"]/.test(body);
  const isEnd =
    change === 'contradicting' && (member.endsWith('IsTruncated') || (isLast && member.endsWith('remainingItemCount')));
  return isEnd ? { kind: 'fault', faults: ['is read in full'] } : { kind: 'same', faults: [] };
}

/** What is concluded after the change; undefined if no collector of the answer returns anything else. */
async function readAgain(subject: Subject, readers: readonly FactName[]): Promise<Conclusion | undefined> {
  const { open, outputs, readings, known } = subject;
  const now = new Map<FactName, Output>(outputs);
  const first = await collect(live(new Set(readers), outputs, now), readers, open.sources());
  const changed = readers.filter((fact) => !isDeepStrictEqual(now.get(fact), outputs.get(fact)));
  if (changed.length === 0) return undefined;
  const key = changed.map((fact) => `${fact} ${describeOutput(now.get(fact))}`).join('\n');
  const before = known.get(key);
  if (before !== undefined) return before;
  const above = listDependents(new Set(changed));
  const fixed: Outputs = new Map(now);
  const second = await collect(live(new Set(above), fixed, now), above, open.sources());
  const own = (taken: Readings, facts: readonly FactName[]) => facts.map((fact) => [fact, taken[fact]] as const);
  const all: Readings = { ...readings, ...Object.fromEntries([...own(first, changed), ...own(second, above)]) };
  const judged = judgeAll(all, subject.targets, subject);
  const concluded = { readings: all, judged, faults: compareJudged(subject.judged, judged) };
  known.set(key, concluded);
  return concluded;
}

/** The output as text, without what no check depends on: the messages of reasons. */
function describeOutput(output: Output | undefined): string {
  if (output === undefined) return '';
  if ('error' in output) return output.error instanceof ScanError ? describeReason(output.error.reason) : 'error';
  const { gaps = [], ...value } = output.value as { gaps?: readonly Gap[] };
  const parts = gaps.map(({ what, reason }) => `${what} ${describeReason(reason)}`);
  return `${parts.join('\n')} ${serialize(value).toString('latin1')}`;
}

function describeReason(reason: Reason): string {
  return JSON.stringify({ ...reason, message: undefined, hint: undefined, shared: undefined });
}

/** The facts that are built on these. */
function listDependents(facts: ReadonlySet<FactName>): FactName[] {
  const above = new Set<FactName>();
  for (let size = -1; size !== above.size;) {
    size = above.size;
    for (const name of factNames) {
      const from: readonly FactName[] = collectors[name].from ?? [];
      if (from.some((fact) => facts.has(fact) || above.has(fact))) above.add(name);
    }
  }
  return [...above];
}

function conclude(
  { readings: before, judged }: Subject,
  { readers }: Answer,
  { change }: Mutation,
  { judged: after, readings, faults: compared }: Conclusion,
): Outcome {
  const believed = losing.has(change) ? listBelieved(before, readings, readers) : [];
  const faults = [...believed, ...compared];
  if (faults.length > 0) return { kind: 'fault', faults };
  if (judged === after) return { kind: 'same', faults };
  if (after.verdict === 'refused' || readers.some((fact) => isUnread(readings[fact]) && !isUnread(before[fact])))
    return { kind: 'unreadable', faults };
  const unknowns = ({ results }: Judged): number =>
    [...results.values()].filter(({ findings }) => findings.some(({ level }) => level === 'unknown')).length;
  return { kind: unknowns(after) > unknowns(judged) ? 'unknown' : 'other', faults };
}

function isUnread(reading: Readings[FactName]): boolean {
  return reading !== undefined && (!reading.ok || (reading.gaps ?? []).length > 0);
}

/** Facts in which null is what was not read: their checks show whether it counts. */
const partlyNull: readonly FactName[] = ['componentRights'];

/** The facts that are read, in full and as something else, from an answer of which nothing was left. */
function listBelieved(before: Readings, after: Readings, readers: readonly FactName[]): string[] {
  return readers
    .filter((fact) => !partlyNull.includes(fact))
    .filter((fact) => !isUnread(after[fact]) && !isDeepStrictEqual(after[fact], before[fact]))
    .map((fact) => `${fact} is read`);
}
