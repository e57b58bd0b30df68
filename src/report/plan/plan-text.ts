import { ageText, hoursBetween, momentText } from '../../syntax/dates.ts';
import { formatCount, formatList } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { drainChecks } from '../drain.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import type { PlanDocument } from './document.ts';
import type { Area, Condition, Task } from './draft.ts';
import { rollbackWindow } from './rollback-end.ts';

export { rollbackWindow } from './rollback-end.ts';

/** Words about a plan that its text and its Markdown share. */

/** `2`, `2 and 4`, `3 to 7 and 9`; with a prefix: `#8, #13 to #18 and #20`. */
export function foldNumbers(numbers: readonly number[], prefix = ''): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const parts = runs.flatMap(({ first, last }) => {
    if (last - first > 1) return [`${prefix}${first} to ${prefix}${last}`];
    return [...new Set([first, last])].map((number) => `${prefix}${number}`);
  });
  return formatList(parts, parts.length);
}

/** The numbers of the entries that a task closes, or parts of them. */
export function closedEntries({ closes }: Pick<Task, 'closes'>, { entries }: Pick<PlanDocument, 'entries'>): number[] {
  const own = new Set(closes);
  return entries.filter(({ fingerprints }) => fingerprints.some((one) => own.has(one))).map(({ number }) => number);
}

/** `task 2`, `tasks 2 and 4`. */
export function tasksText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'task' : 'tasks'} ${foldNumbers(numbers)}`;
}

/** What waits for tasks, and the kind of the tasks that update it; null: no task does. */
const areas: readonly { area: Area; label: string; kind: Task['kind'] | null }[] = [
  { area: 'control-plane', label: 'control plane', kind: 'control-plane' },
  { area: 'karpenter', label: 'Karpenter', kind: 'karpenter' },
  { area: 'nodes', label: 'nodes', kind: 'nodes' },
  { area: 'workloads', label: 'workloads', kind: null },
];

/** What begins only after tasks: those that close a blocker, and those that show whether there is one. */
interface Blocked {
  labels: readonly string[];
  by: readonly number[];
  until: readonly number[];
}

/**
 * What is blocked until which tasks are done: `Blocked until done: control plane by tasks 2 and 4 (unknown until 1),
 * nodes by 3.` Undefined if nothing is.
 */
export function blockedText(document: PlanDocument): string | undefined {
  const found = [
    ...grouped(
      areas.flatMap((one) => findBlocked(one, document)),
      waitsKey,
    ).values(),
  ].map(merged);
  const blocked = found.filter(({ by }) => by.length > 0);
  const unknown = found.filter(({ by }) => by.length === 0);
  const parts = blocked.map(({ labels, by, until }, index) => {
    const first = index === 0 ? tasksText(by) : foldNumbers(by);
    return `${labelsText(labels)} by ${first}${until.length === 0 ? '' : ` (unknown until ${foldNumbers(until)})`}`;
  });
  const seen = unknown.map(({ labels, until }) => `${labelsText(labels)} by ${tasksText(until)}`);
  const sentences = [
    ...(parts.length === 0 ? [] : [`Blocked until done: ${parts.join(', ')}.`]),
    ...(seen.length === 0 ? [] : [`Unknown until done: ${seen.join(', ')}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function labelsText(labels: readonly string[]): string {
  return formatList(labels, labels.length);
}

function waitsKey({ by, until }: Blocked): string {
  return JSON.stringify([by, until]);
}

/** What waits for the same tasks. */
function merged([first, ...others]: readonly [Blocked, ...Blocked[]]): Blocked {
  return { ...first, labels: [first, ...others].flatMap(({ labels }) => labels) };
}

/**
 * Tasks that a task of the area needs (what stops groups that no task drains delays nothing), and those that close what
 * the scan lists for the area.
 */
function findBlocked({ area, label, kind }: (typeof areas)[number], document: PlanDocument): Blocked[] {
  const { entries, plan, answers = [] } = document;
  const failing = new Set(entries.filter(({ level }) => level === 'fail').flatMap(({ fingerprints }) => fingerprints));
  const needed = new Set(plan.tasks.flatMap((task) => (task.kind === kind ? task.needs : [])));
  const answer = answers.find(({ question }) => question === area);
  const closesOne = (task: Task, listed: readonly number[] = []) =>
    closedEntries(task, { entries }).some((number) => listed.includes(number));
  const isStopping = ({ stops, id }: Task) => stops.includes(area) && (kind === null || needed.has(id));
  const by = plan.tasks.filter(
    (task) =>
      !task.unknown &&
      ((isStopping(task) && task.closes.some((one) => failing.has(one))) || closesOne(task, answer?.blockers)),
  );
  const until = plan.tasks.filter((task) => task.unknown && (isStopping(task) || closesOne(task, answer?.unknown)));
  const numbers = (tasks: readonly Task[]) => tasks.map(({ number }) => number);
  return by.length + until.length === 0 ? [] : [{ labels: [label], by: numbers(by), until: numbers(until) }];
}

/** The placeholders whose values are looked up before: omits those that only show whether a task is done. */
export function plannedFillIn({ plan: { fillIn, tasks } }: Pick<PlanDocument, 'plan'>): PlanDocument['plan']['fillIn'] {
  const has = (lines: readonly string[], name: string) => lines.some((line) => line.includes(name));
  const isLater =
    (name: string) =>
    ({ how, done }: Task) =>
      !has(how.commands, name) && done.some(({ commands }) => has(commands, name));
  return fillIn.filter(
    ({ name, tasks: own }) => !tasks.filter(({ number }) => own.includes(number)).every(isLater(name)),
  );
}

/** From this age on, a plan is made again before it is carried out. */
const oldHours = 24;

/**
 * When the data of the plan was taken: `Made from data of 2026-11-20 12:00 UTC, 10 days old: make it again on the day.`
 * @param now ISO 8601; undefined: the age does not matter
 */
export function dataText({ scannedAt }: Pick<PlanDocument, 'scannedAt'>, now: string | undefined): string {
  const made = `Made from data of ${momentText(scannedAt)}`;
  if (now === undefined || !isOldPlan({ scannedAt }, now)) return `${made}.`;
  return `${made}, ${ageText(hoursBetween(scannedAt, now) * 3_600_000)} old: make it again on the day.`;
}

/** True if a plan has to be made again before it is carried out. */
export function isOldPlan({ scannedAt }: Pick<PlanDocument, 'scannedAt'>, now: string | undefined): boolean {
  return now !== undefined && hoursBetween(scannedAt, now) > oldHours;
}

/** `2 nodes`, `1 pod`, `2 nodes, 1 pod`; empty if the task drains nothing. */
export function drainsText({ disturbs }: Pick<Task, 'disturbs'>): string {
  const { nodes = 0, pods = 0 } = disturbs ?? {};
  return [...(nodes === 0 ? [] : [formatCount(nodes, 'node')]), ...(pods === 0 ? [] : [formatCount(pods, 'pod')])].join(
    ', ',
  );
}

/** `drains 2 nodes`, `restarts 1 pod`; empty if the task does neither: pods on Fargate have no node to drain. */
export function disturbsText({ disturbs }: Pick<Task, 'disturbs'>): string {
  const { nodes = 0, pods = 0 } = disturbs ?? {};
  return [
    ...(nodes === 0 ? [] : [`drains ${formatCount(nodes, 'node')}`]),
    ...(pods === 0 ? [] : [`restarts ${formatCount(pods, 'pod')}`]),
  ].join(', ');
}

/** The commands of a state that the task itself does not have: none is printed twice. */
export function ownCommands({ commands }: Condition, { how }: Pick<Task, 'how'>): readonly string[] {
  return commands.filter((command) => !how.commands.includes(command));
}

/** The entries that no task closes: those that stop nothing, warnings about drains, and others, which should not exist. */
export function entriesWithoutTask({ plan, entries }: PlanDocument): Record<'idle' | 'drains' | 'stopping', number[]> {
  const closed = new Set(plan.tasks.flatMap(({ closes }) => closes));
  const left = entries.filter(({ fingerprints }) => !fingerprints.some((one) => closed.has(one)));
  const numbers = (isMeant: (entry: (typeof entries)[number]) => boolean) =>
    left.filter(isMeant).map(({ number }) => number);
  return {
    idle: numbers((entry) => entry.level !== 'fail' && !delaysDrain(entry)),
    drains: numbers((entry) => entry.level !== 'fail' && delaysDrain(entry)),
    stopping: numbers(({ level }) => level === 'fail'),
  };
}

/** Whether the table of drains says that a warning stops one: few addresses only delay new pods. */
function delaysDrain({ level, blocks, checks }: PlanDocument['entries'][number]): boolean {
  const own = checks.filter((check) => check !== 'nodes/surge-capacity');
  return level === 'warn' && blocks === 'nodes' && own.some((check) => drainChecks.includes(check));
}

/** The verdict that the exit code stands for: with `--scope control-plane`, that on the control plane. */
export function planVerdict({ gate, answers = [], verdict }: PlanDocument): PlanDocument['verdict'] {
  if (gate.scope === 'all') return verdict;
  return answers.find(({ question }) => question === 'control-plane')?.verdict ?? verdict;
}

/** `Exit code 1 (blocked)`. */
export function exitWords(document: PlanDocument, now: string | undefined): string {
  const { ended = 'no' } = rollbackWindow(document, now) ?? {};
  const about = document.gate.scope === 'all' ? '' : ', control plane only';
  const verdict = planVerdict(document);
  const said = ended !== 'no' && verdict === 'ready' ? 'not ready' : verdict;
  const why = { no: about, maybe: ': the time to roll back may have ended', yes: ': the time to roll back has ended' };
  return `Exit code ${planExitCode(document, now)} (${said}${why[ended]})`;
}

/** The exit code of the report; never 0 for a rollback that EKS may no longer offer. */
export function planExitCode(document: PlanDocument, now: string | undefined): number {
  const { exitCode, gate } = document;
  if (gate.failOn.includes('never') || exitCode !== exitCodes.ready) return exitCode;
  return (rollbackWindow(document, now)?.ended ?? 'no') === 'no' ? exitCode : exitCodes.incomplete;
}

/** The task that a number or an id names; undefined if there is none. */
export function findTask(named: string, { plan: { tasks } }: Pick<PlanDocument, 'plan'>): Task | undefined {
  return tasks.find(({ number, id }) => `${number}` === named || id === named);
}

/** The tasks that must be done before a task, in order. */
export function neededTasks({ needs }: Pick<Task, 'needs'>, { plan: { tasks } }: Pick<PlanDocument, 'plan'>): Task[] {
  return tasks.filter(({ id }) => needs.includes(id));
}

/** A text in which `task 14` stands for the id of each task that it names: people count tasks. */
export function withTaskNumbers(text: string, { plan: { tasks } }: Pick<PlanDocument, 'plan'>): string {
  const numbers = new Map(tasks.map(({ id, number }) => [id, number]));
  return text
    .split(' ')
    .map((word) => {
      const core = withoutPunctuation(word);
      const number = numbers.get(core);
      return number === undefined ? word : `task ${number}${word.slice(core.length)}`;
    })
    .join(' ');
}

/** A word without the punctuation at its end. */
function withoutPunctuation(word: string): string {
  let end = word.length;
  while (end > 0 && ',.:;)'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** A text without its blocks of commands, on one line: the commands stand apart. */
export function withoutBlocks(text: string): string {
  return text
    .replaceAll(/```[^]*?```/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
