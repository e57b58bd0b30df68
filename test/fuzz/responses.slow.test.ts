import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { factNames, factSchemas, type FactName } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { isDiscovery } from './answers/discovered.ts';
import { compareJudged, judgeAll } from './answers/judged.ts';
import { openSubjects } from './answers/subjects.ts';
import type { Subject } from './answers/try.ts';
import { mutate, pickOne, seeded, type Mutated, type Random } from './mutate.ts';
import { fuzzRuns } from './rounds.ts';

/**
 * Answers of both APIs with one broken value, of Kubernetes in JSON and protobuf, read over real sockets by the real
 * sources and collectors, in a cluster in which all checks but one report a finding. No collector accepts an invalid fact or loses an item of a list, and no
 * check that reported something passes.
 */

const calls = new Map<FactName, string[]>();
let subject: Subject;

beforeAll(async () => {
  [subject] = (await openSubjects(['everything-wrong'])) as [Subject];
  for (const { call, readers } of subject.answers) {
    for (const fact of readers) calls.set(fact, [...new Set([...(calls.get(fact) ?? []), call])]);
  }
});
afterAll(() => subject?.open.close());

interface Round {
  fact: FactName;
  call: string;
  mutated: Mutated | undefined;
  readings: Readings;
}

/** Breaks the first answer to one call of one fact, and reads the fact and the facts that it is built on. */
async function broken(random: Random): Promise<Round> {
  const { world, open } = subject;
  const fact = pickOne(
    random,
    factNames.filter((name) => (calls.get(name) ?? []).length > 0),
  );
  const call = pickOne(random, calls.get(fact) ?? []);
  world.kube.jsonOnly = random() < 0.5;
  const round: Round = { fact, call, mutated: undefined, readings: {} };
  world.rewrite = (requestedCall, body) => {
    if (requestedCall !== call || round.mutated !== undefined) return body;
    round.mutated = mutatedBody(body, random);
    return typeof round.mutated.document === 'string' ? round.mutated.document : JSON.stringify(round.mutated.document);
  };
  try {
    round.readings = await collect(collectors, [fact], open.sources());
  } finally {
    delete world.rewrite;
  }
  return round;
}

function mutatedBody(body: string, random: Random): Mutated {
  return body.startsWith('<?xml') ? mutatedXml(body, random) : mutate(JSON.parse(body), random);
}

/** Removes or empties one element of the answer, or replaces its text. */
function mutatedXml(body: string, random: Random): Mutated {
  const elements = [...body.matchAll(/<(\w+)>([^<]*)<\/\1>/g)];
  const [whole = '', name = '', was = ''] = pickOne(random, elements);
  const kind = pickOne(random, ['removed', 'null', 'other type'] as const);
  const is = { removed: undefined, null: '', 'other type': '&#27;[31m-1' }[kind];
  const instead = is === undefined ? '' : `<${name}>${is}</${name}>`;
  return { document: body.replace(whole, () => instead), path: [name], kind, was, is };
}

/**
 * Undetectable errors: a page without its next token, an API server's empty list or missing kind, and a number in XML,
 * which the AWS SDK reads as 0 if its element is empty.
 */
const endOfPage = /continue|nextToken|remainingItemCount|^items$|^resources(?:\.\d+\.name)?$|^MaxSize$/i;

/**
 * Facts in which a missing item is information: the kinds of Karpenter objects that were listed, and the quotas with a
 * usage, since a check reports a quota without one.
 */
const shortened: readonly FactName[] = [
  'karpenterPoolKinds',
  'karpenterNodeClassKinds',
  'karpenterClaimKinds',
  'vcpuUsage',
];

/** Readers of both APIs accept null for what is missing: an empty list, an unset optional field. */
const mayBeMissing = (mutated: Mutated | undefined): boolean => mutated?.kind === 'removed' || mutated?.kind === 'null';

function listFaults({ fact, mutated, readings }: Round): string[] {
  const reading = readings[fact];
  if (reading === undefined) return ['is not read at all'];
  if (!reading.ok) return /\n|[\u0000-\u001F]/.test(reading.reason.message) ? ['a reason of several lines'] : [];
  if (!factSchemas[fact].safeParse(reading.value).success) return ['a value of another shape'];
  const path = mutated?.path.join('.') ?? '';
  if (
    mayBeMissing(mutated) ||
    mutated?.kind === 'hostile text' ||
    // A different text belongs to a different object, however long it is.
    (typeof mutated?.was === 'string' && typeof mutated.is === 'string') ||
    endOfPage.test(path) ||
    shortened.includes(fact) ||
    Object.values(readings).some((one) => one.ok && (one.gaps ?? []).length > 0)
  )
    return [];
  const [was, is] = [subject.readings[fact], reading].map((one) =>
    one?.ok === true && Array.isArray(one.value) ? one.value.length : 0,
  );
  return (is ?? 0) < (was ?? 0) ? [`${(was ?? 0) - (is ?? 0)} items lost`] : [];
}

function falsePasses({ mutated, readings }: Round): string[] {
  const path = mutated?.path.join('.') ?? '';
  const valid =
    mutated === undefined || mutated.kind === 'hostile text' || mutated.kind === 'huge' || mayBeMissing(mutated);
  if (valid || endOfPage.test(path)) return [];
  const judged = judgeAll({ ...subject.readings, ...readings }, subject.targets, subject);
  return compareJudged(subject.judged, judged).filter((fault) => fault.includes(' passes '));
}

describe.each(fuzzRuns(process.env, 0.5))('$rounds broken answers (seed $seed)', ({ seed, rounds, timeout }) => {
  it(
    'are read as what they are or not at all, and nothing passes by them',
    async () => {
      const random = seeded(seed);
      const faults: string[] = [];
      const counted = { unreadable: 0, read: 0 };
      for (let number = 0; number < rounds; number += 1) {
        const round = await broken(random);
        counted[round.readings[round.fact]?.ok === true ? 'read' : 'unreadable']++;
        const where = `round ${number}, ${round.fact}, ${round.call}, ${round.mutated?.path.join('.') ?? ''} ${round.mutated?.kind ?? ''}`;
        faults.push(...[...listFaults(round), ...falsePasses(round)].map((fault) => `${where}: ${fault}`));
        if (round.call === 'eks:DescribeCluster' || isDiscovery(round.call)) await subject.open.renew();
      }
      console.log(`fuzz, answers, seed ${seed}: ${counted.unreadable} not readable, ${counted.read} read`);
      expect(faults.join('\n')).toBe('');
    },
    timeout,
  );
});
