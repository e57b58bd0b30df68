import type { Facts } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { rowsFor } from '../shared/offered-versions.ts';

type Cluster = Facts['cluster'];
type Offers = Facts['clusterVersions'];

/** The current support phase of a version, with EKS's dates; `days`: until the phase ends. */
export type Window =
  | { phase: 'standard'; ends: string; days: number; extendedUntil: string | null }
  | { phase: 'extended'; since: string; ends: string; days: number }
  | { phase: 'ended'; ended: string };

/** The support phases of all versions whose dates are known, ascending. */
export function listWindows(offers: Offers, cluster: Cluster, now: string): Map<Minor, Window> {
  const windows = new Map<Minor, Window>();
  for (const row of rowsFor(offers, cluster)) {
    const version = parseMinor(row.version);
    const window = toWindow(row, now);
    if (version !== undefined && window !== undefined) windows.set(version, window);
  }
  return new Map([...windows].sort(([a], [b]) => a - b));
}

/** Extended support begins on the day on which standard support ends. */
function toWindow(
  { endOfStandardSupport: standard, endOfExtendedSupport: extended }: Offers['versions'][number],
  now: string,
): Window | undefined {
  if (standard === null) return undefined;
  const left = daysUntil(standard, now);
  if (left > 0) return { phase: 'standard', ends: standard, days: left, extendedUntil: extended };
  if (extended === null) return undefined;
  const days = daysUntil(extended, now);
  return days > 0 ? { phase: 'extended', since: standard, ends: extended, days } : { phase: 'ended', ended: extended };
}

/** Whole days, counted in UTC. */
function daysUntil(date: string, now: string): number {
  return hoursBetween(now.slice(0, 10), date) / 24;
}

/**
 * The support of today's version in a few words.
 * @param horizon the text names the end of extended support if it is at most this many days away
 */
export function describeWindow(window: Window, { supportPolicy, outpost }: Cluster, horizon: number): string {
  if (window.phase === 'ended') return 'support ended';
  const ends = `${window.phase} support ends in ${formatCount(window.days, 'day')}`;
  if (window.phase === 'standard') return ends;
  if (supportPolicy === 'STANDARD' && !outpost) return 'standard support ended';
  if (window.days <= horizon) return ends;
  return outpost ? 'in extended support' : 'in extended support, at a higher price';
}

/** The support of the target in a few words. */
export function describeTargetWindow(window: Window): string {
  if (window.phase === 'ended') return 'support of the target ended';
  if (window.phase === 'extended') return 'target is in extended support';
  return `target has ${formatCount(window.days, 'day')} of standard support`;
}
