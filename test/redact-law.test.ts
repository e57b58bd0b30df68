import { describe, expect, it } from 'vitest';
import { factNames, type FactName } from '../src/facts/facts.ts';
import { markOf } from '../src/facts/marks.ts';
import { readingSchemas, type Readings } from '../src/facts/reading.ts';
import { definitionOf, schemasBelow, type MarkedSchema } from '../src/inventory/redact/walk.ts';
import { tableNames } from '../src/tables/tables.ts';
import { leftIn, planted, spellings } from './planted-words.ts';

/** What holds for redaction, whatever fact comes: each text is marked, and no word of an owner's is left. */

/** All texts of a schema, record keys among them, with where they stand. */
function textsOf(schema: MarkedSchema, place: string, seen = new Set<MarkedSchema>()): [string, MarkedSchema][] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { type, shape, options, element, innerType, keyType, valueType } = definitionOf(schema);
  if (type === 'string' || type === 'unknown' || type === 'any') return [[place, schema]];
  return [
    ...Object.entries(shape ?? {}).flatMap(([field, below]) => textsOf(below, `${place}.${field}`, seen)),
    ...(options ?? []).flatMap((below) => textsOf(below, place, seen)),
    ...(element === undefined ? [] : textsOf(element, `${place}[]`, seen)),
    ...(innerType === undefined ? [] : textsOf(innerType, place, seen)),
    ...(keyType === undefined ? [] : textsOf(keyType, `${place} (keys)`, seen)),
    ...(valueType === undefined ? [] : textsOf(valueType, `${place}.*`, seen)),
  ];
}

const known = new Set(['string', 'number', 'boolean', 'null', 'undefined', 'enum', 'literal', 'unknown', 'object']);
for (const type of ['array', 'record', 'union', 'nullable', 'optional']) known.add(type);

describe.each(factNames)('the schema of %s', (fact) => {
  const texts = textsOf(readingSchemas[fact], fact);

  it('marks each text (S8)', () => {
    const unmarked = texts.filter(([, schema]) => markOf(schema) === undefined).map(([place]) => place);
    expect(
      unmarked,
      'Say what these texts are, so that --redact knows: name(KIND), publicText(PATTERN) or prose() of src/facts/marks.ts',
    ).toEqual([]);
  });

  it('has a list, an expression or a table for each public text', () => {
    for (const [place, schema] of texts) {
      const mark = markOf(schema);
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

/** A value of a schema with `text` for each text: what is optional is there, one option of a union as good as any. */
function valueOf(schema: MarkedSchema, text: string, depth = 0): unknown {
  const { type, shape, options, element, innerType, entries, values, valueType } = definitionOf(schema);
  const below = (inner: MarkedSchema): unknown => valueOf(inner, text, depth + 1);
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

/** All options of all unions of one fact: objects of each, in a list where the schema takes one. */
function readingsOf(fact: FactName, text: string): Readings[] {
  const [read, unread] = definitionOf(readingSchemas[fact]).options ?? [];
  if (read === undefined || unread === undefined) throw new Error(`${fact} has no reading`);
  const options = schemasBelow(read).flatMap((schema) => definitionOf(schema).options ?? []);
  const chosen = options.flatMap((option) => (definitionOf(option).shape === undefined ? [] : [valueOf(option, text)]));
  const value = { ...(valueOf(read, text) as object), ok: true };
  return [
    { [fact]: value },
    { [fact]: { ...(valueOf(unread, text) as object), ok: false } },
    ...chosen.map((one) => ({ [fact]: withOption(value, one) })),
  ] as Readings[];
}

/** Puts one option of a union in the place of each object that is told from it by the same field. */
function withOption(value: unknown, option: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withOption(item, option));
  if (typeof value !== 'object' || value === null) return value;
  if ('state' in value && typeof option === 'object' && option !== null && 'state' in option) return option;
  return Object.fromEntries(Object.entries(value).map(([field, item]) => [field, withOption(item, option)]));
}

describe("an owner's word is nowhere in a redacted inventory (S8)", () => {
  it.each(factNames)('whatever text of %s holds it', (fact) => {
    for (const [turn, spelling] of spellings.entries()) {
      for (const readings of readingsOf(fact, spelling)) {
        expect(JSON.stringify(readings)).toMatch(/zebrafinch/i);
        expect(leftIn(readings), spelling).toEqual([]);
        const texts = countOf(readings);
        // Alone, beside others that are none: no other place tells that it is a name. Each text meets four spellings or so.
        for (let at = turn % 8; at < texts; at += 8) {
          expect(
            leftIn(planted(readings, (_, nth) => (nth === at ? spelling : 'plain'))),
            `${spelling}, ${at}`,
          ).toEqual([]);
        }
      }
    }
  });
});

function countOf(readings: Readings): number {
  let count = 0;
  planted(readings, (text) => {
    count++;
    return text;
  });
  return count;
}
