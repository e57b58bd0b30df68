import * as z from 'zod/mini';
import { firstOf, forCount } from '../../syntax/english.ts';
import { nearest } from '../../syntax/near.ts';
import { anyOf, invalid, shortened } from '../../syntax/quoted.ts';
import { usageError } from '../../facts/reason.ts';
import { notifyOn } from '../../schedule/changes/notify-on.ts';
import { formatNames } from '../../formats/formats.ts';
import { policyError, policyKeys, policySchemas, refuseNameless, type PolicyKey } from './policy-keys.ts';

/** What `--sse` takes. */
export const encryptions = ['AES256', 'aws:kms', 'aws:kms:dsse'] as const;

/** Comma-separated on the command line and in the environment, a list in the config file. */
const list = z.union([z.array(z.string()), z.pipe(z.string(), z.transform(splitList))]);

/** The same of an option that may be given several times. */
const lists = z.pipe(
  z.union([z.array(z.string()), z.string()]),
  z.transform((value) => [value].flat().flatMap(splitList)),
);

/** The words of `a, b`; none of an empty text. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Every option of `scan` and `collect`, and the keys that only a config file has. Unknown keys are refused: a misspelled
 * option is not silently ignored.
 */
export const scanOptions = z.strictObject({
  cluster: z.optional(z.string()),
  region: z.optional(z.string()),
  profile: z.optional(z.string()),
  roleArn: z.optional(z.string()),
  externalId: z.optional(z.string()),
  target: z.optional(z.string()),
  karpenterTarget: z.optional(z.string()),
  kubeconfig: z.optional(z.string()),
  context: z.optional(z.string()),
  kubeServer: z.optional(z.string()),
  inCluster: z.optional(z.boolean()),
  only: z.optional(list),
  skip: z.optional(list),
  require: z.optional(list),
  plugin: z.optional(lists),
  with: z.optional(list),
  logsMax: z.optional(z.string()),
  scope: z.optional(z.enum(['all', 'control-plane'])),
  failOn: z.optional(list),
  horizon: z.optional(z.enum(['path', 'next'])),
  allowPartial: z.optional(z.boolean()),
  format: z.optional(z.enum(formatNames)),
  output: z.optional(list),
  inventory: z.optional(z.string()),
  asOf: z.optional(z.string()),
  saveInventory: z.optional(z.string()),
  redact: z.optional(z.boolean()),
  refreshInsights: z.optional(z.boolean()),
  timeout: z.optional(z.string()),
  all: z.optional(z.boolean()),
  verbose: z.optional(z.boolean()),
  color: z.optional(z.boolean()),
  baseline: z.optional(z.string()),
  teamLabel: z.optional(z.string()),
  state: z.optional(z.string()),
  deliver: z.optional(list),
  notifyOn: z.optional(z.enum(notifyOn)),
  requireDelivery: z.optional(z.boolean()),
  reportUrl: z.optional(z.string()),
  sse: z.optional(z.enum(encryptions)),
  sseKmsKeyId: z.optional(z.string()),
  ...policySchemas,
});
export type ScanOptions = z.infer<typeof scanOptions>;
export type OptionName = keyof ScanOptions;

/**
 * What a key of a config file does to a scan: it changes how a report looks (`chooses`), names the cluster (`locates`),
 * makes the gate stricter (`tightens`; `failOn: never` relaxes), takes something out of the verdict (`relaxes`), or reads,
 * writes, assumes or starts something (`acts`). A file that was only found may do the first three only: it may come from a
 * stranger.
 */
export type KeyClass = 'chooses' | 'locates' | 'tightens' | 'relaxes' | 'acts';

export const keyClasses: { readonly [Name in OptionName]-?: KeyClass } = {
  cluster: 'locates',
  region: 'locates',
  profile: 'acts',
  roleArn: 'acts',
  externalId: 'acts',
  target: 'relaxes',
  karpenterTarget: 'relaxes',
  kubeconfig: 'acts',
  context: 'acts',
  kubeServer: 'acts',
  inCluster: 'acts',
  only: 'relaxes',
  skip: 'relaxes',
  require: 'tightens',
  plugin: 'acts',
  with: 'acts',
  logsMax: 'acts',
  scope: 'relaxes',
  failOn: 'tightens',
  horizon: 'relaxes',
  allowPartial: 'relaxes',
  format: 'chooses',
  output: 'acts',
  inventory: 'acts',
  asOf: 'acts',
  saveInventory: 'acts',
  redact: 'acts',
  refreshInsights: 'acts',
  timeout: 'acts',
  all: 'chooses',
  verbose: 'chooses',
  color: 'chooses',
  baseline: 'acts',
  teamLabel: 'chooses',
  state: 'acts',
  deliver: 'acts',
  notifyOn: 'acts',
  requireDelivery: 'acts',
  reportUrl: 'acts',
  sse: 'acts',
  sseKmsKeyId: 'acts',
  accept: 'relaxes',
  levels: 'tightens',
  thresholds: 'tightens',
};

export const optionNames = Object.keys(scanOptions.def.shape) as readonly OptionName[];

/** The options that the command line can set, too. */
export const givenNames = optionNames.filter((name) => !isPolicyKey(name));

/** What environment variables may set, too: not plug-ins, which run code, and not that a gate passes a partial report. */
export const variableNames: readonly OptionName[] = givenNames.filter(
  (name) => name !== 'plugin' && name !== 'allowPartial',
);

/** True for a key that only a config file can hold. */
export function isPolicyKey(name: string): name is PolicyKey {
  return policyKeys.some((key) => key === name);
}

/** True for a value with which a key takes something out of the verdict or the gate. */
export function isRelaxing(name: OptionName, value: unknown): boolean {
  if (keyClasses[name] === 'relaxes') return true;
  return name === 'failOn' && [value].flat().some((word) => typeof word === 'string' && word.includes('never'));
}

/** An option as it is written on the command line: `failOn` is `--fail-on`. */
export function flagOf(name: OptionName): string {
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
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0]);
  if (issue !== undefined && isPolicyKey(key)) throw policyError(key, issue, raw, origin);
  if (issue?.code === 'unrecognized_keys') throw unknownKeys(issue.keys, origin);
  const name = issue?.path[0];
  if (name === undefined) throw usageError(`${origin}: expected a mapping of keys to values`);
  const value: unknown = Object(raw)[name];
  if (issue?.code === 'invalid_value' && typeof value === 'string')
    throw usageError(invalid(called(String(name)), value, anyOf(issue.values.map(String))));
  const hint = issue?.code === 'invalid_type' && issue.expected === 'string' ? 'Put it in quotes.' : undefined;
  throw usageError(`${called(String(name))}: ${expectation(issue)}`, hint);
}

/** The maximum number of unknown keys in a message. */
const mostKeys = 3;

function unknownKeys(keys: readonly string[], origin: string) {
  const near = keys.slice(0, mostKeys).flatMap((key) => nearest(key, optionNames).slice(0, 1));
  const hint = near.length > 0 ? `Did you mean ${anyOf(near)}?` : `Valid keys: ${optionNames.join(', ')}.`;
  const named = firstOf(
    keys.map((key) => `'${shortened(key)}'`),
    mostKeys,
  );
  return usageError(`unknown ${forCount(keys.length, 'key', 'keys')} ${named} in ${origin}`, hint);
}

/** Refuses a list that is set but empty, like `--require ''`: it would silently require or choose nothing. */
function refuseEmptyLists(raw: unknown, parsed: ScanOptions, called: (name: string) => string): void {
  for (const name of ['only', 'skip', 'require', 'failOn', 'output', 'deliver', 'plugin'] as const) {
    const [given, value] = [Object(raw)[name] as unknown, parsed[name]];
    const said = [given].flat();
    if (said.length === 0 || !said.every((one) => typeof one === 'string')) continue;
    if (!Array.isArray(value) || value.length > 0) continue;
    throw usageError(invalid(called(name), said.join(','), 'at least one value'));
  }
}

function expectation(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `expected ${anyOf(issue.values.map(String))}`;
  if (issue?.code === 'invalid_type') return `expected ${issue.expected}`;
  return issue?.code === 'invalid_union' ? 'expected list, or text with commas' : (issue?.message ?? 'invalid');
}
