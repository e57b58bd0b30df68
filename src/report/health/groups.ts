import { ownerText } from '../../for-checks/pods-by-group.ts';
import type { NodeFact } from '../../facts/facts.ts';
import { grouped } from '../../syntax/grouped.ts';
import { isRecent } from './pods.ts';
import type { Health } from './schema.ts';

/** The groups of nodes, in any order. */
export function healthGroups(nodes: readonly NodeFact[], now: string): Health['groups'] {
  const lasting = nodes.filter((node) => isLasting(node, now));
  return [...grouped(lasting, (node) => ownerText(node) ?? '')].map(([group, own]) => ({
    group,
    nodes: own.length,
    ready: own.filter(({ ready }) => ready === true).length,
  }));
}

/**
 * False for a node that is being removed, and for one that joined and is not Ready yet. A node that is cordoned and not
 * Ready usually shuts down.
 */
export function isLasting(
  { ready, createdAt, deletingSince, disrupted, unschedulable }: NodeFact,
  now: string,
): boolean {
  if (deletingSince !== null || disrupted === true) return false;
  return ready === true || !(unschedulable || isRecent(createdAt, now));
}
