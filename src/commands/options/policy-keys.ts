import * as z from 'zod/mini';
import { isDay } from '../../syntax/dates.ts';
import { nearest } from '../../syntax/near.ts';
import { shortened } from '../../syntax/quoted.ts';
import { usageError, type ScanError } from '../../facts/reason.ts';
import { valuesOf } from '../../judge/verdict-values.ts';

/** The keys that only a config file can set: a team's policy about findings. */

/** The valid values of each key of an acceptance, for messages and editor hints. */
const words = {
  id: "id: the 16 digits of the finding's fingerprint, in quotes",
  check: 'check: the ID of a check',
  resource: 'resource: Kind namespace/name, as reports show it; * matches any text',
  level: 'level: fail, unknown or warn',
  at: "at: now, '1.34' or Karpenter 1.8.8 (the step that the finding was reported at), or rollback (reported with --rollback)",
  reason: 'reason: why the finding is accepted',
  owner: 'owner: who is responsible for it',
  until: "until: '2026-12-31' (the last day, UTC)",
} as const;
type AcceptKey = keyof typeof words;
const acceptKeys = Object.keys(words) as readonly AcceptKey[];

const text = z.string().check(z.regex(/\S/));
/** The schema of an entry of `accept`. */
export const acceptEntry = z.strictObject({
  id: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  check: z.optional(text),
  resource: z.optional(text),
  level: z.enum(valuesOf.level),
  at: z.string().check(z.regex(/^(?:now|rollback|1\.\d{1,3}|[Kk]arpenter \d{1,4}\.\d{1,4}\.\d{1,4})$/)),
  reason: text,
  owner: text,
  until: z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/),
    z.refine((day) => isDay(day)),
  ),
});

/** An entry of `accept`, as the file has it. */
export type AcceptEntry = z.infer<typeof acceptEntry>;

export const policySchemas = {
  accept: z.array(acceptEntry),
  levels: z.record(z.string(), z.literal('fail')),
  thresholds: z.record(z.string(), z.record(z.string(), z.number().check(z.nonnegative()))),
};
export type PolicyKey = keyof typeof policySchemas;
export const policyKeys = Object.keys(policySchemas) as readonly PolicyKey[];

/** What each key of an acceptance is, as editors show it. */
export const acceptDescriptions: Readonly<Record<string, string>> = Object.fromEntries(
  acceptKeys.map((key) => [key, words[key].slice(key.length + 2)]),
);

/** The name of an entry of `accept` in messages and reports. */
export function entryName(index: number, file: string): string {
  return `entry ${index + 1} of accept in ${file}`;
}

/** The error for a schema issue with one of the keys: one line that says what to write. */
export function policyError(key: PolicyKey, issue: z.core.$ZodIssue, raw: unknown, file: string): ScanError {
  if (key === 'accept') return acceptError(issue, raw, file);
  const [, check] = issue.path;
  const where = check === undefined ? `${key} of ${file}` : `${key} of ${file}, ${shortened(String(check))}`;
  if (key === 'thresholds') {
    return usageError(`${where}: write a number for each threshold: control-plane/support-window: { days: 90 }`);
  }
  const lower = 'a level can only be raised; to lower one, accept the findings (accept:)';
  return usageError(
    check === undefined ? `${where}: write nodes/version-behind: fail` : `${where}: write fail: ${lower}`,
  );
}

/** The error for a schema issue with `accept`, a key of `raw`. */
export function acceptError(issue: z.core.$ZodIssue, raw: unknown, file: string): ScanError {
  const [, index, key] = issue.path;
  if (typeof index !== 'number') return usageError(`accept of ${file}: write a list of entries, each with id or check`);
  const where = entryName(index, file);
  if (issue.code === 'unrecognized_keys') return unknownKey(where, issue.keys[0] ?? '');
  const known = acceptKeys.find((one) => one === key);
  if (known === undefined) return usageError(`${where}: write keys and values: ${acceptKeys.join(', ')}`);
  const value = valueAt(raw, index, known);
  const flaw = value === undefined ? 'is missing' : `is invalid (${shortened(JSON.stringify(value))})`;
  return usageError(`${where}: ${known} ${flaw}; write ${words[known]}`);
}

function unknownKey(where: string, key: string): ScanError {
  const [near] = nearest(key, acceptKeys);
  const meant = near === undefined ? `valid keys: ${acceptKeys.join(', ')}` : `did you mean ${near}?`;
  return usageError(`${where}: unknown key '${shortened(key)}'; ${meant}`);
}

function valueAt(raw: unknown, index: number, key: AcceptKey): unknown {
  const list: unknown = Object(raw)['accept'];
  return Array.isArray(list) ? (Object(list[index])[key] as unknown) : undefined;
}

/**
 * Refuses entries that name no finding; a schema's message about alternatives would be unclear.
 * @throws ScanError (`usage`)
 */
export function refuseNameless(entries: readonly AcceptEntry[], file: string): void {
  for (const [index, { id, check, resource }] of entries.entries()) {
    if (id !== undefined || (check !== undefined && resource !== undefined)) continue;
    throw usageError(`${entryName(index, file)} names no finding; write id, or check and resource`);
  }
}
