import { blocksText } from '../../report/blocks.ts';
import { findFirstStep, type NumberedEntry } from '../../report/entries.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { bareWhen } from '../../report/step-text.ts';
import { headingIn, paint, resolveWidth, wrap, type Layout, type Style } from './layout.ts';

/** A list of entries: its heading, and what it says of each beside the title. */
interface List {
  title: string;
  style: Style;
  columns: readonly ('stops' | 'when')[];
  /** Lines at most; further entries are counted. */
  most: number;
}

interface Row {
  number: string;
  title: string;
  /** One for each column. */
  cells: readonly string[];
}

/** Titles shorter than this say too little: the other columns go below them. */
const shortestTitle = 32;
const gap = '  ';

/** One line for each entry: its number, what is wrong, what it stops and when. */
export function entriesList(
  { title, style, columns, most }: List,
  entries: readonly NumberedEntry[],
  steps: Report['steps'],
  layout: Layout,
): string[] {
  if (entries.length === 0) return [];
  const rows = entries.slice(0, most).map((entry) => toRow(entry, columns, steps));
  const rest = entries.length - rows.length;
  const start = Math.max(2, ...rows.map(({ number }) => number.length)) + 2;
  const all = [{ number: '', title: '', cells: columns }, ...rows];
  const widths = columns.map((_, index) => Math.max(...all.map(({ cells }) => cells[index]?.length ?? 0)));
  const room = resolveWidth(layout) - start - widths.reduce((sum, width) => sum + gap.length + width, 0);
  const isTable = room >= shortestTitle;
  const heading = `${title} (${entries.length})`;
  return [
    isTable ? headingLine(heading, style, columns, widths, start + room, layout) : headingIn(style, heading, layout),
    ...rows.flatMap((row) => (isTable ? [formatRow(row, widths, start, room)] : stacked(row, columns, start, layout))),
    ...(rest > 0 ? [`${' '.repeat(start)}and ${rest} more (below)`] : []),
  ];
}

function toRow({ number, findings }: NumberedEntry, columns: List['columns'], steps: Report['steps']): Row {
  const texts = { stops: blocksText(findings[0].blocks), when: bareWhen(findFirstStep(findings, steps)) };
  return { number: `${number}`, title: buildEntryTitle(findings), cells: columns.map((column) => texts[column]) };
}

function headingLine(
  heading: string,
  style: Style,
  columns: readonly string[],
  widths: readonly number[],
  width: number,
  layout: Layout,
): string {
  if (columns.length === 0) return headingIn(style, heading, layout);
  const space = ' '.repeat(Math.max(0, width - heading.length));
  return `${headingIn(style, heading, layout)}${space}${paint(layout, 'dim', cellsText(columns, widths).trimEnd())}`;
}

function cellsText(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, index) => `${gap}${cell.padEnd(widths[index] ?? 0)}`).join('');
}

function formatRow({ number, title, cells }: Row, widths: readonly number[], start: number, room: number): string {
  const shown = title.length > room ? `${title.slice(0, room - 3).trimEnd()}...` : title;
  return `${number.padStart(start - 2)}${gap}${shown.padEnd(room)}${cellsText(cells, widths)}`.trimEnd();
}

function stacked({ number, title, cells }: Row, columns: List['columns'], start: number, layout: Layout): string[] {
  const below = columns.map((column, index) => `${column}: ${cells[index] ?? ''}`).join(', ');
  return [
    ...wrap(title, layout, start, `${number.padStart(start - 2)}${gap}`),
    ...(below === '' ? [] : wrap(below, layout, start)),
  ];
}
