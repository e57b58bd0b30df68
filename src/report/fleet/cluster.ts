import { clusterNamed } from '../cluster-named.ts';
import type { Report } from '../schema.ts';
import { isDay } from '../../syntax/dates.ts';
import { formatCount } from '../../syntax/english.ts';
import { shortened } from '../../syntax/quoted.ts';
import { findExtraCost } from './cost.ts';
import type { FleetCluster, FleetStatus } from './schema.ts';

/** How many entries of each cluster the fleet names. */
const mostFirst = 3;
/** Titles are shorter, unless the report is forged. */
const longestTitle = 1_000;

/** What is known about a cluster of a fleet besides its report. */
export interface About {
  /** The name of the cluster; the path of the report if even that is unknown. */
  name: string;
  account?: string | null;
  region?: string | null;
  arn?: string | null;
  /** Where the report is; null if there is none. */
  report: string | null;
  /** When the findings last changed; null if no state says so. */
  changedAt?: string | null;
}

/** A cluster without a report that counts, with what is known of it. */
export function notScanned(about: About, reason: string): FleetCluster {
  const { name, account = null, region = null, arn = null, report, changedAt = null } = about;
  return {
    name,
    account,
    region,
    arn,
    tags: null,
    group: null,
    status: 'not-scanned',
    reason,
    version: null,
    target: null,
    verdict: null,
    entries: null,
    first: [],
    support: null,
    extraCost: null,
    scannedAt: null,
    changedAt,
    report,
  };
}

/**
 * A cluster of a fleet by its report.
 * @param report as its gate was judged for the fleet
 * @param stale why the report does not count, for example because of its age; undefined if it counts
 * @param lack why the report is partial, if not because of the checks that were selected
 * @param now the time of the fleet's report, ISO 8601
 */
export function toFleetCluster(
  report: Report,
  {
    report: place,
    changedAt = null,
    stale,
    lack,
    now,
  }: Pick<About, 'report' | 'changedAt'> & { stale: string | undefined; lack?: string | undefined; now: string },
): FleetCluster {
  const { name, account, region, arn, version } = clusterNamed(report);
  const { entries, cluster } = report;
  const status = stale === undefined ? toStatus(report) : 'not-scanned';
  const count = (level: string) => entries.filter((entry) => entry.level === level).length;
  return {
    ...notScanned({ name, account, region, arn, report: place, changedAt }, ''),
    tags: boundedTags(cluster?.tags),
    status,
    reason: stale ?? findReason(report, lack),
    version,
    target: report.target,
    verdict: report.verdict,
    entries: { fail: count('fail'), unknown: count('unknown'), warn: count('warn') },
    first: entries
      .slice(0, mostFirst)
      .map(({ number, level, title }) => ({ number, level, title: shortened(title, longestTitle) })),
    support: cluster === null ? null : toSupport(cluster.support),
    extraCost: cluster === null ? null : findExtraCost(cluster, now),
    scannedAt: report.scannedAt,
  };
}

/** More than EKS allows: a forged report must not fill the memory. */
const [mostTags, longestTag] = [100, 256];

function boundedTags(tags: Readonly<Record<string, string>> | undefined): FleetCluster['tags'] {
  if (tags === undefined) return null;
  const first = Object.entries(tags).slice(0, mostTags);
  return Object.fromEntries(first.map(([key, value]) => [shortened(key, longestTag), shortened(value, longestTag)]));
}

function toSupport({
  standardUntil,
  extendedUntil,
}: NonNullable<Report['cluster']>['support']): FleetCluster['support'] {
  const dayOrNull = (text: string | null) => (text !== null && isDay(text) ? text : null);
  return { standardUntil: dayOrNull(standardUntil), extendedUntil: dayOrNull(extendedUntil) };
}

function toStatus({ gate: { result } }: Report): FleetStatus {
  return result === 'partial' ? 'incomplete' : result;
}

/** Why a cluster without unknowns is incomplete: the report judges only some of the checks. */
function findReason({ gate: { result }, selection }: Report, lack: string | undefined): string | null {
  if (result !== 'partial') return null;
  const { selected, total } = selection;
  return `partial: ${lack ?? `${selected} of ${formatCount(total, 'check')} selected`}`;
}
