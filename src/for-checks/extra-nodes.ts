import type { Facts } from '../facts/facts.ts';
import { countAtOnce, type RolledGroup } from './rolled-groups.ts';

type Nodegroup = Facts['nodegroups'][number];

/** The nodes that run beside the old ones while a group is replaced. */
export interface ExtraNodes {
  group: RolledGroup;
  /** The managed node group; undefined for nodes of Karpenter. */
  nodegroup: Nodegroup | undefined;
  /** Over all zones; `to` differs where the rounding of a percentage is not documented. */
  total: { from: number; to: number };
  /** In each zone of a managed node group; undefined for Karpenter, which chooses the zone. */
  inZone: { zones: readonly string[]; nodes: number } | undefined;
}

/**
 * A managed node group starts up to two nodes in each of its zones, or as many as it replaces at a time if that is
 * more. Source: https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html, "Scale up phase"
 */
const nodesInZone = 2;

/** Whether EKS deletes the node group of the nodes: an update does not replace them. */
export function isBeingDeleted(
  { computeType, nodes: [{ group }] }: RolledGroup,
  nodegroups: Facts['nodegroups'],
): boolean {
  return computeType === 'managed' && nodegroups.some(({ name, status }) => name === group && status === 'DELETING');
}

/**
 * The extra nodes of each group whose replacement adds nodes; a group of which this is unknown is left out.
 * @param groups of {@link listRolledGroups}
 * @param subnets undefined: not read, so the zones of managed node groups are unknown and these are left out
 */
export function listExtraNodes(
  groups: readonly RolledGroup[],
  nodegroups: Facts['nodegroups'],
  subnets: Facts['vpcSubnets'] | undefined,
): ExtraNodes[] {
  return groups.flatMap((group): ExtraNodes[] => {
    const { addsNode, parallel, computeType, nodes } = group;
    if (addsNode !== true || parallel === undefined) return [];
    if (computeType === 'karpenter') return [{ group, nodegroup: undefined, total: parallel, inZone: undefined }];
    const nodegroup = findNodegroup(group, nodegroups);
    const zones = nodegroup === undefined || subnets === undefined ? [] : listZones(nodegroup, subnets);
    if (nodegroup?.update === undefined || zones.length === 0) return [];
    // Not `parallel`, which is never more than the old nodes: EKS adds nodes by the setting alone.
    const { from, to } = countAtOnce(nodegroup.update, nodegroup.desiredSize ?? nodes.length);
    const minimum = nodesInZone * zones.length;
    const total = { from: Math.max(minimum, from), to: Math.max(minimum, to) };
    return [{ group, nodegroup, total, inZone: { zones, nodes: Math.ceil(total.to / zones.length) } }];
  });
}

/**
 * Managed node groups whose update may add nodes, but of which {@link listExtraNodes} does not know how many: an older
 * inventory lacks how EKS updates them, or the zones of their subnets.
 */
export function listUncounted(
  groups: readonly RolledGroup[],
  counted: readonly ExtraNodes[],
  nodegroups: Facts['nodegroups'],
): Nodegroup[] {
  return groups.flatMap((group) => {
    const isCounted = group.addsNode === false || counted.some((extra) => extra.group === group);
    return isCounted ? [] : (findNodegroup(group, nodegroups) ?? []);
  });
}

function findNodegroup({ computeType, nodes }: RolledGroup, nodegroups: Facts['nodegroups']): Nodegroup | undefined {
  return nodegroups.find(({ name }) => computeType === 'managed' && name === nodes[0].group);
}

/**
 * The zones of a node group's subnets, sorted; empty if one of them was read without its zone. A subnet that does not
 * exist has none.
 */
function listZones({ subnetIds }: Nodegroup, subnets: Facts['vpcSubnets']): string[] {
  const own = subnets.filter(({ id }) => subnetIds.includes(id));
  const known = own.flatMap(({ zone }) => zone ?? []);
  return known.length < own.length ? [] : [...new Set(known)].sort();
}
