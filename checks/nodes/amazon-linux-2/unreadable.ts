import { advice } from '../../../src/languages/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { imageOfNodegroup, type EksImage } from '../../../src/subjects/eks-images.ts';
import type { EmptyGroup } from '../../../src/subjects/empty-scaling-groups.ts';
import { byOwner, emptyNodegroupResource, emptyNodegroups, nodeEvidence } from '../../../src/subjects/node-owners.ts';
import type { Nodegroup } from './fixes.ts';
import type { PoolImage } from './pools.ts';

/** A node group with a custom AMI and without a node, with the image of EKS that it starts from, if it is one. */
export interface CustomGroup {
  nodegroup: Nodegroup;
  image: EksImage | undefined;
}

/** The node groups that no AMI type and no node tells the operating system of. */
export function customAtZero(
  nodegroups: readonly Nodegroup[],
  nodes: readonly NodeFact[],
  images: Facts['nodeImages'],
): CustomGroup[] {
  return emptyNodegroups(nodes, nodegroups)
    .filter(({ amiType }) => amiType === 'CUSTOM' || amiType === null)
    .map((nodegroup) => ({ nodegroup, image: imageOfNodegroup(nodegroup, images) }));
}

/** Nodes that do not say what they run; groups of a custom AMI and pools of chosen images without a node that could. */
export function* unreadable(
  groups: readonly CustomGroup[],
  nodes: readonly NodeFact[] | undefined,
  pools: readonly PoolImage[],
): Generator<Finding> {
  if (nodes === undefined) return;
  for (const { resource, nodes: own } of byOwner(nodes, [], (node) => (isSilent(node) ? true : undefined))) {
    yield {
      level: 'unknown',
      resource,
      message: 'the node does not report its operating system',
      ...(resource.kind === 'Node' ? {} : { evidence: nodeEvidence(own, resource, 'an osImage', () => 'none') }),
      fix: advice`Check the operating system on the node.`,
    };
  }
  for (const { nodegroup, image } of groups) {
    if (image !== undefined) continue;
    const { name, amiType } = nodegroup;
    yield {
      level: 'unknown',
      rule: 'custom-ami-without-nodes',
      resource: emptyNodegroupResource(name),
      message: `AMI type ${amiType ?? 'unknown'}, and no node reports the operating system`,
      fix: advice`Check whether the AMI in the group's launch template is based on Amazon Linux 2.`,
    };
  }
  const populated = new Set(nodes.flatMap(({ computeType, group }) => (computeType === 'karpenter' ? [group] : [])));
  for (const { pool, where, says, system } of pools) {
    const isPopulated = populated.has(pool.name);
    if (system === 'AL2' || (system === 'unknown' && isPopulated)) continue;
    yield {
      level: 'unknown',
      rule: 'custom-ami-without-nodes',
      resource: { kind: pool.kind, name: pool.name, ...(isPopulated ? {} : { note: 'no nodes' }) },
      message: `${where} has ${says}${isPopulated ? ': the AMIs of its next nodes are unknown' : ', and no node of the pool reports the operating system'}`,
      fix: advice`Check whether the AMIs that the node class selects are based on Amazon Linux 2.`,
    };
  }
}

function isSilent({ computeType, osImage, kernelVersion }: NodeFact): boolean {
  return computeType !== 'fargate' && computeType !== 'virtual' && osImage === '' && !kernelVersion.includes('.amzn2.');
}

/** Self-managed groups without a node whose image tells nothing. */
export function* untold(groups: readonly EmptyGroup[]): Generator<Finding> {
  for (const { resource, untold: launch } of groups) {
    if (launch === undefined) continue;
    yield {
      level: 'unknown',
      rule: 'custom-ami-without-nodes',
      resource,
      message: `${launch.says}, and no node reports the operating system`,
      fix: advice`Check whether the AMI is based on Amazon Linux 2.\n${launch.look}`,
    };
  }
}
