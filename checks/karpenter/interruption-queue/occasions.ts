import type { Facts } from '../../../src/facts/facts.ts';
import { allows } from '../../../src/karpenter/capacity.ts';
import { ownObjects, type ObjectFacts } from '../../../src/karpenter/own-objects.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** The condition for an event that not every cluster needs. */
export type Occasion = NonNullable<Tables['karpenter-events'][number]['when']>;

/** The conditions that hold in this cluster. Facts that were not read have separate findings. */
export function listOccasions({
  nodes = [],
  ...facts
}: ObjectFacts & { nodes?: Facts['nodes'] | undefined }): Occasion[] {
  const { pools, nodeClasses } = ownObjects(facts);
  const runs = nodes.some(({ computeType, spot }) => computeType === 'karpenter' && spot === true);
  return [
    ...(nodeClasses.some(({ terms }) => terms.capacityReservations.length > 0)
      ? (['capacity-reservation'] as const)
      : []),
    ...(runs || pools.some((pool) => allows(pool, 'spot')) ? (['spot'] as const) : []),
  ];
}
