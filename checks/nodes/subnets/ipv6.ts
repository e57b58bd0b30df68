import type { Evidence, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { formatList, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';

type Subnet = Facts['vpcSubnets'][number];

/**
 * Findings for subnets of managed node groups that assign no IPv6 addresses. A warning: a group launches nodes in its other
 * subnets, and EKS reports a group that launches none (Ec2SubnetMissingIpv6Assignment), which nodes/node-group-health judges.
 */
export function* ipv6Findings(
  subnets: readonly Subnet[],
  nodegroups: Facts['nodegroups'],
  { region }: Facts['cluster'],
): Generator<Warning> {
  for (const { id, cidrs, assignsIpv6 } of subnets) {
    const groups = nodegroups.filter(({ subnetIds }) => subnetIds.includes(id)).map(({ name }) => name);
    if (groups.length === 0) continue;
    const hasBlock = cidrs.some((cidr) => cidr.includes(':'));
    if (hasBlock && assignsIpv6 !== false) continue;
    const assign = sh`aws ec2 modify-subnet-attribute --region ${region} --subnet-id ${id} --assign-ipv6-address-on-creation`;
    const observed = hasBlock ? 'AssignIpv6AddressOnCreation false' : 'no IPv6 block';
    const required = 'an IPv6 block, AssignIpv6AddressOnCreation true';
    const evidence: Evidence = { observed, required, fact: 'vpcSubnets' };
    yield {
      level: 'warn',
      rule: 'ipv6',
      ...(hasBlock ? {} : { short: 'no IPv6 block' }),
      resource: { kind: 'Subnet', name: id },
      message: `${hasBlock ? 'assigns no IPv6 addresses' : 'has no IPv6 block'}: new nodes of node ${forCount(groups.length, 'group', 'groups')} ${formatList(groups)} cannot join the IPv6 cluster from it`,
      evidence: [evidence],
      fix: hasBlock
        ? advice`Assign IPv6 addresses to new network interfaces in the subnet:\n${commands(assign)}`
        : advice`Associate an IPv6 block of the VPC with the subnet (a /64), and assign its addresses to new network interfaces. Or
            use only other subnets in the node groups.`,
    };
  }
}
