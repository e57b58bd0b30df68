import type { Finding } from '../../../src/check.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { describeManager } from '../../../src/for-checks/managed-changes.ts';
import { insertBeforeBlock } from '../../../src/for-checks/managed-fix.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import type { Advice } from '../../../src/syntax/advice.ts';

/**
 * A fix that changes values of Karpenter's chart, with what manages Karpenter. Unchanged if no manager was seen, and for
 * Helm, whose chart the fix names.
 */
export function besideChartManager(fix: Advice, controller: KarpenterController): Advice {
  const owner = resolveOwner(controller);
  return owner.kind === 'not seen' || owner.kind === 'helm'
    ? fix
    : insertBeforeBlock(fix, describeManager(owner, 'Karpenter'));
}

/** A finding whose fix changes values of Karpenter's chart, with what manages Karpenter. */
export function nameChartManager(finding: Finding, controller: KarpenterController): Finding {
  const { level, fix } = finding;
  return fix === undefined || level === 'unknown' ? finding : { ...finding, fix: besideChartManager(fix, controller) };
}
