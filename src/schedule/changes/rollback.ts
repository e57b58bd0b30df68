import { findRollbackWindow, type RollbackWindow } from '../../report/rollback-window.ts';
import type { Report } from '../../report/schema.ts';

/**
 * The full days before the end of the rollback window from which a message reports it, once. Full days, so that a
 * nightly scan reports it at least two days before.
 */
const rollbackDays = 2;

/** The window that a message reported. */
type Reported = Pick<RollbackWindow, 'to' | 'until'>;

/** The rollback window that ends soon; null if there is none. */
export function findEndingRollback(report: Pick<Report, 'rollback' | 'judgedAt'>): RollbackWindow | null {
  const window = findRollbackWindow(report);
  return window !== null && window.days <= rollbackDays ? window : null;
}

/** The end of the rollback window to report, given the one that the last message reported; null if none is due. */
export function rollbackNews(before: Reported | null, now: RollbackWindow | null): RollbackWindow | null {
  const isSame = before !== null && before.to === now?.to && before.until === now.until;
  return isSame ? null : now;
}

/**
 * The window that was reported last after a report: that of the report, if it ends soon. A night that did not see the
 * window does not make it new.
 */
export function reportedRollback(before: Reported | null, report: Pick<Report, 'rollback' | 'judgedAt'>) {
  const now = findEndingRollback(report);
  return now === null ? before : { to: now.to, until: now.until };
}
