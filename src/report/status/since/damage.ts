import { parseMinor } from '../../../syntax/versions.ts';
import type { PlanDocument } from '../../plan/document.ts';

/** The versions lead in one direction to the target, and each has an update of the control plane. */
function findWrongPath({ target, plan }: Pick<PlanDocument, 'target' | 'plan'>): string | undefined {
  const { versions, direction, tasks } = plan;
  const minors = versions.map((version) => parseMinor(version) ?? 0);
  const isOrdered = minors.every((minor, at) => at === 0 || isNext(direction, minors[at - 1] ?? 0, minor));
  if (!isOrdered || versions.at(-1) !== target) return 'its versions do not lead to its target';
  const missing = versions
    .slice(1)
    .find(
      (version) =>
        !tasks.some(({ done }) => done.some((one) => one.object === 'control-plane' && one.version === version)),
    );
  return missing === undefined ? undefined : `no task updates the control plane to ${missing}`;
}

function isNext(direction: PlanDocument['plan']['direction'], from: number, to: number): boolean {
  return direction === 'rollback' ? to < from : to > from;
}

/**
 * Describes how a plan was shortened or edited: removing a task or its conditions must not make a plan done.
 * @returns undefined if the parts of the plan fit together
 */
export function findDamage(document: Pick<PlanDocument, 'target' | 'entries' | 'plan'>): string | undefined {
  const { entries, plan } = document;
  const { tasks, direction } = plan;
  const misplaced = tasks.findIndex(({ number }, index) => number !== index + 1);
  if (misplaced !== -1) return `its tasks are not numbered from 1 to ${tasks.length}`;
  const ids = new Set<string>();
  for (const { id, number, needs, done } of tasks) {
    if (ids.has(id)) return `it has two tasks ${id}`;
    const other = needs.find((need) => !ids.has(need));
    if (other !== undefined) return `task ${number} needs ${other}, which no earlier task is`;
    if (done.length === 0) return `task ${number} has no condition`;
    ids.add(id);
  }
  const wrongPath = findWrongPath(document);
  if (wrongPath !== undefined) return wrongPath;
  // A plan for a rollback has blockers that no task can close.
  if (direction === 'rollback') return undefined;
  const closed = new Set(tasks.flatMap(({ closes }) => closes));
  const open = entries.find(
    ({ level, fingerprints }) => level === 'fail' && !fingerprints.some((one) => closed.has(one)),
  );
  return open === undefined ? undefined : `no task closes its entry #${open.number}`;
}
