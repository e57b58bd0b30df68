import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice } from '../../../src/syntax/advice.ts';
import { formatList } from '../../../src/syntax/english.ts';

type Nodegroup = Facts['nodegroups'][number];

/**
 * The finding for node groups whose new nodes cannot be counted: none of their subnets exists, or the inventory is older
 * and lacks how EKS updates them, or the zones of subnets.
 * @param unread of `listUncounted`
 */
export function* notRead(
  unread: readonly Nodegroup[],
  vpcSubnets: Facts['vpcSubnets'],
  { name }: Facts['cluster'],
): Generator<Finding> {
  const isGone = ({ update, subnetIds }: Nodegroup) =>
    update !== undefined && !vpcSubnets.some(({ id }) => subnetIds.includes(id));
  const older = unread.filter((one) => !isGone(one));
  for (const one of unread.filter(isGone)) yield goneFinding(one);
  if (older.length === 0) return;
  yield {
    level: 'unknown',
    rule: 'not-read',
    resource: { kind: 'Cluster', name },
    message: `unknown how many nodes the update of ${formatList(older.map((one) => `node group ${one.name}`))} adds in each zone`,
    evidence: [{ observed: 'no update strategy, or no zones of subnets', required: 'both', fact: 'nodegroups' }],
    fix: advice`An older version of eks-preflight took this inventory and did not read them: scan the cluster again.`,
  };
}

function goneFinding({ name, subnetIds }: Nodegroup): Finding {
  return {
    level: 'unknown',
    rule: 'no-subnet',
    resource: { kind: 'NodeGroup', name },
    groups: [`node group ${name}`],
    message: 'unknown in which zones its update adds nodes: none of its subnets is in the VPC',
    evidence: [
      { observed: `${formatList(subnetIds)}: not in the VPC`, required: 'subnets of the VPC', fact: 'vpcSubnets' },
    ],
    fix: advice`EKS cannot start nodes without a subnet, and the subnets of a node group cannot be changed: create a node
      group in subnets that exist, move the pods, then delete this one.`,
  };
}
