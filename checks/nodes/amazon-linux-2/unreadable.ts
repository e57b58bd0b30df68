import { advice } from '../../../src/syntax/advice.ts';
import type { Context, Finding, Resource } from '../../../src/check.ts';
import type { NodeFact } from '../../../src/facts/facts.ts';
import {
  hasCustomImage,
  imageEvidence,
  findNodegroupImage,
  unknownImage,
  type ImageSources,
  type KnownImage,
} from '../../../src/for-checks/custom-images.ts';
import type { EmptyGroup } from '../../../src/for-checks/empty-scaling-groups.ts';
import { hidesSystem } from '../../../src/for-checks/node-images.ts';
import { byOwner, emptyNodegroupResource, emptyNodegroups, nodeEvidence } from '../../../src/for-checks/node-owners.ts';
import type { Nodegroup } from './fixes.ts';
import type { PoolImage } from './pools.ts';

/** A node group with a custom AMI and without nodes; `image`: the contents of the AMI, if known. */
export interface CustomGroup {
  nodegroup: Nodegroup;
  image: KnownImage | undefined;
}

/** The node groups whose operating system is shown neither by their AMI type nor by a node. */
export function customAtZero(sources: ImageSources): CustomGroup[] {
  return emptyNodegroups(sources.nodes, sources.nodegroups)
    .filter(hasCustomImage)
    .map((nodegroup) => ({ nodegroup, image: findNodegroupImage(nodegroup, sources) }));
}

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

const rule = 'custom-ami-without-nodes';

/** Findings for groups whose AMI is unknown, or runs only on a node that does not report its operating system. */
export function* unknownGroups(groups: readonly CustomGroup[], here: Here): Generator<Finding> {
  for (const { nodegroup, image } of groups) {
    const resource = emptyNodegroupResource(nodegroup.name);
    if (image === undefined) yield { rule, resource, ...unknownImage(nodegroup, here) };
    else yield* hidden(resource, [image]);
  }
}

/** Findings for nodes that hide their operating system, and for pools whose AMIs do not show it. */
export function* unreadable(nodes: readonly NodeFact[] | undefined, pools: readonly PoolImage[]): Generator<Finding> {
  if (nodes === undefined) return;
  for (const { resource, nodes: own } of byOwner(nodes, [], (node) => (hidesSystem(node) ? true : undefined))) {
    yield {
      level: 'unknown',
      short: 'operating system not reported',
      resource,
      message: 'the node does not report its operating system',
      ...(resource.kind === 'Node' ? {} : { evidence: nodeEvidence(own, resource, 'an osImage', () => 'none') }),
      fix: advice`Check the operating system on the node.`,
    };
  }
  const populated = new Set(nodes.flatMap(({ computeType, group }) => (computeType === 'karpenter' ? [group] : [])));
  for (const { pool, where, says, system } of pools) {
    const isPopulated = populated.has(pool.name);
    if (system === 'AL2' || (system === 'unknown' && isPopulated)) continue;
    yield {
      level: 'unknown',
      rule,
      resource: { kind: pool.kind, name: pool.name, ...(isPopulated ? {} : { note: 'no nodes' }) },
      message: `${where} has ${says}${isPopulated ? ': the AMIs of its next nodes are unknown' : ', and no node of the pool reports the operating system'}`,
      fix: advice`Check whether the AMIs that the node class selects are based on Amazon Linux 2.`,
    };
  }
}

/** Findings as in `unknownGroups`, for self-managed groups without nodes. */
export function* unknownScalingGroups(groups: readonly EmptyGroup[]): Generator<Finding> {
  for (const { resource, images, unknownImageFinding: unknown } of groups) {
    if (unknown !== undefined) yield { rule, resource, ...unknown };
    else yield* hidden(resource, images);
  }
}

/** The finding for a group whose AMI runs only on a node that does not report its operating system. */
function* hidden(resource: Resource, images: readonly KnownImage[]): Generator<Finding> {
  const image = images.find(({ isAmazonLinux2 }) => isAmazonLinux2 === undefined);
  if (image === undefined || images.some(({ isAmazonLinux2 }) => isAmazonLinux2)) return;
  yield {
    level: 'unknown',
    rule,
    resource,
    message: `no node that runs its AMI ${image.name} reports the operating system`,
    evidence: imageEvidence(image, 'nodeImages', 'an osImage', () => 'none'),
    fix: advice`Check what the AMI is based on, or the operating system on a node that runs it.`,
  };
}
