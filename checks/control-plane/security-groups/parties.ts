import { parseCidr, type AddressRange } from '../../../src/languages/cidr.ts';
import { grouped } from '../../../src/languages/grouped.ts';
import type { Facts } from '../../../src/facts/facts.ts';

type Cluster = Facts['cluster'];

/** Network interfaces that carry the same security groups. */
export interface Party {
  kind: 'control-plane' | 'nodes' | 'pods' | 'remote';
  groupIds: readonly string[];
  /** Of the subnets that they lie in; empty: not known. */
  cidrs: readonly string[];
  /** The same as numbers. */
  ranges: readonly AddressRange[];
  /** Ids of the instances they belong to. */
  instances: readonly string[];
}

/** The control plane's interfaces: EKS gives them the cluster security group and those of the cluster's configuration. */
export function controlPlane(cluster: Cluster, subnets: Facts['vpcSubnets']): Party {
  const own = cluster.clusterSecurityGroupId === null ? [] : [cluster.clusterSecurityGroupId];
  const cidrs = cidrsOf(cluster.subnetIds, subnets);
  return {
    kind: 'control-plane',
    groupIds: [...new Set([...own, ...cluster.securityGroupIds])],
    cidrs,
    ranges: rangesOf(cidrs),
    instances: [],
  };
}

/**
 * Who talks to the control plane: nodes by the groups that they carry, interfaces that carry pods alone (custom
 * networking), hybrid nodes by their networks. Fargate pods, and nodes to come where there are none, carry the cluster
 * security group.
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
            ranges: rangesOf(cluster.remoteNodeCidrs),
            instances: [],
          },
        ];
  return [...partiesOf([...interfaces, ...implied], subnets), ...remote];
}

function partiesOf(interfaces: Facts['nodeInterfaces'], subnets: Facts['vpcSubnets']): Party[] {
  const byGroups = grouped(interfaces, ({ securityGroupIds }) => securityGroupIds.join(' '));
  return [...byGroups.values()].map((alike) => {
    const subnetIds = alike.map(({ subnetId }) => subnetId);
    const cidrs = cidrsOf(subnetIds, subnets);
    return {
      kind: alike.some(({ primary }) => primary) ? 'nodes' : 'pods',
      groupIds: alike[0]?.securityGroupIds ?? [],
      cidrs,
      ranges: rangesOf(cidrs),
      instances: [...new Set(alike.flatMap(({ instances }) => instances))],
    };
  });
}

/** Blocks of addresses as numbers; a text that is none is left out. */
export function rangesOf(cidrs: readonly string[]): AddressRange[] {
  return cidrs.flatMap((cidr) => parseCidr(cidr) ?? []);
}

/** Nothing where one of the subnets is not known: a part would look like the whole. */
function cidrsOf(subnetIds: readonly string[], subnets: Facts['vpcSubnets']): string[] {
  const known = subnets.filter(({ id }) => subnetIds.includes(id));
  return known.length < new Set(subnetIds).size ? [] : known.flatMap(({ cidrs }) => cidrs);
}

/** A party in words: `nodes with sg-0a`. */
export function partyText({ kind, groupIds, cidrs }: Party): string {
  const groups = groupIds.join(', ');
  if (kind === 'control-plane') return `the control plane (${groups})`;
  if (kind === 'remote') return `hybrid nodes (${cidrs.join(', ')})`;
  return `${kind === 'pods' ? 'pods' : 'nodes'} with ${groups}`;
}
