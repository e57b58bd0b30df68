import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { toMinimal } from './fix.ts';

/**
 * Warnings for node groups with the capacity type CAPACITY_BLOCK whose update starts new nodes first. A Capacity Block
 * has a fixed number of instances, and a group at its maximum size uses all of them: EC2 has none for the new nodes.
 * Only AWS sees how large the block is, so it is no failure.
 */
export function* reservedFindings(
  groups: readonly RolledGroup[],
  { nodegroups, cluster }: Pick<Facts, 'nodegroups' | 'cluster'>,
): Generator<Finding<'warn'>> {
  for (const { computeType, addsNode, nodes } of groups) {
    const nodegroup = nodegroups.find(({ name }) => name === nodes[0].group);
    if (computeType !== 'managed' || addsNode !== true || nodegroup?.capacityType !== 'CAPACITY_BLOCK') continue;
    const { name, minSize, desiredSize, maxSize } = nodegroup;
    if (desiredSize === null || maxSize === null || desiredSize < maxSize) continue;
    yield {
      level: 'warn',
      rule: 'reserved',
      resource: { kind: 'NodeGroup', name },
      message: `its Capacity Block may have no instance for new nodes: the group is at its maximum size of ${maxSize}, and its update starts new nodes first`,
      evidence: [
        {
          observed: `capacity type CAPACITY_BLOCK, minimum ${minSize ?? 'unknown'}, desired ${desiredSize}, maximum ${maxSize}`,
          required: 'unused instances in the Capacity Block, or the update strategy MINIMAL',
          fact: 'nodegroups',
        },
      ],
      fix: advice`Let EKS terminate old nodes first; evicted pods then wait for new nodes.\n${commands(toMinimal(cluster, nodegroup))}`,
      links: ['https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks.html'],
    };
  }
}
