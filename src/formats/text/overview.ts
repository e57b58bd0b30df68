import { stopLabel, stopLabels, worstStop } from '../../report/blocks.ts';
import { isInScope, reportAnswers, type Answer } from '../../report/answers.ts';
import type { NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { bareWhen } from '../../report/step-text.ts';
import { formatCount } from '../../syntax/english.ts';
import { fold, headingIn, paint, tableWidth, wrap, type Layout, type Style } from './layout.ts';

/** An entry as one line: its number, what it stops and when, its problem, its resource. */
interface Row {
  number: string;
  stops: string;
  /** What else it stops: in the lines below, if there is room. */
  alsoStops?: readonly string[];
  problem: string;
  resource: string;
}

interface Section {
  title: string;
  style: Style;
  rows: readonly Row[];
}

const gap = '  ';
/** Below this width, each entry takes two lines. */
const shortestTable = 60;
/** The maximum number of rows of a section: the details above have all entries. */
const mostRows = 10;
const mostUnknowns = 3;

/**
 * The blockers and the unknowns, one line each: the table above the answers. What `--scope` leaves out has its own
 * heading.
 * @param room the lines that the table may take; unknowns and then rows of blockers give way, and are counted
 */
export function urgentTable(
  report: Report,
  entries: readonly NumberedEntry[],
  layout: Layout,
  room = Number.POSITIVE_INFINITY,
): string[] {
  const answers = reportAnswers(report);
  const level = (wanted: string) => entries.filter(({ findings: [first] }) => first.level === wanted);
  const counts = ({ number }: NumberedEntry) => isInScope(number, report);
  const toRow = (entry: NumberedEntry) => buildRow(entry, report, answers);
  const fails = level('fail');
  const unknowns = level('unknown');
  const sections: Section[] = [
    { title: 'Blockers', style: 'red', rows: fails.filter(counts).map(toRow) },
    { title: 'Not asked', style: 'dim', rows: fails.filter((one) => !counts(one)).map(toRow) },
    { title: 'Unknown', style: 'magenta', rows: unknowns.map(toRow) },
  ];
  // Up to ten blockers are never only counted.
  const fewer = fails.length > mostRows ? [8, 6, 4] : [];
  const limits = [...[mostUnknowns, 1, 0].map((most) => [mostRows, most]), ...fewer.map((most) => [most, 0])];
  const worst = sections.map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, alsoStops: [] })) }));
  const tables = [
    sectionsLines(sections, { most: mostRows, ofUnknown: mostUnknowns }, layout),
    ...limits.map(([most = 0, ofUnknown = 0]) => sectionsLines(worst, { most, ofUnknown }, layout)),
  ];
  return tables.find((lines) => lines.length <= room) ?? tables.at(-1) ?? [];
}

/** The warnings, one line each. */
export function warningLines(entries: readonly NumberedEntry[], layout: Layout): string[] {
  const rows = entries.flatMap((entry): Row[] =>
    entry.findings[0].level === 'warn' ? [{ ...buildTexts(entry), stops: bareWhen(entry.findings[0].at) }] : [],
  );
  if (rows.length === 0) return [];
  const heading = headingIn('yellow', `Warnings (${rows.length})`, layout);
  return [heading, ...tableLines(rows, { stops: 'when' }, layout)];
}

function sectionsLines(
  sections: readonly Section[],
  limits: { most: number; ofUnknown: number },
  layout: Layout,
): string[] {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  const shownRows = ({ title, rows }: Section) => rows.slice(0, title === 'Unknown' ? limits.ofUnknown : limits.most);
  const alike = filled.flatMap(shownRows);
  return filled.flatMap((section, index) => {
    const { title, style, rows } = section;
    const heading = `${title} (${rows.length})`;
    const shown = shownRows(section);
    const rest = rows.length - shown.length;
    if (shown.length === 0) return [`${headingIn(style, heading, layout)}${above(layout)}`];
    return [
      headingIn(style, heading, layout),
      ...tableLines(
        shown,
        index === 0 ? { stops: title === 'Unknown' ? 'could stop' : 'stops' } : undefined,
        layout,
        alike,
      ),
      ...(rest > 0 ? [`    and ${rest} more${above(layout)}`] : []),
    ];
  });
}

/** The summary has nothing above it. */
function above({ view }: Layout): string {
  return view === 'summary' ? '' : ' (above)';
}

function buildRow(entry: NumberedEntry, { steps }: Report, answers: readonly Answer[]): Row {
  const stop = worstStop(entry);
  const isFail = entry.findings[0].level === 'fail';
  const alsoStops = isFail ? stopLabels(entry).slice(1) : [];
  const [worst] = answers.filter(({ unknown }) => unknown.includes(entry.number));
  const isHop = stop.at !== null && steps.filter(({ component }) => component === stop.at?.component).length > 1;
  const label = isFail ? `${stopLabel(stop)}${isHop ? ` ${bareWhen(stop.at)}` : ''}` : unknownLabel(worst);
  return { ...buildTexts(entry), stops: label, alsoStops: alsoStops.map((one) => `and ${one}`) };
}

function unknownLabel(answer: Answer | undefined): string {
  return answer === undefined ? 'nothing' : stopLabel({ blocks: answer.question });
}

function buildTexts({ number, findings }: NumberedEntry): Omit<Row, 'stops'> {
  const problem = buildEntryShort(findings);
  return { number: `${number}`, problem, resource: entryResource(findings) };
}

/**
 * Rows in columns. A text that is wider than its column has more lines; a name that is has a line for itself, and is
 * never cut.
 * @param heads the head of the second column; undefined: no heads
 * @param alike all rows whose columns should have the same widths
 */
function tableLines(
  rows: readonly Row[],
  heads: { stops: string } | undefined,
  layout: Layout,
  alike: readonly Row[] = rows,
): string[] {
  const room = tableWidth(layout);
  if (room < shortestTable) return rows.flatMap((row) => stackedRow(row, layout));
  const longest = (part: 'number' | 'stops') => Math.max(...alike.map((row) => row[part].length));
  const start = Math.max(3, longest('number') + 1);
  const others = alike.flatMap((row) => row.alsoStops ?? []);
  const stops = Math.max(longest('stops'), 5, heads?.stops.length ?? 0, ...others.map(({ length }) => length));
  const left = start + gap.length + stops + gap.length;
  const problem = problemWidth(alike, room - left - gap.length);
  const begin = (number: string, what: string) => `${number.padStart(start)}${gap}${what.padEnd(stops)}${gap}`;
  const head = `${begin('#', heads?.stops ?? '')}${'what'.padEnd(problem)}${gap}where`;
  const rowLines = (row: Row): string[] => {
    const first = `${begin(row.number, row.stops)}${row.problem.padEnd(problem)}${gap}`;
    if (row.problem.length <= problem && first.length + row.resource.length <= room)
      return [`${first}${row.resource}`.trimEnd()];
    const where = room - left - problem - gap.length;
    const cells = [fold(row.problem.split(' '), problem), fold(row.resource.split(' '), where)] as const;
    if (fitsIn(cells[0], problem) && fitsIn(cells[1], where))
      return Array.from({ length: Math.max(cells[0].length, cells[1].length) }, (_, index) => {
        const start = index === 0 ? begin(row.number, row.stops) : ' '.repeat(left);
        return `${start}${(cells[0][index] ?? '').padEnd(problem)}${gap}${cells[1][index] ?? ''}`.trimEnd();
      });
    const indent = Math.max(0, Math.min(left + problem + gap.length, room - row.resource.length));
    return [
      ...wrap(row.problem, { ...layout, columns: room }, left, begin(row.number, row.stops)),
      `${' '.repeat(indent)}${row.resource}`,
    ];
  };
  return [
    ...(heads === undefined ? [] : [paint(layout, 'dim', head)]),
    ...rows.flatMap((row) => withOtherStops(row, rowLines(row), start + gap.length)),
  ];
}

/** What else a row stops, below what it stops first: beside the further lines of the row, or in separate lines. */
function withOtherStops({ alsoStops = [] }: Row, lines: readonly string[], column: number): string[] {
  const [first = '', ...others] = lines;
  const below = alsoStops.map((text, index) => {
    const beside = others[index] ?? '';
    const begin = `${' '.repeat(column)}${text}${gap}`;
    return beside.slice(0, begin.length).trim() === ''
      ? `${begin}${beside.slice(begin.length)}`.trimEnd()
      : `${begin.trimEnd()}\n${beside}`;
  });
  return [first, ...below.flatMap((line) => line.split('\n')), ...others.slice(alsoStops.length)];
}

function fitsIn(lines: readonly string[], width: number): boolean {
  return lines.every(({ length }) => length <= width);
}

/** The width with which the most rows have their resource beside the problem; the largest of these. */
function problemWidth(rows: readonly Row[], room: number): number {
  const fitting = (width: number) =>
    rows.filter(({ problem, resource }) => problem.length <= width && width + resource.length <= room).length;
  const widths = [...new Set([4, ...rows.map(({ problem }) => problem.length)])].toSorted((a, b) => b - a);
  return widths.reduce((best, width) => (fitting(width) > fitting(best) ? width : best), widths[0] ?? 4);
}

function stackedRow({ number, stops, alsoStops = [], problem, resource }: Row, layout: Layout): string[] {
  return [
    ...wrap(problem, layout, 5, `${number.padStart(3)}  `),
    ...wrap(`${resource}, ${[stops, ...alsoStops].join(' ')}`, layout, 5),
  ];
}

/** `14 warnings`; empty for none. */
export function warningsCount(entries: readonly NumberedEntry[]): string {
  const count = entries.filter(({ findings: [first] }) => first.level === 'warn').length;
  return count === 0 ? '' : formatCount(count, 'warning');
}
