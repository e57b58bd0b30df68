import type { JointStep } from '../karpenter/path.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import { levelRank, type ReportedFinding } from './result.ts';

type At = ReportedFinding['at'];

/** The path that a report judges: the running versions, and the steps in order. */
export interface Way {
  kubernetes: string;
  /** Null if Karpenter does not run here, or its version is unknown. */
  karpenter: string | null;
  steps: readonly JointStep[];
}

/** A level and the step at which it was reached. */
export interface Grade {
  level: ReportedFinding['level'];
  at: At;
}

/**
 * True if a finding is worse than before: at a higher level (fail, unknown, warn), or at an earlier step.
 * @param way the path of the finding; an earlier finding at a version that now runs counts as today's
 */
export function isWorse(finding: Grade, before: Grade, way: Way): boolean {
  return levelRank(finding) < levelRank(before) || placeOf(finding.at, way) < placeOf(before.at, way);
}

/** 0: today; n: the nth step; the number after the last step if the path does not reach the version. */
function placeOf(at: At, { kubernetes, karpenter, steps }: Way): number {
  if (at === null) return 0;
  const today = at.component === 'kubernetes' ? kubernetes : karpenter;
  if (today !== null && reaches(at, today)) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && reaches(at, to));
  return index < 0 ? steps.length + 1 : index + 1;
}

/** False if a Kubernetes version cannot be read: it is unknown whether it is reached. */
function reaches({ component, version }: NonNullable<At>, running: string): boolean {
  if (component === 'kubernetes') return (parseMinor(running) ?? Number.NaN) >= (parseMinor(version) ?? Number.NaN);
  return !isBelow(running, version);
}
