import { describe, expect, it } from 'vitest';
import { factNames, type FactName } from '../../src/facts/facts.ts';
import { findMark, type Mark } from '../../src/facts/marks.ts';
import { readingSchemas, type Readings } from '../../src/facts/reading.ts';
import { definitionOf, type MarkedSchema } from '../../src/facts/definition.ts';
import { schemasBelow } from '../../src/inventory/redact/walk.ts';
import { tableNames } from '../../src/tables/tables.ts';
import { leftIn, planted, spellings } from './planted-words.ts';

/** Redaction for any fact, including new ones: each text is marked, and no word of an owner remains. */

/** All texts of a schema, including record keys, with their places. */
function listTexts(schema: MarkedSchema, place: string, seen = new Set<MarkedSchema>()): [string, MarkedSchema][] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, shape, options, element, innerType, keyType, valueType } = definitionOf(schema);
  if (type === 'string' || type === 'unknown' || type === 'any') return [[place, schema]];
  return [
    ...Object.entries(shape ?? {}).flatMap(([field, below]) => listTexts(below, `${place}.${field}`, seen)),
    ...(options ?? []).flatMap((below) => listTexts(below, place, seen)),
    ...(element === undefined ? [] : listTexts(element, `${place}[]`, seen)),
    ...(innerType === undefined ? [] : listTexts(innerType, place, seen)),
    ...(keyType === undefined ? [] : listTexts(keyType, `${place} (keys)`, seen)),
    ...(valueType === undefined ? [] : listTexts(valueType, `${place}.*`, seen)),
  ];
}

const known = new Set(['string', 'number', 'boolean', 'null', 'undefined', 'enum', 'literal', 'unknown', 'object']);
for (const type of ['array', 'record', 'union', 'nullable', 'optional']) known.add(type);

describe.each(factNames)('the schema of %s', (fact) => {
  const texts = listTexts(readingSchemas[fact], fact);

  it('marks each text', () => {
    const unmarked = texts.filter(([, schema]) => findMark(schema) === undefined).map(([place]) => place);
    expect(
      unmarked,
      'Say what these texts are, so that --redact knows: name(KIND), publicText(PATTERN) or prose() of src/facts/marks.ts',
    ).toEqual([]);
  });

  it('has a list, an expression or a table for each public text', () => {
    for (const [place, schema] of texts) {
      const mark = findMark(schema);
      if (mark?.is !== 'public') continue;
      expect(mark.patterns.length, place).toBeGreaterThan(0);
      for (const pattern of mark.patterns) {
        if (pattern instanceof RegExp) expect(pattern.source, place).toMatch(/^\^.*\$$/);
        else if ('table' in pattern) expect(tableNames, place).toContain(pattern.table);
        else expect(pattern.length, place).toBeGreaterThan(0);
      }
    }
  });

  it('has nothing that redaction does not walk', () => {
    const types = schemasBelow(readingSchemas[fact]).map((schema) => definitionOf(schema).type);
    expect(types.filter((type) => !known.has(type))).toEqual([]);
  });
});

/**
 * A value of a schema with `text` for each text. Optional values are set. For a union of objects, one option is chosen
 * by the depth; for any other union, the value is `text`.
 */
function buildValue(schema: MarkedSchema, text: string, depth = 0): unknown {
  const { type, shape, options, element, innerType, entries, values, valueType } = definitionOf(schema);
  const below = (inner: MarkedSchema): unknown => buildValue(inner, text, depth + 1);
  if (type === 'string') return text;
  if (type === 'unknown') return { Statement: [{ Sid: text, [text]: { [text]: [text] } }] };
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  if (entries !== undefined) return Object.values(entries)[0];
  if (values !== undefined) return values[0];
  if (innerType !== undefined) return depth > 30 ? undefined : below(innerType);
  if (element !== undefined) return depth > 20 ? [] : [below(element)];
  if (valueType !== undefined) return { [text]: below(valueType) };
  if (options?.some((option) => definitionOf(option).shape === undefined) === true) return text;
  if (options !== undefined) return below(options[depth % options.length] ?? { def: { type: 'number' } });
  return Object.fromEntries(Object.entries(shape ?? {}).map(([field, inner]) => [field, below(inner)]));
}

type Make = (text: string) => Readings;

/** A read fact, an unread one, and each option of the unions of objects with a `state`. */
function listReadingMakers(fact: FactName): Make[] {
  const [read, unread] = definitionOf(readingSchemas[fact]).options ?? [];
  if (read === undefined || unread === undefined) throw new Error(`${fact} has no reading`);
  const options = schemasBelow(read).flatMap((schema) => definitionOf(schema).options ?? []);
  const statefulOptions = options.filter((option) => definitionOf(option).shape?.['state'] !== undefined);
  const value = (text: string) => ({ ...(buildValue(read, text) as object), ok: true });
  const made = [
    value,
    (text: string) => ({ ...(buildValue(unread, text) as object), ok: false }),
    ...statefulOptions.map((option) => (text: string) => withOption(value(text), buildValue(option, text) as object)),
  ];
  return made.map((make) => (text) => ({ [fact]: make(text) }));
}

/** Replaces each object with a `state` by this option of its union. */
function withOption(value: unknown, option: object): unknown {
  if (Array.isArray(value)) return value.map((item) => withOption(item, option));
  if (typeof value !== 'object' || value === null) return value;
  if ('state' in value) return option;
  return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, withOption(item, option)]));
}

/**
 * The mark as a string, with regular expressions by their source: redaction treats all texts with the same mark alike.
 */
function saidBy(mark: Mark): string {
  return JSON.stringify(mark, (_key, value: unknown) => {
    if (value instanceof RegExp) return `${value}`;
    return value instanceof Set ? [...value] : value;
  });
}

/** The marks of all texts of the readings, in order. */
function listMarks(readings: Readings): Mark[] {
  const marks: Mark[] = [];
  planted(readings, (text, _, mark) => {
    marks.push(mark);
    return text;
  });
  return marks;
}

/**
 * The readings with this text in one place and `plain` in all others, so that no other place shows that the text is a
 * name.
 */
function alone(readings: Readings, at: number, text: string): Readings {
  return planted(readings, (_, nth) => (nth === at ? text : 'plain'));
}

const eachText = factNames.flatMap((fact) =>
  listReadingMakers(fact).flatMap((make) => {
    const readings = make('plain');
    return listMarks(readings).map((mark, at) => ({ fact, readings, at, said: saidBy(mark) }));
  }),
);

/** Redaction receives a text and its mark, but not its place: one text of each mark represents all. */
const oneOfEachMark = [...new Map(eachText.map((text) => [text.said, text])).values()];

describe("an owner's word is nowhere in a redacted inventory", () => {
  it.each(factNames)('where each text of %s holds it', (fact) => {
    const made = listReadingMakers(fact);
    for (const [turn, spelling] of spellings.entries()) {
      const some = made.filter((_, nth) => (turn + nth) % 4 === 0).map((make) => make(spelling));
      for (const readings of some) expect(JSON.stringify(readings)).toMatch(/zebrafinch/i);
      expect(some.flatMap(leftIn), spelling).toEqual([]);
    }
  });

  it.each(factNames)('where one text of %s holds it', (name) => {
    const own = eachText.filter(({ fact }) => fact === name);
    const left = own.map(({ readings, at }, turn) =>
      leftIn(alone(readings, at, spellings[turn % spellings.length] ?? '')),
    );
    expect(left.flat()).toEqual([]);
  });

  it.each(oneOfEachMark)('in any spelling, where one text marked $said holds it', ({ readings, at }) => {
    expect(spellings.flatMap((spelling) => leftIn(alone(readings, at, spelling)))).toEqual([]);
  });
});
