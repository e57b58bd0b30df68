import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { redactInventory } from '../../src/inventory/redact/redact.ts';
import type { Mark } from '../../src/facts/marks.ts';
import type { Readings } from '../../src/facts/reading.ts';
import type { Report } from '../../src/report/schema.ts';
import { leftIn, planted, spellings } from '../laws/planted-words.ts';
import { storedInventory, storedNames } from '../world/stored.ts';
import { scenarios } from '../world/scenarios/index.ts';

/** Redaction of every stored inventory: no word of an owner remains, and the findings are the same. */
const version = '0.1.0';

function readStoredInventory(name: string): Inventory {
  const { takenAt, readings } = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, version);
  return { takenAt, readings };
}

/** Redaction of a text depends only on the text and its mark: the same text is tried once for each mark. */
const triedMarks = new Set<Mark>();

function hasNewMarks(readings: Readings): boolean {
  const before = triedMarks.size;
  planted(readings, (text, _nth, mark) => {
    triedMarks.add(mark);
    return text;
  });
  return triedMarks.size > before;
}

/** How many list items that differ only in numbers and generated IDs are kept: large inventories hold thousands. */
const mostAlike = 2;

function fewAlike(readings: Readings): Readings {
  const few = (items: readonly unknown[]): unknown[] => {
    const seen = new Map<string, number>();
    return items.filter((item) => {
      const kind = JSON.stringify(item).replaceAll(/[\da-z]*\d[\da-z]*/g, '#');
      const count = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, count);
      return count <= mostAlike;
    });
  };
  const entries = Object.entries(readings).map(([fact, reading]) =>
    reading.ok && Array.isArray(reading.value) ? [fact, { ...reading, value: few(reading.value) }] : [fact, reading],
  );
  return Object.fromEntries(entries) as Readings;
}

describe("an owner's word is nowhere in a redacted inventory", () => {
  it.each(storedNames())('in texts of %s, in all and in every other', (file) => {
    const readings = fewAlike(readStoredInventory(file).readings);
    if (hasNewMarks(readings))
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

function judge(inventory: Inventory, name: string): Report {
  const given = scenarios[name]?.options ?? [];
  const findOption = (option: string) => (given.includes(option) ? given[given.indexOf(option) + 1] : undefined);
  const [target, karpenterTarget] = [findOption('--target'), findOption('--karpenter-target')];
  const options = {
    ...(target === undefined ? {} : { target }),
    ...(karpenterTarget === undefined ? {} : { karpenterTarget }),
  };
  const io = { version, now: () => new Date(inventory.takenAt) };
  return judgeByOwnChecks(inventory, { checks, selection: select(checks, options), options, source: 'inventory', io });
}

/** Checks that judge a stored inventory differently after redaction, each with the reason. */
const otherwise: Readonly<Record<string, string>> = {};

describe.each(storedNames())('%s, redacted', (file) => {
  const before = readStoredInventory(file);
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
    const pairs = new Map(listTextPairs(before.readings, after.readings));
    // Each finding of the redacted inventory has the same check, rule and object (under its pseudonym).
    const [expected, found] = [
      groupFingerprintsByObject(plain, (text) => pairs.get(text) ?? text),
      groupFingerprintsByObject(redacted, (text) => text),
    ];
    expect([...found.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    // A gap's fingerprint also contains its subject: the same number of different ones, equally often.
    for (const [object, fingerprints] of expected)
      expect(repeats(found.get(object)), object).toEqual(repeats(fingerprints));
    const distinct = (groups: typeof found): number => new Set([...groups.values()].flat()).size;
    expect(distinct(found)).toBe(distinct(expected));
  });
});

/** How often each text occurs, sorted. */
function repeats(texts: readonly string[] = []): number[] {
  return [...new Set(texts)].map((one) => texts.filter((text) => text === one).length).toSorted((a, b) => a - b);
}

/** Fingerprints by their input. */
function groupFingerprintsByObject(report: Report, as: (text: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, findings } of report.results) {
    for (const finding of findings) {
      const object = formatFingerprintInput(id, finding, as);
      groups.set(object, [...(groups.get(object) ?? []), finding.fingerprint]);
    }
  }
  return groups;
}

type Finding = Report['results'][number]['findings'][number];

/** The input of a fingerprint. */
function formatFingerprintInput(id: string, { level, rule, resource }: Finding, as: (text: string) => string): string {
  const { kind, namespace = '', name, arn } = resource;
  const of = arn === undefined ? name.split('/').map(as).join('/') : as(arn);
  // A code of AWS that this version does not know has a pseudonym: `issue:brandnewcode`.
  const known = level === 'unknown' ? rule?.replace(/^issue:.*/, 'issue') : rule;
  return [id, known ?? '', kind, as(namespace), of].join(' ');
}

function listTextPairs(one: unknown, other: unknown): [string, string][] {
  if (typeof one === 'string') return [[one, String(other)]];
  if (typeof one !== 'object' || one === null) return [];
  const values = Object.values(other ?? {});
  return Object.values(one).flatMap((value, at) => listTextPairs(value, values[at]));
}

type Result = Report['results'][number] | undefined;

function levels(result: Result): string[] {
  return (result?.findings ?? []).map(({ level, at, since }) => JSON.stringify([level, at, since])).toSorted();
}
