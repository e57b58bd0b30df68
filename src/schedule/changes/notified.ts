import type { ReportedFinding } from '../../judge/result.ts';
import { lastingResource } from '../../judge/finding.ts';
import { isAfter } from '../../judge/verdict.ts';
import { grouped } from '../../syntax/grouped.ts';
import { grants } from '../../facts/optional-grants.ts';
import { numberedEntries } from '../../report/entries.ts';
import { buildEntryTitle } from '../../report/entry-title.ts';
import type { Report } from '../../report/schema.ts';
import { isRollbackPath } from '../../judge/direction.ts';
import { karpenterTargets, whyUnseen } from '../../report/why-unseen.ts';
import { isAhead } from './clocks.ts';
import { longestText, mostFindings, type Known, type NotifiedContent } from './state.ts';
import { reportedRollback } from './rollback.ts';
import { findSupportBucket, findSupport } from './support.ts';

/** Interval of messages while scans cannot run: 7 days, less 12 hours because a nightly scan may start early. */
const troubleAgainMs = (7 * 24 - 12) * 3_600_000;

/** Identifies a finding across reports: the whole fingerprint, the check and the resource. */
export function buildFindingKey({
  fingerprint,
  check,
  resource,
}: Pick<Known, 'fingerprint' | 'check' | 'resource'>): string {
  return `${fingerprint}\n${check}\n${resource}`;
}

/** The key of a finding of a report. */
export function buildReportedFindingKey({ fingerprint, check, resource }: ReportedFinding): string {
  return buildFindingKey({ fingerprint, check: cut(check), resource: cut(lastingResource(resource)) });
}

/** The content of the message about a report: its findings, and earlier ones that its scan could not look for. */
export function buildNotifiedAfterScan(before: NotifiedContent | null, report: Report): NotifiedContent {
  const support = findSupport(report);
  const days = support === null ? undefined : findSupportBucket(support.days);
  const rollback = reportedRollback(before?.rollback ?? null, report);
  return {
    scan: toNotifiedScan(report),
    findings: findingsAfter(before?.findings ?? [], report),
    support: support === null || days === undefined ? null : { kind: support.kind, until: support.until, days },
    ...(rollback === null ? {} : { rollback }),
    trouble: null,
  };
}

/** As {@link buildNotifiedAfterScan}, for a scan that could not run: the findings stay as they were. */
export function buildNotifiedAfterFailure(before: NotifiedContent | null, now: string): NotifiedContent {
  const { scan = null, findings = [], support = null, trouble = null, ...rest } = before ?? {};
  const notifiedAt = trouble === null || isTroubleDue(before, now) ? now : trouble.toldAt;
  return { scan, findings, support, ...rest, trouble: { since: trouble?.since ?? now, toldAt: notifiedAt } };
}

/** True if a message that scans cannot run is due. */
export function isTroubleDue(before: NotifiedContent | null, now: string): boolean {
  if (before === null || before.trouble === null) return true;
  const { toldAt: notifiedAt } = before.trouble;
  return isAhead(notifiedAt, now) || Date.parse(now) - Date.parse(notifiedAt) >= troubleAgainMs;
}

/** The keys of findings that do not count as changes: accepted, or due after the update. */
export function setAside({ results }: Report): Set<string> {
  const findings = results.flatMap((result) => result.findings);
  return new Set(findings.filter((finding) => !counts(finding)).map(buildReportedFindingKey));
}

function counts(finding: ReportedFinding): boolean {
  return finding.accepted === null && !isAfter(finding);
}

function toNotifiedScan(report: Report): NonNullable<NotifiedContent['scan']> {
  const { scannedAt: at, tool, target, verdict, exitCode, results, selection, coverage } = report;
  const reasons = new Set(Object.values(coverage.facts).map(({ reason }) => reason));
  return {
    at,
    tool: tool.version,
    target,
    ...directionMark(report),
    karpenterTargets: karpenterTargets(report),
    verdict,
    exitCode,
    checks: results.map(({ id }) => id),
    selected: selection.selected,
    unjudged: results.filter(({ skipped }) => skipped !== null && skipped !== 'not-applicable').map(({ id }) => id),
    unasked: grants.filter((grant) => reasons.has(`needs --with ${grant}`)),
  };
}

/** Marks what belongs to a rollback. */
function directionMark({ steps }: Report): { rollback?: true } {
  return isRollbackPath(steps) ? { rollback: true } : {};
}

function findingsAfter(before: readonly Known[], report: Report): Known[] {
  const earlier = new Map(before.map((one) => [buildFindingKey(one), one]));
  const found = new Map(openFindings(report).map((one) => [buildFindingKey(one), one]));
  const aside = setAside(report);
  const seen = [...found].map(([key, one]) => ({ ...one, firstSeen: earlier.get(key)?.firstSeen ?? one.firstSeen }));
  const unseen = [...earlier].flatMap(([key, one]) => {
    if (found.has(key) || aside.has(key)) return [];
    const { check, at, resource, missing, rollback } = one;
    const fact = missing === '' ? null : missing;
    const reason = whyUnseen({ check, at, resource, isRollback: rollback === true, fact }, report);
    return reason === undefined ? [] : [{ ...one, notSeen: cut(reason) }];
  });
  return [...seen, ...unseen].slice(0, mostFindings);
}

/** Converts the findings of a report's entries, the worst entry first. */
function openFindings(report: Report): Known[] {
  const { scannedAt } = report;
  const direction = directionMark(report);
  return numberedEntries(report).flatMap(({ findings }) => {
    const [first] = findings;
    const titles = groupTitlesByPermission(findings);
    return findings.map((finding): Known => {
      const { fingerprint, check, resource, message, level, blocks, at, since, unseen } = finding;
      return {
        fingerprint,
        check: cut(check),
        resource: cut(lastingResource(resource)),
        text: cut(resource.text),
        message: cut(unseen === null ? message : (titles.get(toPermissionKey(finding)) ?? message)),
        level,
        blocks,
        at,
        since,
        missing: unseen === null ? null : unseen.kind === 'fact' ? cut(unseen.fact) : '',
        entry: first.fingerprint,
        ...direction,
        firstSeen: scannedAt,
        lastSeen: scannedAt,
        notSeen: null,
      };
    });
  });
}

/** Titles of findings by missing permission: each permission may be granted separately. */
function groupTitlesByPermission(findings: readonly ReportedFinding[]): Map<string, string> {
  return new Map([...grouped(findings, toPermissionKey)].map(([cause, own]) => [cause, buildEntryTitle(own)]));
}

function toPermissionKey({ unseen }: ReportedFinding): string {
  return unseen?.kind === 'fact' ? (unseen.permission ?? '') : '';
}

function cut(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
