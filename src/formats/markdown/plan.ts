import type { PlanDocument } from '../../report/plan/document.ts';
import type { Condition, Task } from '../../report/plan/draft.ts';
import { byText, managedText, unseenManagersText } from '../../report/plan/managed-text.ts';
import {
  blockedText,
  closedEntries,
  dataText,
  disturbsText,
  entriesWithoutTask,
  foldNumbers,
  neededTasks,
  ownCommands,
  plannedFillIn,
  planVerdict,
  rollbackWindow,
  tasksText,
  withoutBlocks,
  withTaskNumbers,
} from '../../report/plan/plan-text.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import { momentText } from '../../syntax/dates.ts';
import { formatCount } from '../../syntax/english.ts';
import { sentence } from '../../syntax/markdown.ts';
import { withoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { formatUpgradePath } from '../text/headline.ts';
import type { Layout } from '../text/layout.ts';
import { versionsText } from '../text/plan/one-task.ts';
import type { ShownPlan } from '../text/plan/shown.ts';
import { block, cell, cellWithCode, codeCell, inline, withCode } from './escape.ts';

/**
 * The plan as a change ticket, in GitHub Flavored Markdown: a box for each task and for each state that shows that it
 * is done.
 */
export function planMarkdown({ document }: ShownPlan, { now }: Pick<Layout, 'now'>): string {
  const { tasks, direction } = document.plan;
  const verb = direction === 'rollback' ? 'Roll back' : 'Update';
  return text([
    `# ${verb} EKS cluster ${inline(formatUpgradePath(document))}`,
    '',
    ...headRows(document, now),
    '',
    ...noteLines(document, now),
    ...tasks.flatMap((task, index) => [...headingLines(task, tasks[index - 1]), ...taskLines(task, document), '']),
    ...leftLines(document),
  ]);
}

/** One task of the ticket. */
export function taskMarkdown(task: Task, { document }: ShownPlan): string {
  return text([`## ${inline(formatUpgradePath(document))}, task ${task.number}`, '', ...taskLines(task, document)]);
}

function text(lines: readonly string[]): string {
  return `${withoutWorkflowCommands(lines.join('\n').trimEnd())}\n`;
}

function headRows(document: PlanDocument, now: string | undefined): string[] {
  const { name, region, account } = clusterNamed(document);
  const place = [region, ...(account === '' ? [] : [`account ${account}`])].filter((part) => part !== '').join(', ');
  const planned = plannedFillIn(document);
  const later = document.plan.fillIn.filter((one) => !planned.includes(one));
  const made = dataText(document, now).replace('Made', `eks-preflight ${document.tool.version},`);
  return [
    '| | |',
    '| --- | --- |',
    `| Cluster | ${codeCell(name)}${place === '' ? '' : `, ${cell(place)}`} |`,
    `| Today | ${cell(`${planVerdict(document)}: ${countsText(document)}`)} |`,
    `| Disturbs | ${cell(sumText(document.plan.tasks))} |`,
    ...rollbackRows(document, now),
    ...fillInRow('Fill in', planned),
    ...fillInRow('In "done"', later),
    `| Made | ${cell(made)} |`,
  ];
}

function fillInRow(name: string, fillIn: PlanDocument['plan']['fillIn']): string[] {
  const parts = fillIn.map(
    (one) => `${codeCell(one.name)}: ${cellWithCode(`${one.meaning} (${tasksText(one.tasks)})`)}`,
  );
  return parts.length === 0 ? [] : [`| ${name} | ${parts.join('; ')} |`];
}

function countsText({ entries, plan: { tasks } }: PlanDocument): string {
  if (tasks.length === 0) return 'no tasks';
  const at = (wanted: string) => entries.filter(({ level }) => level === wanted).length;
  const unknown = at('unknown');
  return [
    formatCount(at('fail'), 'blocker'),
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
    formatCount(at('warn'), 'warning'),
    formatCount(tasks.length, 'task'),
  ].join(', ');
}

function sumText(tasks: readonly Task[]): string {
  const sum = (of: 'nodes' | 'pods') => tasks.reduce((total, { disturbs }) => total + (disturbs?.[of] ?? 0), 0);
  const [nodes, pods] = [sum('nodes'), sum('pods')];
  const draining = tasks.filter(({ disturbs }) => (disturbs?.nodes ?? 0) + (disturbs?.pods ?? 0) > 0);
  if (draining.length === 0) return 'no node is drained';
  const what = [
    ...(nodes === 0 ? [] : [formatCount(nodes, 'node drain')]),
    ...(pods === 0 ? [] : [formatCount(pods, 'Fargate pod')]),
  ];
  return `${what.join(', ')} (${tasksText(draining.map(({ number }) => number))})`;
}

function rollbackRows(document: PlanDocument, now: string | undefined): string[] {
  const window = rollbackWindow(document, now);
  if (window !== undefined) return [`| Time | ${cell(window.text)} |`];
  const undos = document.plan.tasks.flatMap(({ kind, undo, number }) =>
    kind === 'hold' && undo !== undefined ? [`In task ${number}: ${undo.text}`] : [],
  );
  return undos.length === 0 ? [] : [`| Rollback | ${cellWithCode(undos.join(' '))} |`];
}

function noteLines(document: PlanDocument, now: string | undefined): string[] {
  const blocked = blockedText(document);
  const window = rollbackWindow(document, now);
  const closed = window?.isClosed === true ? [`**${inline(window.text)}**`] : [];
  const texts = [...(blocked === undefined ? [] : [inline(blocked)]), ...document.plan.notes.map(block)];
  return [...closed, ...texts].flatMap((one) => [one, '']);
}

/** A hold has a separate heading: here someone decides. */
function headingLines(task: Task, before: Task | undefined): string[] {
  if (task.kind === 'hold') return ['## Hold: decide here', ''];
  return task.section === before?.section && before.kind !== 'hold' ? [] : [`## ${inline(task.section)}`, ''];
}

function taskLines(task: Task, document: PlanDocument): string[] {
  const manager = managedText(task);
  const body = [
    ...(manager === undefined ? [] : bodyLines(`Managed by: ${manager}`)),
    ...bodyLines(task.how.text),
    ...task.notes.flatMap((note) => [block(withTaskNumbers(note, document)), '']),
    ...[...(task.disturbs?.text ?? []), ...(task.room ?? []).map((room) => `Room: ${room}`)].flatMap((note) => [
      block(note),
      '',
    ]),
    ...(task.stopIf === undefined ? [] : [block(`Stop if ${task.stopIf}`), '']),
    ...task.done.flatMap((one) => conditionLines(one, task)),
    ...(task.kind === 'hold' ? decisionLines(task) : undoLines(task)),
  ];
  return [
    `- [ ] **${task.number}. ${withCode(task.title)}**${aboutText(task, document)}`,
    '',
    ...withoutEnd(body).map(indented),
  ];
}

/** What is decided in a hold, with the command that rolls back if there is one. */
function decisionLines({ undo }: Task): string[] {
  const back = undo === undefined ? [] : [`- [ ] Roll back instead. Name, time:`];
  return ['- [ ] Continue. Name, time:', ...back, ...(undo === undefined ? [] : undoLines({ undo }))];
}

/** The lines without the blank ones at their end. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

/** What comes first, versions, owner and drains, as sentences after the title. */
function aboutText(task: Task, document: PlanDocument): string {
  const closed = closedEntries(task, document);
  const needed = neededTasks(task, document).map(({ number }) => number);
  const [versions, disturbs] = [versionsText(task), disturbsText(task)];
  const sentences = [
    ...(versions === '' ? [] : [`Versions: ${versions}`]),
    ...(needed.length === 0 ? [] : [`After ${tasksText(needed)}`]),
    ...(task.kind === 'hold' ? [] : [`By: ${byText(task)}`, disturbs === '' ? 'Disturbs nothing' : disturbs]),
    ...(task.until === undefined ? [] : [`Until ${task.until.includes('T') ? momentText(task.until) : task.until}`]),
  ];
  const entries = closed.length === 0 ? '' : ` (${closed.length === 1 ? 'entry' : 'entries'} ${foldNumbers(closed)})`;
  return `${entries}. ${sentences.map((one) => inline(sentence(one))).join(' ')}`;
}

/** Markdown within the item of a list: each line is indented as the text of the item. */
function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

function bodyLines(markdown: string): string[] {
  const lines = block(markdown).split('\n');
  return lines.length === 1 && lines[0] === '' ? [] : [...lines, ''];
}

function conditionLines(condition: Condition, task: Task): string[] {
  return [`- [ ] done: ${withCode(condition.text)}`, ...commandBlock(ownCommands(condition, task)).map(indented)];
}

function undoLines({ undo }: Pick<Task, 'undo'>): string[] {
  if (undo === undefined) return [];
  return [`- undo: ${block(withoutBlocks(undo.text))}`, ...commandBlock(undo.commands).map(indented)];
}

function commandBlock(commands: readonly string[]): string[] {
  if (commands.length === 0) return [];
  return ['', ...block(['```sh', ...commands, '```'].join('\n')).split('\n'), ''];
}

function leftLines(document: PlanDocument): string[] {
  const { idle, drains, stopping } = entriesWithoutTask(document);
  const unseen = unseenManagersText(document);
  return [
    ...(stopping.length === 0 ? [] : [`No task closes ${foldNumbers(stopping)}.`]),
    ...(drains.length === 0
      ? []
      : [`Entries of the scan that can stop a drain and have no task: ${foldNumbers(drains)}.`]),
    ...(idle.length === 0 ? [] : [`Entries of the scan that stop nothing and have no task: ${foldNumbers(idle)}.`]),
    ...(unseen === undefined ? [] : [unseen]),
  ];
}
