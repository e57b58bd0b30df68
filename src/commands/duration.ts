import { usageError } from '../facts/reason.ts';
import { invalid } from '../syntax/quoted.ts';

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof unitMs;
const everyUnit = Object.keys(unitMs) as readonly Unit[];

/** What an option accepts as a duration. */
export interface DurationOption {
  flag: string;
  units: readonly Unit[];
  /** As a message gives them: `90s, 5m or 1h`. */
  examples: string;
  longest: `${number}${Unit}`;
}

/**
 * Reads a duration, in milliseconds.
 * @param text a whole number with its unit: `90s`, `5m`, `1h`, `7d`
 * @throws ScanError (`usage`) if its unit is missing or not accepted, or if the duration is 0 or too long
 */
export function parseDuration(text: string, { flag, units, examples, longest }: DurationOption): number {
  const milliseconds = parseMilliseconds(text.trim(), units);
  const most = parseMilliseconds(longest, everyUnit);
  if (milliseconds > 0 && milliseconds <= most) return milliseconds;
  const hint = milliseconds > most ? `The maximum is ${longest}.` : undefined;
  throw usageError(invalid(flag, text, `e.g. ${examples}`), hint);
}

/** 0 if it is not a duration. */
function parseMilliseconds(text: string, units: readonly Unit[]): number {
  const [, digits = '', letter = ''] = /^(\d+)([a-z])$/.exec(text) ?? [];
  const unit = units.find((one) => one === letter);
  return unit === undefined ? 0 : Number(digits) * unitMs[unit];
}
