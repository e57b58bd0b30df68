import type { Facts } from '../../../src/facts/facts.ts';
import { findNodegroupImage, type ImageSources } from '../../../src/for-checks/custom-images.ts';
import { emptyNodegroupResource, emptyNodegroups } from '../../../src/for-checks/node-owners.ts';
import type { OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { selectPools } from '../../../src/karpenter/own-objects.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import type { EmptyGroup } from '../../../src/for-checks/empty-scaling-groups.ts';
import { amiTypeSystem, imageSystem, nodeClassSystem } from './systems.ts';
import type { UserDataIndex } from './user-data.ts';
import type { Started } from './verdicts.ts';

/** A group that is scaled to zero, and its node group if it is a managed one. */
export interface StartedAtZero extends Started {
  nodegroup?: Facts['nodegroups'][number];
}

/** Managed node groups without nodes, unless their kubelet accepts what it finds already. */
export function nodegroupsAtZero(sources: ImageSources, index: UserDataIndex, from: Minor): StartedAtZero[] {
  return emptyNodegroups(sources.nodes, sources.nodegroups).flatMap((nodegroup): StartedAtZero[] => {
    const { name, amiType, status, version } = nodegroup;
    const image = findNodegroupImage(nodegroup, sources);
    const kubelet = image?.kubernetes ?? parseMinor(version ?? '') ?? 0;
    if (status === 'DELETING' || kubelet >= from) return [];
    const osImage = amiTypeSystem(amiType) ?? (image === undefined ? undefined : imageSystem(image));
    const userData = index.ofGroup('NodeGroup', name);
    return [
      { resource: emptyNodegroupResource(name), computeType: 'managed', osImage, nodes: [], userData, nodegroup },
    ];
  });
}

/** Self-managed groups without nodes whose image is known: one entry for each image. */
export function scalingGroupsAtZero(groups: readonly EmptyGroup[], index: UserDataIndex, from: Minor): StartedAtZero[] {
  return groups.flatMap(({ resource, images }) =>
    images
      .filter(({ kubernetes }) => kubernetes < from)
      .map((image): StartedAtZero => {
        const userData = index.ofGroup('AutoScalingGroup', resource.name);
        return { resource, computeType: 'self-managed', osImage: imageSystem(image), nodes: [], userData };
      }),
  );
}

/** Pools without nodes, judged by their node class. */
export function poolsAtZero(
  { pools, nodeClasses }: OwnObjects,
  nodes: Facts['nodes'],
  index: UserDataIndex,
): StartedAtZero[] {
  const populated = new Set(nodes.flatMap(({ computeType, group }) => (computeType === 'karpenter' ? [group] : [])));
  const empty = pools.filter(({ name, terminating }) => !terminating && !populated.has(name));
  return nodeClasses.flatMap((nodeClass) =>
    selectPools(nodeClass, empty).map(({ kind, name }): StartedAtZero => {
      const resource = { kind, name, note: 'no nodes' };
      const userData = index.ofGroup(kind, name);
      return { resource, computeType: 'karpenter', osImage: nodeClassSystem(nodeClass), nodes: [], userData };
    }),
  );
}
