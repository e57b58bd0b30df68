import type { State, StatusDocument, StatusGroup } from '../../../report/status/schema.ts';
import { momentText } from '../../../syntax/dates.ts';
import { forCount, formatFirst } from '../../../syntax/english.ts';
import type { Command } from '../../../syntax/shell.ts';
import { withoutWorkflowCommands } from '../../../syntax/workflow-commands.ts';
import { headingIn, tableWidth, wrap, wrapMarkdown, type Layout, type Style } from '../layout.ts';
import { commandText } from '../plan/shown.ts';
import { exitCodes } from '../../../judge/exit-codes.ts';
import { sameLines, sinceSentences, sinceWord, worseLines } from './since-lines.ts';
import { taskLines } from './task-lines.ts';
import { groupLines, runText } from './group-lines.ts';

/** How a status ends. */
interface Ending {
  /** The command that shows it again. */
  again: Command;
  /** Lines about changes follow. */
  isWatched: boolean;
}

/** A status for a terminal: what stands still first, with everything about one group on one screen. */
export async function statusText(document: StatusDocument, layout: Layout, ending: Ending): Promise<string> {
  const { groups } = document;
  const shown = selectShown(groups);
  const blocks: string[][] = [];
  for (const group of shown) blocks.push(await groupLines(group, document, layout));
  const { since, readAt } = document;
  const compared =
    since === undefined
      ? []
      : [
          worseLines(since, readAt, layout),
          ...(shown.some(isUrgent) ? [] : [taskLines(since, document.state, layout), sameLines(since, layout)]),
        ];
  const parts = [
    [...headLines(document, layout), ...otherLines(document, layout)],
    ...blocks,
    ...compared,
    unseenLines(document, layout),
    endLines(document, layout, ending),
  ].filter(({ length }) => length > 0);
  return `${withoutWorkflowCommands(parts.flatMap((part, at) => (at === 0 ? part : ['', ...part])).join('\n'))}\n`;
}

/** How many groups are shown in full that only run. */
const listedRunning = 2;

/** The groups that need attention, and a few that run; the others have one line each. */
function selectShown(groups: readonly StatusGroup[]): StatusGroup[] {
  const urgent = groups.filter(isUrgent);
  const running = groups.filter((group) => group.state === 'running' && !urgent.includes(group));
  return [...urgent, ...(urgent.length + running.length <= listedRunning ? running : [])];
}

/** A group that needs attention: everything about it takes one screen, so that a plan has only its sentence then. */
function isUrgent({ state, holds }: StatusGroup): boolean {
  return state === 'stuck' || state === 'failed' || holds.length > 0;
}

const styles: { readonly [Name in State]: Style } = {
  stuck: 'red',
  failed: 'red',
  unknown: 'magenta',
  running: 'yellow',
  idle: 'green',
};

function headLines(document: StatusDocument, layout: Layout): string[] {
  const { state, cluster, summary, readAt, since } = document;
  const word = toWord(document);
  const color = since !== undefined && document.exitCode === exitCodes.blocked ? 'red' : styles[state];
  const time = momentText(readAt);
  const own = `${word}  ${cluster.name}  `;
  const width = Math.min(80, tableWidth(layout));
  const head = `${headingIn(color, word, layout)}  ${cluster.name}  `;
  const space = width - own.length - summary.length - time.length;
  if (space >= 2) return [`${head}${summary}${' '.repeat(space)}${time}`];
  const [first = '', ...others] = wrap(summary, layout, own.length);
  return [`${head}${first.trimStart()}`, ...others, `  ${time}`];
}

/** The control plane, and what is not shown in full. */
function otherLines(
  { controlPlane, groups, addons, state: worst, last, readAt, since }: StatusDocument,
  layout: Layout,
): string[] {
  const { rollback } = controlPlane;
  const errors = controlPlane.state === 'failed' ? (controlPlane.update?.errors ?? []) : [];
  const shown = selectShown(groups);
  const quiet = groups.filter((group) => !shown.includes(group));
  const told = quiet.filter(({ state, nodes }) => state !== 'idle' || nodes.some(isRemarkable));
  const idle = idleText(
    quiet.filter((group) => !told.includes(group)),
    addons,
  );
  const texts = [
    ...(since === undefined ? [] : sinceSentences(since)),
    [controlPlaneText(controlPlane, readAt), ...idle].join(' '),
    ...(worst === 'idle' && since === undefined ? [`Last update: ${last ?? 'EKS lists none'}.`] : []),
    ...errors.map(({ text, message }) => (message === '' ? text : `${text} EKS: ${message}`)),
    ...(rollback === null ? [] : [rollback.endsWith('.') || rollback.endsWith('`') ? rollback : `${rollback}.`]),
    ...told.slice(0, listedGroups).map((group) => lineText(group, readAt)),
    ...(told.length > listedGroups ? [`And ${told.length - listedGroups} more groups: --format json has all.`] : []),
    ...addons.flatMap(({ state, text, issues }) => (state === 'idle' ? [] : [`${capital(text)}.`, ...issues])),
  ];
  return texts.flatMap((text) => wrapMarkdown(text, layout, 2));
}

function controlPlaneText({ text, state, update, status }: StatusDocument['controlPlane'], readAt: string): string {
  if (state === 'idle' || update === null || update.status === 'Successful') return `${capital(text)}.`;
  return `${capital(text.split(': ')[0] ?? text)}: ${update.type}, ${runText({ update, refresh: null, text: '' }, readAt)}; the cluster is ${status}.`;
}

function isRemarkable({ isOld, state }: StatusGroup['nodes'][number]): boolean {
  return isOld || state !== 'Ready';
}

/** How many groups that are not shown in full have a line. */
const listedGroups = 12;

function lineText(group: StatusGroup, readAt: string): string {
  const run = group.state === 'running' && group.update !== null ? `; ${runText(group, readAt, false)}` : '';
  return `${capital(group.text)}${run}.`;
}

/** What is as it should be, in one line. */
function idleText(groups: readonly StatusGroup[], addons: StatusDocument['addons']): string[] {
  const idle = addons.filter(({ state }) => state === 'idle');
  const managed = groups.filter(({ kind }) => kind === 'managed');
  const others = groups.filter(({ kind }) => kind !== 'managed');
  const parts = [
    ...(managed.length === 0
      ? []
      : [
          `${forCount(managed.length, 'node group', 'node groups')} ${formatFirst(
            managed.map(({ group }) => group ?? ''),
            4,
          )}`,
        ]),
    ...(others.length === 0
      ? []
      : [
          formatFirst(
            others.map(({ name }) => name),
            4,
          ),
        ]),
    ...(idle.length === 0
      ? []
      : [
          `add-ons ${formatFirst(
            idle.map(({ name }) => name),
            4,
          )}`,
        ]),
  ];
  return parts.length === 0 ? [] : [`Idle: ${parts.join('; ')}.`];
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** What was not seen, each reason once. */
function unseenLines({ unseen, since }: StatusDocument, layout: Layout): string[] {
  const own = new Set(unseen.map(({ reason, permission }) => permission ?? reason));
  const compared = (since?.unseen ?? []).filter(({ reason, permission }) => !own.has(permission ?? reason));
  return [...unseen, ...compared].flatMap(({ what, reason, permission }) =>
    wrap(`${what}: ${permission === null ? reason : `needs ${permission}`}`, layout, 10, 'Not seen  '),
  );
}

/** The state in capitals; with a plan, whether it is done. */
function toWord({ state, since }: StatusDocument): string {
  return since === undefined ? state.toUpperCase() : sinceWord(since, state);
}

function endLines(document: StatusDocument, layout: Layout, { again, isWatched }: Ending): string[] {
  const command = commandText(again);
  const what = isWatched ? 'watching; Ctrl+C ends it' : `exit code ${document.exitCode}`;
  const end = `${toWord(document)}, ${what}`;
  const space = Math.min(80, tableWidth(layout)) - command.length - end.length;
  return space >= 2 ? [`${command}${' '.repeat(space)}${end}`] : [command, end];
}
