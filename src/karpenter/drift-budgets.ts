import type { KarpenterPool } from '../facts/karpenter-objects.ts';

/** The budgets of a pool that limit drift: those without reasons, or with the reason Drifted. */
export function driftBudgets({
  disruption,
}: Pick<KarpenterPool, 'disruption'>): KarpenterPool['disruption']['budgets'] {
  return disruption.budgets.filter(({ reasons }) => reasons.length === 0 || reasons.includes('Drifted'));
}
