import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, invalid } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';
import { parseTarget } from '../../judge/plan/target.ts';
import type { FailOn } from '../../judge/verdict.ts';
import { regionName } from '../permissions/place.ts';
import { splitList } from './row.ts';

/** Parsers of single options; each throws ScanError (`usage`). */

/** Validates a Kubernetes version, or `current`. */
export function parseTargetOption(value: string, flag = '--target'): void {
  if (value !== 'current') parseTarget(value, flag);
}

const parseRegion = shaped(regionName, 'e.g. eu-west-1');

/** Validates a Region, or several with commas. */
export function parseRegions(value: string, flag: string): string[] {
  const regions = splitList(value);
  if (regions.length < 2) parseRegion(value, flag);
  for (const region of regions) parseRegion(region, flag);
  return regions;
}

/** How many clusters are scanned at the same time if `--parallel` does not say so. */
export const usualParallel = '4';

/** The largest number of clusters to scan at the same time: each is a process. */
const mostAtOnce = 64;

/** Reads how many clusters are scanned at the same time. */
export function parseParallel(value: string, flag = '--parallel'): number {
  const number = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= mostAtOnce) return number;
  throw usageError(invalid(flag, value, `a whole number from 1 to ${mostAtOnce}`));
}

export const parseRoleArn = shaped(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/, 'the ARN of an IAM role');
export const parseTeamLabel = shaped(
  /^(?:[a-z0-9][a-z0-9.-]{0,252}\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/,
  'the key of a label, e.g. example.com/team',
);

/** Validates an external ID, which may be a secret: the error does not show it. */
export function parseExternalId(value: string, flag: string): void {
  if (!/^[\w+=,.@:/-]{2,1224}$/.test(value))
    throw usageError(`invalid ${flag} (expected 2 to 1224 letters, digits or _+=,.@:/-)`);
}

function shaped(shape: RegExp, expected: string): (value: string, flag: string) => void {
  return (value, flag) => {
    if (!shape.test(value)) throw usageError(invalid(flag, value, expected));
  };
}

/** What `--fail-on` takes. */
export const failOnLevels = [
  'fail',
  'warn',
  'unknown',
  'not-covered',
  'never',
] as const satisfies readonly FailOn[number][];

/**
 * Reads the levels of the gate; `fail` is always among them, except with `never`, which stands alone.
 * @throws ScanError (`usage`)
 */
export function parseFailOn(words: readonly string[]): FailOn {
  const chosen = words.map((word) => {
    const match = failOnLevels.find((name) => name === word);
    if (match !== undefined) return match;
    const [near] = nearest(word, failOnLevels);
    const hint = near === undefined ? undefined : `Did you mean ${near}?`;
    throw usageError(invalid('--fail-on', word, formatAlternatives(failOnLevels)), hint);
  });
  if (chosen.includes('never')) {
    if (chosen.length > 1) throw usageError('--fail-on never cannot be combined with other levels');
    return ['never'];
  }
  return [...new Set<FailOn[number]>(['fail', ...chosen])];
}
