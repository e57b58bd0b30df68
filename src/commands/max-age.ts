import type { DurationOption } from './duration.ts';

/** What `--max-age` accepts. */
export const maxAgeOption: DurationOption = {
  flag: '--max-age',
  units: ['m', 'h', 'd'],
  examples: '90m, 24h or 7d',
  longest: '999999d',
};
