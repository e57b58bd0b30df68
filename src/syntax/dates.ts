const hour = 3_600_000;
const day = 24 * hour;

/** Hours from one ISO 8601 moment to another; negative where the second comes first, NaN where one is no moment. */
export function hoursBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / hour;
}

/** The day, `2026-12-24`, that comes so many days after a moment; both in UTC. */
export function dayAfter(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * day).toISOString().slice(0, 10);
}

/** A moment for reading, to the minute: `2026-11-20 12:00 UTC`. */
export function momentText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** True for a day of the calendar: JavaScript takes 31 February for 3 March. */
export function isDay(day: string): boolean {
  const moment = new Date(day);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day);
}
