import { aRouteTable, aSecurityGroup, allFrom, clusterGroup, healthyNetwork } from '../network.ts';
import type { World } from '../world.ts';

/**
 * A VPC without DNS hostnames, a zone without a way out, and a control plane whose groups are not those of the nodes:
 * one no longer exists, the other lets no node in.
 */
export function wrongNetwork(): World['aws']['network'] {
  return {
    ...healthyNetwork(),
    vpcs: { 'vpc-0a1b2c3d': { hostnames: false, support: true } },
    routeTables: [aRouteTable('a', []), aRouteTable('b'), aRouteTable('c')],
    securityGroups: [aSecurityGroup(clusterGroup, [allFrom(clusterGroup)]), aSecurityGroup('sg-0d1')],
  };
}
