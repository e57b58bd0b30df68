import { ageText, hoursBetween, isDay, shortAge } from '../../syntax/dates.ts';
import { formatCount } from '../../syntax/english.ts';
import type { Fleet, FleetCluster, FleetStatus } from './schema.ts';

/** Texts about one cluster of a fleet, the same in every format. */

export const statusTexts = {
  blocked: 'blocked',
  'not-scanned': 'not scanned',
  incomplete: 'incomplete',
  ready: 'ready',
} as const satisfies Record<FleetStatus, string>;

/** What stands for an unknown value. */
export const unknownValue = '-';

/** `1.33 -> 1.34`; one version if there is no update. */
export function versionText({ version, target }: Pick<FleetCluster, 'version' | 'target'>): string {
  if (version === null) return unknownValue;
  return target === null || target === version ? version : `${version} -> ${target}`;
}

/** The end of support that comes next, or the last one if all have passed. */
export interface SupportEnd {
  kind: 'standard' | 'extended';
  /** A date. */
  until: string;
  hasEnded: boolean;
  /** Days from now to the end; negative after it. */
  days: number;
}

/**
 * The end of standard support; once that has passed, the end of extended support.
 * @param now ISO 8601
 * @returns undefined if it is unknown
 */
export function findSupportEnd({ support }: Pick<FleetCluster, 'support'>, now: string): SupportEnd | undefined {
  if (support === null || support.standardUntil === null) return undefined;
  const { standardUntil, extendedUntil } = support;
  const today = now.slice(0, 10);
  const isStandard = standardUntil > today || extendedUntil === null;
  const [kind, until] = isStandard ? (['standard', standardUntil] as const) : (['extended', extendedUntil] as const);
  if (!isDay(until)) return undefined;
  return { kind, until, hasEnded: until <= today, days: Math.ceil(hoursBetween(now, until) / 24) };
}

/** `standard support ends 2027-07-29`, `extended support ended 2024-10-11`. */
export function supportText(cluster: Pick<FleetCluster, 'support'>, now: string): string {
  const end = findSupportEnd(cluster, now);
  if (end === undefined) return 'end of support unknown';
  return `${end.kind} support ${end.hasEnded ? 'ended' : 'ends'} ${end.until}`;
}

/**
 * `extra cost of extended support: up to $1,234 so far, $4,380 in the next 365 days`: up to, because every hour since
 * standard support ended is counted, even if the cluster is newer.
 * @returns undefined if there is none
 */
export function extraCostText(extraCost: FleetCluster['extraCost']): string | undefined {
  if (extraCost === null) return 'extra cost of extended support unknown';
  const { untilNow, nextYear } = extraCost;
  const parts = [
    ...(untilNow === 0 ? [] : [`up to ${dollars(untilNow)} so far`]),
    ...(nextYear === 0 ? [] : [`${dollars(nextYear)} in the next 365 days`]),
  ];
  return parts.length === 0 ? undefined : `extra cost of extended support: ${parts.join(', ')}`;
}

/** `$1,234`. */
export function dollars(amount: number): string {
  return `$${amount.toLocaleString('en-US')}`;
}

/** The time between two moments in one unit: `35m`, `30h`, `8d`; `-` if the first is unknown. */
export function ageColumn(since: string | null, now: string): string {
  return since === null ? unknownValue : shortAge(Date.parse(now) - Date.parse(since));
}

/** `30 hours ago`; a date for a time in the future. */
export function agoText(since: string, now: string): string {
  const age = Date.parse(now) - Date.parse(since);
  return age < 0 ? `on ${since.slice(0, 10)}` : `${ageText(age)} ago`;
}

/**
 * `2 blockers, 1 unknown`; warnings if the gate counts them, or if there is nothing else.
 * @returns undefined if the cluster was not scanned
 */
export function entriesText({ entries }: Pick<FleetCluster, 'entries'>, { failOn }: Fleet['gate']): string | undefined {
  if (entries === null) return undefined;
  const { fail, unknown, warn } = entries;
  const isAlone = fail + unknown === 0;
  const parts = [
    ...(fail === 0 ? [] : [formatCount(fail, 'blocker')]),
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
    ...(warn > 0 && (isAlone || failOn.includes('warn')) ? [formatCount(warn, 'warning')] : []),
  ];
  return parts.length === 0 ? 'no entries' : parts.join(', ');
}
