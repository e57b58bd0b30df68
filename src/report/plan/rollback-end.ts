import { hoursBetween, momentText } from '../../syntax/dates.ts';
import { loadTable } from '../../tables/tables.ts';
import type { PlanDocument } from './document.ts';

/** Until when EKS can roll back the control plane, for a plan of a rollback. */
export interface Window {
  text: string;
  /** Whether it ended before now. `maybe`: EKS counts from the end of the update, which it does not report. */
  ended: 'no' | 'maybe' | 'yes';
  /** True if it certainly ended. */
  isClosed: boolean;
}

/** @param now ISO 8601; undefined: when the plan was made */
export function rollbackWindow(document: PlanDocument, now = document.judgedAt): Window | undefined {
  const { plan, rollback, target, steps } = document;
  const until = rollback?.until ?? null;
  if (plan.direction !== 'rollback' || until === null) return undefined;
  const isTime = until.includes('T');
  const moment = isTime ? momentText(until) : until;
  const past = hoursBetween(until, now);
  if (past < 0)
    return { text: `EKS can roll back until ${moment}, maybe a little longer.`, ended: 'no', isClosed: false };
  const { marginHours = 0 } = loadTable('rollback').rows[0] ?? {};
  if (isTime && past < marginHours)
    return {
      text: `EKS may no longer offer the rollback to ${target}: it was certain until ${moment}. Scan again first.`,
      ended: 'maybe',
      isClosed: false,
    };
  const from = steps[0]?.from ?? 'the current version';
  return {
    text: `EKS no longer offers the rollback to ${target}: it was possible until ${moment}. Fix the problem at ${from}, or move the workloads to a cluster at ${target}.`,
    ended: 'yes',
    isClosed: true,
  };
}
