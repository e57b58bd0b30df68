import type { Facts } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { kubeletsAtZero, toEmptyGroups } from '../../for-checks/empty-scaling-groups.ts';
import { groupNodesByOwner, type OwnedNodes, type Unreadable } from '../../for-checks/node-owners.ts';
import { ownerText } from '../../for-checks/pods-by-group.ts';
import { grouped } from '../../syntax/grouped.ts';
import { resourceText } from '../../judge/finding.ts';
import { resourceName } from '../resource-name.ts';

/** Nodes that one task moves. */
export interface MovedNodes extends OwnedNodes {
  /** The part of the ids of its tasks that names it: `managed/general`, `hybrid/nodes`. */
  key: string;
  /** As `drain` of the report names them: `node group general`. */
  group: string;
}

/** The nodes of a cluster by what moves them. */
export interface NodesRead {
  owners: MovedNodes[];
  unreadable: Unreadable[];
}

/**
 * Groups the nodes by what moves them. Nodes of one group with several kubelet versions count as the oldest; nodes
 * without a group, by their version.
 * @returns undefined if the nodes, the node groups or the workloads on Fargate were not read
 */
export function readMovedNodes(cluster: Facts['cluster'], readings: Readings): NodesRead | undefined {
  const { nodes, nodegroups, fargateWorkloads, nodeImages, emptyAutoScalingGroups } = readings;
  if (nodes?.ok !== true || nodegroups?.ok !== true || fargateWorkloads?.ok !== true) return undefined;
  const images = nodeImages?.ok === true ? nodeImages.value : undefined;
  const { owned, unreadable } = groupNodesByOwner(nodes.value, nodegroups.value, fargateWorkloads.value, images);
  const sources = { nodes: nodes.value, nodegroups: nodegroups.value, nodeImages: images };
  const empty = emptyAutoScalingGroups?.ok === true ? emptyAutoScalingGroups.value : [];
  const all = [...owned, ...kubeletsAtZero(toEmptyGroups(empty, sources, cluster))];
  return { owners: [...grouped(all, toOwnerKey)].map(([key, same]) => merge(key, same)), unreadable };
}

function merge(key: string, same: readonly [OwnedNodes, ...OwnedNodes[]]): MovedNodes {
  const [oldest = same[0]] = same.toSorted((a, b) => a.kubelet - b.kubelet);
  const { resource, computeType } = oldest;
  const nodes = same.flatMap((one) => one.nodes);
  const id = resource.kind === 'Node' ? `${computeType}/nodes` : `${computeType}/${keyName(resource)}`;
  return { ...oldest, nodes, key: id, group: groupText(oldest) };
}

function toOwnerKey({ resource: { kind, namespace = '', name }, computeType, kubelet }: OwnedNodes): string {
  return kind === 'Node' ? `${computeType} ${kubelet}` : [computeType, kind, namespace, name].join('\n');
}

/** The name of a group; with its kind where groups of several kinds may have the same name. */
function keyName({ note: _note, ...resource }: OwnedNodes['resource']): string {
  const isPlain = ['NodeGroup', 'SelfManagedNodeGroup', 'NodePool'].includes(resource.kind);
  return isPlain ? resource.name : resourceName({ ...resource, text: resourceText(resource) });
}

/** What replaces the nodes, as the groups of drains are named. */
function groupText({ nodes: [first], resource, computeType }: OwnedNodes): string {
  return ownerText(first ?? { computeType, group: resource.name }) ?? resource.name;
}
