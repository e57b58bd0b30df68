import type { IpPermission, SecurityGroup } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { SecurityGroupRule } from '../../facts/control-plane.ts';
import { loadTable } from '../../tables/tables.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present, presentName } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { describeEach } from './describe-each.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { orAbsent } from './or-absent.ts';
import { readManagerTags } from './tags.ts';
import { allInOrder } from '../all-in-order.ts';

/**
 * Groups are requested by filter: in a request by ids, one deleted id fails the whole call. A filter takes at most 200
 * values.
 */
const idsPerCall = 200;

export const securityGroups = defineCollector('securityGroups', {
  permissions: [{ iam: 'ec2:DescribeSecurityGroups' }, { iam: 'ec2:GetManagedPrefixListEntries' }],
  from: ['cluster', 'nodeInterfaces'],
  async collect({ aws }, facts) {
    const { securityGroupIds, clusterSecurityGroupId } = await facts.read('cluster');
    const interfaces = await facts.reading('nodeInterfaces');
    const ids = new Set([
      ...securityGroupIds,
      ...(clusterSecurityGroupId === null ? [] : [clusterSecurityGroupId]),
      ...(interfaces.ok ? interfaces.value.flatMap((one) => one.securityGroupIds) : []),
    ]);
    const groups = (await describeGroups(aws, [...ids].sort())).map((group) => ({
      id: presentName(group.GroupId, 'GroupId'),
      name: present(group.GroupName, 'GroupName'),
      rules: [
        ...present(group.IpPermissions, 'IpPermissions').flatMap((rule) => project('ingress', rule)),
        ...present(group.IpPermissionsEgress, 'IpPermissionsEgress').flatMap((rule) => project('egress', rule)),
      ],
      ...readManagerTags(group.Tags),
    }));
    const named = new Set(groups.flatMap(({ rules }) => rules.flatMap(({ prefixLists }) => prefixLists)));
    const lists = await describeEach('prefix list', [...named].sort(), (id) => readPrefixList(aws, id));
    return { value: { groups, prefixLists: lists.value }, gaps: lists.gaps };
  },
});

async function describeGroups(aws: AwsSource, ids: readonly string[]): Promise<SecurityGroup[]> {
  const { paginateDescribeSecurityGroups } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const parts = Array.from({ length: Math.ceil(ids.length / idsPerCall) }, (_, part) =>
    ids.slice(part * idsPerCall, (part + 1) * idsPerCall),
  );
  const describe = async (Values: string[]) => {
    const Filters = [{ Name: 'group-id', Values }];
    const groups = await aws.call('ec2:DescribeSecurityGroups', () =>
      everyPage(
        paginateDescribeSecurityGroups({ client }, { Filters }),
        'SecurityGroups',
        (page) => page.SecurityGroups,
      ),
    );
    requireEachRequested(
      groups.map(({ GroupId }) => GroupId),
      Values,
      'security group',
    );
    return groups;
  };
  const found = (await allInOrder(parts.map(describe))).flat();
  return found.sort((a, b) => ((a.GroupId ?? '') < (b.GroupId ?? '') ? -1 : 1));
}

async function readPrefixList(aws: AwsSource, id: string): Promise<Facts['securityGroups']['prefixLists'][number]> {
  const { paginateGetManagedPrefixListEntries } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const entries = await orAbsent(() =>
    aws.call('ec2:GetManagedPrefixListEntries', () =>
      everyPage(
        paginateGetManagedPrefixListEntries({ client }, { PrefixListId: id }),
        'Entries',
        (page) => page.Entries,
      ),
    ),
  );
  return { id, cidrs: entries?.map(({ Cidr }) => present(Cidr, 'Entry.Cidr')) ?? null };
}

/** The names of protocols, by number: EC2 accepts both in a rule. */
const protocolNames: ReadonlyMap<string, string> = new Map(Object.entries({ '6': 'tcp', '17': 'udp' }));

/**
 * The rule if it concerns a port of the table `cluster-ports`; otherwise empty. For all ports, EC2 omits the ports or
 * returns -1.
 */
function project(direction: SecurityGroupRule['direction'], permission: IpPermission): SecurityGroupRule[] {
  const { IpProtocol, FromPort = -1, ToPort = -1 } = permission;
  const number = present(IpProtocol, 'IpProtocol');
  const protocol = protocolNames.get(number) ?? number;
  const ports = protocol === '-1' || FromPort === -1 ? null : { from: FromPort, to: ToPort };
  const concerned = loadTable('cluster-ports').rows.some(
    (row) =>
      (protocol === '-1' || row.protocols.some((name) => name === protocol)) &&
      (ports === null || (ports.from <= row.port && row.port <= ports.to)),
  );
  if (!concerned) return [];
  return [
    {
      direction,
      protocol,
      ports,
      groups: (permission.UserIdGroupPairs ?? []).map(({ GroupId }) =>
        presentName(GroupId, 'UserIdGroupPairs.GroupId'),
      ),
      cidrs: [
        ...(permission.IpRanges ?? []).map(({ CidrIp }) => present(CidrIp, 'IpRanges.CidrIp')),
        ...(permission.Ipv6Ranges ?? []).map(({ CidrIpv6 }) => present(CidrIpv6, 'Ipv6Ranges.CidrIpv6')),
      ],
      prefixLists: (permission.PrefixListIds ?? []).map(({ PrefixListId }) => present(PrefixListId, 'PrefixListId')),
    },
  ];
}
