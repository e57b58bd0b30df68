import { findRollbackState, type RollbackState } from '../for-checks/rollback.ts';
import { findRollbackEnd, findSupportLimit } from '../for-checks/rollback-support.ts';
import type { Readings } from '../facts/reading.ts';
import type { Result } from '../judge/result.ts';
import { loadTable } from '../tables/tables.ts';
import { format, isRollback, parseMinor, type PathEnds } from '../syntax/versions.ts';
import { windowText } from './rollback-window.ts';
import type { Report } from './schema.ts';

type Rollback = NonNullable<Report['rollback']>;

/** What a path is judged with; `verdict` of the report. */
interface Judged extends PathEnds {
  now: string;
  verdict: Report['verdict'];
}

/**
 * Whether EKS can roll back the control plane, and what stops it.
 * @returns undefined if the updates of the cluster were not read, or if the check was not selected
 */
export function buildRollback(
  results: readonly Result[],
  { updates, clusterVersions, cluster }: Readings,
  path: Judged,
): Rollback | undefined {
  const isJudged = isRollback(path);
  const check = isJudged ? 'control-plane/rollback' : 'control-plane/rollback-window';
  const result = results.find(({ id }) => id === check);
  if (updates?.ok !== true || result === undefined || result.skipped !== null) return undefined;
  const { current, now } = path;
  const state = findRollbackState(updates.value, current, now, loadTable('rollback').rows);
  const isRead = clusterVersions?.ok === true && cluster?.ok === true;
  const limit =
    state.is === 'open' && isRead
      ? findSupportLimit(state.to, clusterVersions.value, cluster.value, { now, last: state.until })
      : undefined;
  return {
    open: isJudged && state.is === 'open' ? openBy(path.verdict) : judgeOpen(state, result),
    to: 'to' in state ? format(state.to) : null,
    until: 'until' in state ? findRollbackEnd(state.until, limit) : null,
    closedBy: isJudged ? listBlockers(results) : listObstacles(result),
  };
}

/** With `--rollback`, the whole report judges whether it is possible. */
function openBy(verdict: Report['verdict']): boolean | null {
  if (verdict === 'blocked') return false;
  return verdict === 'ready' ? true : null;
}

function listBlockers(results: readonly Result[]): string[] {
  const found = results.flatMap(({ findings }) => findings);
  const blockers = found.filter(({ level, accepted }) => level === 'fail' && accepted === null);
  return blockers.map(({ resource, message }) => `${resource.text}: ${message}`);
}

function listObstacles({ findings }: Result): string[] {
  return findings
    .filter(({ rule }) => rule === 'blocked-now' || rule === 'blocked-later')
    .flatMap(({ evidence }) => evidence.map(({ observed }) => observed));
}

/** Null: unknown. An update that was not read may have started the seven days, or be a rollback. */
function judgeOpen({ is }: RollbackState, { findings }: Result): boolean | null {
  if (is === 'running' || findings.some(({ rule }) => rule === 'blocked-now')) return false;
  if (is === 'unclear' || is === 'undated') return null;
  const isUnread = findings.some(({ rule }) => rule === 'missing:updates' || rule === 'crashed');
  if (is !== 'open') return isUnread ? null : false;
  return findings.some(({ level }) => level === 'unknown') ? null : true;
}

/** Whether a rollback is possible, in one line; undefined if the report does not say. */
export function rollbackText({
  rollback,
  target,
  cluster,
}: Pick<Report, 'rollback' | 'target' | 'cluster'>): string | undefined {
  if (rollback === undefined || cluster === null) return undefined;
  const { open, to, until, closedBy } = rollback;
  if (to !== null && until !== null) return `${windowText({ open, to, until })}.`;
  if (open === null) return `It is unknown whether EKS can roll back${to === null ? '' : ` to ${to}`}.`;
  if (to !== null) return `A rollback to ${to} is running.`;
  if (isRollback({ current: parseMinor(cluster.version) ?? 0, target: parseMinor(target) ?? 0 }))
    return 'EKS offers no rollback of this cluster: entries about its nodes and add-ons need no action.';
  if (target === cluster.version)
    return 'No rollback is possible: no update of the last seven days can be rolled back.';
  return closedBy.length > 0
    ? 'After the update, a rollback would be blocked.'
    : 'Within seven days of an update, EKS can roll back the control plane.';
}
