import type { DrainedGroup } from '../../report/drain.ts';
import { drainCells, drainColumns, drainHeading, drainNotes } from '../../report/drain-text.ts';
import { paint, tableWidth, wrap, type Layout } from './layout.ts';

const gap = '  ';
const lastColumn = 'stopped by' satisfies (typeof drainColumns)[number];
/** A table with less room for the groups is written as lines. */
const shortestGroup = 12;
/** The maximum number of groups without `--show all`. */
const listedFirst = 12;

interface Row {
  group: string;
  cells: readonly string[];
}

/** The groups of nodes that the update replaces: one line each, if there is room; empty without groups. */
export function drainSection(drain: readonly DrainedGroup[], layout: Layout): string[] {
  if (drain.length === 0) return [];
  const listed = layout.all ? drain : drain.slice(0, listedFirst);
  const rows = listed.map((one): Row => ({ group: one.group, cells: Object.values(drainCells(one)) }));
  const rest = drain.length - rows.length;
  return [
    ...(tableLines(drainHeading(drain), rows, layout) ?? [
      paint(layout, 'bold', drainHeading(drain)),
      ...rows.flatMap((row) => stackedRow(row, layout)),
    ]),
    ...(rest > 0 ? [`  and ${rest} more: --show all`] : []),
    ...drainNotes(drain).flatMap((note) => wrap(note, layout, 2)),
  ];
}

/** The rows below the heads of their columns; undefined if there is too little room. */
function tableLines(heading: string, rows: readonly Row[], layout: Layout): string[] | undefined {
  const columns = drainColumns.slice(0, -1);
  const widths = columns.map((head, column) =>
    Math.max(head.length, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const taken = widths.reduce((sum, width) => sum + gap.length + width, gap.length);
  const room = tableWidth(layout) - taken - gap.length - lastColumn.length;
  if (room < shortestGroup) return undefined;
  const fitting = rows.map(({ group }) => group.length).filter((length) => length <= room);
  const width = Math.max(heading.length - gap.length, shortestGroup, ...fitting);
  const cellsText = (cells: readonly string[]) =>
    widths.map((most, column) => `${gap}${(cells[column] ?? '').padStart(most)}`).join('');
  const head = `${paint(layout, 'bold', heading)}${' '.repeat(gap.length + width - heading.length)}`;
  return [
    `${head}${paint(layout, 'dim', `${cellsText(columns)}${gap}${lastColumn}`)}`,
    ...rows.flatMap(({ group, cells }) => {
      const name = group.length > width ? [`${gap}${group}`] : [];
      const line = `${gap}${(name.length > 0 ? '' : group).padEnd(width)}${cellsText(cells)}`;
      const stopped = cells.at(-1) ?? '';
      const whole = `${line}${gap}${stopped}`;
      return whole.length <= tableWidth(layout)
        ? [...name, whole]
        : [...name, line, ...wrap(stopped.startsWith('replaced ') ? stopped : `${lastColumn}: ${stopped}`, layout, 4)];
    }),
  ];
}

function stackedRow({ group, cells }: Row, layout: Layout): string[] {
  const said = drainColumns.map((head, column) => `${head}: ${cells[column] ?? ''}`);
  return [...wrap(group, layout, 2), ...wrap(said.join(', '), layout, 4)];
}
