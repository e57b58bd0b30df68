import type { Facts } from '../../facts/facts.ts';

/** The values of objects that a plan lowers for the time of drains, and restores. */

type Budget = Facts['podDisruptionBudgets'][number];

/** What limits evictions in a PodDisruptionBudget, as JSON: `{"maxUnavailable":0}`. */
export function toBudgetValue({ minAvailable, maxUnavailable }: Budget): string {
  return JSON.stringify({
    ...(minAvailable === null ? {} : { minAvailable }),
    ...(maxUnavailable === null ? {} : { maxUnavailable }),
  });
}
