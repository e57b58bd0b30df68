import type { KarpenterPool } from '../facts/karpenter-objects.ts';

/** The budgets of a pool that limit drift: those without reasons, or with the reason Drifted. */
export function driftBudgets({
  disruption,
}: Pick<KarpenterPool, 'disruption'>): KarpenterPool['disruption']['budgets'] {
  return disruption.budgets.filter(({ reasons }) => reasons.length === 0 || reasons.includes('Drifted'));
}

/**
 * The number of nodes that a budget allows of a pool of this size; Karpenter rounds a percentage up.
 * Source: GetAllowedDisruptionsByReason of kubernetes-sigs/karpenter
 */
export function countAtMost(amount: string, size: number): number {
  const share = Number.parseInt(amount, 10);
  if (Number.isNaN(share)) return size;
  return amount.endsWith('%') ? Math.ceil((size * share) / 100) : share;
}
