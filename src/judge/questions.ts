import type { ReportedFinding, Result } from './result.ts';
import type { valuesOf } from './verdict-values.ts';

/** What people ask: may the control plane, the nodes, Karpenter be updated, and do the workloads run afterwards. */
export type Question = (typeof valuesOf.question)[number];

/** The question that a finding answers by what it stops: deployments are part of the workloads. */
export function toQuestion(blocks: ReportedFinding['blocks']): Question {
  return blocks === 'deployments' ? 'workloads' : blocks;
}

/**
 * Whether a finding counts for a question. A problem counts for what it stops. Data that was not seen counts for
 * everything that findings of its checks may stop; so does an unknown of the check itself, unless it says what it stops.
 */
export function countsFor(
  question: Question,
  { finding, result }: { finding: ReportedFinding; result: Result },
  results: readonly Result[],
): boolean {
  const { level, blocks, unseen } = finding;
  if (level !== 'unknown' || (unseen === null && blocks !== result.mayBlock?.[0]))
    return toQuestion(blocks) === question;
  const checks = unseen?.kind === 'table' ? unseen.checks : undefined;
  if (checks === undefined) return mayStop(question, result);
  return results.some((one) => checks.includes(one.id) && mayStop(question, one));
}

/** Whether findings of a check may stop what a question is about. */
export function mayStop(question: Question, { mayBlock }: Pick<Result, 'mayBlock'>): boolean {
  return mayBlock === undefined || mayBlock.some((blocks) => toQuestion(blocks) === question);
}
