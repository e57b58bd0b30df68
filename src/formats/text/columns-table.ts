import { paint, type Layout } from './layout.ts';

/** One column of a table. */
interface Column {
  head: string;
  cells: readonly string[];
  align?: 'left' | 'right';
}

/** Columns are separated by spaces, not by lines, which a screen reader would spell out. */
const noBorders = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);

/**
 * A table whose lines may be longer than the layout is wide.
 * @param gap the spaces between two columns
 */
export async function columnsTable(
  columns: readonly Column[],
  indent: number,
  layout: Layout,
  gap = 3,
): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const drawn = new Table({
    head: columns.map(({ head }) => paint(layout, 'dim', head)),
    chars: { ...noBorders, left: ' '.repeat(indent), middle: ' '.repeat(gap) },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  const [first] = columns;
  for (const row of first?.cells.keys() ?? []) drawn.push(columns.map(({ cells }) => cells[row] ?? ''));
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
