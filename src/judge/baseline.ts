import type { Gate } from './gate-schema.ts';
import type { ReportedFinding, Result } from './result.ts';
import { allFindings, isAfter } from './verdict.ts';
import { isWorse, type Way } from './worse.ts';

/**
 * Results whose findings say how they compare with those of a report of the same cluster. What was accepted there was dealt with
 * by an acceptance, not by a baseline: where that is over, the finding is new.
 * @param way the one of the new results
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

/** Findings by their identity; of several that are one, the worst. */
export function byFingerprint(worstFirst: readonly ReportedFinding[]): Map<string, ReportedFinding> {
  return new Map(worstFirst.toReversed().map((finding) => [finding.fingerprint, finding]));
}

/** As much of a finding as tells whether it became worse. */
type Graded = Pick<ReportedFinding, 'level' | 'at' | 'since'>;

/** How a finding compares with the one of the same fingerprint in an older report. */
export function changeOf(
  finding: Graded,
  before: Graded | undefined,
  way: Way,
): NonNullable<ReportedFinding['baseline']> {
  if (before === undefined) return 'new';
  // A failure that was announced: a warning of that earlier step is no news.
  const at = finding.level === 'warn' && before.level === 'fail' ? (before.since ?? before.at) : before.at;
  return isWorse(finding, { level: before.level, at }, way) ? 'worse' : 'known';
}

/** How many findings of each kind the gate is about. */
export function countChanges(results: readonly Result[]): NonNullable<Gate['baseline']>['counts'] {
  const counts = { new: 0, worse: 0, known: 0, knownUnknown: 0 };
  for (const { finding } of allFindings(results)) {
    if (finding.baseline === null || finding.accepted !== null || isAfter(finding)) continue;
    counts[finding.baseline] += 1;
    if (finding.baseline === 'known' && finding.level === 'unknown') counts.knownUnknown += 1;
  }
  return counts;
}
