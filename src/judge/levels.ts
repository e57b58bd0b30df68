import type { ReportedFinding, Result } from './result.ts';
import { byLevelThenResource } from './finding.ts';
import { statusOf } from './status.ts';

/**
 * Results in which what these checks warn of fails: from the step on at which they first warn. What follows the update stays a
 * warning. An unknown of such a check may now hide a failure.
 * @param raised ids of checks
 */
export function raiseLevels(results: readonly Result[], raised: ReadonlySet<string>): Result[] {
  return results.map((result) => {
    if (!raised.has(result.id)) return result;
    const findings = result.findings.map(raise).sort(byLevelThenResource);
    const status = result.status === 'skip' ? result.status : statusOf(findings);
    return { ...result, severity: 'fail', status, findings };
  });
}

function raise(finding: ReportedFinding): ReportedFinding {
  if (finding.level === 'unknown') return { ...finding, unseen: hidingAll(finding.unseen) };
  if (finding.phase === 'after') return finding;
  return { ...finding, level: 'fail', at: finding.since ?? finding.at, since: null };
}

/** What hid a warning hides a failure now. */
function hidingAll(unseen: ReportedFinding['unseen']): ReportedFinding['unseen'] {
  if (unseen?.kind !== 'fact') return unseen;
  const { hides: _, ...rest } = unseen;
  return rest;
}
