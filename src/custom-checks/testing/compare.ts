import type { ReportedFinding } from '../../judge/result.ts';
import type { ExpectedFinding, Text } from './case.ts';
import { shown } from './data.ts';

/** How to read each field of an expected finding from a reported one. */
const fields: { [Name in keyof Required<ExpectedFinding>]: (found: ReportedFinding) => unknown } = {
  level: ({ level }) => level,
  resource: ({ resource }) => resource,
  message: ({ message }) => message,
  at: ({ at }) => at?.version ?? null,
  since: ({ since }) => since?.version ?? null,
  rule: ({ rule }) => rule,
  blocks: ({ blocks }) => blocks,
  phase: ({ phase }) => phase,
  fix: ({ fix }) => fix,
  commands: ({ commands }) => commands,
  links: ({ links }) => links,
  evidence: ({ evidence }) => evidence,
};

/** A field that differs from the expectation. */
interface Mismatch {
  field: string;
  expected: unknown;
  found: unknown;
}

/**
 * Compares findings in any order.
 * @returns the differences as lines; empty: there are none
 * @throws Error if an expected finding has an unknown field
 */
export function findingDifferences(expected: readonly ExpectedFinding[], found: readonly ReportedFinding[]): string[] {
  for (const [at, one] of expected.entries()) {
    const stray = Object.keys(one).find((name) => !Object.hasOwn(fields, name));
    if (stray !== undefined)
      throw new Error(`finds[${at}].${stray}: no field of a finding (expected ${Object.keys(fields).join(', ')})`);
  }
  const partners = paired(expected, found);
  const taken = new Set(partners.values());
  const missing = [...expected.keys()].filter((at) => !partners.has(at));
  const left = found.filter((_, at) => !taken.has(at));
  return [
    ...missing.flatMap((at) => missingLines(at, expected[at] ?? {}, left)),
    ...left.flatMap((one) => ['found, and not expected:', `+ ${formatFinding(one)}`]),
  ];
}

/** Describes a missing finding by its differences from the closest one in `left`, and removes that one. */
function missingLines(at: number, wanted: ExpectedFinding, left: ReportedFinding[]): string[] {
  const stated = Object.values(wanted).filter((value) => value !== undefined).length;
  const byCloseness = left
    .map((one) => ({ one, differing: mismatches(wanted, one) }))
    .filter(({ differing }) => differing.length < stated)
    .toSorted((a, b) => a.differing.length - b.differing.length);
  const [closest] = byCloseness;
  if (closest === undefined) return [`finds[${at}] was not found:`, `- ${shown(wanted)}`];
  left.splice(left.indexOf(closest.one), 1);
  return [
    `finds[${at}] differs from ${formatFinding(closest.one)}`,
    ...closest.differing.flatMap(({ field, expected, found }) => [
      `  ${field}`,
      `  - ${shown(expected)}`,
      `  + ${shown(found)}`,
    ]),
  ];
}

/** Finds a maximum matching: an expectation with few fields must not take the finding of a more specific one. */
function paired(expected: readonly ExpectedFinding[], found: readonly ReportedFinding[]): Map<number, number> {
  const ownerOf = new Map<number, number>();
  const place = (at: number, tried: Set<number>): boolean => {
    for (const [index, one] of found.entries()) {
      if (tried.has(index) || mismatches(expected[at] ?? {}, one).length > 0) continue;
      tried.add(index);
      const owner = ownerOf.get(index);
      if (owner !== undefined && !place(owner, tried)) continue;
      ownerOf.set(index, at);
      return true;
    }
    return false;
  };
  for (const at of expected.keys()) place(at, new Set());
  return new Map([...ownerOf].map(([index, at]) => [at, index]));
}

function mismatches(wanted: ExpectedFinding, one: ReportedFinding): Mismatch[] {
  return Object.entries(wanted).flatMap(([field, expected]: [string, unknown]) => {
    if (expected === undefined) return [];
    const value = fields[field as keyof ExpectedFinding](one);
    const found = field === 'resource' && isText(expected) ? one.resource.text : value;
    return agrees(expected, found) ? [] : [{ field, expected, found }];
  });
}

/** Whether a value matches: an object in the expected fields only, a list in each item. */
function agrees(expected: unknown, found: unknown): boolean {
  if (expected instanceof RegExp) return typeof found === 'string' && found.search(expected) !== -1;
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, found);
  if (typeof found !== 'object' || found === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length)) return false;
  return Object.entries(expected).every(
    ([key, value]) => value === undefined || agrees(value, (found as Record<string, unknown>)[key]),
  );
}

function isText(expected: unknown): expected is Text {
  return typeof expected === 'string' || expected instanceof RegExp;
}

/** A finding in one line. */
export function formatFinding({ level, resource, message, at }: ReportedFinding): string {
  return `${level} ${resource.text}: ${message}${at === null ? '' : ` (at ${at.version})`}`;
}
