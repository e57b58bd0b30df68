import type { JointStep } from '../karpenter/path.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import { levelRank, type ReportedFinding, type Result } from './result.ts';
import { allFindings, isAfter, type Gate } from './verdict.ts';

type At = ReportedFinding['at'];

/** The path that a report judges: the running versions, and the steps in order. */
export interface UpgradePath {
  kubernetes: string;
  /** Null if Karpenter does not run here, or its version is unknown. */
  karpenter: string | null;
  steps: readonly JointStep[];
}

/** A level, and the first step at which a finding has it; null: today. */
export interface Grade {
  level: ReportedFinding['level'];
  at: At;
}

/**
 * True if a finding is worse than before: at a higher level (fail, unknown, warn), or at an earlier step.
 * @param path the path of the finding; an earlier finding at a version that now runs counts as today's
 */
export function isWorse(finding: Grade, before: Grade, path: UpgradePath): boolean {
  return levelRank(finding) < levelRank(before) || toStepNumber(finding.at, path) < toStepNumber(before.at, path);
}

/** 0: today; n: the nth step; one more than the number of steps if the path does not reach the version. */
function toStepNumber(at: At, { kubernetes, karpenter, steps }: UpgradePath): number {
  if (at === null) return 0;
  const today = at.component === 'kubernetes' ? kubernetes : karpenter;
  if (today !== null && reaches(at, today)) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && reaches(at, to));
  return index < 0 ? steps.length + 1 : index + 1;
}

/** True if a component that runs this version has reached the step; false if a Kubernetes version cannot be parsed. */
function reaches({ component, version }: NonNullable<At>, running: string): boolean {
  if (component === 'kubernetes') return (parseMinor(running) ?? Number.NaN) >= (parseMinor(version) ?? Number.NaN);
  return !isBelow(running, version);
}

/**
 * Compares the findings with those of an earlier report of the same cluster, and sets `baseline` on each. Ignores the
 * findings that the earlier report lists as accepted: once the acceptance expires, such a finding is new.
 * @param path the path of the new results
 */
export function compareFindings(results: readonly Result[], before: readonly Result[], path: UpgradePath): Result[] {
  const known = byFingerprint(before.flatMap(({ findings }) => findings.filter(({ accepted }) => accepted === null)));
  return results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => ({
      ...finding,
      baseline: compareFinding(finding, known.get(finding.fingerprint), path),
    })),
  }));
}

/** Findings by fingerprint; if several share one, the worst. */
export function byFingerprint(worstFirst: readonly ReportedFinding[]): Map<string, ReportedFinding> {
  return new Map(worstFirst.toReversed().map((finding) => [finding.fingerprint, finding]));
}

/** The properties of a finding that decide whether it became worse. */
type Graded = Pick<ReportedFinding, 'level' | 'at' | 'since'>;

/** Compares a finding with the one of the same fingerprint in an older report. */
export function compareFinding(
  finding: Graded,
  before: Graded | undefined,
  path: UpgradePath,
): NonNullable<ReportedFinding['baseline']> {
  if (before === undefined) return 'new';
  // The earlier failure was reported as a warning from `since` on: a warning at that step is not worse.
  const at = finding.level === 'warn' && before.level === 'fail' ? (before.since ?? before.at) : before.at;
  return isWorse(finding, { level: before.level, at }, path) ? 'worse' : 'known';
}

/** Counts the findings by how they compare with the baseline, without accepted ones and warnings of phase after. */
export function countChanges(results: readonly Result[]): NonNullable<Gate['baseline']>['counts'] {
  const counts = { new: 0, worse: 0, known: 0, knownUnknown: 0 };
  for (const { finding } of allFindings(results)) {
    if (finding.baseline === null || finding.accepted !== null || isAfter(finding)) continue;
    counts[finding.baseline] += 1;
    if (finding.baseline === 'known' && finding.level === 'unknown') counts.knownUnknown += 1;
  }
  return counts;
}
