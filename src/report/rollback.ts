import { findRollbackState } from '../for-checks/rollback.ts';
import type { Readings } from '../facts/reading.ts';
import type { Result } from '../judge/result.ts';
import { loadTable } from '../tables/tables.ts';
import { momentText } from '../syntax/dates.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Report } from './schema.ts';

type Rollback = NonNullable<Report['rollback']>;

const check = 'control-plane/rollback-window';

/**
 * Whether EKS can roll back the control plane, and what stops it.
 * @returns undefined if the updates of the cluster were not read, or if the check was not selected
 */
export function buildRollback(
  results: readonly Result[],
  { updates }: Readings,
  { current, now }: { current: Minor; now: string },
): Rollback | undefined {
  const result = results.find(({ id }) => id === check);
  if (updates?.ok !== true || result === undefined || result.skipped !== null) return undefined;
  const state = findRollbackState(updates.value, current, now, loadTable('rollback').rows);
  const closedBy = result.findings
    .filter(({ rule }) => rule === 'blocked-now' || rule === 'blocked-later')
    .flatMap(({ evidence }) => evidence.map(({ observed }) => observed));
  const isUnknown = state.is === 'unclear' || result.findings.some(({ level }) => level === 'unknown');
  const isBlocked = result.findings.some(({ rule }) => rule === 'blocked-now');
  return {
    open: state.is === 'open' || state.is === 'unclear' ? (isBlocked ? false : isUnknown ? null : true) : false,
    to: 'to' in state ? format(state.to) : null,
    until: 'until' in state ? state.until : null,
    closedBy,
  };
}

/** Whether a rollback is possible, in one line; undefined if the report does not say. */
export function rollbackText({
  rollback,
  target,
  cluster,
}: Pick<Report, 'rollback' | 'target' | 'cluster'>): string | undefined {
  if (rollback === undefined || cluster === null) return undefined;
  const { open, to, until, closedBy } = rollback;
  if (to !== null && until !== null) {
    const time = `at least until ${momentText(until)}`;
    if (open === true) return `EKS can roll back to ${to} ${time}.`;
    const what = open === null ? `It is unknown whether EKS can roll back to ${to}` : `A rollback to ${to} is blocked`;
    return `${what} (rollback window: ${time}).`;
  }
  if (target === cluster.version)
    return 'No rollback is possible: EKS has no update of the last seven days to roll back.';
  return closedBy.length > 0
    ? 'After the update, a rollback would be blocked.'
    : 'Within seven days of an update, EKS can roll back the control plane.';
}
