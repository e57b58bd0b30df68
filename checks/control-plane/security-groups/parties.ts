import { parseCidr, type AddressRange } from '../../../src/syntax/cidr.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import type { Facts } from '../../../src/facts/facts.ts';

type Cluster = Facts['cluster'];

/** An address range and its origin: `subnet-0b (10.0.1.0/24)`, or only the CIDR block for hybrid nodes. */
export interface PlacedRange extends AddressRange {
  place: string;
}

/** Network interfaces with the same security groups, or the hybrid nodes (`remote`). */
export interface Party {
  kind: 'control-plane' | 'nodes' | 'pods' | 'remote';
  groupIds: readonly string[];
  /** CIDR blocks of their subnets or networks; empty: unknown. */
  cidrs: readonly string[];
  /** The CIDR blocks, parsed. */
  ranges: readonly PlacedRange[];
  /** IDs of the instances that the interfaces are attached to. */
  instances: readonly string[];
}

/** The control plane's interfaces: they have the cluster security group and those in the cluster's configuration. */
export function controlPlane(cluster: Cluster, subnets: Facts['vpcSubnets']): Party {
  const own = cluster.clusterSecurityGroupId === null ? [] : [cluster.clusterSecurityGroupId];
  return {
    kind: 'control-plane',
    groupIds: [...new Set([...own, ...cluster.securityGroupIds])],
    ...resolveAddresses(cluster.subnetIds, subnets),
    instances: [],
  };
}

/**
 * The interfaces that communicate with the control plane: nodes by security group, interfaces that only pods use
 * (custom networking), and hybrid nodes by network. Fargate pods have the cluster security group. If there are no nodes
 * yet, future nodes are assumed to have it, too.
 */
export function nodeParties(
  cluster: Cluster,
  interfaces: Facts['nodeInterfaces'],
  subnets: Facts['vpcSubnets'],
  nodes: Facts['nodes'],
): Party[] {
  const { clusterSecurityGroupId } = cluster;
  const onFargate = nodes.some(({ computeType }) => computeType === 'fargate');
  const implied =
    clusterSecurityGroupId !== null && (onFargate || interfaces.length === 0)
      ? cluster.subnetIds.map((subnetId) => ({
          primary: true,
          securityGroupIds: [clusterSecurityGroupId],
          subnetId,
          instances: [],
        }))
      : [];
  const remote: Party[] =
    cluster.remoteNodeCidrs.length === 0
      ? []
      : [
          {
            kind: 'remote',
            groupIds: [],
            cidrs: cluster.remoteNodeCidrs,
            ranges: toPlacedRanges(cluster.remoteNodeCidrs, (cidr) => cidr),
            instances: [],
          },
        ];
  return [...groupInterfacesBySecurityGroups([...interfaces, ...implied], subnets), ...remote];
}

function groupInterfacesBySecurityGroups(interfaces: Facts['nodeInterfaces'], subnets: Facts['vpcSubnets']): Party[] {
  const byGroups = grouped(interfaces, ({ securityGroupIds }) => securityGroupIds.join(' '));
  return [...byGroups.values()].map((alike) => {
    const subnetIds = alike.map(({ subnetId }) => subnetId);
    return {
      kind: alike.some(({ primary }) => primary) ? 'nodes' : 'pods',
      groupIds: alike[0]?.securityGroupIds ?? [],
      ...resolveAddresses(subnetIds, subnets),
      instances: [...new Set(alike.flatMap(({ instances }) => instances))],
    };
  });
}

/** Parses CIDR blocks; omits invalid ones. */
export function parseCidrs(cidrs: readonly string[]): AddressRange[] {
  return cidrs.flatMap((cidr) => parseCidr(cidr) ?? []);
}

function toPlacedRanges(cidrs: readonly string[], placeOf: (cidr: string) => string): PlacedRange[] {
  return cidrs.flatMap((cidr) => parseCidrs([cidr]).map((range) => ({ ...range, place: placeOf(cidr) })));
}

/** Empty if any of the subnets is unknown: a partial list would look complete. */
function resolveAddresses(subnetIds: readonly string[], subnets: Facts['vpcSubnets']): Pick<Party, 'cidrs' | 'ranges'> {
  const known = subnets.filter(({ id }) => subnetIds.includes(id));
  if (known.length < new Set(subnetIds).size) return { cidrs: [], ranges: [] };
  return {
    cidrs: known.flatMap(({ cidrs }) => cidrs),
    ranges: known.flatMap(({ id, cidrs }) => toPlacedRanges(cidrs, (cidr) => `${id} (${cidr})`)),
  };
}

/**
 * Describes a party: `nodes with sg-0a in subnet-0b (10.0.1.0/24)`.
 * @param places the affected subnets or networks; empty: all, which the text lists only for hybrid nodes
 */
export function partyText({ kind, groupIds, cidrs }: Party, places: readonly string[] = []): string {
  const where = places.length === 0 ? '' : ` in ${places.join(', ')}`;
  const groups = groupIds.join(', ');
  if (kind === 'control-plane') return `the control plane (${groups})${where}`;
  if (kind === 'remote') return `hybrid nodes (${(places.length === 0 ? cidrs : places).join(', ')})`;
  return `${kind === 'pods' ? 'pods' : 'nodes'} with ${groups}${where}`;
}
