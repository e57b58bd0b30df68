import { conclusionsOf, type Policy, type Premises } from './conclusions.ts';
import type { Report } from './schema.ts';

/**
 * A report that was taken elsewhere with the gate of these options. What it accepts stays accepted; what it compared with a
 * baseline of its own does not count.
 */
export function regated(report: Report, { gate, policy }: { gate: Premises['gate']; policy: Policy }): Report {
  const results = report.results.map((result) => ({
    ...result,
    findings: result.findings.map((finding) => ({ ...finding, baseline: null })),
  }));
  const steps = report.steps.map(({ component, from, to }) => ({ component, from, to }));
  return { ...report, ...conclusionsOf({ results, steps, gate, policy, about: report }) };
}
