import { clusterNamed } from '../../../report/cluster-named.ts';
import { taskName, taskToBegin } from '../../../report/first-task.ts';
import { isUnchanged, planChanges, type ChangedTask, type PlanChanges } from '../../../report/plan/changes.ts';
import type { PlanDocument } from '../../../report/plan/document.ts';
import type { Task } from '../../../report/plan/draft.ts';
import { drainsText, exitWords } from '../../../report/plan/plan-text.ts';
import { momentText } from '../../../syntax/dates.ts';
import { forCount, formatCount, formatList } from '../../../syntax/english.ts';
import { pieces, sh } from '../../../syntax/shell.ts';
import { withoutWorkflowCommands } from '../../../syntax/workflow-commands.ts';
import { formatUpgradePath } from '../headline.ts';
import { paint, tableWidth, wrap, wrapMarkdown, type Layout } from '../layout.ts';
import { versionsText } from './one-task.ts';
import { commandText, type ShownPlan } from './shown.ts';

/** An older plan, or the plan of another cluster, and the file that it is from. */
export interface OlderPlan {
  document: PlanDocument;
  file: string;
}

/** A heading, and the tasks under it. */
export interface ChangeSection {
  title: string;
  tasks: readonly Task[];
  /** What is said below each task. */
  notes?: readonly string[];
  /** How to do each task is shown: it is in the older plan only. */
  isWhole?: true;
}

/** What changed since an older plan; the first line says if nothing did. */
export function planChangesText(shown: ShownPlan, older: OlderPlan, layout: Layout): string {
  const { document, again } = shown;
  const changes = planChanges(older.document, document);
  const first = taskToBegin(document, document.source === 'live');
  const lines = [
    ...wrap(changesTitle(document, older, changes), layout, 2, '').map((line) => paint(layout, 'bold', line)),
    ...changeSections(changes, document, older).flatMap((one) => ['', ...sectionLines(one, layout)]),
    ...unchangedLines(changes).flatMap((line) => ['', ...wrap(line, layout, 2, '')]),
    '',
    ...(first === undefined ? [] : wrap(`First: task ${first.number}, ${taskName(first)}.`, layout, 2, '')),
    ...(first === undefined ? [] : [`One task: ${commandText(pieces(again, sh`--task ${first.number}`))}`]),
    `All tasks: ${commandText(again)}`,
    `${exitWords(document, layout.now)}.`,
  ];
  return `${withoutWorkflowCommands(lines.join('\n'))}\n`;
}

/** `Nothing changed since 2026-11-24 12:00 UTC (plan.json): prod 1.33 -> 1.34.` */
export function changesTitle(now: PlanDocument, { document: before, file }: OlderPlan, changes: PlanChanges): string {
  const path = formatUpgradePath(now);
  const old = formatUpgradePath(before);
  const since = `${momentText(before.scannedAt)} (${file})`;
  if (!changes.isSameCluster) {
    const [name, other] = clusterLabels(now, before);
    return `COMPARED  ${name}${afterName(path)} with ${other}${afterName(old)}, ${since}`;
  }
  if (isUnchanged(changes)) return `Nothing changed since ${since}: ${path}`;
  return `CHANGED  ${path}, since ${since}${old === path ? '' : `, which was ${old}`}`;
}

/** The names of two clusters; with account and region if the names are the same. */
function clusterLabels(now: PlanDocument, before: PlanDocument): [string, string] {
  const [one, other] = [clusterNamed(now), clusterNamed(before)];
  if (one.name !== other.name) return [firstWord(formatUpgradePath(now)), firstWord(formatUpgradePath(before))];
  return [placed(now), placed(before)];
}

function placed(document: PlanDocument): string {
  const { account, region } = clusterNamed(document);
  const place = [account, region].filter((part) => part !== '').join(', ');
  const name = firstWord(formatUpgradePath(document));
  return place === '' ? name : `${name} (${place})`;
}

function firstWord(path: string): string {
  return path.split(' ')[0] ?? '';
}

function afterName(path: string): string {
  return path.slice(firstWord(path).length);
}

/** `18 tasks are unchanged.`; empty if none is. */
export function unchangedLines({ same, isSameCluster }: PlanChanges): string[] {
  if (same.length === 0) return [];
  const state = isSameCluster ? 'unchanged' : 'the same in both plans';
  return [`${formatCount(same.length, 'task')} ${forCount(same.length, 'is', 'are')} ${state}.`];
}

/** What changed, in the order in which it matters. */
export function changeSections(
  changes: PlanChanges,
  now: PlanDocument,
  { document: before }: OlderPlan,
): ChangeSection[] {
  const { isSameCluster, gone, restore, new: added, changed } = changes;
  const [name, other] = clusterLabels(now, before);
  const sections: ChangeSection[] = [
    {
      title: 'STILL TO DO, unless it is done: restore. Only the older plan has the value',
      tasks: restore,
      isWhole: true,
    },
    { title: isSameCluster ? 'New' : `Only ${name}`, tasks: added },
    { title: 'Changed', tasks: changed.map((one) => one.now), notes: changed.map(changeText) },
    { title: isSameCluster ? 'Gone: done, or no longer needed' : `Only ${other}`, tasks: gone },
  ];
  return sections.filter(({ tasks }) => tasks.length > 0);
}

/** `other versions (were 1.32 -> 1.33), drains (9 nodes before, 2 nodes now) and commands`. */
function changeText({ before, now, what }: ChangedTask): string {
  const said = {
    versions: `versions (were ${orNone(versionsText(before))})`,
    drains: `drains (${orNone(drainsText(before))} before, ${orNone(drainsText(now))} now)`,
    commands: 'commands',
  };
  return `other ${formatList(what.map((one) => said[one]))}`;
}

function orNone(text: string): string {
  return text === '' ? 'none' : text;
}

function sectionLines({ title, tasks, notes = [], isWhole }: ChangeSection, layout: Layout): string[] {
  const wide = { ...layout, columns: tableWidth(layout) };
  const width = Math.max(...tasks.map(({ number }) => `${number}`.length)) + 2;
  return [
    ...wrap(`${title} (${tasks.length})`, layout, 2, '').map((line) => paint(layout, 'bold', line)),
    ...tasks.flatMap((task, index) => {
      const note = notes[index];
      return [
        ...wrap(taskWords(task), wide, width + 2, `${`${task.number}`.padStart(width)}  `),
        ...(note === undefined ? [] : wrap(note, wide, width + 2)),
        ...(isWhole === true ? wrapMarkdown(task.how.text, layout, width + 2) : []),
      ];
    }),
  ];
}

/** `Update the control plane, 1.33 -> 1.34`. */
export function taskWords(task: Task): string {
  const versions = versionsText(task);
  return versions === '' ? task.title : `${task.title}, ${versions}`;
}
