import { advice, type Advice } from '../../../src/languages/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { changeSubnetsFix, keptSubnets, leakedInterfaces } from '../../../src/subjects/cluster-subnets.ts';
import type { Tables } from '../../../src/tables/tables.ts';

type Subnet = Facts['subnets'][number];
type Rows = Tables['subnet-addresses'];

/** Addresses where EKS places no control plane interface are no room for one; control-plane/subnets says why it does not. */
export function holdsInterfaces({ outpostArn, vpcId, state }: Subnet, cluster: Facts['cluster']): boolean {
  return outpostArn === null && state === 'available' && (cluster.vpcId === null || vpcId === cluster.vpcId);
}

/** How to free addresses in the cluster's subnets, or add some. */
export function moreRoomFix(cluster: Facts['cluster'], existing: readonly Subnet[], rows: Rows): Advice {
  const used = keptSubnets(existing, cluster, rows).filter((subnet) => holdsInterfaces(subnet, cluster));
  const where = used.length === 0 ? "the cluster's subnets" : used.map(({ id }) => id).join(', ');
  return advice`Free addresses in ${where}: move nodes and pods to other subnets. ${leakedInterfaces(
    cluster,
    used.map(({ id }) => id),
  )}\nOr add a subnet with more free addresses. ${changeSubnetsFix(cluster, existing, rows)}`;
}
