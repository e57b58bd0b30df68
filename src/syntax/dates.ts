import { formatCount } from './english.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Hours between two ISO 8601 times; negative if the second is earlier, NaN if one is invalid. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / hour;
}

/** How far clocks may differ, in hours. */
const clockDifference = 5 / 60;

/**
 * True for a time that lies after the end of a scan, which cannot have read it of something in the past.
 * @param readUntil the end of the scan; both are ISO 8601
 */
export function isInFuture(moment: string, readUntil: string): boolean {
  return hoursBetween(readUntil, moment) > clockDifference;
}

/** The date, `2026-12-24`, a number of days after a time; both in UTC. */
export function dayAfter(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * day).toISOString().slice(0, 10);
}

/** A time for people, to the minute: `2026-11-20 12:00 UTC`. */
export function momentText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Like {@link momentText}, without the date on the day of `now`: `12:00 UTC`. */
export function clockText(iso: string, now: string): string {
  return iso.slice(0, 10) === now.slice(0, 10) ? `${iso.slice(11, 16)} UTC` : momentText(iso);
}

/** True for a date that exists. JavaScript parses 31 February as 3 March. */
export function isDay(day: string): boolean {
  const moment = new Date(day);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}

/** An age in milliseconds for people: `50 minutes`, `40 hours`, `3 days`. */
export function ageText(age: number): string {
  const { count, unit } = findAge(age);
  return formatCount(count, unit);
}

/** The same in a column: `50m`, `40h`, `3d`. */
export function shortAge(age: number): string {
  const { count, unit } = findAge(age);
  return `${count}${unit.charAt(0)}`;
}

function findAge(age: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  if (age < hour) return { count: Math.max(0, Math.floor(age / 60_000)), unit: 'minute' };
  return age < 48 * hour
    ? { count: Math.floor(age / hour), unit: 'hour' }
    : { count: Math.floor(age / day), unit: 'day' };
}
