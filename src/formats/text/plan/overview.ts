import { taskName, taskToBegin } from '../../../report/first-task.ts';
import type { PlanDocument } from '../../../report/plan/document.ts';
import { unseenManagersText } from '../../../report/plan/managed-text.ts';
import {
  blockedText,
  dataText,
  entriesWithoutTask,
  exitWords,
  foldNumbers,
  isOldPlan,
  plannedFillIn,
  rollbackWindow,
  tasksText,
} from '../../../report/plan/plan-text.ts';
import { formatCount } from '../../../syntax/english.ts';
import { pieces, sh } from '../../../syntax/shell.ts';
import { withoutWorkflowCommands } from '../../../syntax/workflow-commands.ts';
import { formatUpgradePath } from '../headline.ts';
import { headingIn, paint, tableWidth, wrap, wrapMarkdown, type Layout } from '../layout.ts';
import { commandText, type ShownPlan } from './shown.ts';
import { taskTable } from './table.ts';

/** All tasks, one line each, between what blocks them and what to do first. */
export function planText(shown: ShownPlan, layout: Layout): string {
  const { document } = shown;
  const head = headLines(document, layout);
  const table = taskTable(document, layout);
  const end = endLines(shown, layout);
  const left = leftLines(document, layout);
  const lines = [head, table, left, end].filter(({ length }) => length > 0).flatMap((part) => ['', ...part]);
  return `${withoutWorkflowCommands(lines.slice(1).join('\n'))}\n`;
}

function headLines(document: PlanDocument, layout: Layout): string[] {
  const { plan } = document;
  const window = rollbackWindow(document, layout.now);
  const blocked = blockedText(document);
  const texts = [
    ...(blocked === undefined ? [] : [blocked]),
    // Markdown, in which a command is not broken.
    ...plan.notes,
    dataText(document, layout.now),
    ...plannedFillIn(document).map((one) => `Fill in: ${one.name} = ${one.meaning} (${tasksText(one.tasks)})`),
  ];
  return [
    ...titleLines(document, layout),
    ...(window === undefined
      ? []
      : wrap(window.text, layout, 2).map((line) => (window.isClosed ? headingIn('red', line, layout) : line))),
    ...texts.flatMap((text) => wrapMarkdown(text, layout, 2)),
  ];
}

/** The path and, at the right, how many tasks. */
function titleLines(document: PlanDocument, layout: Layout): string[] {
  const title = `PLAN  ${formatUpgradePath(document)}`;
  const [first = '', ...others] = atBothEnds(title, formatCount(document.plan.tasks.length, 'task'), layout);
  return [
    ...(first.length <= tableWidth(layout) ? [first] : wrap(first, layout, 2, '')).map((line) =>
      paint(layout, 'bold', line),
    ),
    ...others.map((line) => `  ${line}`),
  ];
}

/** Two texts on one line of at most 80 columns, or on two lines. */
function atBothEnds(left: string, right: string, layout: Layout): string[] {
  const space = Math.min(80, tableWidth(layout)) - left.length - right.length;
  return space >= 2 ? [`${left}${' '.repeat(space)}${right}`] : [left, right];
}

/** What to do first: a task, or a new scan if EKS may no longer offer the rollback. */
function firstText({ document }: ShownPlan, { now }: Layout): string {
  const first = taskToBegin(document, document.source === 'live');
  if (rollbackWindow(document, now)?.isClosed === true) return 'First: scan again.';
  const again = isOldPlan(document, now) ? 'make this plan again from new data, then ' : '';
  return first === undefined ? 'Nothing to do.' : `First: ${again}task ${first.number}, ${taskName(first)}.`;
}

function endLines(shown: ShownPlan, layout: Layout): string[] {
  const { document, again, report } = shown;
  const first = taskToBegin(document, document.source === 'live');
  const ticket = `Ticket: ${commandText(pieces(again, sh`--format markdown`))}`;
  return [
    ...wrap(firstText(shown, layout), layout, 2, ''),
    ...(report === undefined ? [] : [`Entries (#): ${commandText(report)}`]),
    ...(first === undefined ? [] : [`One task: ${commandText(pieces(again, sh`--task ${first.number}`))}`]),
    ...atBothEnds(ticket, exitWords(document, layout.now), layout),
  ];
}

/** The entries that no task closes, and the tasks whose objects may have a manager that was not seen. */
function leftLines(document: PlanDocument, layout: Layout): string[] {
  const { idle, drains, stopping } = entriesWithoutTask(document);
  const unseen = unseenManagersText(document);
  return [
    ...(stopping.length === 0 ? [] : [`No task closes ${foldNumbers(stopping, '#')}.`]),
    ...(drains.length === 0 ? [] : [drainsWithoutTask(drains)]),
    ...(idle.length === 0 ? [] : [idleText(idle, document)]),
    ...(unseen === undefined ? [] : [unseen]),
  ].flatMap((text) => wrap(text, layout, 2));
}

/** `No task for 7 warnings that stop nothing: #8, #13 to #18.` */
function idleText(idle: readonly number[], { entries }: PlanDocument): string {
  const unknown = entries.filter(({ number, level }) => idle.includes(number) && level === 'unknown').length;
  const warnings = idle.length - unknown;
  const what = [
    ...(warnings === 0 ? [] : [formatCount(warnings, 'warning')]),
    ...(unknown === 0 ? [] : [formatCount(unknown, 'unknown')]),
  ].join(' and ');
  return `No task for ${what} that ${idle.length === 1 ? 'stops' : 'stop'} nothing: ${foldNumbers(idle, '#')}.`;
}

/** `No task for 1 warning that can stop a drain: #3.` */
function drainsWithoutTask(numbers: readonly number[]): string {
  return `No task for ${formatCount(numbers.length, 'warning')} that can stop a drain: ${foldNumbers(numbers, '#')}.`;
}
