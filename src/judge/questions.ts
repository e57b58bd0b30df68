import type { JointStep } from '../karpenter/path.ts';
import type { ReportedFinding, Result } from './result.ts';
import type { valuesOf } from './verdict-values.ts';

/** What people ask: may the control plane, the nodes, Karpenter be updated, and do the workloads run afterwards. */
export type Question = (typeof valuesOf.question)[number];

/** The question that a finding answers by what it stops: deployments are part of the workloads. */
export function toQuestion(blocks: ReportedFinding['blocks']): Question {
  return blocks === 'deployments' ? 'workloads' : blocks;
}

/** The steps of an update path, in order; what a finding counts for can depend on them. */
export type Steps = readonly Pick<JointStep, 'component' | 'to'>[];

/**
 * Whether a finding counts for a question. A problem counts for what it stops; what stops an update of Karpenter that
 * precedes the control plane update stops this update, too. Data that was not seen counts for everything that findings
 * of its checks may stop; so does an unknown of the check itself, unless it says what it stops. A Kubernetes version
 * beyond the tables counts for every question: what it changes is unknown.
 */
export function countsFor(
  question: Question,
  { finding, result }: { finding: ReportedFinding; result: Result },
  { results, steps }: { results: readonly Result[]; steps: Steps },
): boolean {
  const { level, blocks, unseen, at } = finding;
  if (level !== 'unknown' || (unseen === null && blocks !== result.mayBlock?.[0]))
    return toQuestion(blocks) === question || (blocks === 'karpenter' && precedes(question, steps, at));
  if (unseen?.kind === 'table' && unseen.component === 'kubernetes') return true;
  const checks = unseen?.kind === 'table' ? unseen.checks : undefined;
  if (checks === undefined) return mayStop(question, result, steps);
  return results.some((one) => checks.includes(one.id) && mayStop(question, one, steps));
}

/** Whether findings of a check may stop what a question is about, on this path. */
export function mayStop(question: Question, { mayBlock }: Pick<Result, 'mayBlock'>, steps: Steps): boolean {
  if (mayBlock === undefined || mayBlock.some((blocks) => toQuestion(blocks) === question)) return true;
  return mayBlock.includes('karpenter') && precedes(question, steps, null);
}

/**
 * Whether an update of Karpenter that begins at this step or later precedes an update of the control plane. A version that
 * is not on the path counts as today.
 */
export function precedes(question: Question, steps: Steps, at: ReportedFinding['at']): boolean {
  if (question !== 'control-plane') return false;
  const from = steps.findIndex((step) => step.component === at?.component && step.to === at.version);
  const last = steps.findLastIndex(({ component }) => component === 'kubernetes');
  return steps.slice(Math.max(from, 0), Math.max(last, 0)).some(({ component }) => component === 'karpenter');
}

/** Whether the first step of a path that updates the control plane is an update of Karpenter. */
export function beginsWithKarpenter(steps: Steps): boolean {
  return steps[0]?.component === 'karpenter' && precedes('control-plane', steps, null);
}
