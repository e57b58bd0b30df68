import { areaOf } from '../judge/engine.ts';
import { lastingResource } from '../judge/finding.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import type { Report } from './schema.ts';

/** An earlier finding, as far as it tells whether a later report has looked for it. */
export interface Sought {
  check: string;
  at: ReportedFinding['at'];
  /** As {@link lastingResource} writes it. */
  resource: string;
  /** The fact that was not seen, where that was the finding. */
  fact: string | null;
}

/** What is to be looked for of a finding. */
export function soughtIn({ check, at, resource, unseen }: ReportedFinding): Sought {
  return { check, at, resource: lastingResource(resource), fact: unseen?.kind === 'fact' ? unseen.fact : null };
}

/** Why a report that does not have a finding does not tell that its problem is gone; undefined: it does. */
export function whyUnseen(
  sought: Sought,
  now: Pick<Report, 'results' | 'target' | 'karpenter' | 'plugins'>,
): string | undefined {
  const { check, at, fact } = sought;
  const result = now.results.find(({ id }) => id === check);
  if (result === undefined) return whyNoCheck(check, now);
  if (result.skipped === 'not-selected' || result.skipped === 'not-asked') return result.reason ?? 'not judged';
  if (isBeyond(at, now.target, karpenterTargets(now))) return `${at?.version ?? ''} is beyond the new target`;
  const blind = result.findings.find((one) => hidesFrom(one, sought, fact));
  if (blind === undefined) return undefined;
  if (blind.unseen?.kind !== 'fact') return blind.message;
  const { permission, reason } = blind.unseen;
  return permission === null ? reason : `needs ${permission}`;
}

/** No area of eks-preflight is without checks: what is in none was a plug-in's. */
function whyNoCheck(check: string, { results, plugins = [] }: Pick<Report, 'results' | 'plugins'>): string {
  const area = areaOf(check);
  if (plugins.some(({ name }) => name === area)) return `the plug-in ${area} no longer has this check`;
  if (results.some(({ id }) => areaOf(id) === area)) return 'the newer version has no such check';
  return `the newer scan did not use the plug-in ${area}`;
}

/** True where the new report has not looked there: what it did not see, a crash, the resource itself that could not be judged. */
function hidesFrom(one: ReportedFinding, { resource }: Sought, missed: string | null): boolean {
  if (one.level !== 'unknown') return false;
  // A fact that was not seen is seen now, whatever else is not.
  if (missed !== null) return one.unseen?.kind === 'fact' && one.unseen.fact === missed;
  return one.unseen !== null || isOfCheck(one) || lastingResource(one.resource) === resource;
}

/** True where the check as a whole was not judged, or an expression of a rule failed, which names the first of its objects alone. */
function isOfCheck({ rule }: ReportedFinding): boolean {
  return rule === 'crashed' || rule === 'redacted' || rule?.startsWith('error-in-') === true;
}

/** The targets of Karpenter's controllers; null where none runs here or none was seen. */
export function karpenterTargets({ karpenter }: Pick<Report, 'karpenter'>): string[] | null {
  return karpenter.length === 0 ? null : karpenter.flatMap(({ target }) => target ?? []);
}

/**
 * True for a step that comes after these targets.
 * @param karpenter as {@link karpenterTargets} gives it
 */
export function isBeyond(at: ReportedFinding['at'], target: string, karpenter: readonly string[] | null): boolean {
  if (at === null) return false;
  if (at.component === 'kubernetes') return (parseMinor(at.version) ?? 0) > (parseMinor(target) ?? 0);
  return karpenter !== null && karpenter.every((one) => isBelow(one, at.version));
}
