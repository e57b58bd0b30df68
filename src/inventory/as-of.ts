import { invalid } from '../syntax/quoted.ts';
import type { Reading, Readings } from '../facts/reading.ts';
import type { Inventory } from './inventory.ts';
import { usageError, type Reason } from '../facts/reason.ts';

const dayMs = 86_400_000;

/** Within which a scan ends by default. */
const usualMs = 15 * 60_000;

/** When the facts of an inventory were read completely, ISO 8601: 15 minutes after they were taken if it does not say. */
export function endOfReading({ takenAt, readUntil }: Pick<Inventory, 'takenAt' | 'readUntil'>): string {
  return readUntil ?? new Date(Date.parse(takenAt) + usualMs).toISOString();
}

/** The end of a reading as a member of its inventory; empty for one that took no longer than usual. */
export function toReadUntil(takenAt: string, ended: Date): Pick<Inventory, 'readUntil'> {
  return ended.getTime() - Date.parse(takenAt) > usualMs ? { readUntil: ended.toISOString() } : {};
}

/** For how many days facts are valid: older ones cannot make a check pass. */
export const freshForDays = 7;

/**
 * The date at which saved facts are judged, ISO 8601.
 * @param asOf `now`, a day (00:00 UTC, or the time of the facts if they were taken on that day) or a time;
 *   undefined: the time of the facts
 * @param takenAt when the facts were taken
 * @throws ScanError (`usage`) if it is invalid, or before the facts were taken
 */
export function judgedAt(asOf: string | undefined, takenAt: string, now: Date): string {
  if (asOf === undefined) return takenAt;
  if (asOf === 'now') return notBefore(now.toISOString(), asOf, takenAt);
  const moment = parseAsOf(asOf);
  return moment.slice(0, 10) === takenAt.slice(0, 10) && isDay(asOf) ? takenAt : notBefore(moment, asOf, takenAt);
}

/**
 * Parses a date option to ISO 8601 in UTC.
 * @throws ScanError (`usage`) if it is invalid
 */
export function parseAsOf(asOf: string): string {
  const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(asOf) ? new Date(asOf) : new Date(Number.NaN);
  const whole = !Number.isNaN(moment.getTime());
  // JavaScript parses 31 February as 3 March.
  if (whole && isDay(asOf.slice(0, 10))) return moment.toISOString();
  throw usageError(invalid('--as-of', asOf, 'e.g. 2026-11-20 or now'));
}

function isDay(day: string): boolean {
  const moment = new Date(day);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

function notBefore(moment: string, asOf: string, takenAt: string): string {
  if (moment >= new Date(takenAt).toISOString()) return moment;
  const hint = 'Omit --as-of to judge them at the time they were taken.';
  throw usageError(`--as-of ${asOf} is before the facts were taken (${takenAt})`, hint);
}

/** Why facts are too old for the date at which they are judged; undefined if they are fresh. */
export function agedReason(takenAt: string, judged: string): Reason | undefined {
  const days = Math.floor((Date.parse(judged) - Date.parse(takenAt)) / dayMs);
  if (days <= freshForDays) return undefined;
  const message = `the facts were taken on ${takenAt.slice(0, 10)}, ${days} days before ${judged.slice(0, 10)}, for which they are judged`;
  const hint = `take new facts: after ${freshForDays} days, they no longer count as a pass; or omit --as-of, and read the report as of that day`;
  return { kind: 'stale', message, hint, shared: message };
}

/** Marks the readings as stale: findings in them are still reported, but checks that read them cannot pass. */
export function agedReadings(readings: Readings, { message }: Reason): Readings {
  const aged = Object.entries(readings).map(([name, reading]: [string, Reading<unknown>]) => [
    name,
    reading.ok ? { ...reading, stale: reading.stale ?? message } : reading,
  ]);
  return Object.fromEntries(aged) as Readings;
}
