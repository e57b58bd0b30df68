import { loadTable } from '../../tables/tables.ts';
import type { FleetCluster } from './schema.ts';
import type { Report } from '../schema.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/**
 * What extended support of a cluster's version costs beyond standard support, in US dollars.
 * @param now the time of the fleet's report, ISO 8601
 * @returns null if the table has no price for the partition, or EKS named no end of standard support
 */
export function findExtraCost({ cluster }: Pick<Report, 'cluster'>, now: string): FleetCluster['extraCost'] {
  const price = loadTable('cluster-prices').rows.find(({ partition }) => partition === cluster?.partition);
  const begin = Date.parse(cluster?.support.standardUntil ?? '');
  if (cluster === null || price === undefined || Number.isNaN(begin)) return null;
  const end = Date.parse(cluster.support.extendedUntil ?? '');
  // With the policy STANDARD, EKS updates the cluster when standard support ends.
  const last = cluster.support.policy === 'STANDARD' ? begin : Number.isNaN(end) ? Number.POSITIVE_INFINITY : end;
  const at = Date.parse(now);
  const costBetween = (from: number, until: number): number => {
    const ms = Math.max(0, Math.min(until, last) - Math.max(from, begin));
    return Math.round((ms / hourMs) * (price.extended - price.standard));
  };
  return { untilNow: costBetween(begin, at), nextYear: costBetween(at, at + yearMs) };
}
