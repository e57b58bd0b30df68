import type { EmptyGroup } from '../../../src/subjects/empty-scaling-groups.ts';
import { emptyNodegroupResource } from '../../../src/subjects/node-owners.ts';
import type { Carrier } from './fixes.ts';
import type { CustomGroup } from './unreadable.ts';

/** The groups without a node whose image is of Amazon Linux 2: node groups with a custom AMI, and self-managed ones. */
export function carriersAtZero(nodegroups: readonly CustomGroup[], scalingGroups: readonly EmptyGroup[]): Carrier[] {
  const managed = nodegroups.flatMap(({ nodegroup, image }): Carrier[] => {
    if (image?.family !== 'AL2') return [];
    const resource = emptyNodegroupResource(nodegroup.name);
    return [{ resource, computeType: 'managed', nodegroup, nodes: [], imageName: image.name }];
  });
  const selfManaged = scalingGroups.flatMap(({ resource, images }): Carrier[] => {
    const image = images.find(({ family }) => family === 'AL2');
    if (image === undefined) return [];
    return [{ resource, computeType: 'self-managed', nodegroup: undefined, nodes: [], imageName: image.name }];
  });
  return [...managed, ...selfManaged];
}
