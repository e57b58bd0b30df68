import { advice, type Advice } from '../../../src/syntax/advice.ts';
import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { changeSubnetsFix, leakedInterfaces } from '../../../src/for-checks/cluster-subnets.ts';

type Subnet = Facts['subnets'][number];

/**
 * How to free addresses in small subnets, or to add a subnet.
 * @param small subnets with too few free addresses; empty if the subnets are only in too few zones
 */
export function moreRoomFix(
  { cluster, gone, tables }: Pick<Context<'subnet-addresses' | 'managed-changes'>, 'cluster' | 'gone' | 'tables'>,
  existing: readonly Subnet[],
  small: readonly Subnet[],
): Advice {
  const change = changeSubnetsFix(cluster, existing, tables, gone);
  if (small.length === 0) return advice`Add a subnet with more free addresses in another zone. ${change}`;
  const where = small.map(({ id, availabilityZone }) => `${id} (${availabilityZone})`).join(', ');
  const leaked = leakedInterfaces(
    cluster,
    small.map(({ id }) => id),
  );
  return advice`Free addresses in ${where}: move nodes and pods to other subnets. ${leaked}\nOr add a subnet with more free addresses. ${change}`;
}
