import { isOver } from '../judge/policy.ts';
import type { ReportedFinding } from '../judge/result.ts';
import { leavesOut, toStatus, type Verdict } from '../judge/verdict.ts';
import { buildConclusions, buildVerdicts, noPolicy, type Policy, type Premises } from './conclusions.ts';
import type { Report } from './schema.ts';

/**
 * Updates the verdicts in a report of an older version: those versions write `ready` even if checks that could fail
 * were not selected, which is now `partial`. Then also removes the plan.
 */
export function asPartial(report: Report): Report {
  const { gate, steps, results } = report;
  const read = (verdict: Verdict, level: 'fail' | 'warn' = 'fail') =>
    verdict === 'ready' && leavesOut(level, results) ? 'partial' : verdict;
  const verdict = read(report.verdict);
  const result = read(gate.result, gate.failOn.includes('warn') ? 'warn' : 'fail');
  return {
    ...report,
    verdict,
    steps: steps.map((step) => ({ ...step, verdict: read(step.verdict) })),
    gate: { ...gate, result },
    ...(verdict === 'partial' ? { plan: null } : {}),
  };
}

/**
 * Draws the conclusions of a report of another build again, by its own gate: what it says about its results must not
 * decide, and results may have been added to it.
 */
export function concludedAgain(report: Report): Report {
  const { results, gate } = report;
  const own = buildVerdicts({
    results,
    steps: report.steps.map(({ component, from, to }) => ({ component, from, to })),
    gate: { ...gate, required: gate.unmetRequirements },
    policy: noPolicy,
    about: report,
  });
  const { now, steps, summary, verdict, exitCode } = own;
  const selected = results.filter(({ skipped }) => skipped !== 'not-selected').length;
  const selection = { selected, total: results.length };
  const again = { ...report, now, steps, summary, verdict, exitCode, selection };
  return asPartial({ ...again, gate: { ...gate, result: own.gate.result } });
}

/**
 * Evaluates the gate of an existing report again. Acceptances in the report hold until they expire; the comparison with
 * its baseline is dropped.
 * @param now when the gate is evaluated, ISO 8601; acceptances are judged at the later of this and the report's date
 */
export function judgeGateAgain(
  report: Report,
  { gate, policy, now }: { gate: Premises['gate']; policy: Policy; now: string },
): Report {
  const judgedAt = now > report.judgedAt ? now : report.judgedAt;
  const results = report.results.map((result) => {
    const findings = result.findings.map((finding) => ({
      ...finding,
      ...stillAccepted(finding, judgedAt),
      baseline: null,
    }));
    return { ...result, findings, status: result.status === 'skip' ? result.status : toStatus(findings) };
  });
  const steps = report.steps.map(({ component, from, to }) => ({ component, from, to }));
  return { ...report, ...buildConclusions({ results, steps, gate, policy, about: { ...report, judgedAt } }) };
}

function stillAccepted({ accepted }: ReportedFinding, judgedAt: string): Pick<ReportedFinding, 'accepted'> {
  return { accepted: accepted === null || isOver(accepted.until, judgedAt) ? null : accepted };
}
