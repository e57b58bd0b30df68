import * as z from 'zod/mini';
import { isGlob, matchesGlob } from '../syntax/glob.ts';
import { grouped } from '../syntax/grouped.ts';
import { printable } from '../syntax/printable.ts';
import { isRollbackPath } from './direction.ts';
import { byLevelThenResource, plainResource } from './finding.ts';
import { namedUnjudged } from './check-tables.ts';
import type { ReportedFinding, Result } from './result.ts';
import { isUnreadMinor } from './unread-minors.ts';
import { valuesOf } from './verdict-values.ts';
import { toStatus } from './verdict.ts';
import { isWorse, type Grade, type UpgradePath } from './compare-findings.ts';

const acceptance = z.object({
  /** Its position: `entry 3 of accept in ci.yaml`. */
  entry: z.string(),
  /** The fingerprint in the entry; null if it selects by check and resource. */
  id: z.nullable(z.string()),
  /** The check in the entry; null if it names none. */
  check: z.nullable(z.string()),
  /** As written in the entry: `Kind namespace/name`, or a glob for it; null if it names none. */
  resource: z.nullable(z.string()),
  /** Who accepted it. */
  owner: z.string(),
  /** The last day on which it applies (UTC). */
  until: z.string(),
  /** The fingerprints of the findings that match. They count, because the acceptance does not apply. */
  fingerprints: z.array(z.string()),
});

/** Acceptances of the config file that do not apply. */
export const acceptanceNotes = z.object({
  /** Acceptances that have expired: their findings count again. */
  expired: z.array(acceptance),
  /**
   * Acceptances of a lower level or a later step than that of the finding, and globs that match an unknown finding:
   * these findings count.
   */
  exceeded: z.array(acceptance),
  /** Acceptances that match no finding, although their checks were selected and saw everything that they need. */
  unmatched: z.array(acceptance),
});

export type AcceptanceNotes = z.infer<typeof acceptanceNotes>;

/**
 * An entry of `accept` in the config file: until the end of a day (UTC), it accepts findings at its level and step, or
 * at a milder level or a later step.
 */
export interface Acceptance extends Grade {
  /** Its position: `entry 3 of accept in ci.yaml`. */
  entry: string;
  /** A whole fingerprint; null if check and resource identify the findings. All values that are not null must match. */
  id: string | null;
  check: string | null;
  resource: string | null;
  /** Whether it accepts findings about a rollback, at any step, or findings about updates. */
  isRollback: boolean;
  reason: string;
  owner: string;
  until: string;
}

/** The date and the path against which acceptances are judged. */
interface When {
  /** ISO 8601, UTC. */
  judgedAt: string;
  path: UpgradePath;
}

type Note = AcceptanceNotes['expired'][number];
type Notes = Record<'expired' | 'exceeded', Map<Acceptance, string[]>>;

/**
 * Returns the results with `accepted` set on each accepted finding, and the acceptances that have expired, that are too
 * weak for their findings, or that match nothing. Ignores acceptances of the other direction: who accepts the risk of an
 * update has not accepted that of a rollback.
 */
export function acceptFindings(
  results: readonly Result[],
  all: readonly Acceptance[],
  when: When,
): { results: Result[]; notes: AcceptanceNotes } {
  const isDown = isRollbackPath(when.path.steps);
  const acceptances = all.filter(({ isRollback }) => isRollback === isDown);
  const find = finder(acceptances);
  const notes: Notes = { expired: new Map(), exceeded: new Map() };
  const matched = new Set<Acceptance>();
  const accept = (finding: ReportedFinding): ReportedFinding => {
    const meant = find(finding);
    for (const acceptance of meant) matched.add(acceptance);
    if (finding.accepted !== null) return finding;
    const holding = meant.find((acceptance) => findFlaw(acceptance, finding, when) === undefined);
    if (holding === undefined) {
      for (const acceptance of meant) note(notes, acceptance, finding, when);
      return finding;
    }
    const { reason, owner, until } = holding;
    return { ...finding, accepted: { reason, owner, until } };
  };
  const accepted = results.map((result) => {
    const findings = result.findings.map(accept);
    return findings.every(({ accepted: own }) => own === null)
      ? result
      : { ...result, findings, status: toStatus(findings) };
  });
  const looked = lookedFor(results);
  const unmatched = acceptances.filter((one) => !matched.has(one) && looked(one)).map((one) => toNote(one, []));
  return { results: accepted, notes: { expired: listed(notes.expired), exceeded: listed(notes.exceeded), unmatched } };
}

/** Returns a lookup of the acceptances that match a finding, indexed for large numbers of acceptances. */
function finder(acceptances: readonly Acceptance[]): (finding: ReportedFinding) => Acceptance[] {
  if (acceptances.length === 0) return () => [];
  const byId = grouped(
    acceptances.filter(({ id }) => id !== null),
    ({ id }) => id,
  );
  const named = acceptances.filter(({ id }) => id === null);
  const exact = grouped(
    named.filter((one) => !isPattern(one)),
    ({ check, resource }) => `${check}\n${resource}`,
  );
  const patterns = grouped(named.filter(isPattern), ({ check }) => check);
  return ({ fingerprint, check, resource }) => {
    // Printable, as in reports: users copy their entries from there.
    const text = printable(plainResource(resource));
    const means = (one: Acceptance) => (one.check ?? check) === check && (one.resource ?? text) === text;
    return [
      ...(byId.get(fingerprint) ?? []).filter(means),
      ...(exact.get(`${check}\n${text}`) ?? []),
      ...(patterns.get(check) ?? []).filter((one) => matchesGlob(text, one.resource ?? '')),
    ];
  };
}

function isPattern({ id, resource }: Acceptance): boolean {
  return id === null && isGlob(resource ?? '');
}

/** Why an acceptance does not apply to a finding that it matches; undefined: it applies. */
function findFlaw(acceptance: Acceptance, finding: ReportedFinding, when: When): keyof Notes | undefined {
  if (finding.level === 'unknown' && isPattern(acceptance)) return 'exceeded';
  // A minor that was accepted at one of its patches is accepted at all of them.
  const accepted = isUnreadMinor(finding) ? { ...acceptance, at: finding.at } : acceptance;
  if (isWorse(finding, accepted, when.path)) return 'exceeded';
  return isOver(acceptance.until, when.judgedAt) ? 'expired' : undefined;
}

/** True from midnight (UTC) at the end of the day `until`. */
export function isOver(until: string, judgedAt: string): boolean {
  return new Date(judgedAt).toISOString().slice(0, 10) > until;
}

function note(notes: Notes, acceptance: Acceptance, finding: ReportedFinding, when: When): void {
  const flaw = findFlaw(acceptance, finding, when);
  if (flaw === undefined) return;
  const noted = notes[flaw].get(acceptance) ?? [];
  noted.push(finding.fingerprint);
  notes[flaw].set(acceptance, noted);
}

function listed(notes: ReadonlyMap<Acceptance, string[]>): Note[] {
  return [...notes].map(([acceptance, fingerprints]) => toNote(acceptance, fingerprints));
}

function toNote({ entry, id, check, resource, owner, until }: Acceptance, fingerprints: string[]): Note {
  return { entry, id, check, resource, owner, until, fingerprints };
}

/**
 * Returns a predicate: true if the check of an acceptance was selected and saw everything that it needs. For an
 * acceptance without a check, this must hold for all checks.
 */
function lookedFor(results: readonly Result[]): (acceptance: Acceptance) => boolean {
  const blind = new Set([
    ...results.filter((result) => !hasLooked(result)).map(({ id }) => id),
    ...namedUnjudged(results),
  ]);
  return ({ check }) => (check === null ? blind.size === 0 : !blind.has(check));
}

function hasLooked({ skipped, findings }: Result): boolean {
  if (skipped !== null && skipped !== 'not-applicable') return false;
  return !findings.some(({ unseen, rule }) => unseen !== null || rule === 'crashed');
}

/**
 * Turns the warnings of these checks into failures, from the first step at which they warn. Warnings of phase after
 * stay warnings. An unknown of such a check may now hide a failure.
 * @param raised IDs of checks
 */
export function raiseLevels(results: readonly Result[], raised: ReadonlySet<string>): Result[] {
  return results.map((result) => {
    if (!raised.has(result.id)) return result;
    const findings = result.findings.map(raise).sort(byLevelThenResource);
    const status = result.status === 'skip' ? result.status : toStatus(findings);
    // A warning may stop something else than the failures of its check do.
    return { ...result, severity: 'fail', mayBlock: [...valuesOf.blocks], status, findings };
  });
}

function raise(finding: ReportedFinding): ReportedFinding {
  if (finding.level === 'unknown') return { ...finding, unseen: hidingAll(finding.unseen) };
  if (finding.phase === 'after') return finding;
  return { ...finding, level: 'fail', at: finding.since ?? finding.at, since: null };
}

/** Removes `hides`: data that could hide a warning can now hide a failure. */
function hidingAll(unseen: ReportedFinding['unseen']): ReportedFinding['unseen'] {
  if (unseen?.kind !== 'fact') return unseen;
  const { hides: _, ...rest } = unseen;
  return rest;
}
