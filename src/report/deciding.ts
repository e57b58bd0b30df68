import type { ReportedFinding } from '../judge/result.ts';
import { countedByGate, hides, isWarning } from '../judge/verdict.ts';
import type { Report } from './schema.ts';

/** The findings that determine the exit code. */
export interface Deciding {
  /** Blockers, and warnings with `--fail-on warn`. */
  fails: ReadonlySet<ReportedFinding>;
  /** Unknown findings that may hide a blocker, or a warning with `--fail-on warn`. */
  unknowns: ReadonlySet<ReportedFinding>;
}

/** The findings that the gate counts and that cause the exit code; none if it is 0. */
export function decidingFindings({ gate, results, steps, exitCode }: Report): Deciding {
  if (exitCode === 0) return { fails: new Set(), unknowns: new Set() };
  const isStrict = gate.failOn.includes('warn');
  const counted = countedByGate(results, { ...gate, steps });
  const fails = counted.filter(({ finding }) => finding.level === 'fail' || (isStrict && isWarning(finding)));
  const unknowns = counted.filter(({ finding, result }) => hides(isStrict ? 'warn' : 'fail', finding, result));
  return { fails: new Set(fails.map(findingOf)), unknowns: new Set(unknowns.map(findingOf)) };
}

function findingOf({ finding }: { finding: ReportedFinding }): ReportedFinding {
  return finding;
}
