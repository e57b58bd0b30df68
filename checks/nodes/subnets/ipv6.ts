import type { Context, Evidence, Warning } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { besideManager } from '../../../src/for-checks/managed-fix.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { formatList, forCount } from '../../../src/syntax/english.ts';
import { sh } from '../../../src/syntax/shell.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;
type Nodegroup = Facts['nodegroups'][number];
type Subnet = Facts['vpcSubnets'][number];

/**
 * Findings for subnets of managed node groups that assign no IPv6 addresses. A warning: a group launches nodes in its other
 * subnets, and EKS reports a group that launches none (Ec2SubnetMissingIpv6Assignment), which nodes/node-group-health judges.
 */
export function* ipv6Findings(
  subnets: readonly Subnet[],
  nodegroups: Facts['nodegroups'],
  here: Here,
): Generator<Warning> {
  for (const { id, cidrs, assignsIpv6 } of subnets) {
    const groups = nodegroups.filter(({ subnetIds }) => subnetIds.includes(id));
    if (groups.length === 0) continue;
    const hasBlock = cidrs.some((cidr) => cidr.includes(':'));
    if (hasBlock && assignsIpv6 !== false) continue;
    const observed = hasBlock ? 'AssignIpv6AddressOnCreation false' : 'no IPv6 block';
    const required = 'an IPv6 block, AssignIpv6AddressOnCreation true';
    const evidence: Evidence = { observed, required, fact: 'vpcSubnets' };
    yield {
      level: 'warn',
      rule: 'ipv6',
      ...(hasBlock ? {} : { short: 'no IPv6 block' }),
      resource: { kind: 'Subnet', name: id },
      message: `${hasBlock ? 'assigns no IPv6 addresses' : 'has no IPv6 block'}: new nodes of node ${forCount(groups.length, 'group', 'groups')} ${formatList(groups.map(({ name }) => name))} cannot join the IPv6 cluster from it`,
      evidence: [evidence],
      fix: hasBlock ? assignFix(id, here) : blockFix(groups, here),
    };
  }
}

function assignFix(id: string, { cluster: { region } }: Here): Advice {
  return advice`Assign IPv6 addresses to new network interfaces in the subnet:\n${commands(
    sh`aws ec2 modify-subnet-attribute --region ${region} --subnet-id ${id} --assign-ipv6-address-on-creation`,
  )}`;
}

/** With what manages the first group whose manager is seen. */
function blockFix(groups: readonly Nodegroup[], { cluster, tables }: Here): Advice {
  const fix = advice`Associate an IPv6 block of the VPC with the subnet (a /64), and assign its addresses to new network interfaces. Or
      use only other subnets in the node groups.`;
  const of = groups.find((group) => resolveOwner(group).kind !== 'not seen');
  const values = { cluster: cluster.name };
  return besideManager(fix, {
    of,
    subject: 'the node group',
    change: 'node-group-subnets',
    rows: tables['managed-changes'],
    values,
  });
}
