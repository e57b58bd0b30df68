import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { continued, sh } from '../../../src/languages/shell.ts';
import { changeSubnetsFix, keptSubnets } from '../../../src/subjects/cluster-subnets.ts';
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
  return advice`Free addresses in ${where}: move nodes and pods to other subnets. The VPC CNI may have leaked
    interfaces of nodes that are gone: description \`aws-K8S-i-...\`, status \`available\`, the instance no longer exists.
    Delete only those; other interfaces with the status \`available\` may be in use soon or belong to
    others.${leakedInterfaces(cluster, used)}\nOr add a subnet with more room. ${changeSubnetsFix(cluster, existing, rows)}`;
}

/** The command lists and deletes nothing: a warm interface of a node that is starting looks the same for a moment. */
function leakedInterfaces({ region }: Facts['cluster'], subnets: readonly Subnet[]): Advice {
  if (subnets.length === 0) return advice``;
  const ids = subnets.map(({ id }) => id).join(',');
  return advice`\n${commands(
    continued(
      sh`aws ec2 describe-network-interfaces --region ${region}`,
      sh`--filters Name=subnet-id,Values=${ids} Name=status,Values=available 'Name=description,Values=aws-K8S-*'`,
      sh`--query 'NetworkInterfaces[].[NetworkInterfaceId,SubnetId,Description]' --output table`,
    ),
  )}`;
}
