import type { Facts } from '../facts/facts.ts';
import { momentText } from '../syntax/dates.ts';
import { parseMinor, type Minor } from '../syntax/versions.ts';

/** What of a version's support stops a rollback to it: its end, or the end of what the support policy covers. */
export interface SupportLimit {
  ends: 'support' | 'policy';
  /** The date; null: it is over, by the status that EKS reports. */
  day: string | null;
  isOver: boolean;
}

/**
 * What limits a rollback to a version up to a date: the first that ends; undefined if nothing is known to.
 * @param now ISO 8601
 * @param last ISO 8601
 */
export function findSupportLimit(
  to: Minor,
  { versions }: Facts['clusterVersions'],
  { supportPolicy }: Pick<Facts['cluster'], 'supportPolicy'>,
  { now, last }: { now: string; last: string },
): SupportLimit | undefined {
  const offer = findOffer(to, versions);
  if (offer === undefined) return undefined;
  const { status, endOfStandardSupport, endOfExtendedSupport } = offer;
  const limit = (ends: SupportLimit['ends'], end: string | null, isOver: boolean): SupportLimit[] => {
    if (isOver) return [{ ends, day: null, isOver }];
    const day = end?.slice(0, 10);
    return day === undefined || day > last.slice(0, 10) ? [] : [{ ends, day, isOver: day <= now.slice(0, 10) }];
  };
  const limits = [
    ...limit('support', endOfExtendedSupport, status === 'UNSUPPORTED'),
    ...(supportPolicy === 'STANDARD' ? limit('policy', endOfStandardSupport, status === 'EXTENDED_SUPPORT') : []),
  ];
  // Both may be over: then the end of support counts, as no policy helps.
  return limits.toSorted((a, b) => (a.isOver && b.isOver ? 0 : (a.day ?? '') < (b.day ?? '') ? -1 : 1))[0];
}

/** The version as EKS lists it. Local clusters, which have other dates, are not judged. */
export function findOffer(to: Minor, versions: Facts['clusterVersions']['versions']) {
  return versions.find(({ version, clusterType }) => parseMinor(version) === to && clusterType === 'eks');
}

/**
 * Until when EKS can roll back: the end of the seven days, or the day before it on which the support ends.
 * @returns ISO 8601: a time or only a date
 */
export function findRollbackEnd(until: string, limit: SupportLimit | undefined): string {
  return limit === undefined || limit.isOver || limit.day === null ? until : limit.day;
}

/** `until 2026-11-28 12:00 UTC or a little later`; a date is exact. */
export function untilText(until: string): string {
  return until.includes('T') ? `at least until ${momentText(until)}` : `until ${until}`;
}
