import type { PlanDocument } from '../../../report/plan/document.ts';
import type { Condition, Task } from '../../../report/plan/draft.ts';
import { byText, managedText } from '../../../report/plan/managed-text.ts';
import {
  closedEntries,
  dataText,
  disturbsText,
  foldNumbers,
  neededTasks,
  ownCommands,
  rollbackWindow,
  withoutBlocks,
  withTaskNumbers,
} from '../../../report/plan/plan-text.ts';
import { momentText } from '../../../syntax/dates.ts';
import { forCount } from '../../../syntax/english.ts';
import { sentence } from '../../../syntax/markdown.ts';
import { pieces, sh } from '../../../syntax/shell.ts';
import { withoutWorkflowCommands } from '../../../syntax/workflow-commands.ts';
import { headingIn, paint, tableWidth, wrap, wrapMarkdown, type Layout } from '../layout.ts';
import { commandText, type ShownPlan } from './shown.ts';

/** The column in which the text of each part begins. */
const column = 12;

/** One task in full: what comes before it, how to do it, how to see that it is done, how to undo it. */
export function taskText(task: Task, shown: ShownPlan, layout: Layout): string {
  const { document } = shown;
  const lines = [
    ...titleLines(task, document, layout),
    '',
    ...beforeLines(task, document, layout),
    ...aboutLines(task, layout),
    '',
    ...howLines(task, layout),
    ...fillInLines(task, document, layout),
    '',
    ...doneLines(task, layout),
    ...(task.stopIf === undefined ? [] : ['', ...listLines('Stop if', [task.stopIf], layout)]),
    ...(task.notes.length === 0
      ? []
      : [
          '',
          ...listLines(
            'Note',
            task.notes.map((note) => withTaskNumbers(note, document)),
            layout,
          ),
        ]),
    ...undoLines(task, layout),
    ...endLines(task, shown, layout),
  ];
  return `${withoutWorkflowCommands(lines.join('\n'))}\n`;
}

function titleLines(task: Task, { plan }: PlanDocument, layout: Layout): string[] {
  const width = Math.min(80, tableWidth(layout));
  const versions = versionsText(task);
  const mark = `TASK ${task.number} of ${plan.tasks.length}  `;
  const title = `${mark}${task.title}`;
  const whole = versions === '' ? title : `${title}  ${versions}`;
  if (whole.length + 2 + task.id.length <= width)
    return [`${paint(layout, 'bold', whole)}${task.id.padStart(width - whole.length)}`];
  // Versions that do not fit beside the title begin the next line: a wrapped one is hard to read.
  const fits = whole.length <= width;
  return [
    ...(fits ? [whole] : wrap(task.title, layout, 2, mark)).map((line) => paint(layout, 'bold', line)),
    `  ${fits || versions === '' ? '' : `${versions}  `}${task.id}`,
  ];
}

/** `1.33 -> 1.34`, `to 1.34`; empty if the task changes no version. */
export function versionsText({ from, to }: Pick<Task, 'from' | 'to'>): string {
  if (to === null) return '';
  return from === null ? `to ${to}` : `${from} -> ${to}`;
}

/** Of more tasks that come first, only the numbers are shown. */
const mostListed = 8;

function beforeLines(task: Task, document: PlanDocument, layout: Layout): string[] {
  const needed = neededTasks(task, document);
  const window = rollbackWindow(document, layout.now);
  const closed = window?.isClosed === true ? wrap(window.text, layout, 2, '') : [];
  if (needed.length === 0) return closed.map((line) => headingIn('red', line, layout));
  const numbers = needed.map(({ number }) => number);
  const comes = forCount(numbers.length, 'comes', 'come');
  const width = Math.max(...numbers.map((number) => `${number}`.length));
  const listed = numbers.length > mostListed ? [] : needed;
  const said = `${foldNumbers(numbers)} ${comes} first${listed.length === 0 ? '.' : ':'}`;
  return [
    ...closed.map((line) => headingIn('red', line, layout)),
    ...partLines('Not yet', () => wrap(said, layout, column), layout),
    ...listed.flatMap(({ number, title }) =>
      wrap(title, layout, column + width + 2, `${' '.repeat(column)}${`${number}`.padStart(width)}  `),
    ),
  ];
}

function aboutLines(task: Task, layout: Layout): string[] {
  const disturbs = disturbsText(task);
  const manager = managedText(task);
  const texts = [...(disturbs === '' ? [] : [sentence(disturbs)]), ...(task.disturbs?.text ?? [])];
  return [
    ...listLines('By', [byText(task)], layout),
    ...(manager === undefined ? [] : listLines('Managed by', [manager], layout)),
    ...(texts.length === 0 ? [] : listLines('Happens', texts, layout)),
    ...listLines('Room', task.room ?? [], layout),
    ...(task.until === undefined ? [] : listLines('Until', [untilText(task.until)], layout)),
  ];
}

function untilText(until: string): string {
  return until.includes('T') ? momentText(until) : until;
}

/** Commands begin on a separate line, so that they can be copied. */
function howLines({ how: { text } }: Task, layout: Layout): string[] {
  if (text.startsWith('```')) return [paint(layout, 'bold', 'Do'), ...wrapMarkdown(text, layout, column)];
  return partLines('Do', () => wrapMarkdown(text, layout, column), layout);
}

/** What the placeholders of its commands stand for. */
function fillInLines({ number }: Task, { plan }: PlanDocument, layout: Layout): string[] {
  const own = plan.fillIn.filter(({ tasks }) => tasks.includes(number));
  return listLines(
    'Fill in',
    own.map(({ name, meaning }) => `${name} = ${meaning}`),
    layout,
  );
}

function doneLines(task: Task, layout: Layout): string[] {
  if (task.done.length === 0) return [];
  return [paint(layout, 'bold', 'Done when'), ...task.done.flatMap((one) => conditionLines(one, task, layout))];
}

function conditionLines(condition: Condition, task: Task, layout: Layout): string[] {
  return [...wrap(condition.text, layout, 6, '  [ ] '), ...commandLines(ownCommands(condition, task))];
}

function undoLines({ undo }: Task, layout: Layout): string[] {
  if (undo === undefined) return [];
  return ['', ...listLines('Undo', [withoutBlocks(undo.text)], layout), ...commandLines(undo.commands)];
}

/** Commands as they are: a broken one could not be pasted. */
function commandLines(commands: readonly string[]): string[] {
  return commands.flatMap((one) => one.split('\n')).map((line) => `${' '.repeat(column)}${line}`.trimEnd());
}

function endLines(task: Task, { document, again, report }: ShownPlan, layout: Layout): string[] {
  const closed = closedEntries(task, document);
  const [first] = closed;
  const { tasks } = document.plan;
  const next = tasks.find(({ number }) => number === task.number + 1);
  return [
    ...(first === undefined ? [] : ['', ...listLines('Closes', [foldNumbers(closed, '#')], layout)]),
    ...(first === undefined || report === undefined
      ? []
      : commandLines([commandText(pieces(report, sh`--show ${first}`))])),
    '',
    ...wrap(dataText(document, layout.now), layout, 2, ''),
    ...(next === undefined ? [] : [`Next: ${commandText(pieces(again, sh`--task ${next.number}`))}`]),
    `All tasks: ${commandText(again)}`,
  ];
}

function listLines(name: string, texts: readonly string[], layout: Layout): string[] {
  return texts.flatMap((text, index) => {
    const toLines = () => wrapMarkdown(text, layout, column);
    return index === 0 ? partLines(name, toLines, layout) : toLines();
  });
}

/** Lines whose first one begins with the name of the part. */
function partLines(name: string, toLines: () => string[], layout: Layout): string[] {
  const [first = '', ...others] = toLines();
  const label = name.padEnd(column);
  return [`${paint(layout, 'bold', name)}${label.slice(name.length)}${first.slice(column)}`, ...others];
}
