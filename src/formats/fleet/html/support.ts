import type { FleetCluster } from '../../../report/fleet/schema.ts';
import { formatCount } from '../../../syntax/english.ts';

const dayMs = 86_400_000;

/** Support that ends in fewer days is shown as near, as in the report of one cluster. */
const nearDays = 90;

/** The next end of support of a version. */
export interface SupportEnd {
  /** A date, `2027-07-29`. */
  date: string;
  /** `251 days`, `extended, 40 days`, `ended`. */
  text: string;
  tone: 'far' | 'near' | 'over';
}

/**
 * The end of standard support; once that has passed, the end of extended support.
 * @param now ISO 8601
 * @returns null if EKS named no date
 */
export function findSupportEnd(support: FleetCluster['support'], now: string): SupportEnd | null {
  const today = now.slice(0, 10);
  const standard = support?.standardUntil?.slice(0, 10) ?? null;
  const extended = support?.extendedUntil?.slice(0, 10) ?? null;
  if (standard === null) return null;
  if (standard > today) return endOn(standard, today, '');
  return extended === null ? endOn(standard, today, '') : endOn(extended, today, 'extended, ');
}

function endOn(date: string, today: string, before: string): SupportEnd {
  const days = Math.ceil((Date.parse(date) - Date.parse(today)) / dayMs);
  if (Number.isNaN(days)) return { date, text: '', tone: 'far' };
  if (days <= 0) return { date, text: 'ended', tone: 'over' };
  return { date, text: `${before}${formatCount(days, 'day')}`, tone: days <= nearDays ? 'near' : 'far' };
}
