import { usageError } from '../../facts/reason.ts';
import { invalid } from '../../syntax/quoted.ts';
import { parseDuration, type DurationOption } from '../duration.ts';

const option: DurationOption = { flag: '--watch', units: ['s', 'm', 'h'], examples: '15s or 1m', longest: '1h' };
const usual = '15s';
const leastMs = 5_000;

/**
 * Reads the time between two looks, in milliseconds.
 * @param value as the parser returns it: true without a time
 * @throws ScanError (`usage`) if it is no duration, or too short
 */
export function parseWatch(value: unknown): number {
  if (value === true) return parseDuration(usual, option);
  const text = String(value);
  if (!/^\s*\d/.test(text))
    throw usageError(
      invalid(option.flag, text, `e.g. ${option.examples}`),
      'Write the cluster before this option: eks-preflight status CLUSTER --watch.',
    );
  const milliseconds = parseDuration(text, option);
  if (milliseconds >= leastMs) return milliseconds;
  throw usageError(invalid(option.flag, text, `e.g. ${option.examples}`), 'The minimum is 5s.');
}
