import { parseArea } from '../judge/check-id.ts';
import { lastingResource } from '../judge/finding.ts';
import type { ReportedFinding, Result } from '../judge/result.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import type { Report } from './schema.ts';
import { isRollbackPath } from '../judge/direction.ts';

/** The parts of an earlier finding that decide whether a later scan looked for it. */
export interface Sought {
  check: string;
  at: ReportedFinding['at'];
  /** The resource, in the form that {@link lastingResource} returns. */
  resource: string;
  /** Whether the earlier scan judged a rollback. */
  isRollback: boolean;
  /** The missing fact, if the finding is about one. */
  fact: string | null;
}

/** What a later scan must look for, given a finding and the steps of its report. */
export function soughtIn({ check, at, resource, unseen }: ReportedFinding, steps: Report['steps']): Sought {
  const fact = unseen?.kind === 'fact' ? unseen.fact : null;
  return { check, at, resource: lastingResource(resource), isRollback: isRollbackPath(steps), fact };
}

/** Why the absence of a finding from a report does not show that it is fixed; undefined: it is fixed. */
export function whyUnseen(
  sought: Sought,
  now: Pick<Report, 'results' | 'target' | 'karpenter' | 'plugins' | 'steps'>,
): string | undefined {
  const { check, at } = sought;
  const result = now.results.find(({ id }) => id === check);
  if (result === undefined) return whyNoCheck(check, now);
  if (result.skipped !== null && result.skipped !== 'not-applicable') return result.reason ?? 'not judged';
  const isDown = isRollbackPath(now.steps);
  if (isDown !== sought.isRollback) return `the newer scan judges ${isDown ? 'a' : 'no'} rollback`;
  if (isBeyond(at, now.target, karpenterTargets(now))) return `${at?.version ?? ''} is beyond the new target`;
  const blind = findBlind(sought, result, now.results);
  if (blind === undefined) return undefined;
  if (blind.unseen?.kind !== 'fact') return blind.message;
  const { permission, reason } = blind.unseen;
  return permission === null ? reason : `needs ${permission}`;
}

/** The finding for which the check could not judge the resource; of another check, if a table that both read ends. */
function findBlind(sought: Sought, { findings }: Result, results: readonly Result[]): ReportedFinding | undefined {
  const ofTables = results.flatMap((result) => result.findings.filter((one) => namesCheck(one, sought.check)));
  return [...findings, ...ofTables].find((one) => hidesFrom(one, sought, sought.fact));
}

function namesCheck({ unseen }: ReportedFinding, check: string): boolean {
  return unseen?.kind === 'table' && unseen.checks?.includes(check) === true;
}

/**
 * Why the new report does not have a check. It has checks of every built-in area, so an area without checks belonged to
 * a plug-in.
 */
function whyNoCheck(check: string, { results, plugins = [] }: Pick<Report, 'results' | 'plugins'>): string {
  const area = parseArea(check);
  if (plugins.some(({ name }) => name === area)) return `the plug-in ${area} no longer has this check`;
  if (results.some(({ id }) => parseArea(id) === area)) return 'the newer version has no such check';
  return `the newer scan did not use the plug-in ${area}`;
}

/**
 * True if this finding shows that the resource was not judged: data was not seen, the check crashed or could not be
 * evaluated, or the finding is an unknown about the resource itself.
 */
function hidesFrom(one: ReportedFinding, { resource }: Sought, missed: string | null): boolean {
  if (one.level !== 'unknown') return false;
  // The earlier finding was about a missing fact: it stays open only if the same fact is missing now.
  if (missed !== null) return one.unseen?.kind === 'fact' && one.unseen.fact === missed;
  return one.unseen !== null || isOfCheck(one) || lastingResource(one.resource) === resource;
}

/** True for a finding about the whole check, or about a failed expression: the latter names only the first object. */
function isOfCheck({ rule }: ReportedFinding): boolean {
  return rule === 'crashed' || rule === 'redacted' || rule?.startsWith('error-in-') === true;
}

/** The targets of the Karpenter controllers; null if there are none or they were not read. */
export function karpenterTargets({ karpenter }: Pick<Report, 'karpenter'>): string[] | null {
  return karpenter.length === 0 ? null : karpenter.flatMap(({ target }) => target ?? []);
}

/**
 * True if the step comes after these targets.
 * @param karpenter from {@link karpenterTargets}
 */
export function isBeyond(at: ReportedFinding['at'], target: string, karpenter: readonly string[] | null): boolean {
  if (at === null) return false;
  if (at.component === 'kubernetes') return (parseMinor(at.version) ?? 0) > (parseMinor(target) ?? 0);
  return karpenter !== null && karpenter.every((one) => isBelow(one, at.version));
}
