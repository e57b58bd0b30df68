import { clusterNamed } from '../../report/cluster-named.ts';
import { countEntries, numberedEntries, type Entry } from '../../report/entries.ts';
import { formatCount } from '../../syntax/english.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { allFindings, isStep, toVerdict } from '../../judge/verdict.ts';
import type { Report } from '../../report/schema.ts';
import { componentName } from '../../report/step-text.ts';
import { columnsTable } from './columns-table.ts';
import { resolveWidth, wrap, type Layout } from './layout.ts';

type Step = Report['steps'][number];

/** Today's state or a step of the path, and how many entries it brings. */
export interface PathRow {
  move: string;
  verdict: string;
  counts: Record<'fail' | 'unknown' | 'warn', number>;
}

/**
 * One row for today's state and one for each step of the path, each with how many entries it has at each level; lines
 * if the table does not fit. Consecutive steps of one component without entries and with the same verdict are one row.
 */
export async function stepsTable(report: Report, layout: Layout): Promise<string[]> {
  const rows = pathRows(report);
  // Color codes add invisible characters to the length of a line.
  const plain = await table(rows, { ...layout, color: false });
  if (plain.some((line) => line.length > resolveWidth(layout))) return rows.flatMap((row) => folded(row, layout));
  return layout.color ? table(rows, layout) : plain;
}

/** Today's state, then the steps of the path, as rows of {@link stepsTable}. */
export function pathRows(report: Report): PathRow[] {
  const { results, steps } = report;
  const entries = numberedEntries(report);
  const today = allFindings(results).filter(({ finding }) => finding.at === null);
  return [
    {
      move: `now, at ${clusterNamed(report).version}`,
      verdict: toVerdict(today, results),
      counts: countAt(entries, steps, (at) => at === null),
    },
    ...stepRows(report, entries),
  ];
}

function stepRows({ steps }: Report, entries: readonly Entry[]): PathRow[] {
  const rows: (PathRow & { from: string; step: Step })[] = [];
  for (const step of steps) {
    const counts = countAt(entries, steps, (at) => isStep(at, step));
    const last = rows.at(-1);
    const joins = last !== undefined && last.step.component === step.component && last.verdict === step.verdict;
    const from = joins && isEmpty(counts) && isEmpty(last.counts) ? last.from : step.from;
    const row = { from, step, move: moveText({ ...step, from }, steps), verdict: step.verdict, counts };
    if (from === step.from) rows.push(row);
    else rows.splice(-1, 1, row);
  }
  return rows;
}

/** Counts each entry at the step of its first finding, which its line and the JSON report name. */
function countAt(
  entries: readonly Entry[],
  steps: Report['steps'],
  isHere: (at: ReportedFinding['at']) => boolean,
): PathRow['counts'] {
  return countEntries(entries.flatMap(({ findings }) => (isHere(findings[0].at) ? findings : [])));
}

function isEmpty({ fail, unknown, warn }: PathRow['counts']): boolean {
  return fail + unknown + warn === 0;
}

async function table(rows: readonly PathRow[], layout: Layout): Promise<string[]> {
  const numbers = (level: keyof PathRow['counts']) => rows.map(({ counts }) => `${counts[level]}`);
  return columnsTable(
    [
      { head: 'Step', cells: rows.map(({ move }) => move) },
      { head: 'Verdict', cells: rows.map(rowVerdict) },
      { head: 'Blockers', cells: numbers('fail'), align: 'right' },
      { head: 'Unknown', cells: numbers('unknown'), align: 'right' },
      { head: 'Warnings', cells: numbers('warn'), align: 'right' },
    ],
    2,
    layout,
  );
}

/** Verdicts accumulate: a blocked step to which no blocker belongs is blocked by those of earlier steps. */
export function rowVerdict({ verdict, counts }: PathRow): string {
  return verdict === 'blocked' && counts.fail === 0 ? 'blocked earlier' : verdict;
}

function folded(row: PathRow, layout: Layout): string[] {
  const { move, counts } = row;
  const found = `${formatCount(counts.fail, 'blocker')}, ${counts.unknown} unknown, ${formatCount(counts.warn, 'warning')}`;
  return [...wrap(`${move}: ${rowVerdict(row)}`, layout, 2), ...wrap(found, layout, 4)];
}

/** Both components have versions such as 1.1: if Karpenter is updated, each step names its component. */
function moveText(step: Pick<Step, 'component' | 'from' | 'to'>, steps: readonly Step[]): string {
  const { from, to } = step;
  const isAlone = steps.every(({ component }) => component === 'kubernetes');
  return `${isAlone ? '' : `${componentName(step)} `}${from} -> ${to}`;
}
