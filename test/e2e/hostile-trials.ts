import { createHash } from 'node:crypto';
import type { AnyCheck } from '../../src/check.ts';
import type { FactName } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { judge, type Grounds } from '../../src/judge/engine.ts';
import { textsOf, withTexts, type Said } from './hostile-texts.ts';
import { readingTexts } from '../laws/read-texts.ts';

/** Which texts of a stored inventory become hostile for which check, and what the check says then. */
export interface Trials {
  /** What the check says of the inventory as it is. */
  own(check: AnyCheck): Said[];
  /** Texts that become hostile together: one, or some of many that stand in the same places. */
  of(check: AnyCheck): readonly (readonly string[])[];
  /** What the check says where these texts are replaced: by one text, or by as many that differ in their ends. */
  said(check: AnyCheck, texts: readonly string[], by: string): Said[];
  /** The same for the same check on the same facts. */
  key(check: AnyCheck): string;
}

export function trialsOf(grounds: Grounds): Trials {
  const facts = Object.entries(grounds.readings) as [FactName, unknown][];
  const places = placesOf(facts);
  const holding = new Map(facts.map(([name, reading]) => [name, textsOf(reading)]));
  const hashes = new Map(facts.map(([name, reading]) => [name, hashOf(reading)]));
  const replaced = replacing(grounds.readings);
  return {
    own: (check) => saidOf(check, grounds),
    of: (check) => {
      const texts = new Set(factsOf(check).flatMap((fact) => [...(holding.get(fact) ?? [])]));
      const read = readBy(check, grounds);
      return [...grouped([...texts].filter((text) => read.has(text)).toSorted(), places).values()].flatMap(trialsIn);
    },
    said: (check, texts, by) => saidOf(check, withReadings(grounds, replaced(factsOf(check), texts, by))),
    key: (check) => {
      const { versions, karpenter } = grounds.context;
      return JSON.stringify([check.id, versions, karpenter, factsOf(check).map((fact) => hashes.get(fact))]);
    },
  };
}

function hashOf(data: unknown): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}

function factsOf({ needs, uses = [], applies }: AnyCheck): FactName[] {
  // What the engine itself looks at.
  const own: FactName[] = ['cluster', 'subnets', 'securityGroups'];
  return [...new Set([...own, ...needs, ...uses, ...(applies?.needs ?? []), ...(applies?.uses ?? [])])];
}

function saidOf(check: AnyCheck, grounds: Grounds): Said[] {
  return judge(check, grounds).findings.flatMap(({ fix, commands: found, undo }) => [
    { fix, commands: found },
    ...(undo === undefined ? [] : [undo]),
  ]);
}

function withReadings(grounds: Grounds, readings: Readings): Grounds {
  const cluster = readings.cluster?.ok === true ? readings.cluster.value : grounds.context.cluster;
  return { ...grounds, readings, context: { ...grounds.context, cluster } };
}

/** Every text that judging the check reads: a check depends on no other one. */
function readBy(check: AnyCheck, grounds: Grounds): ReadonlySet<string> {
  const { data, read } = readingTexts(grounds.readings);
  judge(check, withReadings(grounds, data));
  return read;
}

/** Of each text, where it stands: fields by their names, items of all lists alike. */
function placesOf(facts: readonly [FactName, unknown][]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const stands = (text: string, place: string): void => {
    places.set(text, (places.get(text) ?? new Set()).add(place));
  };
  const walk = (data: unknown, place: string): void => {
    if (typeof data === 'string') stands(data, place);
    else if (Array.isArray(data)) for (const item of data) walk(item, `${place}[]`);
    else if (typeof data === 'object' && data !== null)
      for (const [key, value] of Object.entries(data)) {
        stands(key, `${place}{}`);
        walk(value, `${place}.${key}`);
      }
  };
  for (const [name, reading] of facts) walk(reading, name);
  return places;
}

function grouped(texts: readonly string[], places: ReadonlyMap<string, ReadonlySet<string>>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const text of texts) {
    const key = [...(places.get(text) ?? [])].toSorted().join('\n');
    groups.set(key, [...(groups.get(key) ?? []), text]);
  }
  return groups;
}

/** Up to so many texts of one kind are tried one by one. */
const few = 16;

/**
 * Of texts in the same places, each alone; of very many, as only the large inventories hold them, so many together that of
 * any two each is hostile once while the other one is not: by each digit of their numbers.
 */
export function trialsIn(texts: readonly string[]): readonly string[][] {
  if (texts.length <= few) return texts.map((text) => [text]);
  const digits = Array.from({ length: Math.ceil(Math.log2(texts.length)) }, (_, digit) => 2 ** digit);
  return digits.flatMap((digit) => [0, 1].map((side) => texts.filter((_, at) => Math.floor(at / digit) % 2 === side)));
}

/** Replaces texts in facts, each fact once for the same texts. */
function replacing(readings: Readings) {
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
