import type { JointStep } from '../karpenter/path.ts';
import { isBelow, parseMinor } from '../syntax/versions.ts';
import { levelRank, type ReportedFinding } from './result.ts';

type At = ReportedFinding['at'];

/** The way that a report judges: what runs today, and the steps in order. */
export interface Way {
  kubernetes: string;
  /** Null where no Karpenter runs here, or its version is not known. */
  karpenter: string | null;
  steps: readonly JointStep[];
}

/** A level and the step at which it was reached. */
export interface Grade {
  level: ReportedFinding['level'];
  at: At;
}

/**
 * True where a finding is worse than what was seen before: at a higher level (fail, unknown, warn), or at an earlier step.
 * @param way the one of the finding; what was seen at a version that is reached by now was seen of today's state
 */
export function isWorse(finding: Grade, before: Grade, way: Way): boolean {
  return levelRank(finding) < levelRank(before) || placeOf(finding.at, way) < placeOf(before.at, way);
}

/** 0: today; n: the nth step; beyond the last step where the way does not go so far. */
function placeOf(at: At, { kubernetes, karpenter, steps }: Way): number {
  if (at === null) return 0;
  const today = at.component === 'kubernetes' ? kubernetes : karpenter;
  if (today !== null && reaches(at, today)) return 0;
  const index = steps.findIndex(({ component, to }) => component === at.component && reaches(at, to));
  return index < 0 ? steps.length + 1 : index + 1;
}

/** False of a version that cannot be read: it is not known to be reached. */
function reaches({ component, version }: NonNullable<At>, running: string): boolean {
  if (component === 'kubernetes') return (parseMinor(running) ?? Number.NaN) >= (parseMinor(version) ?? Number.NaN);
  return !isBelow(running, version);
}
