import type { Facts } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
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
