import { aRouteTable, aSecurityGroup, allFrom, clusterGroup, healthyNetwork } from '../network.ts';
import type { World } from '../world.ts';

/**
 * A VPC without DNS hostnames, a zone without an outbound route, and a control plane whose security groups differ from
 * the nodes': one no longer exists, the other allows no node.
 */
export function wrongNetwork(): World['aws']['network'] {
  return {
    ...healthyNetwork(),
    vpcs: { 'vpc-0a1b2c3d': { hostnames: false, support: true } },
    routeTables: [aRouteTable('a', []), aRouteTable('b'), aRouteTable('c')],
    securityGroups: [aSecurityGroup(clusterGroup, [allFrom(clusterGroup)]), aSecurityGroup('sg-0d1')],
  };
}
