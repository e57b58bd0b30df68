import { untilText } from '../for-checks/rollback-support.ts';
import { hoursBetween } from '../syntax/dates.ts';
import { formatCount } from '../syntax/english.ts';
import type { Report } from './schema.ts';

/** The time after an update in which EKS rolls back the control plane. */
export interface RollbackWindow {
  /** Whether EKS can roll back now; null: unknown. */
  open: boolean | null;
  /** The version after the rollback. */
  to: string;
  /** ISO 8601, a lower bound; a date if support ends before. */
  until: string;
  /** The full days left. */
  days: number;
}

/** The rollback window of a report; null if there is none, if it has ended, or if the report does not say. */
export function findRollbackWindow({
  rollback,
  judgedAt,
}: Pick<Report, 'rollback' | 'judgedAt'>): RollbackWindow | null {
  const { open = null, to = null, until = null } = rollback ?? {};
  if (to === null || until === null) return null;
  const hours = hoursBetween(judgedAt, until);
  return hours > 0 ? { open, to, until, days: Math.floor(hours / 24) } : null;
}

/** Whether EKS can roll back within the window, and until when: a sentence without its period. */
export function windowText({ open, to, until }: Pick<RollbackWindow, 'open' | 'to' | 'until'>): string {
  const time = untilText(until);
  if (open === true) return `EKS can roll back to ${to} ${time}`;
  const what = open === null ? `It is unknown whether EKS can roll back to ${to}` : `A rollback to ${to} is blocked`;
  return `${what} (rollback window: ${time})`;
}

/** How much of the window is left: `2 days`, `less than a day`. */
export function timeLeftText({ days }: Pick<RollbackWindow, 'days'>): string {
  return days === 0 ? 'less than a day' : formatCount(days, 'day');
}

/** `2 days are left`. */
export function timeLeftClause(window: Pick<RollbackWindow, 'days'>): string {
  return `${timeLeftText(window)} ${window.days > 1 ? 'are' : 'is'} left`;
}
