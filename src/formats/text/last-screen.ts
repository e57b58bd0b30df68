import { isRollbackPath } from '../../judge/direction.ts';
import { numbersText } from '../../report/answer-text.ts';
import { reportAnswers } from '../../report/answers.ts';
import { numberedEntries, type NumberedEntry } from '../../report/entries.ts';
import { buildEntryShort, entryResource } from '../../report/entry-title.ts';
import { plannedTasks, taskName, taskToBegin } from '../../report/first-task.ts';
import { grantText, isOfPermissions } from '../../report/missing-permissions.ts';
import { againFirst } from '../../report/old-data.ts';
import type { Task } from '../../report/plan/draft.ts';
import { closedEntries } from '../../report/plan/plan-text.ts';
import type { Report } from '../../report/schema.ts';
import { formatAlternatives } from '../../syntax/quoted.ts';
import { sh } from '../../syntax/shell.ts';
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
 * answers, what stops them. It fits into 24 lines if there are at most ten blockers: how to see more gives way. With
 * `--scope`, the last line repeats the exit code.
 */
export function lastScreen(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const answers = [
    ...titleLines(report, layout),
    ...answerLines(report, layout),
    ...countLines(report, layout),
    ...exitLines(report, layout),
  ];
  const more = moreLines(entries, layout);
  const first = [
    ...nextLines(report, entries, layout),
    ...more,
    ...(report.gate.scope === 'all' ? [] : [`Exit code ${report.exitCode}.`]),
  ];
  // With blank lines above the answers and above what comes first; the second one gives way to a row.
  const room = screenLines - answers.length - first.length - 2;
  const table = urgentTable(report, entries, layout, room);
  const longer = urgentTable(report, entries, layout, room + 1);
  const isTight = longer.length > Math.min(room, table.length);
  const screen = [...longer, ...(longer.length === 0 ? [] : ['']), ...answers, ...(isTight ? [] : ['']), ...first];
  const isTooLong = screen.length > screenLines && layout.group === undefined;
  return isTooLong ? screen.filter((line) => !more.includes(line)) : screen;
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
  const warnings = warningsCount(numberedEntries(report));
  const begin = warnings === '' ? '' : `${warnings}. `;
  const lines = (['full', 'short', 'shortest'] as const).map((length) =>
    wrap(`${begin}${restText(report, length)}`, layout, 2),
  );
  return lines.find(({ length }) => length === 1) ?? lines.at(-1) ?? [];
}

/** How to see more than is shown. */
function moreLines([first]: readonly NumberedEntry[], layout: Layout): string[] {
  const { all, group, hasPage = false } = layout;
  const views = [
    ...(first === undefined ? [] : [`--show ${first.number}`]),
    ...(all ? [] : ['--show all']),
    ...(hasPage ? [] : ['-o report.html']),
  ];
  const text =
    group === undefined ? `To see more, add ${formatAlternatives(views)}.` : 'To see everything, omit --group.';
  return wrap(text, layout, 2, '');
}

function nextLines(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  return [
    ...firstLines(report, entries, layout),
    ...wrap(laterText(report), layout, 2, ''),
    ...planLines(report, layout),
  ].filter((line) => line !== '');
}

/** What to do first; empty if nothing is to be done. */
function firstLines(report: Report, entries: readonly NumberedEntry[], layout: Layout): string[] {
  const isDown = isRollbackPath(report.steps);
  const closed = isDown ? closedText(report, entries) : undefined;
  const task = taskToBegin(report);
  const again = isDown && task !== undefined ? againFirst(report, layout.now) : undefined;
  const said = closed ?? again ?? (task === undefined ? entryText(entries) : taskText(task, report));
  const begins = said === closed || said === again ? undefined : shownBegin(task, report);
  return [
    ...(said === undefined ? [] : wrap(said, layout, 2, '')),
    ...(begins === undefined ? [] : begins.split('\n').map((line) => `    ${line}`)),
  ];
}

/** `First: task 2 of 19, Replace cluster subnet subnet-0ccc (#1, #2).` */
function taskText(task: Task, report: Report): string {
  const closed = closedEntries(task, report);
  const of = closed.length === 0 ? '' : ` (${numbersText(closed)})`;
  const what = `First: task ${task.number} of ${plannedTasks(report).length}, ${taskName(task)}${of}.`;
  return shownBegin(task, report) === undefined ? what : `${what} This begins it:`;
}

/** The command that begins a task, if nothing stops what the options ask for. */
function shownBegin(task: Task | undefined, report: Report): string | undefined {
  return scopeVerdict(report) === 'ready' ? task?.begins : undefined;
}

/** That EKS offers no rollback, and which entry says why; undefined: it offers one, or that was not read. */
function closedText({ rollback }: Report, entries: readonly NumberedEntry[]): string | undefined {
  if (rollback?.open !== false || rollback.to !== null) return undefined;
  const why = entries.find(({ findings }) => findings.some(({ check }) => check === 'control-plane/rollback'));
  return why === undefined
    ? undefined
    : `EKS offers no rollback: see #${why.number}, ${buildEntryShort(why.findings)}.`;
}

/** The entry to begin with, for a report without a plan; undefined if nothing is blocked or unknown. */
function entryText([first]: readonly NumberedEntry[]): string | undefined {
  if (first === undefined || first.findings[0].level === 'warn') return undefined;
  const { number, findings } = first;
  return isOfPermissions(findings)
    ? `First: grant ${grantText(findings)}, see --show ${number}.`
    : `First: fix #${number}, ${buildEntryShort(findings)} (${entryResource(findings)}).`;
}

/** With `--scope control-plane`: what remains to be fixed before the nodes; empty if nothing does. */
function laterText(report: Report): string {
  if (report.gate.scope === 'all' || taskToBegin(report)?.kind !== 'control-plane') return '';
  const nodes = reportAnswers(report).find(({ question }) => question === 'nodes');
  const { blockers = [] } = nodes ?? {};
  return blockers.length === 0 ? '' : `Then fix ${numbersText(blockers)} before you update the nodes.`;
}

/** The command that prints all tasks; empty if there is nothing to do but to scan. */
function planLines(report: Report, { plan, columns }: Layout): string[] {
  if (plannedTasks(report).every(({ kind }) => kind === 'scan')) return [];
  const lines = (plan ?? planText(report)).split('\n');
  const label = 'All tasks: ';
  return Math.max(...lines.map(({ length }) => length)) + label.length <= columns
    ? lines.map((line, index) => (index === 0 ? `${label}${line}` : line))
    : [label.trim(), ...lines.map((line) => `    ${line}`)];
}

/** For a report whose origin is unknown: the cluster, or a placeholder for the saved inventory. */
function planText({ source, cluster }: Report): string {
  const command = source === 'live' && cluster !== null ? sh`eks-preflight plan ${cluster.name}` : undefined;
  return command?.text ?? 'eks-preflight plan INVENTORY';
}
