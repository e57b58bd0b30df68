import type { Task } from '../../plan/draft.ts';
import type { State, StatusDocument } from '../schema.ts';
import { judgeCondition } from './conditions.ts';
import type { TaskState, TaskStatus } from './schema.ts';
import { byEye, type Judged, type View } from './view.ts';

/** The state of each task of a plan, in its order. */
export function judgeTasks(view: View): TaskStatus[] {
  const judged = view.plan.plan.tasks.map((task) => judgeTask(task, view));
  const byId = new Map(judged.map((one) => [one.task.id, one]));
  const settled = judged.map((one) => inOrder(one, byId));
  return settled.map((one) => (isOver(one, settled) ? toOver(one.status) : one.status));
}

/** A task and its state. */
interface Judgement {
  task: Task;
  status: TaskStatus;
  /** What the task changes is changed: at most the pods of workloads are not ready. */
  isMade: boolean;
}

/** Whether the conditions can show that a task is done. */
export function canBeJudged({ kind, done }: Task): boolean {
  if (kind === 'hold' || kind === 'scan') return false;
  return done.some((one) => one.kind !== 'seen' && !isOfClient(one));
}

/** The versions of programs on another computer are not those that this one has. */
function isOfClient({ kind, checks = [] }: Task['done'][number]): boolean {
  return kind === 'finding' && checks.length > 0 && checks.every((id) => id.startsWith('clients/'));
}

function judgeTask(task: Task, view: View): Judgement {
  const { number, id, kind, title, done } = task;
  const counts = canBeJudged(task);
  const conditions = done.map((condition) => ({
    text: condition.text,
    kind: condition.kind,
    ...(counts && !isOfClient(condition) ? judgeCondition(condition, task, view) : byEye),
  }));
  const shown = conditions.map(({ text, state, why }) => ({ text, state, why }));
  const left = conditions.filter((one) => one.state !== 'holds' && one.state !== 'by-eye');
  const state = counts ? resolveState(task, { conditions, left }, view) : 'open';
  const text = stateText(state, shown);
  return {
    task,
    status: { number, id, kind, title, state, counts, after: null, text, conditions: shown },
    isMade: counts && left.every((one) => ofPods.has(one.kind)),
  };
}

type Conditions = readonly (Judged & { kind: Task['done'][number]['kind'] })[];

const ofPods = new Set<string>(['workload', 'health']);

function resolveState(
  task: Task,
  { conditions, left }: { conditions: Conditions; left: Conditions },
  view: View,
): TaskState {
  if (left.length === 0) return 'done';
  if (isRunningNow(task, view) || left.every(({ isRolling }) => isRolling === true)) return 'running';
  const found = new Set(left.map(({ state }) => state));
  const isMoved = task.kind === 'nodes' || task.kind === 'add-on' || task.kind === 'karpenter';
  if (isMoved && left.every(isOfPods)) return 'worse';
  if (found.has('half') || isHalfReplaced(conditions)) return 'half';
  return found.has('open') ? 'open' : 'unseen';
}

function isOfPods({ kind, state }: Conditions[number]): boolean {
  return ofPods.has(kind) && state !== 'unseen';
}

/** The new nodes are there, and the old ones are, too. */
function isHalfReplaced(conditions: Conditions): boolean {
  const isVersion = conditions.some(({ kind, state }) => kind === 'version' && state === 'holds');
  return isVersion && conditions.some(({ kind, state }) => kind === 'gone' && state === 'open');
}

const runs: ReadonlySet<State> = new Set(['running', 'stuck']);

/** The status shows that what the task updates is being updated. */
function isRunningNow({ kind, done }: Task, { status }: View): boolean {
  const objects = new Set(done.flatMap(({ object }) => object ?? []));
  const { controlPlane, groups, addons } = status;
  if (kind === 'control-plane') return runs.has(controlPlane.state);
  if (kind === 'nodes')
    return groups.some((group) => runs.has(group.state) && listObjects(group).some((object) => objects.has(object)));
  return kind === 'add-on' && addons.some(({ name, state }) => runs.has(state) && objects.has(`addon/${name}`));
}

function listObjects({ kind, group }: StatusDocument['groups'][number]): string[] {
  return group === null ? [] : [`nodes/${kind}/${group}`, ...(kind === 'managed' ? [`nodegroup/${group}`] : [])];
}

function stateText(state: TaskState, conditions: TaskStatus['conditions']): string | null {
  if (state === 'done') return null;
  const rest = conditions.filter((one) => one.state !== 'holds' && one.why !== null);
  const first = rest.find((one) => one.state === 'half') ?? rest.find((one) => one.state !== 'unseen') ?? rest[0];
  return first?.why ?? null;
}

/**
 * Adds the task that has to be done before. What is lowered for drains is lowered after everything that they wait for, and is
 * restored after them: before that, the same state shows nothing.
 */
function inOrder(judged: Judgement, byId: ReadonlyMap<string, Judgement>): Judgement {
  const { task, status } = judged;
  const waiting = task.needs
    .flatMap((id) => byId.get(id) ?? [])
    .find((one) => one.status.counts && one.task.kind !== 'lower' && !one.isMade);
  const after = waiting?.status.number ?? null;
  const isOrdered = task.kind === 'lower' || task.kind === 'restore';
  if (!isOrdered) return { ...judged, status: { ...status, after: status.state === 'done' ? null : after } };
  if (after === null) return judged;
  return { ...judged, status: { ...status, state: 'open', after }, isMade: false };
}

/** What was lowered is restored, because all that waited for it is done. */
function isOver({ task, status: { state, counts } }: Judgement, settled: readonly Judgement[]): boolean {
  if (task.kind !== 'lower' || !counts || state === 'done' || state === 'unseen') return false;
  const after = settled.filter((one) => one.status.counts && one.task.needs.includes(task.id));
  return after.length > 0 && after.every(({ isMade }) => isMade);
}

function toOver(status: TaskStatus): TaskStatus {
  return { ...status, state: 'over', after: null, text: 'it was needed only for tasks that are done' };
}
