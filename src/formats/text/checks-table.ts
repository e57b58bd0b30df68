import { grouped } from '../../syntax/grouped.ts';
import type { Report } from '../../report/schema.ts';
import { shortText } from '../../report/entry-title.ts';
import { isAfter } from '../../judge/verdict.ts';
import { numberedEntries } from '../../report/entries.ts';
import { changeWord } from '../../report/step-text.ts';
import { formatFirst } from '../../syntax/english.ts';
import { columnsTable } from './columns-table.ts';
import { paint, tableWidth, wrap, type Layout } from './layout.ts';

type Result = Report['results'][number];

/** A check, its status, how many findings it has, and what was seen. */
export interface CheckRow {
  check: string;
  status: string;
  findings: string;
  seen: string;
}

/** One row for each selected check, by area. */
export function checkRows(report: Pick<Report, 'results' | 'steps'>): Map<string, readonly [CheckRow, ...CheckRow[]]> {
  const numbers = entryNumbers(report);
  const byArea = grouped(listSelected(report), ({ category }) => category);
  const toRow = (result: Result) => toCheckRow(result, numbers, report.steps);
  return new Map([...byArea].map(([area, [first, ...others]]) => [area, [toRow(first), ...others.map(toRow)]]));
}

/** The results of the selected checks. The other checks may be very many, and the headline counts them. */
export function listSelected({ results }: Pick<Report, 'results'>): Result[] {
  return results.filter(({ skipped }) => skipped !== 'not-selected');
}

/** The numbers of the entries, by the fingerprints of their findings. */
export function entryNumbers(report: Pick<Report, 'results' | 'steps'>): ReadonlyMap<string, number> {
  const entries = numberedEntries(report);
  return new Map(
    entries.flatMap(({ number, findings }) => findings.map(({ fingerprint }) => [fingerprint, number] as const)),
  );
}

/**
 * The row of a check.
 * @param numbers from {@link entryNumbers}
 */
export function toCheckRow(result: Result, numbers: ReadonlyMap<string, number>, steps: Report['steps']): CheckRow {
  const { id, status, findings } = result;
  return {
    check: id,
    status: status.toUpperCase(),
    findings: findings.length === 0 ? '' : `${findings.length}`,
    seen: seenText(result, numbers, changeWord(steps)),
  };
}

/**
 * The problems in a few words, with the numbers of their entries, and what the result is based on, if the check says
 * so; for a skip, the reason.
 */
function seenText({ status, findings, reason }: Result, numbers: ReadonlyMap<string, number>, change: string): string {
  if (status === 'pass' || status === 'skip') return reason ?? '';
  const byProblem = grouped(findings, (one) => `${shortText(one)}${isAfter(one) ? ` (after the ${change})` : ''}`);
  const problems = [...byProblem].map(
    ([problem, own]) => `${problem}${numbersText(own.flatMap(({ fingerprint }) => numbers.get(fingerprint) ?? []))}`,
  );
  return [...problems, reason ?? []].flat().join('; ');
}

/** ` (1)`, ` (1, 3, 4 and 2 more)`; empty for findings in no entry. */
function numbersText(found: readonly number[]): string {
  const numbers = [...new Set(found)].toSorted((a, b) => a - b).map(String);
  return numbers.length === 0 ? '' : ` (${formatFirst(numbers)})`;
}

/** The minimum width of the last column; with less, each check takes two lines. */
const shortestSeen = 24;
const heads = { check: 'check', status: 'status', findings: 'found', seen: 'what was seen (entry)' } as const;

/** The table of the selected checks, grouped by area; two lines for each check if it does not fit. */
export async function checksTable(report: Report, layout: Layout): Promise<string[]> {
  const areas = checkRows(report);
  const rows = [...areas].flatMap(([area, own]) => [
    { check: area, status: '', findings: '', seen: '' },
    ...own.map((row) => ({ ...row, check: ` ${row.check.slice(area.length + 1)}` })),
  ]);
  const width = (column: 'check' | 'status') =>
    Math.max(heads[column].length, ...rows.map((row) => row[column].length));
  const room = tableWidth(layout) - width('check') - width('status') - heads.findings.length - 3 * 3;
  const heading = paint(layout, 'bold', `Checks (${listSelected(report).length})`);
  if (room < shortestSeen) return [heading, ...rows.flatMap((row) => stackedRow(row, layout))];
  const wrapped = rows.map((row) => ({ ...row, seen: wrap(row.seen, { ...layout, columns: room }, 0).join('\n') }));
  const columns = (['check', 'status', 'findings', 'seen'] as const).map((name) => ({
    head: heads[name],
    cells: wrapped.map((row) => row[name]),
  }));
  return [heading, ...(await columnsTable(columns, 0, layout))];
}

function stackedRow({ check, status, findings, seen }: CheckRow, layout: Layout): string[] {
  if (status === '') return [`  ${check}`];
  return [
    ...wrap(`${status}${findings === '' ? '' : ` ${findings}`} ${check.trim()}`, layout, 6, '    '),
    ...(seen === '' ? [] : wrap(seen, layout, 6)),
  ];
}
