import type { Task } from './plan/draft.ts';
import type { Report } from './schema.ts';

/** The tasks of a plan; none if readiness was not judged, if EKS offers no rollback, and for older reports. */
export function plannedTasks({ plan }: Pick<Report, 'plan'>): readonly Task[] {
  return plan?.tasks ?? [];
}

/**
 * The task to begin with: the first one for which nothing else has to be done. With a scope, only the update of the
 * control plane and what that needs count.
 * @param isFresh the report comes from a scan of just now: a task that only scans again is passed over
 * @returns undefined if the plan has no such task
 */
export function taskToBegin({ plan, gate }: Pick<Report, 'plan' | 'gate'>, isFresh = true): Task | undefined {
  const tasks = plannedTasks({ plan });
  const update = tasks.find(({ kind }) => kind === 'control-plane');
  const passed = new Set(isFresh ? tasks.flatMap(({ id, kind }) => (kind === 'scan' ? [id] : [])) : []);
  const isWanted = ({ id }: Task) => gate.scope === 'all' || update?.id === id || update?.needs.includes(id) === true;
  return tasks.find((task) => !passed.has(task.id) && isWanted(task) && task.needs.every((id) => passed.has(id)));
}

/** What a task does, also without its heading: `Update the control plane to 1.34`. */
export function taskName({ kind, title, to }: Pick<Task, 'kind' | 'title' | 'to'>): string {
  return kind === 'control-plane' && to !== null ? `${title} to ${to}` : title;
}

/** `1.33 -> 1.34`; only the version after the task if that before it is unknown; empty if it changes none. */
export function moveText({ from, to }: Pick<Task, 'from' | 'to'>): string {
  if (to === null) return '';
  return from === null ? to : `${from} -> ${to}`;
}
