import { usageError } from '../facts/reason.ts';
import { invalid } from '../syntax/quoted.ts';

const bytesOf = { MB: 1e6, GB: 1e9, TB: 1e12 } as const;

/** The default of `--logs-max`. */
export const defaultLogsMax = '50GB';

/**
 * Reads a size, in bytes.
 * @param text a whole number with its unit: `500MB`, `50GB`, `1TB`
 * @throws ScanError (`usage`) if it has no unit, is 0 or has more than six digits
 */
export function parseLogsMax(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})(MB|GB|TB)$/.exec(text.trim()) ?? [];
  const bytes = Number(digits) * (bytesOf[unit as keyof typeof bytesOf] ?? 0);
  if (bytes > 0) return bytes;
  throw usageError(invalid('--logs-max', text, 'e.g. 500MB, 50GB or 1TB'));
}
