import { isDeepStrictEqual } from 'node:util';
import { isWithin } from '../../src/karpenter/version-range.ts';
import { isBelow } from '../../src/syntax/versions.ts';
import type { Stated, WrittenRow } from './refresher.ts';

/** What a release has, by name: of a gate, its default. */
export interface Reading {
  /** `1.15.2` */
  version: string;
  has: ReadonlyMap<string, WrittenRow>;
}

/** How rows for releases of [from, end) are read. */
export interface RangeRows {
  /** The names that a row is about; none: it is not about what is read. */
  list(row: WrittenRow): readonly string[];
  /** The member with the end: `until` or `below`. */
  end: string;
  /** A row for a name that begins at a release; undefined: a person writes it. */
  begin?(name: string, has: WrittenRow, from: string): Stated['rows'][number] | undefined;
}

/**
 * Compares rows for ranges of releases with what single releases have. A name that comes with a release after one
 * without it begins a row. Where releases between were not read, and what becomes of a row that a release contradicts,
 * are questions.
 */
export function followReleases(
  readings: readonly Reading[],
  rows: readonly WrittenRow[],
  ranges: RangeRows,
): Required<Pick<Stated, 'rows' | 'questions'>> {
  const current = rows.filter((row) => ranges.list(row).length > 0);
  const stated = new Map<WrittenRow, Stated['rows'][number]>();
  const questions = new Map<string, string>();
  for (const [at, { version, has }] of readings.entries()) {
    const active = current.filter((row) => isWithin(version, String(row['from']), toEnd(row[ranges.end])));
    const named = new Set(active.flatMap((row) => ranges.list(row)));
    for (const row of active) {
      const wrong = row['by'] === 'hand' ? undefined : findDifference(row, ranges.list(row), has);
      if (wrong !== undefined)
        ask(
          questions,
          wrong.name,
          `at ${version} it is ${wrong.is}, and the row of ${String(row['from'])} says otherwise`,
        );
      else if (!stated.has(row)) stated.set(row, { states: row });
    }
    for (const [name, facts] of has) {
      if (named.has(name)) continue;
      const isLater = current.some((row) => ranges.list(row).includes(name) && isBelow(version, String(row['from'])));
      const from = isLater ? undefined : findStart(name, readings[at - 1], version);
      const begun = from === undefined ? undefined : ranges.begin?.(name, facts, from);
      if (from === undefined) ask(questions, name, `at ${version} it is there, and no row says since when`);
      else if (begun === undefined) ask(questions, name, `new in ${version}, and a person writes its row`);
      else {
        stated.set(begun.states, begun);
        current.push(begun.states);
      }
    }
  }
  const firstName = ({ states }: Stated['rows'][number]): string => ranges.list(states)[0] ?? '';
  const sorted = [...stated.values()].toSorted((one, other) => (firstName(one) < firstName(other) ? -1 : 1));
  return { rows: sorted, questions: [...questions.values()] };
}

/** One question for each name. */
function ask(questions: Map<string, string>, name: string, question: string): void {
  if (!questions.has(name)) questions.set(name, `${name}: ${question}`);
}

function findDifference(row: WrittenRow, names: readonly string[], has: Reading['has']) {
  for (const name of names) {
    const facts = has.get(name);
    if (facts === undefined) return { name, is: 'gone' };
    const other = Object.entries(facts).find(([member, value]) => !isDeepStrictEqual(row[member], value));
    if (other !== undefined) return { name, is: `${other[0]} ${JSON.stringify(other[1])}` };
  }
  return undefined;
}

/** The release, if the one before it was read and did not have it. */
function findStart(name: string, before: Reading | undefined, version: string): string | undefined {
  return before !== undefined && !before.has.has(name) && isNext(before.version, version) ? version : undefined;
}

/** Whether no release can be between two: 1.9.0 and 1.9.1, or any 1.9 and 1.10.0. */
export function isNext(before: string, version: string): boolean {
  const [, minor = 0, patch = 0] = before.split('.').map(Number);
  const [, laterMinor = 0, laterPatch = 0] = version.split('.').map(Number);
  return laterMinor === minor ? laterPatch === patch + 1 : laterMinor === minor + 1 && laterPatch === 0;
}

function toEnd(end: unknown): string | undefined {
  return typeof end === 'string' ? end : undefined;
}
