import * as z from 'zod/mini';
import { formatFirst, forCount } from '../../syntax/english.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, invalid, shortened } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';
import { clusterEntryName, clustersError } from './cluster-entries.ts';
import { policyError, policyKeys, refuseNameless, type PolicyKey } from './policy-keys.ts';
import { describeReplacement } from './show.ts';
import type { OptionRow } from './row.ts';
import { optionTable } from './option-table.ts';

type Table = typeof optionTable;
export type OptionName = keyof Table;
type Shape = { [Name in OptionName]: z.ZodMiniOptional<Table[Name]['schema']> };

export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** Unknown keys are refused: a misspelled option is not silently ignored. */
export const scanOptions = z.strictObject(
  Object.fromEntries(optionNames.map((name) => [name, z.optional(optionTable[name].schema)])) as Shape,
);
export type ScanOptions = z.infer<typeof scanOptions>;

/** The row of an option, without the exact type of its value. */
export function rowOf(name: OptionName): OptionRow {
  return optionTable[name];
}

/** The options that not only a config file but also the command line can set. */
export const givenNames: readonly OptionName[] = optionNames.filter((name) => rowOf(name).kind !== 'file');

/** The options of the command line that environment variables can also set. */
export const variableNames = givenNames.filter((name) => rowOf(name).inEnvironment !== false);

/** True for a key of the team's policy, which only a config file can hold. */
export function isPolicyKey(name: string): name is PolicyKey {
  return policyKeys.some((key) => key === name);
}

/** True for a value with which a key takes something out of the verdict or the gate. */
export function isRelaxing(name: OptionName, value: unknown): boolean {
  if (optionTable[name].class === 'relaxes') return true;
  return name === 'failOn' && [value].flat().some((word) => typeof word === 'string' && word.includes('never'));
}

/** An option as it is written on the command line: `failOn` is `--fail-on`. */
export function toFlag(name: OptionName): string {
  return name === 'color' ? '--no-color' : `--${name.replaceAll(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/**
 * Validates options from any source.
 * @param origin the name of that source in an error: a file, or `the command line`
 * @param called the name of an option in that source
 * @throws ScanError (`usage`) naming the option
 */
export function parseOptions(
  raw: unknown,
  origin: string,
  called: (name: string) => string = (name) => `${name} of ${origin}`,
): ScanOptions {
  const parsed = scanOptions.safeParse(raw);
  if (parsed.success) {
    refuseEmptyLists(raw, parsed.data, called);
    refuseNameless(parsed.data.accept ?? [], origin);
    for (const [index, { accept = [] }] of (parsed.data.clusters ?? []).entries())
      refuseNameless(accept, clusterEntryName(index, origin));
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0]);
  if (issue !== undefined && isPolicyKey(key)) throw policyError(key, issue, raw, origin);
  if (issue !== undefined && key === 'clusters') throw clustersError(issue, raw, origin);
  if (issue?.code === 'unrecognized_keys') throw unknownKeys(issue.keys, origin);
  const name = issue?.path[0];
  if (name === undefined) throw usageError(`${origin}: expected a mapping of keys to values`);
  const value: unknown = Object(raw)[name];
  if (issue?.code === 'invalid_value' && typeof value === 'string')
    throw usageError(invalid(called(String(name)), value, formatAlternatives(issue.values.map(String))));
  const hint = issue?.code === 'invalid_type' && issue.expected === 'string' ? 'Put it in quotes.' : undefined;
  throw usageError(`${called(String(name))}: ${expectation(issue)}`, hint);
}

/** The maximum number of unknown keys in a message. */
const mostKeys = 3;

function unknownKeys(keys: readonly string[], origin: string) {
  const near = keys.slice(0, mostKeys).flatMap((key) => nearest(key, optionNames).slice(0, 1));
  const [former] = keys.flatMap((key) => describeReplacement(key) ?? []);
  const meant =
    near.length > 0 ? `Did you mean ${formatAlternatives(near)}?` : `Valid keys: ${optionNames.join(', ')}.`;
  const hint = former === undefined ? meant : `Write show: ${former}.`;
  const named = formatFirst(
    keys.map((key) => `'${shortened(key)}'`),
    mostKeys,
  );
  return usageError(`unknown ${forCount(keys.length, 'key', 'keys')} ${named} in ${origin}`, hint);
}

/** Refuses a list set as a string without words, like `--require ''`: it would silently require or choose nothing. */
function refuseEmptyLists(raw: unknown, parsed: ScanOptions, called: (name: string) => string): void {
  for (const name of givenNames) {
    const { kind, mayBeEmpty = false } = rowOf(name);
    if (kind !== 'list' || mayBeEmpty) continue;
    const [given, value] = [Object(raw)[name] as unknown, parsed[name]];
    const said = [given].flat();
    if (said.length === 0 || !said.every((one) => typeof one === 'string')) continue;
    if (!Array.isArray(value) || value.length > 0) continue;
    throw usageError(invalid(called(name), said.join(','), 'at least one value'));
  }
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `expected ${formatAlternatives(issue.values.map(String))}`;
  if (issue?.code === 'invalid_type') return `expected ${issue.expected}`;
  return issue?.code === 'invalid_union' ? 'expected list, or text with commas' : (issue?.message ?? 'invalid');
}
