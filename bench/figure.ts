import type { Spread } from './rounds.ts';

/** One row of the table. */
export interface Figure {
  name: string;
  /** Measured in `unit`. */
  value: number;
  unit: 'times the floor' | 'times as long' | 's' | 'round trips' | 'MB' | 'requests' | 'clusters' | 'times the limit';
  /** The highest value that meets the goal; undefined if the figure is only for information. */
  goal?: number | undefined;
  /** The spread of the samples behind the value, in milliseconds. */
  wall?: Spread | undefined;
  /** Peak resident memory of the process, in MB. */
  memory?: number | undefined;
  note?: string | undefined;
}

/** The factor by which a goal may be missed before the run fails: the machine is shared. */
const slack = 1.2;

/** `yes`, `nearly` (missed by at most a fifth), `no`, or empty if there is no goal. */
export function compareToGoal({ value, goal }: Figure): '' | 'yes' | 'nearly' | 'no' {
  if (goal === undefined) return '';
  if (value <= goal) return 'yes';
  return value <= goal * slack ? 'nearly' : 'no';
}

const head = ['Figure', 'Value', 'Goal', 'Met', 'Median ms', 'Min to max ms', 'Peak MB', 'Note'];

/**
 * Prints a Markdown table, each row as soon as it is measured. The process exits with 1 if a goal is missed by more than
 * a fifth.
 * @returns all figures
 */
export async function printFigures(figures: AsyncIterable<Figure> | Iterable<Figure>): Promise<Figure[]> {
  for (const cells of [head, head.map(() => '---')]) console.log(buildRow(cells));
  const printed: Figure[] = [];
  for await (const figure of figures) {
    console.log(buildRow(buildCells(figure)));
    if (compareToGoal(figure) === 'no') process.exitCode = 1;
    printed.push(figure);
  }
  console.log('');
  return printed;
}

function buildCells(figure: Figure): string[] {
  const { name, value, unit, goal, wall, memory, note = '' } = figure;
  return [
    name,
    `${value.toFixed(value < 2 ? 2 : 1)} ${unit}`,
    goal === undefined ? '' : `at most ${goal}`,
    compareToGoal(figure),
    wall?.median.toFixed(0) ?? '',
    wall === undefined ? '' : `${wall.min.toFixed(0)} to ${wall.max.toFixed(0)}`,
    memory?.toFixed(0) ?? '',
    note,
  ];
}

function buildRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
