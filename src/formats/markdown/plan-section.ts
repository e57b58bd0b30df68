import type { Task } from '../../report/plan/draft.ts';
import { managedText } from '../../report/plan/managed-text.ts';
import { closedEntries, drainsText, foldNumbers, neededTasks, tasksText } from '../../report/plan/plan-text.ts';
import { moveText } from '../../report/first-task.ts';
import type { Report } from '../../report/schema.ts';
import { momentText } from '../../syntax/dates.ts';
import { formatCount } from '../../syntax/english.ts';
import { collapsed } from './details.ts';
import { block, cellWithCode, withCode } from './escape.ts';
import { frame, rows, type Part } from './room.ts';
import { cut } from './shorten.ts';

type Plan = NonNullable<Report['plan']>;

const longestTitle = 300;
const longestLine = 1_000;

/** The tasks of the plan in a table, in which each section has a row as its heading, then each task in full. */
export function planParts({ plan, entries }: Report): Part[] {
  if (plan === undefined || plan === null || plan.tasks.length === 0) return [];
  const { tasks } = plan;
  return [
    ...frame(`### Plan (${formatCount(tasks.length, 'task')})`, ''),
    ...frame(row(['', 'Task', 'Entries', 'Versions', 'By', 'Drains']), '| ---: | --- | --- | --- | --- | --- |'),
    ...tasks.flatMap((task, index) => [
      ...(task.section === tasks[index - 1]?.section ? [] : rows(3, sectionRow(task))),
      ...rows(3, taskRow(task, entries)),
    ]),
    ...frame(''),
    ...tasks.map((task): Part => ({ text: () => taskDetails(task, plan), kind: 'details', rank: 4 })),
  ];
}

function sectionRow({ section }: Task): string {
  return row(['', `**${text(section)}**`, '', '', '', '']);
}

function taskRow(task: Task, entries: Report['entries']): string {
  const closed = foldNumbers(closedEntries(task, { entries }));
  return row([`${task.number}`, text(task.title), closed, text(moveText(task)), text(task.by), drainsText(task)]);
}

function text(said: string): string {
  return cellWithCode(cut(said, longestTitle));
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A task behind a line that unfolds: what comes first, how to do it, how to see that it is done, how to undo it. */
function taskDetails(task: Task, plan: Plan): string {
  const { number, title, ready, how, done, disturbs, notes, room = [], stopIf, undo, until } = task;
  const needed = neededTasks(task, { plan }).map((one) => one.number);
  const manager = managedText(task);
  const stop = stopIf === undefined ? [] : [`Stop if ${stopIf}`];
  const said = [...(disturbs?.text ?? []), ...room, ...notes, ...stop];
  return collapsed(`${number}.`, title, [
    ready ? '' : `Not yet: do ${tasksText(needed)} first.`,
    manager === undefined ? '' : block(`Managed by: ${manager}`),
    block(how.text),
    said.map((note) => `- ${line(note)}`).join('\n'),
    until === undefined ? '' : `Possible until ${line(momentText(until))}.`,
    done.length === 0 ? '' : 'Done when:',
    ...done.flatMap((one) => [`- ${line(one.text)}`, commandBlock(one.commands)]),
    ...(undo === undefined ? [] : [`Undo: ${line(undo.text)}`, commandBlock(undo.commands)]),
  ]);
}

function line(said: string): string {
  return withCode(cut(said, longestLine));
}

function commandBlock(commands: readonly string[]): string {
  return commands.length === 0 ? '' : block(['```sh', ...commands, '```'].join('\n'));
}
