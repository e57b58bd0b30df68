import type { NumberedEntry } from '../../report/entries.ts';
import type { Report } from '../../report/schema.ts';
import { formatCount } from '../../syntax/english.ts';
import { lastScreen } from './last-screen.ts';
import { tableWidth, type Layout } from './layout.ts';
import { overviewList } from './overview.ts';
import { stepsTable } from './steps-table.ts';

const mostLines = 24;
const mostSteps = 5;
const mostBlockers = 8;

/**
 * The report in at most 24 lines (more on a terminal of less than 60 columns): the path, the first blockers, the
 * verdict, what to do first.
 */
export async function summaryLines(
  report: Report,
  entries: readonly NumberedEntry[],
  layout: Layout,
): Promise<string[]> {
  const last = lastScreen(report, entries, layout);
  const path = await stepsTable(report, layout);
  const shownPath =
    path.length > mostSteps + 1
      ? [...path.slice(0, mostSteps), `  and ${formatCount(path.length - mostSteps, 'more step')}`]
      : path;
  const level = (wanted: string) => entries.filter(({ findings: [first] }) => first.level === wanted);
  const list = (title: string, style: 'red' | 'magenta', most: number) =>
    overviewList(
      { title, style, columns: ['stops', 'when'], most },
      level(style === 'red' ? 'fail' : 'unknown'),
      layout,
    ).map((line) => line.replace(/ \(below\)$/, ''));
  const blockers = list('Blockers', 'red', mostBlockers);
  const room = mostLines - last.length - shownPath.length - blockers.length - 3;
  const unknowns = room > 2 ? list('Unknown', 'magenta', Math.min(room - 2, 3)) : [];
  const body = [shownPath, blockers, unknowns, last].filter((lines) => lines.length > 0);
  const spaced = body.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]));
  const kept = spaced.length <= mostLines ? spaced : body.flat();
  return kept.length <= mostLines || tableWidth(layout) < 60
    ? kept
    : [...kept.slice(0, mostLines - last.length), ...last];
}
