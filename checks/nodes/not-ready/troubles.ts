import type { NodeFact } from '../../../src/facts/facts.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';

/** Problems of a node, worst first. */
export type Trouble = 'deletion' | 'not-ready' | 'silent' | 'pressure' | 'cordoned';

/** How many minutes a node may take to drain: EKS itself stops after 15 (PodEvictionFailure). */
export const DRAIN_MINUTES = 15;

/**
 * The worst problem of a node; undefined if there is none, or if the node is being deleted and may still drain.
 * `karpenter/stuck-deletion` judges the deletion of Karpenter's nodes, whose drain may take longer.
 */
export function findTrouble(node: NodeFact, now: string): Trouble | undefined {
  if (node.deletingSince !== null) {
    const isOver = hoursBetween(node.deletingSince, now) * 60 >= DRAIN_MINUTES;
    return isOver && node.computeType !== 'karpenter' ? 'deletion' : undefined;
  }
  if (node.ready === false) return 'not-ready';
  if (node.ready === null) return 'silent';
  if (node.pressures.length > 0) return 'pressure';
  return node.unschedulable ? 'cordoned' : undefined;
}

/** All problems of a node: `not ready since 2026-11-20T11:00:00Z, cordoned`. */
export function describeState({ ready, notReadySince, pressures, unschedulable, deletingSince }: NodeFact): string {
  const since = notReadySince === null ? '' : ` since ${notReadySince}`;
  const parts = [
    deletingSince === null ? [] : [`waiting to be deleted since ${deletingSince}`],
    ready === false ? [`not ready${since}`] : [],
    ready === null ? [notReporting(since)] : [],
    pressures,
    unschedulable && deletingSince === null ? ['cordoned'] : [],
  ];
  return parts.flat().join(', ');
}

function notReporting(since: string): string {
  return since === ''
    ? 'has no Ready condition: it never reported its status'
    : `does not report its status: Ready is Unknown${since}`;
}
