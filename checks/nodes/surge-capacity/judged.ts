import type { Evidence } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { formatCount } from '../../../src/syntax/english.ts';
import type { Room } from '../../../src/for-checks/zone-room.ts';

/** A managed node group with the room in each of its zones. */
export interface Judged {
  /** As `listRolledGroups` names it. */
  text: string;
  nodegroup: Facts['nodegroups'][number];
  zones: number;
  rooms: readonly Room[];
  /** Pods of a new node; undefined if their number is unknown. */
  pods: number | undefined;
}

/** What is free in a zone, and what the new nodes need. */
export function toEvidence(
  { zone, subnetIds, free, needed, nodes, what, unit, state }: Room,
  pods: number | undefined,
): Evidence {
  const things = unit === 'blocks' ? 'free /28 blocks' : 'free';
  const wanted = state === 'none' ? nodes : needed;
  const forPods =
    what !== 'nodes' && state !== 'none' && pods !== undefined ? ` with ${formatCount(pods, 'pod')} each` : '';
  const missing = free < wanted ? ` (${wanted - free} missing)` : '';
  return {
    observed: `${free} ${things} in ${subnetIds.join(', ')}`,
    required: `${wanted} ${things} for ${formatCount(nodes, 'new node')}${forPods}${missing}`,
    resource: `Zone ${zone}`,
    fact: unit === 'blocks' ? 'subnetBlocks' : 'vpcSubnets',
  };
}
