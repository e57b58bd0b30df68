import { isDeepStrictEqual } from 'node:util';
import compare from 'semver/functions/compare.js';
import type { Stated, WrittenRow, WrittenTable } from './refresher.ts';

/** What a new reading of its source changes in a table. */
export interface Refreshed {
  rows: readonly WrittenRow[];
  knownThrough: WrittenTable['knownThrough'];
  /** A line for each change: `1.14: version 1.14.1 -> 1.14.4`. */
  changes: readonly string[];
  /** A line for each thing that a person must decide. */
  questions: readonly string[];
}

/**
 * Brings what a source states into a table. Members that the source does not state stay, rows `by: hand` stay, and so
 * do rows that the source no longer states: each of them is a question.
 * @param flaw what is wrong with a row by the table's schema: a new row that is not complete is a question
 */
export function mergeRows(
  { rows, knownThrough }: WrittenTable,
  stated: Stated,
  { identify, flaw }: { identify(row: WrittenRow): string; flaw(row: WrittenRow): string | undefined },
): Refreshed {
  const statedById = new Map(stated.rows.map((one) => [identify(one.states), one]));
  const ownIds = new Set(rows.filter((row) => !isByHand(row)).map(identify));
  const changes: string[] = [];
  const questions: string[] = [...(stated.questions ?? [])];
  const kept = rows.map((row) => {
    const id = identify(row);
    const found = isByHand(row) ? undefined : statedById.get(id);
    if (found === undefined) {
      if (!isByHand(row) && stated.covers(row)) questions.push(`${id}: the source no longer states it`);
      return row;
    }
    for (const [member, value] of Object.entries(found.states)) {
      if (!isDeepStrictEqual(row[member], value))
        changes.push(`${id}: ${member} ${format(row[member])} -> ${format(value)}`);
    }
    return { ...row, ...found.states };
  });
  const merged = [...kept];
  let before: string | undefined;
  for (const [id, { states, whenNew }] of statedById) {
    if (!ownIds.has(id)) {
      const row = { ...states, ...whenNew };
      const wrong = flaw(row);
      if (wrong === undefined) {
        insertAfter(merged, row, before, identify);
        changes.push(`${id}: new`);
      } else questions.push(`${id}: new, and a person must complete it (${wrong}): ${JSON.stringify(row)}`);
    }
    before = id;
  }
  const end: Record<string, string> = { ...knownThrough };
  // With an open question, something of the new version may be missing: the table must not claim to know it.
  const reached = questions.length === 0 ? (stated.knownThrough ?? {}) : {};
  for (const [of, version] of Object.entries(reached)) {
    const known = end[of];
    if (known !== undefined && !isLater(version, known)) continue;
    end[of] = version;
    changes.push(`knownThrough ${of} ${format(known)} -> ${version}`);
  }
  return { rows: merged, knownThrough: knownThrough === undefined ? undefined : end, changes, questions };
}

/** A reading of earlier versions takes nothing back. @param minor `1.38` */
function isLater(minor: string, known: string): boolean {
  return compare(`${minor}.0`, `${known}.0`) > 0;
}

function isByHand({ by }: WrittenRow): boolean {
  return by === 'hand';
}

/** After the row of an identity, or at the end. */
function insertAfter(
  rows: WrittenRow[],
  row: WrittenRow,
  before: string | undefined,
  identify: (row: WrittenRow) => string,
): void {
  const at = rows.findLastIndex((one) => identify(one) === before);
  rows.splice(at === -1 ? rows.length : at + 1, 0, row);
}

function format(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
