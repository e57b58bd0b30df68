import type { Gate } from './gate-schema.ts';
import type { ReportedFinding, Result } from './result.ts';
import { allFindings, isAfter } from './verdict.ts';
import { isWorse, type Way } from './worse.ts';

/**
 * Results whose findings say how they compare with those of a report of the same cluster. Findings that were accepted there
 * are left out: once the acceptance expires, the finding is new.
 * @param way the path of the new results
 */
export function compareFindings(results: readonly Result[], before: readonly Result[], way: Way): Result[] {
  const known = byFingerprint(before.flatMap(({ findings }) => findings.filter(({ accepted }) => accepted === null)));
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => ({
      ...finding,
      baseline: changeOf(finding, known.get(finding.fingerprint), way),
    })),
  }));
}

/** Findings by fingerprint; if several share one, the worst. */
export function byFingerprint(worstFirst: readonly ReportedFinding[]): Map<string, ReportedFinding> {
  return new Map(worstFirst.toReversed().map((finding) => [finding.fingerprint, finding]));
}

/** The properties of a finding that decide whether it became worse. */
type Graded = Pick<ReportedFinding, 'level' | 'at' | 'since'>;

/** How a finding compares with the one of the same fingerprint in an older report. */
export function changeOf(
  finding: Graded,
  before: Graded | undefined,
  way: Way,
): NonNullable<ReportedFinding['baseline']> {
  if (before === undefined) return 'new';
  // The earlier failure was already announced from `since` on: a warning at that step is not worse.
  const at = finding.level === 'warn' && before.level === 'fail' ? (before.since ?? before.at) : before.at;
  return isWorse(finding, { level: before.level, at }, way) ? 'worse' : 'known';
}

/** The number of findings of each kind, without those that the gate never counts. */
export function countChanges(results: readonly Result[]): NonNullable<Gate['baseline']>['counts'] {
  const counts = { new: 0, worse: 0, known: 0, knownUnknown: 0 };
  for (const { finding } of allFindings(results)) {
    if (finding.baseline === null || finding.accepted !== null || isAfter(finding)) continue;
    counts[finding.baseline] += 1;
    if (finding.baseline === 'known' && finding.level === 'unknown') counts.knownUnknown += 1;
  }
  return counts;
}
