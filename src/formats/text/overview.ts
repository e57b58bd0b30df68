import { blocksText } from '../../report/blocks.ts';
import { type NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import { bareWhen } from '../../report/step-text.ts';
import { headingIn, paint, tableWidth, wrap, type Layout, type Style } from './layout.ts';

/** A list of entries: its heading, and what it says about each besides the problem and the resource. */
interface List {
  title: string;
  style: Style;
  columns: readonly ('stops' | 'when')[];
  /** The maximum number of entries that are listed; the others are counted. */
  most: number;
}

interface Row {
  number: string;
  problem: string;
  resource: string;
  /** One for each further column. */
  cells: readonly string[];
}

const gap = '  ';
/** The minimum widths of the columns for resource and problem; with less room, each entry takes two lines. */
const shortestResource = 19;
const shortestProblem = 24;
const longestProblem = 44;

/** One line for each entry: its number, its problem, the resource, what it stops and when. */
export function overviewList(
  { title, style, columns, most: mostRows }: List,
  entries: readonly NumberedEntry[],
  layout: Layout,
): string[] {
  if (entries.length === 0) return [];
  const rows = entries.slice(0, mostRows).map((entry) => toRow(entry, columns));
  const rest = entries.length - rows.length;
  const start = Math.max(2, ...rows.map(({ number }) => number.length)) + gap.length;
  const heading = `${title} (${entries.length})`;
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map(({ cells }) => cells[index]?.length ?? 0)),
  );
  const room = tableWidth(layout) - start - widths.reduce((sum, width) => sum + gap.length + width, 0);
  const longest = Math.max(...rows.map(({ problem }) => problem.length));
  const most = room - gap.length - shortestResource;
  const problemWidth = Math.min(longest, longestProblem, most);
  const isTable = most >= shortestProblem;
  const longestResource = Math.max(...rows.map(({ resource }) => resource.length));
  const resourceWidth = Math.min(longestResource, room - gap.length - problemWidth);
  const width = { start, problem: problemWidth, resource: resourceWidth, cells: widths };
  return [
    isTable
      ? headingLine(
          heading,
          style,
          columns,
          { ...width, all: start + problemWidth + gap.length + resourceWidth },
          layout,
        )
      : headingIn(style, heading, layout),
    ...(isTable ? tableRows(rows, width, layout) : rows.flatMap((row) => stackedRow(row, columns, start, layout))),
    ...(rest > 0 ? [`${' '.repeat(start)}and ${rest} more (below)`] : []),
  ];
}

interface Widths {
  /** The width of the number and the space after it. */
  start: number;
  problem: number;
  resource: number;
  cells: readonly number[];
}

function toRow(entry: NumberedEntry, columns: List['columns']): Row {
  const { number, findings } = entry;
  const texts = { stops: blocksText(findings[0].blocks), when: bareWhen(findings[0].at) };
  return {
    number: `${number}`,
    problem: buildEntryShort(findings),
    resource: entryResource(findings),
    cells: columns.map((column) => texts[column]),
  };
}

function headingLine(
  heading: string,
  style: Style,
  columns: readonly string[],
  { cells, all }: Widths & { all: number },
  layout: Layout,
): string {
  const space = ' '.repeat(Math.max(0, all - heading.length));
  return `${headingIn(style, heading, layout)}${space}${paint(layout, 'dim', cellsText(columns, cells).trimEnd())}`;
}

/** Rows that would look the same once their resources are shortened show the resources in full. */
function tableRows(rows: readonly Row[], widths: Widths, layout: Layout): string[] {
  const shown = rows.map((row) => ({ row, resource: shortenMiddle(row.resource, widths.resource) }));
  const keys = shown.map(({ row, resource }) => [row.problem, resource, ...row.cells].join('\n'));
  return shown.flatMap(({ row, resource }, index) =>
    keys.indexOf(keys[index] ?? '') === keys.lastIndexOf(keys[index] ?? '')
      ? tableRow(row, resource, widths, layout)
      : [...tableRow(row, '', widths, layout), ...wrap(row.resource, layout, widths.start + 2)],
  );
}

function tableRow({ number, problem, cells }: Row, resource: string, widths: Widths, layout: Layout): string[] {
  const [first = '', ...more] = wrap(problem, { ...layout, columns: widths.problem }, 0);
  const line = `${first.padEnd(widths.problem)}${gap}${resource.padEnd(widths.resource)}${cellsText(cells, widths.cells)}`;
  return [
    `${number.padStart(widths.start - 2)}${gap}${line}`.trimEnd(),
    ...more.map((rest) => `${' '.repeat(widths.start + 2)}${rest}`),
  ];
}

function cellsText(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, index) => `${gap}${cell.padEnd(widths[index] ?? 0)}`).join('');
}

function stackedRow(
  { number, problem, resource, cells }: Row,
  columns: List['columns'],
  start: number,
  layout: Layout,
): string[] {
  const below = columns.map((column, index) => `${column}: ${cells[index] ?? ''}`);
  return [
    ...wrap(problem, layout, start, `${number.padStart(start - 2)}${gap}`),
    ...wrap([resource, ...below].join(', '), layout, start + 2),
  ];
}

/**
 * Shortens text in the middle: the beginning and the end of a name say the most. ` and 4 more` at its end stays; if
 * there is little room, the name is cut at its end.
 */
export function shortenMiddle(text: string, room: number): string {
  if (text.length <= room) return text;
  const [, name = text, more = ''] = /^(.*?)( and \d+ more)$/.exec(text) ?? [];
  const left = room - more.length - 3;
  if (left < 6) return more === '' ? text.slice(0, room) : `${name.slice(0, left)}...${more}`;
  return `${name.slice(0, Math.ceil(left / 2))}...${name.slice(name.length - Math.floor(left / 2))}${more}`;
}
