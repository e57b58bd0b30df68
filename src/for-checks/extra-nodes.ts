import type { Facts } from '../facts/facts.ts';
import type { RolledGroup } from './rolled-groups.ts';

/** The nodes that run beside the old ones while a group is replaced. */
export interface ExtraNodes {
  group: RolledGroup;
  /** The managed node group; undefined for nodes of Karpenter. */
  nodegroup: Facts['nodegroups'][number] | undefined;
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

/**
 * The extra nodes of each group whose replacement adds nodes; a group of which this is not known is left out.
 * @param groups of {@link listRolledGroups}
 * @param subnets undefined: not read, so the zones of managed node groups are not known and these are left out
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
    const nodegroup = nodegroups.find(({ name }) => computeType === 'managed' && name === nodes[0].group);
    const zones = nodegroup === undefined || subnets === undefined ? [] : listZones(nodegroup, subnets);
    if (zones.length === 0) return [];
    const minimum = nodesInZone * zones.length;
    const total = { from: Math.max(minimum, parallel.from), to: Math.max(minimum, parallel.to) };
    const inZone = { zones, nodes: Math.max(nodesInZone, Math.ceil(parallel.to / zones.length)) };
    return [{ group, nodegroup, total, inZone }];
  });
}

/** The zones of a node group's subnets, sorted; empty if the zone of one of them is not known. */
function listZones({ subnetIds }: Facts['nodegroups'][number], subnets: Facts['vpcSubnets']): string[] {
  const zones = subnetIds.map((id) => subnets.find((subnet) => subnet.id === id)?.zone);
  const known = zones.filter((zone) => zone !== undefined);
  return known.length < zones.length ? [] : [...new Set(known)].sort();
}
