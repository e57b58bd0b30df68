import type { EmptyGroup } from '../../../src/for-checks/empty-scaling-groups.ts';
import { emptyNodegroupResource } from '../../../src/for-checks/node-owners.ts';
import type { Carrier } from './fixes.ts';
import type { CustomGroup } from './unreadable.ts';

/** Groups without nodes whose image is Amazon Linux 2: node groups with a custom AMI, and self-managed groups. */
export function carriersAtZero(nodegroups: readonly CustomGroup[], scalingGroups: readonly EmptyGroup[]): Carrier[] {
  const managed = nodegroups.flatMap(({ nodegroup, image }): Carrier[] => {
    if (image?.isAmazonLinux2 !== true) return [];
    return [
      { resource: emptyNodegroupResource(nodegroup.name), computeType: 'managed', nodegroup, nodes: [], ami: image },
    ];
  });
  const selfManaged = scalingGroups.flatMap(({ resource, images }): Carrier[] => {
    const ami = images.find(({ isAmazonLinux2 }) => isAmazonLinux2);
    if (ami === undefined) return [];
    return [{ resource, computeType: 'self-managed', nodegroup: undefined, nodes: [], ami }];
  });
  return [...managed, ...selfManaged];
}
