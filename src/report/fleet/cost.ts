import { loadTable } from '../../tables/tables.ts';
import type { Report } from '../schema.ts';
import type { FleetCluster } from './schema.ts';

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

type Cluster = Pick<NonNullable<Report['cluster']>, 'partition' | 'kind' | 'support'>;

/**
 * What extended support of a cluster's version costs beyond standard support, in US dollars. Its price applies from the
 * first hour (UTC) of the day on which standard support ends.
 * @param now the time of the fleet's report, ISO 8601
 * @returns null if the upgrade policy, a date or the price is unknown, as for a local cluster on AWS Outposts
 */
export function findExtraCost({ partition, kind, support }: Cluster, now: string): FleetCluster['extraCost'] {
  const price = loadTable('cluster-prices').rows.find((row) => row.partition === partition);
  const [begin, end] = [support.standardUntil, support.extendedUntil].map((day) => Date.parse(day ?? ''));
  if (price === undefined || kind.outpost || !isTime(begin)) return null;
  // EKS updates such a cluster when standard support ends.
  if (support.policy === 'STANDARD') return { untilNow: 0, nextYear: 0 };
  if (support.policy !== 'EXTENDED' || !isTime(end)) return null;
  const at = Date.parse(now);
  const costBetween = (from: number, until: number): number => {
    const hours = Math.max(0, Math.min(until, end) - Math.max(from, begin)) / hourMs;
    return Math.round(hours * (price.extended - price.standard));
  };
  return { untilNow: costBetween(begin, at), nextYear: costBetween(at, at + yearMs) };
}

function isTime(time: number | undefined): time is number {
  return time !== undefined && !Number.isNaN(time);
}
