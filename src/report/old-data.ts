import { isRollbackPath } from '../judge/direction.ts';
import { ageText, hoursBetween } from '../syntax/dates.ts';
import type { Report } from './schema.ts';

type Judged = Pick<Report, 'rollback' | 'scannedAt' | 'source' | 'steps'>;

/** From this age on, the data of a rollback is old: its window is days long, and nodes are updated in the meantime. */
const oldHours = 24;

/** What is old about a report of a rollback. */
interface OldData {
  /** `9 days`. */
  age: string;
  /** Whether the window has ended since, as far as its lower bound says. */
  mayBeClosed: boolean;
  again: 'collect again' | 'scan again';
}

/** @param now ISO 8601: when the report is read; undefined: unknown */
function findOldData({ rollback, scannedAt, source, steps }: Judged, now: string | undefined): OldData | undefined {
  const until = rollback?.until ?? null;
  if (now === undefined || until === null) return undefined;
  const hours = hoursBetween(scannedAt, now);
  const mayBeClosed = hoursBetween(until, now) >= 0;
  if (!mayBeClosed && (hours < oldHours || !isRollbackPath(steps))) return undefined;
  const again = source === 'inventory' ? 'collect again' : 'scan again';
  return { age: ageText(hours * 3_600_000), mayBeClosed, again };
}

/** That a rollback is judged from old data, and that its window may have closed; undefined if neither is so. */
export function oldDataText(report: Judged, now: string | undefined): string | undefined {
  const old = findOldData(report, now);
  if (old === undefined) return undefined;
  const closed = old.mayBeClosed ? '; the window may have closed' : '';
  return `The data is ${old.age} old${closed}: ${old.again} before you roll back.`;
}

/** What to do before the tasks of a rollback from old data. */
export function againFirst(report: Judged, now: string | undefined): string | undefined {
  const old = findOldData(report, now);
  if (old === undefined) return undefined;
  const closed = old.mayBeClosed ? ', and the window may have closed' : '';
  return `First: ${old.again}: the data is ${old.age} old${closed}. Then follow the plan.`;
}
