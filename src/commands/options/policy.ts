import type { AnyCheck, Threshold } from '../../check.ts';
import { usageError, type ScanError } from '../../facts/reason.ts';
import type { Acceptance } from '../../judge/policy.ts';
import { resolveStandard } from '../../judge/check-tables.ts';
import { nearest } from '../../syntax/near.ts';
import { formatAlternatives, shortened } from '../../syntax/quoted.ts';
import type { Policy } from '../../report/conclusions.ts';
import { idsLike, isWhole, nearHint } from './check-globs.ts';
import type { ScanOptions } from './options.ts';
import { entryName, type AcceptEntry } from './policy-keys.ts';
import { ownValue } from '../../syntax/own-value.ts';

/** The config file's policy, validated against the existing checks. */
export interface ConfiguredPolicy extends Omit<Policy, 'baseline'> {
  /** By check, the numbers that replace the check's own: none is looser. */
  thresholds: ReadonlyMap<string, Readonly<Record<string, number>>>;
}

/** The last entries of `accept`, which are those of one cluster in `clusters`. */
export interface EntryAcceptances {
  cluster: string;
  count: number;
}

type Configured = Pick<ScanOptions, 'accept' | 'levels' | 'thresholds'> & {
  config?: string;
  accepted?: EntryAcceptances;
};

/**
 * Reads `accept`, `levels` and `thresholds`.
 * @throws ScanError (`usage`) if one names a check or a threshold that does not exist, if `levels` names a check of
 *   phase after, or if a threshold is looser
 */
export function resolvePolicy(options: Configured, checks: readonly AnyCheck[]): ConfiguredPolicy {
  const file = options.config ?? 'the config file';
  return {
    acceptances: resolveAcceptances(options.accept ?? [], checks, file, options.accepted),
    raised: resolveRaisedChecks(Object.keys(options.levels ?? {}), checks, file),
    thresholds: new Map(
      Object.entries(options.thresholds ?? {}).map(([id, set]) => [id, resolveThresholds(set, id, checks, file)]),
    ),
  };
}

/** The entries of `accept` as acceptances, not validated against the checks. */
export function toAcceptances(
  entries: readonly AcceptEntry[],
  file: string,
  accepted?: EntryAcceptances,
): Acceptance[] {
  const names = nameEntries(entries.length, file, accepted);
  return entries.map(({ id = null, check = null, resource = null, level, at, reason, owner, until }, index) => ({
    entry: names[index] ?? '',
    id,
    check,
    resource,
    level,
    at: parseStep(at),
    isRollback: at === 'rollback',
    reason,
    owner,
    until,
  }));
}

function resolveAcceptances(
  entries: readonly AcceptEntry[],
  checks: readonly AnyCheck[],
  file: string,
  accepted: EntryAcceptances | undefined,
): Acceptance[] {
  const names = nameEntries(entries.length, file, accepted);
  const ids = new Set(checks.map((check) => check.id));
  for (const [index, { check }] of entries.entries()) {
    if (check === undefined || ids.has(check)) continue;
    throw unknownCheck(names[index] ?? '', check, checks);
  }
  return toAcceptances(entries, file, accepted);
}

/** The names of the entries of `accept`; the last ones may be those of one cluster. */
function nameEntries(all: number, file: string, { cluster, count }: EntryAcceptances = { cluster: '', count: 0 }) {
  const shared = all - count;
  return Array.from({ length: all }, (_, index) =>
    index < shared ? entryName(index, file) : entryName(index - shared, `cluster ${cluster} of ${file}`),
  );
}

function parseStep(at: string): Acceptance['at'] {
  if (at === 'now' || at === 'rollback') return null;
  const [component, version] = at.split(' ');
  if (component === undefined || version === undefined) return { component: 'kubernetes', version: at };
  return { component: 'karpenter', version };
}

/** Checks of the phase `after` never fail: a glob skips them, and naming one is refused. */
function resolveRaisedChecks(globs: readonly string[], checks: readonly AnyCheck[], file: string): Set<string> {
  const ids = checks.map(({ id }) => id);
  const raised = globs.flatMap((glob) => {
    const found = idsLike(glob, ids);
    if (found.length === 0) throw unknownCheck(`levels of ${file}`, glob, checks);
    const before = found.filter((id) => checks.some((check) => check.id === id && check.phase === 'before'));
    if (before.length === 0 && isWhole(glob))
      throw usageError(`levels of ${file}: remove ${glob}: its findings follow the update and never fail`);
    return before;
  });
  return new Set(raised);
}

function resolveThresholds(
  set: Readonly<Record<string, number>>,
  id: string,
  checks: readonly AnyCheck[],
  file: string,
): Record<string, number> {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw unknownCheck(`thresholds of ${file}`, id, checks);
  const declared = check.thresholds ?? {};
  const names = Object.keys(declared);
  for (const [name, value] of Object.entries(set)) {
    const threshold = ownValue(declared, name);
    if (threshold === undefined) throw unknownThreshold(`thresholds of ${file}: ${id}`, name, names, checks);
    refuseLooser(`thresholds of ${file}: ${id} ${name} ${value}`, value, threshold, check);
  }
  return { ...set };
}

function refuseLooser(where: string, value: number, threshold: Threshold, check: AnyCheck): void {
  const standard = resolveStandard(threshold, check);
  const isLooser = threshold.stricter === 'higher' ? value < standard : value > standard;
  if (!isLooser) return;
  const direction = threshold.stricter === 'higher' ? 'more' : 'less';
  throw usageError(`${where} is looser than the check's own ${standard}; write ${standard} or ${direction}`);
}

/** The thresholds of a check, each with its default: `days (60 or more): days before an end of support`. */
export function thresholdTexts(check: AnyCheck): string[] {
  return Object.entries(check.thresholds ?? {}).map(([name, threshold]) => {
    const direction = threshold.stricter === 'higher' ? 'more' : 'less';
    return `${name} (${resolveStandard(threshold, check)} or ${direction}): ${threshold.about}`;
  });
}

function unknownThreshold(where: string, name: string, names: readonly string[], checks: readonly AnyCheck[]) {
  const having = checks.filter(({ thresholds }) => thresholds !== undefined).map(({ id }) => id);
  if (names.length === 0) return usageError(`${where} has no thresholds; these checks have some: ${having.join(', ')}`);
  const [near] = nearest(name, names);
  const meant = near === undefined ? `write ${formatAlternatives(names)}` : `did you mean ${near}?`;
  return usageError(`${where} has no threshold '${shortened(name)}'; ${meant}`);
}

function unknownCheck(where: string, id: string, checks: readonly AnyCheck[]): ScanError {
  const hint = nearHint(
    id,
    checks.map((check) => check.id),
  );
  return usageError(`${where}: unknown check '${shortened(id)}'`, hint);
}
