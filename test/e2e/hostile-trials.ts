import { createHash } from 'node:crypto';
import type { AnyCheck } from '../../src/check.ts';
import type { FactName } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { judge, type JudgeInput } from '../../src/judge/engine.ts';
import { listTexts, withTexts, type FixText } from './hostile-texts.ts';
import { readingTexts } from '../laws/read-texts.ts';

/** Which texts of a stored inventory become hostile for which check, and the fixes that the check then prints. */
export interface Trials {
  /** Fixes for the unchanged inventory. */
  originalFixTexts(check: AnyCheck): FixText[];
  /** Groups of texts that become hostile together: a single text, or several of the many texts in the same places. */
  textGroups(check: AnyCheck): readonly (readonly string[])[];
  /** Fixes with one text replaced by `by`, or several texts each by `by` with a different ending. */
  replacedFixTexts(check: AnyCheck, texts: readonly string[], by: string): FixText[];
  /** A key that is equal for the same check on the same facts. */
  key(check: AnyCheck): string;
}

export function createTrials(input: JudgeInput): Trials {
  const facts = Object.entries(input.readings) as [FactName, unknown][];
  const places = groupPlacesByText(facts);
  const holding = new Map(facts.map(([name, reading]) => [name, listTexts(reading)]));
  const hashes = new Map(facts.map(([name, reading]) => [name, hashData(reading)]));
  const replaced = createReplacer(input.readings);
  return {
    originalFixTexts: (check) => listFixes(check, input),
    textGroups: (check) => {
      const texts = new Set(listNeededFacts(check).flatMap((fact) => [...(holding.get(fact) ?? [])]));
      const read = listReadTexts(check, input);
      return [...groupTextsByPlaces([...texts].filter((text) => read.has(text)).toSorted(), places).values()].flatMap(
        trialsIn,
      );
    },
    replacedFixTexts: (check, texts, by) =>
      listFixes(check, withReadings(input, replaced(listNeededFacts(check), texts, by))),
    key: (check) => {
      const { versions, karpenter } = input.context;
      return JSON.stringify([check.id, versions, karpenter, listNeededFacts(check).map((fact) => hashes.get(fact))]);
    },
  };
}

function hashData(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

function listNeededFacts({ needs, uses = [], applies }: AnyCheck): FactName[] {
  // Facts that the engine itself reads.
  const own: FactName[] = ['cluster', 'subnets', 'securityGroups'];
  return [...new Set([...own, ...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])])];
}

function listFixes(check: AnyCheck, input: JudgeInput): FixText[] {
  return judge(check, input).findings.flatMap(({ fix, commands: found, undo }) => [
    { fix, commands: found },
    ...(undo === undefined ? [] : [undo]),
  ]);
}

function withReadings(input: JudgeInput, readings: Readings): JudgeInput {
  const cluster = readings.cluster?.ok === true ? readings.cluster.value : input.context.cluster;
  return { ...input, readings, context: { ...input.context, cluster } };
}

/** Every text that judging the check reads. */
function listReadTexts(check: AnyCheck, input: JudgeInput): ReadonlySet<string> {
  const { data, read } = readingTexts(input.readings);
  judge(check, withReadings(input, data));
  return read;
}

/** The places of each text, as paths of field names; all items of a list are one place. */
function groupPlacesByText(facts: readonly [FactName, unknown][]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const addPlace = (text: string, place: string): void => {
    places.set(text, (places.get(text) ?? new Set()).add(place));
  };
  const walk = (data: unknown, place: string): void => {
    if (typeof data === 'string') addPlace(data, place);
    else if (Array.isArray(data)) for (const item of data) walk(item, `${place}[]`);
    else if (typeof data === 'object' && data !== null)
      for (const [key, value] of Object.entries(data)) {
        addPlace(key, `${place}{}`);
        walk(value, `${place}.${key}`);
      }
  };
  for (const [name, reading] of facts) walk(reading, name);
  return places;
}

function groupTextsByPlaces(
  texts: readonly string[],
  places: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const key = [...(places.get(text) ?? [])].toSorted().join('\n');
    groups.set(key, [...(groups.get(key) ?? []), text]);
  }
  return groups;
}

/** Up to this many texts in the same places are tried one by one. */
const few = 16;

/**
 * Groups texts in the same places. If they are few, each is alone. Otherwise, which happens only in the large
 * inventories, they are grouped by the binary digits of their positions: of any two texts, each is in a group without
 * the other.
 */
export function trialsIn(texts: readonly string[]): readonly string[][] {
  if (texts.length <= few) return texts.map((text) => [text]);
  const digits = Array.from({ length: Math.ceil(Math.log2(texts.length)) }, (_, digit) => 2 ** digit);
  return digits.flatMap((digit) => [0, 1].map((side) => texts.filter((_, at) => Math.floor(at / digit) % 2 === side)));
}

/** Replaces texts in facts; each fact only once for the same texts. */
function createReplacer(readings: Readings) {
  const known = new Map<string, unknown>();
  return (facts: readonly FactName[], texts: readonly string[], by: string): Readings => {
    const instead = new Map(texts.map((text, at) => [text, texts.length === 1 ? by : `${by}-${at}`]));
    const entries = facts.flatMap((fact) => {
      if (readings[fact] === undefined) return [];
      const key = JSON.stringify([fact, by, texts]);
      const changed = known.get(key) ?? withTexts(readings[fact], instead);
      known.set(key, changed);
      return [[fact, changed]];
    });
    return { ...readings, ...Object.fromEntries(entries) };
  };
}
