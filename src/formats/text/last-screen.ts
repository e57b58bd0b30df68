import { isRollbackPath } from '../../judge/direction.ts';
import { numbersText } from '../../report/answer-text.ts';
import { reportAnswers } from '../../report/answers.ts';
import { afterWords } from '../../report/after-text.ts';
import { numberedEntries, type NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import { grantText, isOfPermissions } from '../../report/missing-permissions.ts';
import { againFirst } from '../../report/old-data.ts';
import type { Report } from '../../report/schema.ts';
import { formatCount } from '../../syntax/english.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { scopeVerdict, exitText } from './gate.ts';
import { answerLines } from './answers.ts';
import { formatUpgradePath, takenText, verdictStyle } from './headline.ts';
import { headingIn, paint, tableWidth, wrap, type Layout } from './layout.ts';
import { restText } from './not-covered.ts';
import { urgentTable, warningsCount } from './overview.ts';

/** The lines of a terminal of the usual size. */
const screenLines = 24;

/**
 * The end of a printed report, to be read from the bottom: what to do first, whether to update and the exit code, the
 * answers, what stops them. It fits into 24 lines if there are at most ten blockers. With `--scope`, the last line
 * repeats the exit code.
 */
export function lastScreen(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const word = exitLines(report, layout);
  const first = nextLines(report, entries, layout);
  const end = [
    ...titleLines(report, layout),
    ...answerLines(report, layout),
    ...countLines(report, layout),
    ...word,
    '',
    ...first,
    ...(report.gate.scope === 'all' ? [] : [`Exit code ${report.exitCode}.`]),
  ];
  const table = urgentTable(report, entries, layout, screenLines - end.length - 1);
  return table.length === 0 ? end : [...table, '', ...end];
}

/** The verdict and the exit code. */
function exitLines(report: Report, layout: Layout): string[] {
  const style = verdictStyle[scopeVerdict(report)];
  return wrap(exitText(report), layout, 2, '').map((line) => headingIn(style, line, layout));
}

/** The path, and when the facts were taken. */
function titleLines(report: Report, layout: Layout): string[] {
  const [path, taken] = [formatUpgradePath(report), takenText(report)];
  const space = tableWidth({ ...layout, columns: Math.min(layout.columns, 80) }) - path.length - taken.length;
  return space < 2
    ? [path, taken]
        .flatMap((line, index) => wrap(line, layout, 2, index === 0 ? '' : undefined))
        .map((line) => bold(line, layout))
    : [`${bold(path, layout)}${' '.repeat(space)}${taken}`];
}

function bold(text: string, layout: Layout): string {
  return paint(layout, 'bold', text);
}

/** What the lines above have in detail, in numbers. */
function countLines(report: Report, layout: Layout): string[] {
  const { after } = report;
  const warnings = warningsCount(numberedEntries(report));
  const tasks = after.length === 0 ? '' : `${formatCount(after.length, 'task')} ${afterWords(report)}`;
  const counts = [warnings, tasks].filter((text) => text !== '').join(', ');
  const begin = (text: string) => (text === '' ? '' : `${text}. `);
  const lines = [
    `${begin(counts)}${restText(report)}`,
    `${begin(warnings)}${restText(report)}`,
    `${begin(warnings)}${restText(report, 'short')}`,
    `${begin(warnings)}${restText(report, 'shortest')}`,
  ].map((line) => wrap(line, layout, 2));
  return lines.find(({ length }) => length === 1) ?? lines.at(-1) ?? [];
}

function nextLines(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const [first] = entries;
  const { all, view, group, hasPage = false } = layout;
  const views = [
    ...(first === undefined ? [] : [`--show ${first.number}`]),
    ...(all ? [] : ['--show all']),
    ...(hasPage ? [] : ['-o report.html']),
  ];
  const more =
    group === undefined ? `To see more, add ${formatAlternatives(views)}.` : 'To see everything, omit --group.';
  const start = startText(report, entries, layout);
  const begins = view === undefined ? report.update?.begins : undefined;
  return [
    ...(start === undefined ? [] : wrap(start, layout, 2, '')),
    ...(begins === undefined ? [] : begins.split('\n').map((line) => `    ${line}`)),
    ...wrap(laterText(report), layout, 2, ''),
    ...wrap(more, layout, 2, ''),
  ].filter((line) => line !== '');
}

/** With `--scope control-plane`: what remains to be fixed before the nodes; empty if nothing does. */
function laterText(report: Report): string {
  if (report.gate.scope === 'all' || report.update === null) return '';
  const nodes = reportAnswers(report).find(({ question }) => question === 'nodes');
  const { blockers = [] } = nodes ?? {};
  return blockers.length === 0 ? '' : `Then fix ${numbersText(blockers)} before you update the nodes.`;
}

/** What to do first; undefined if nothing is to be done. */
function startText(report: Report, entries: readonly NumberedEntry[], { view, now }: Layout): string | undefined {
  const { update, steps, rollback } = report;
  const [first] = entries;
  const isDown = isRollbackPath(steps);
  const isBlocked = first !== undefined && first.findings[0].level !== 'warn';
  if (isDown && rollback?.open === false && rollback.to === null) {
    const why = entries.find(({ findings }) => findings.some(({ check }) => check === 'control-plane/rollback'));
    if (why !== undefined) return `EKS offers no rollback: see #${why.number}, ${buildEntryShort(why.findings)}.`;
  }
  if (update === null && isBlocked && isOfPermissions(first.findings))
    return `First: grant ${grantText(first.findings)}, see --show ${first.number}.`;
  if (update === null && isBlocked)
    return `First: fix #${first.number}, ${buildEntryShort(first.findings)} (${entryResource(first.findings)}).`;
  if (update === null) return undefined;
  const again = isDown ? againFirst(report, now) : undefined;
  if (again !== undefined) return again;
  if (view !== undefined)
    return `To see the ${isDown ? 'steps of the rollback' : 'commands of the update'}, omit --show ${view}.`;
  if (update.begins !== undefined) return 'First: run the commands of the update above. They begin it with:';
  return isDown
    ? 'First: follow the steps of the rollback above, from step 1.'
    : 'First: run the commands of the update above.';
}
