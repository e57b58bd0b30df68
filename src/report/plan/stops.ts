import { countsFor } from '../../judge/questions.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { allFindings, hides } from '../../judge/verdict.ts';
import type { Area, Known } from './draft.ts';

const areas: readonly Area[] = ['control-plane', 'karpenter', 'nodes', 'workloads'];

/** What findings stop, or may stop: only blockers, and unknowns that may hide one. */
export function stoppedBy(findings: readonly ReportedFinding[], known: Pick<Known, 'results' | 'steps'>): Area[] {
  const own = new Set(findings.map(({ fingerprint }) => fingerprint));
  const stopping = allFindings(known.results).filter(
    ({ finding, result }) =>
      own.has(finding.fingerprint) && (finding.level === 'fail' || hides('fail', finding, result)),
  );
  return areas.filter((area) => stopping.some((one) => countsFor(area, one, known)));
}
