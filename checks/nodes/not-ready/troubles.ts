import type { NodeFact } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/languages/dates.ts';

/** What is wrong with a node, worst first. */
export type Trouble = 'deletion' | 'not-ready' | 'silent' | 'pressure' | 'cordoned';

/** How long a node may take to drain: EKS itself gives up after 15 minutes (PodEvictionFailure). */
export const DRAIN_MINUTES = 15;

/** The worst problem of a node; also undefined if the node has not reported. */
export function troubleOf(node: NodeFact, now: string): Trouble | undefined {
  if (node.deletingSince !== null) {
    return hoursBetween(node.deletingSince, now) * 60 < DRAIN_MINUTES ? undefined : 'deletion';
  }
  if (node.ready === false) return 'not-ready';
  if (node.ready === null) return node.notReadySince === null ? undefined : 'silent';
  if (node.pressures.length > 0) return 'pressure';
  return node.unschedulable ? 'cordoned' : undefined;
}

/** True for a node that has no condition Ready and is not being deleted. */
export function hasNotReported({ deletingSince, ready, notReadySince }: NodeFact): boolean {
  return deletingSince === null && ready === null && notReadySince === null;
}

/** Everything that is wrong with a node: `not ready since 2026-11-20T11:00:00Z, cordoned`. */
export function stateOf({ ready, notReadySince, pressures, unschedulable, deletingSince }: NodeFact): string {
  const since = notReadySince === null ? '' : ` since ${notReadySince}`;
  const parts = [
    deletingSince === null ? [] : [`waiting to be deleted since ${deletingSince}`],
    ready === false ? [`not ready${since}`] : [],
    ready === null ? [`does not report its status: Ready is Unknown${since}`] : [],
    pressures,
    unschedulable && deletingSince === null ? ['cordoned'] : [],
  ];
  return parts.flat().join(', ');
}
