import { isLeft } from '../../../report/status/since/build-since.ts';
import type { Since, TaskStatus } from '../../../report/status/since/schema.ts';
import type { Worse } from '../../../report/status/since/worse-schema.ts';
import type { State } from '../../../report/status/schema.ts';
import { ageText, momentText } from '../../../syntax/dates.ts';
import { forCount, formatCount, formatFirst } from '../../../syntax/english.ts';
import { oneLine } from '../../../syntax/one-line.ts';
import { paint, wrap, wrapMarkdown, type Layout } from '../layout.ts';

/** How many objects and commands one screen has room for. */
const listedWorse = 3;
const listedCommands = 3;

/** The words with which a status with a plan begins: `DONE, 1 WORSE`. */
export function sinceWord({ tasks, worse, unseen }: Since, state: State): string {
  const left = tasks.filter((task) => isLeft(task) && task.state !== 'worse').map((task) => task.state);
  const word = state === 'idle' ? idleWord(left, unseen.length > 0) : state.toUpperCase();
  const count = countWorse({ tasks, worse });
  return count === 0 ? word : `${word}, ${count} WORSE`;
}

function idleWord(left: readonly TaskStatus['state'][], isUnseen: boolean): string {
  if (left.length === 0) return isUnseen ? 'UNKNOWN' : 'DONE';
  return left.every((state) => state === 'unseen') ? 'UNKNOWN' : 'OPEN';
}

function countWorse({ tasks, worse }: Pick<Since, 'tasks' | 'worse'>): number {
  return worse.length > 0 ? worse.length : tasks.filter(({ state }) => state === 'worse').length;
}

/** How many tasks are done, in one sentence, and whether anything is worse. */
export function sinceSentences({ plan, tasks, worse, unseen, same }: Since): string[] {
  const counted = tasks.filter(({ counts }) => counts);
  const done = counted.filter((task) => !isLeft(task));
  const rest = listStates(counted).map((text) => `; ${text}`);
  const made = momentText(plan.scannedAt);
  const compared = Object.values(same).some(({ all }) => all > 0);
  const isWorse = worse.length > 0 || tasks.some(({ state }) => state === 'worse');
  return [
    `${done.length} of ${formatCount(counted.length, 'task')} done${rest.join('')}. ${comparedText({ isWorse, compared, isWhole: unseen.length === 0 }, made)}`,
    ...(plan.isOtherBuild ? ['Another build of eks-preflight made this plan: its checks may differ.'] : []),
  ];
}

function comparedText(
  { isWorse, compared, isWhole }: { isWorse: boolean; compared: boolean; isWhole: boolean },
  made: string,
): string {
  if (isWorse) return `Compared with the plan of ${made}.`;
  if (!compared) return 'The plan has nothing to compare with.';
  return `${isWhole ? 'Nothing is worse' : 'Of what was seen, nothing is worse'} than when the plan was made (${made}).`;
}

const stateWords = {
  worse: 'left fewer pods ready',
  half: 'half done',
  running: 'running',
  unseen: 'unknown',
  open: 'open',
} as const;

function listStates(counted: readonly TaskStatus[]): string[] {
  return (['worse', 'half', 'running', 'unseen', 'open'] as const).flatMap((state) => {
    const own = counted.filter((task) => task.state === state).map(({ number }) => `${number}`);
    return own.length === 0
      ? []
      : [`${forCount(own.length, 'task', 'tasks')} ${formatFirst(own)} ${stateWords[state]}`];
  });
}

/** What is worse: the first one with its cause and what to do. */
export function worseLines({ worse }: Since, readAt: string, layout: Layout): string[] {
  if (worse.length === 0) return [];
  const shown = layout.all ? worse : worse.slice(0, listedWorse);
  const rest = worse.length - shown.length;
  return [
    paint(layout, 'bold', `Worse (${worse.length})`),
    ...shown.flatMap((one, at) => [
      ...headLines(one, readAt, layout),
      ...(at === 0 || layout.all ? detailLines(one, layout) : []),
    ]),
    ...(rest > 0 ? [`  And ${rest} more: --format json has all.`] : []),
  ];
}

function headLines({ object, text, since, task }: Worse, readAt: string, layout: Layout): string[] {
  const age = since === null ? undefined : Date.parse(readAt) - Date.parse(since);
  const length = age === undefined || age < 0 ? '' : `; not ready for ${ageText(age)}`;
  const after = task === null ? '' : `; see task ${task}`;
  return wrap(`${object}: ${text}${length}${after}`, layout, 4, '  ');
}

/** Messages of the scheduler have a reason for each group of nodes. */
const longestWhy = 300;

function detailLines({ why, actions: [action] }: Worse, layout: Layout): string[] {
  return [
    ...(why === null ? [] : wrapMarkdown(oneLine(why, longestWhy), layout, 4)),
    ...(action === undefined ? [] : actionLines(action, layout)),
  ];
}

function actionLines({ text, commands, managers }: Worse['actions'][number], layout: Layout): string[] {
  const prose = (text.split('```')[0] ?? '').trim().replace(/[.:]$/, '');
  const place = managers.length === 0 ? '' : `. Change it in ${formatFirst(managers)}, which may revert this command`;
  return [
    ...wrapMarkdown(`${prose}${place}:`, layout, 8, '    Do  '),
    ...commands.slice(0, listedCommands).flatMap((command) => command.split('\n').map((line) => `        ${line}`)),
  ];
}

const sameNames = {
  workloads: 'workloads',
  budgets: 'PodDisruptionBudgets',
  addons: 'add-ons',
  backends: 'webhooks and API services',
  groups: 'groups of nodes',
} as const;

/** What was compared and is not worse. */
export function sameLines({ same, tasks }: Since, layout: Layout): string[] {
  const counted = Object.entries(sameNames).flatMap(([key, name]) => {
    const { same: own, all, removed } = same[key as keyof typeof sameNames];
    const gone = removed === 0 ? '' : ` (${removed} no longer exist)`;
    const fewer = key === 'budgets' && own < all ? ' (the others allow fewer disruptions)' : '';
    return all === 0 ? [] : [`${own} of ${all} ${name}${fewer}${gone}`];
  });
  const isEnd = !tasks.some((task) => isLeft(task) && task.state !== 'worse');
  return [
    ...(counted.length === 0 ? [] : wrap(`${counted.join('; ')}.`, layout, 10, 'Not worse ')),
    ...(isEnd ? wrap('DNS, load balancer targets, metrics, logs and your SLOs.', layout, 10, 'Untested  ') : []),
  ];
}
