import { findSupportEnd } from '../../../report/fleet/cluster-text.ts';
import type { FleetCluster } from '../../../report/fleet/schema.ts';
import { formatCount } from '../../../syntax/english.ts';

/** Support that ends in fewer days is shown as near, as in the report of one cluster. */
const nearDays = 90;

/** The next end of support of a version, as a cell of the table. */
export interface SupportCell {
  /** A date, `2027-07-29`. */
  until: string;
  /** `251 days`, `extended, 40 days`, `ended`. */
  text: string;
  tone: 'far' | 'near' | 'over';
}

/**
 * The next end of support, or the last one if all have passed; undefined if it is unknown.
 * @param now ISO 8601
 */
export function describeSupportEnd(cluster: Pick<FleetCluster, 'support'>, now: string): SupportCell | undefined {
  const end = findSupportEnd(cluster, now);
  if (end === undefined) return undefined;
  const { kind, until, hasEnded, days } = end;
  if (hasEnded) return { until, text: 'ended', tone: 'over' };
  const text = `${kind === 'extended' ? 'extended, ' : ''}${formatCount(days, 'day')}`;
  return { until, text, tone: days <= nearDays ? 'near' : 'far' };
}
