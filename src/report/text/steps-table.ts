import type { Report } from '../schema.ts';
import { allFindings, isStep, verdictOf } from '../../judge/verdict.ts';
import { countEntries } from '../entries.ts';
import { paint, wrap, type Layout } from './layout.ts';
import { counted } from '../../languages/english.ts';

/** Columns set apart by space, no lines: quiet on a screen, and nothing for a screen reader to spell out. */
const noBorders = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);
const borders = { ...noBorders, left: '  ', middle: '   ' };

interface Row {
  move: string;
  verdict: string;
  counts: Record<'fail' | 'unknown' | 'warn', number>;
}

/** One row for today's state and one for each step of the path, each with what it brings; folded where it does not fit. */
export async function stepsTable(report: Report, layout: Layout): Promise<string[]> {
  const { steps, cluster, results } = report;
  const found = allFindings(results);
  const today = found.filter(({ finding }) => finding.at === null);
  const rows: Row[] = [
    { move: `now, at ${cluster.version}`, verdict: verdictOf(today), counts: countEntries(today) },
    ...steps.map((step) => ({
      move: moveText(step, steps),
      verdict: step.verdict,
      counts: countEntries(found.filter(({ finding }) => isStep(finding.at, step))),
    })),
  ];
  // Colour adds what nobody sees to the length of a line.
  const plain = await table(rows, { ...layout, color: false });
  if (plain.some((line) => line.length > layout.columns)) return rows.flatMap((row) => folded(row, layout));
  return layout.color ? table(rows, layout) : plain;
}

async function table(rows: readonly Row[], layout: Layout): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const drawn = new Table({
    head: ['Step', 'Verdict', 'Blockers', 'Unknown', 'Warnings'].map((word) => paint(layout, 'dim', word)),
    chars: borders,
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  for (const { move, verdict, counts } of rows) {
    drawn.push([move, verdict, `${counts.fail}`, `${counts.unknown}`, `${counts.warn}`]);
  }
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

function folded({ move, verdict, counts }: Row, layout: Layout): string[] {
  const found = `${counted(counts.fail, 'blocker')}, ${counts.unknown} unknown, ${counted(counts.warn, 'warning')}`;
  return [...wrap(`${move}: ${verdict}`, layout, 2), ...wrap(found, layout, 4)];
}

/** Both components have versions such as 1.1: where both move, each is named. */
function moveText({ component, from, to }: Report['steps'][number], steps: Report['steps']): string {
  const isAlone = steps.every((step) => step.component === 'kubernetes');
  const name = component === 'karpenter' ? 'Karpenter ' : 'Kubernetes ';
  return `${isAlone ? '' : name}${from} -> ${to}`;
}
