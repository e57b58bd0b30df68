import type { Drained } from '../../report/drain.ts';
import { drainCells, drainColumns, drainHeading, drainNotes } from '../../report/drain-text.ts';
import { paint, tableWidth, wrap, type Layout } from './layout.ts';

const gap = '  ';
/** A table with less room for the groups is written as lines. */
const shortestGroup = 12;
/** The maximum number of groups without `--all`. */
const listedFirst = 12;

interface Row {
  group: string;
  cells: readonly string[];
}

/** The groups of nodes that the update replaces: one line each, if there is room; empty without groups. */
export function drainSection(drain: readonly Drained[], layout: Layout): string[] {
  if (drain.length === 0) return [];
  const listed = layout.all ? drain : drain.slice(0, listedFirst);
  const rows = listed.map((one): Row => ({ group: one.group, cells: Object.values(drainCells(one)) }));
  const rest = drain.length - rows.length;
  return [
    ...(tableLines(drainHeading(drain), rows, layout) ?? [
      paint(layout, 'bold', drainHeading(drain)),
      ...rows.flatMap((row) => stackedRow(row, layout)),
    ]),
    ...(rest > 0 ? [`  and ${rest} more: --all`] : []),
    ...drainNotes(drain).flatMap((note) => wrap(note, layout, 2)),
  ];
}

/** The rows below the heads of their columns; undefined if there is too little room. */
function tableLines(heading: string, rows: readonly Row[], layout: Layout): string[] | undefined {
  const widths = drainColumns.map((head, column) =>
    Math.max(head.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const room = tableWidth(layout) - gap.length - widths.reduce((sum, width) => sum + gap.length + width, 0);
  if (room < shortestGroup) return undefined;
  const longest = Math.max(heading.length - gap.length, ...rows.map(({ group }) => group.length));
  const width = Math.min(longest, room);
  const cellsText = (cells: readonly string[]) =>
    cells.map((cell, column) => gap + padded(cell, column, widths[column] ?? 0)).join('');
  const head = `${paint(layout, 'bold', heading)}${' '.repeat(Math.max(0, gap.length + width - heading.length))}`;
  return [
    `${head}${paint(layout, 'dim', cellsText(drainColumns).trimEnd())}`,
    ...rows.flatMap(({ group, cells }) =>
      group.length > width
        ? [`${gap}${group}`, `${gap}${' '.repeat(width)}${cellsText(cells)}`.trimEnd()]
        : [`${gap}${group.padEnd(width)}${cellsText(cells)}`.trimEnd()],
    ),
  ];
}

/** Numbers are aligned to the right, the last column to the left. */
function padded(cell: string, column: number, width: number): string {
  return column === drainColumns.length - 1 ? cell.padEnd(width) : cell.padStart(width);
}

function stackedRow({ group, cells }: Row, layout: Layout): string[] {
  const said = drainColumns.map((head, column) => `${head}: ${cells[column] ?? ''}`);
  return [...wrap(group, layout, 2), ...wrap(said.join(', '), layout, 4)];
}
