import { isLeft } from '../../../report/status/since/build-since.ts';
import type { Since, TaskStatus } from '../../../report/status/since/schema.ts';
import type { State } from '../../../report/status/schema.ts';
import { formatCount } from '../../../syntax/english.ts';
import { oneLine } from '../../../syntax/one-line.ts';
import { wrap, type Layout } from '../layout.ts';

/** How many tasks of one state one screen has room for. */
const listedTasks = 2;
const listedLater = 3;
const longestText = 240;

const labels = { worse: 'Worse', half: 'Half done', unseen: 'Unknown' } as const;

/**
 * The tasks that need attention, the next one, and those that no status can judge.
 * @param state of the updates
 */
export function taskLines({ tasks, worse }: Since, state: State, layout: Layout): string[] {
  const inState = (own: TaskStatus['state']) => tasks.filter((task) => isLeft(task) && task.state === own);
  const named = worse.length > 0 ? (['half', 'unseen'] as const) : (['worse', 'half', 'unseen'] as const);
  const running = inState('running');
  const open = inState('open');
  const next = worse.length > 0 || running.length > 0 ? undefined : open.find(({ after }) => after === null);
  const first = next === undefined ? [] : listBefore(next, tasks);
  const others = tasks.filter((task) => !task.counts && !first.includes(task) && !isPast(task, tasks));
  return [
    ...named.flatMap((own) => someTasks(labels[own], inState(own), layout)),
    ...running.flatMap((task) =>
      state === 'idle' ? oneTask('Rollout', task, layout) : oneTask('Running', { ...task, text: null }, layout),
    ),
    ...first.flatMap((task) => oneTask('First', { ...task, text: null }, layout)),
    ...(next === undefined ? [] : oneTask('Next task', next, layout)),
    ...nameTasks(
      'Then',
      open.filter((task) => task !== next),
      layout,
    ),
    ...nameTasks('You check', others, layout),
  ];
}

/** The tasks that stand directly before the next one and do not count: a hold, a scan. */
function listBefore(next: TaskStatus, tasks: readonly TaskStatus[]): TaskStatus[] {
  const before = tasks.slice(0, tasks.indexOf(next));
  return before.slice(before.findLastIndex(({ counts }) => counts) + 1);
}

const begun: ReadonlySet<TaskStatus['state']> = new Set(['done', 'over', 'half', 'running', 'worse']);

/** A hold or a scan that a later task has passed. */
function isPast({ kind, number }: TaskStatus, tasks: readonly TaskStatus[]): boolean {
  const isWait = kind === 'hold' || kind === 'scan';
  return isWait && tasks.some((task) => task.counts && task.number > number && begun.has(task.state));
}

function someTasks(label: string, tasks: readonly TaskStatus[], layout: Layout): string[] {
  const shown = layout.all ? tasks : tasks.slice(0, listedTasks);
  const rest = tasks.length - shown.length;
  return [
    ...shown.flatMap((task) => oneTask(label, task, layout)),
    ...(rest > 0 ? [`          and ${formatCount(rest, 'more task')}: --format json has all`] : []),
  ];
}

function oneTask(label: string, { number, title, text }: TaskStatus, layout: Layout): string[] {
  return [
    ...wrap(`${number} ${title}`, layout, 10, label.padEnd(10)),
    ...(text === null ? [] : wrap(oneLine(text, longestText), layout, 12, ' '.repeat(12))),
  ];
}

/** One task in each line. */
function nameTasks(label: string, tasks: readonly TaskStatus[], layout: Layout): string[] {
  const shown = layout.all || tasks.length <= listedLater + 1 ? tasks : tasks.slice(0, listedLater);
  const rest = tasks.length - shown.length;
  return [
    ...shown.flatMap(({ number, title }, at) =>
      wrap(`${number} ${title}`, layout, 10, (at === 0 ? label : '').padEnd(10)),
    ),
    ...(rest > 0 ? [`          and ${rest} more`] : []),
  ];
}
