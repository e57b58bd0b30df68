import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../checks/index.ts';
import { judgeInventory, select } from '../src/commands/scan.ts';
import { markOf, type Mark } from '../src/facts/marks.ts';
import { factNames, type FactName } from '../src/facts/facts.ts';
import { parseInventory, type Inventory } from '../src/inventory/inventory.ts';
import { readingSchemas, type Readings } from '../src/facts/reading.ts';
import { redactInventory } from '../src/inventory/redact/redact.ts';
import { definitionOf, mapTexts, schemasBelow, type MarkedSchema } from '../src/inventory/redact/walk.ts';
import type { Report } from '../src/report/schema.ts';
import { tableNames } from '../src/tables/tables.ts';
import { storedInventory, storedNames } from './stored.ts';
import { scenarios } from './world/scenarios/index.ts';

/**
 * What holds for redaction, whatever fact comes: each text is marked, no word of an owner's is left, and the same is found.
 */
const version = '0.1.0';

function inventoryOf(name: string): Inventory {
  const { takenAt, readings } = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, version);
  return { takenAt, readings };
}

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

/** What an owner may have written, whatever the place. */
const spellings: readonly string[] = [
  'zebrafinch',
  'ZebraFinch',
  'ZEBRAFINCH',
  'zebrafinch-prod_2',
  'v1.33.5-zebrafinch',
  'zebrafinch-1.2.3',
  'm6i.zebrafinch',
  'eu-zebrafinch-1a',
  'AmazonEKSZebrafinchPolicy',
  'system:zebrafinch',
  'arn:aws:iam::444455556666:role/team/zebrafinch',
  'arn:aws:iam::aws:policy/Zebrafinch',
  'ec2:Zebrafinch*',
  'karpenter.sh/zebrafinch',
  'zebrafinch.example.com',
  'https://vault.zebrafinch.io:8443/v1?zebrafinch=1',
  'zebrafinch.s3.eu-west-1.amazonaws.com',
  'zebrafinch.github.io',
  'public.ecr.aws/zebrafinch/coredns:zebrafinch',
  'jane.zebrafinch@example.com',
  'sg-zebrafinch-0123456789abcdef0',
  'kubectl/v1.33.0 (linux/amd64) zebrafinch/abc',
  'Amazon Linux 2 (Zebrafinch hardened)',
  '6.1.0-zebrafinch.amzn2.x86_64',
  'the bucket "zebrafinch" of alias/zebrafinch is not there: see /home/zebrafinch/x and ${zebrafinch}',
  '{"zebrafinch":"zebrafinch"}',
  'caf\u00e9-zebrafinch',
  'a_zebrafinch_b',
  '\u001b[31mzebrafinch\u001b[0m',
  'zebrafinch@v1.2.3',
  'RoleArn=arn%3Aaws%3Aiam%3A%3A444455556666%3Arole%2Fzebrafinch',
  'zebrafinch444455556666',
  '../zebrafinch/*',
];

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

function leftIn(readings: Readings): string[] {
  const { readings: redacted } = redactInventory({ takenAt: '2026-11-20T12:00:00Z', readings });
  return JSON.stringify(redacted).match(/[^"]*zebra_?finch[^"]*/gi) ?? [];
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

  it.each(storedNames())('in texts of %s, in all and in every other', (file) => {
    const { readings } = inventoryOf(file);
    for (const spelling of spellings) expect(leftIn(planted(readings, () => spelling)), spelling).toEqual([]);
    const count = spellings.length;
    for (const shift of [0, 1, 2, 3]) {
      const spellingAt = (nth: number): string => spellings[(nth + shift * 8) % count] ?? '';
      expect(leftIn(planted(readings, (text, nth) => (nth % 4 === shift ? spellingAt(nth) : text)))).toEqual([]);
      expect(
        leftIn(planted(readings, (text, nth) => (nth % 4 === shift ? `${text} ${spellingAt(nth)}` : text))),
      ).toEqual([]);
      expect(leftIn(planted(readings, (text, nth) => (nth % 4 === shift ? `${text}-zebrafinch` : text)))).toEqual([]);
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

function planted(readings: Readings, plant: (text: string, nth: number, mark: Mark) => string): Readings {
  let nth = 0;
  const facts = factNames.flatMap((fact) =>
    readings[fact] === undefined
      ? []
      : [[fact, mapTexts(readingSchemas[fact], readings[fact], (text, mark) => plant(text, nth++, mark))]],
  );
  return Object.fromEntries(facts) as Readings;
}

function judge(inventory: Inventory, name: string): Report {
  const given = scenarios[name]?.options ?? [];
  const told = (option: string) => (given.includes(option) ? given[given.indexOf(option) + 1] : undefined);
  const [target, karpenterTarget] = [told('--target'), told('--karpenter-target')];
  const options = {
    ...(target === undefined ? {} : { target }),
    ...(karpenterTarget === undefined ? {} : { karpenterTarget }),
  };
  const io = { version, now: () => new Date(inventory.takenAt) };
  return judgeInventory(checks, inventory, options, select(checks, options), 'inventory', io);
}

/** Checks that judge a stored inventory otherwise once it is redacted, each with the reason. */
const otherwise: Readonly<Record<string, string>> = {};

describe.each(storedNames())('%s, redacted', (file) => {
  const before = inventoryOf(file);
  const after = redactInventory(before);
  const plain = judge(before, file);
  const redacted = judge(after, file);

  it('has the same verdict, and of each check the same status and levels at the same versions', () => {
    expect([redacted.verdict, redacted.exitCode]).toEqual([plain.verdict, plain.exitCode]);
    for (const [at, result] of plain.results.entries()) {
      const other = redacted.results[at];
      if (result.id in otherwise) continue;
      expect([other?.id, other?.status, levels(other)]).toEqual([result.id, result.status, levels(result)]);
    }
  });

  it('has fingerprints that go one to one with those of the plain one (user.md)', () => {
    const pairs = new Map(pairsOf(before.readings, after.readings));
    // Each finding of the redacted one is of the same check, rule and object, under its pseudonym.
    const [expected, found] = [groupsOf(plain, (text) => pairs.get(text) ?? text), groupsOf(redacted, (text) => text)];
    expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    // A gap's fingerprint holds what it is of, too: as many different ones, as often.
    for (const [object, fingerprints] of expected)
      expect(repeats(found.get(object)), object).toEqual(repeats(fingerprints));
    const distinct = (groups: typeof found): number => new Set([...groups.values()].flat()).size;
    expect(distinct(found)).toBe(distinct(expected));
  });
});

/** How often each one is there. */
function repeats(texts: readonly string[] = []): number[] {
  return [...new Set(texts)].map((one) => texts.filter((text) => text === one).length).toSorted((a, b) => a - b);
}

/** Fingerprints by what they are made of. */
function groupsOf(report: Report, as: (text: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, findings } of report.results) {
    for (const finding of findings) {
      const object = nameOf(id, finding, as);
      groups.set(object, [...(groups.get(object) ?? []), finding.fingerprint]);
    }
  }
  return groups;
}

type Finding = Report['results'][number]['findings'][number];

/** What a fingerprint is made of. */
function nameOf(id: string, { rule, resource }: Finding, as: (text: string) => string): string {
  const { kind, namespace = '', name, arn } = resource;
  const of = arn === undefined ? name.split('/').map(as).join('/') : as(arn);
  return [id, rule ?? '', kind, as(namespace), of].join(' ');
}

function pairsOf(one: unknown, other: unknown): [string, string][] {
  if (typeof one === 'string') return [[one, String(other)]];
  if (typeof one !== 'object' || one === null) return [];
  const values = Object.values(other ?? {});
  return Object.values(one).flatMap((value, at) => pairsOf(value, values[at]));
}

type Result = Report['results'][number] | undefined;

function levels(result: Result): string[] {
  return (result?.findings ?? []).map(({ level, at, since }) => JSON.stringify([level, at, since])).toSorted();
}
