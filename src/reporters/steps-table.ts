import type { Report } from '../report.ts';
import { openFindings, verdictOf } from '../verdict.ts';
import { paint, type Layout } from './layout.ts';

/** Columns set apart by space, no lines: quiet on a screen, and nothing for a screen reader to spell out. */
const noBorders = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right'].flatMap((side) =>
    ['', '-mid', '-left', '-right'].map((corner) => [`${side}${corner}`, '']),
  ),
);
const borders = { ...noBorders, left: '  ', middle: '   ' };

/** One row for today's state and one for each step of the path, each with what it brings. */
export async function stepsTable({ now, steps, cluster, results }: Report, layout: Layout): Promise<string[]> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    head: ['Step', 'Verdict', 'Blockers', 'Not known', 'Warnings'].map((word) => paint(layout, 'dim', word)),
    chars: borders,
    colAligns: ['left', 'left', 'right', 'right', 'right'],
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  table.push([`now, at ${cluster.version}`, verdictOfToday(results), `${now.fail}`, `${now.unknown}`, `${now.warn}`]);
  for (const step of steps) {
    table.push([moveText(step, steps), step.verdict, `${step.fail}`, `${step.unknown}`, `${step.warn}`]);
  }
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Both components have versions such as 1.1: where both move, each is named. */
function moveText({ component, from, to }: Report['steps'][number], steps: Report['steps']): string {
  const isAlone = steps.every((step) => step.component === 'kubernetes');
  const name = component === 'karpenter' ? 'Karpenter ' : 'Kubernetes ';
  return `${isAlone ? '' : name}${from} -> ${to}`;
}

/** By the same rule as that of a step: what only a warning could hide does not make it incomplete. */
function verdictOfToday(results: Report['results']): string {
  return verdictOf(openFindings(results).filter(({ finding }) => finding.at === null));
}
