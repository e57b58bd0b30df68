import { formatCount } from '../syntax/english.ts';
import type { DurationOption } from './duration.ts';

const hour = 3_600_000;

/** What `--max-age` accepts. */
export const maxAgeOption: DurationOption = {
  flag: '--max-age',
  units: ['m', 'h', 'd'],
  examples: '90m, 24h or 7d',
  longest: '999999d',
};

/** The age of a report: `50 hours`, `3 days`. */
export function ageText(age: number): string {
  if (age < hour) return formatCount(Math.max(0, Math.floor(age / 60_000)), 'minute');
  return age < 48 * hour
    ? formatCount(Math.floor(age / hour), 'hour')
    : formatCount(Math.floor(age / (24 * hour)), 'day');
}
