import type { NetworkInterface, SubnetCidrReservation } from '@aws-sdk/client-ec2';
import { defineCollector, type FactReader } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { grouped } from '../../syntax/grouped.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { inChunks, valuesPerCall } from './chunks.ts';
import { describeEach } from './describe-each.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { tokenPages } from '../../sources/aws/pages.ts';
import { countFreeBlocks } from './free-blocks.ts';

export const subnetBlocks = defineCollector('subnetBlocks', {
  permissions: [{ iam: 'ec2:DescribeNetworkInterfaces' }, { iam: 'ec2:GetSubnetCidrReservations' }],
  from: ['vpcCni', 'nodegroups', 'eniConfigs', 'vpcSubnets'],
  async collect({ aws }, facts) {
    const subnets = await listSubnets(facts);
    if (subnets.length === 0) return { value: [] };
    const interfaces = await describeInterfaces(
      aws,
      subnets.map(({ id }) => id),
    );
    const bySubnet = grouped(interfaces, ({ SubnetId }) => SubnetId);
    const cidrs = new Map(subnets.map(({ id, cidrs: [cidr = ''] }) => [id, cidr]));
    const { value, gaps } = await describeEach('subnet', [...cidrs.keys()].sort(), async (id) => {
      const reservations = await readReservations(aws, id);
      const kept = reservations.filter(({ ReservationType }) => ReservationType !== 'prefix');
      const taken = [
        ...(bySubnet.get(id) ?? []).flatMap(listTaken),
        ...kept.map(({ Cidr }) => present(Cidr, 'SubnetIpv4CidrReservations.Cidr')),
      ];
      const free = countFreeBlocks({ cidr: cidrs.get(id) ?? '', taken });
      return { id, free: present(free, 'CidrBlock'), reserved: reservations.length > kept.length };
    });
    return { value, gaps };
  },
});

/** The subnets in which the VPC CNI assigns prefixes to new nodes; empty if it does not assign any. */
async function listSubnets(
  facts: FactReader<'vpcCni' | 'nodegroups' | 'eniConfigs' | 'vpcSubnets'>,
): Promise<Facts['vpcSubnets']> {
  const copies = await facts.reading('vpcCni');
  const usesPrefixes = copies.ok && copies.value.some(({ addresses }) => addresses?.prefixes === true);
  if (!usesPrefixes) return [];
  const groups = await facts.reading('nodegroups');
  const configs = await facts.reading('eniConfigs');
  const subnets = await facts.read('vpcSubnets');
  const used = new Set([
    ...(groups.ok ? groups.value.flatMap(({ subnetIds }) => subnetIds) : []),
    ...(configs.ok ? configs.value.flatMap(({ subnetId }) => subnetId ?? []) : []),
  ]);
  return subnets.filter(({ id, forPods }) => used.has(id) || forPods === true);
}

async function describeInterfaces(aws: AwsSource, ids: readonly string[]): Promise<NetworkInterface[]> {
  const { paginateDescribeNetworkInterfaces } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const found = await inChunks(ids, valuesPerCall, (Values) =>
    aws.call('ec2:DescribeNetworkInterfaces', () =>
      everyPage(
        paginateDescribeNetworkInterfaces({ client }, { Filters: [{ Name: 'subnet-id', Values }] }),
        'NetworkInterfaces',
        (page) => page.NetworkInterfaces,
      ),
    ),
  );
  requireEachRequested(
    found.map(({ SubnetId }) => SubnetId),
    ids,
    'subnet',
  );
  return found;
}

function listTaken({ PrivateIpAddresses, Ipv4Prefixes = [] }: NetworkInterface): string[] {
  return [
    ...present(PrivateIpAddresses, 'PrivateIpAddresses').map(
      ({ PrivateIpAddress }) => `${present(PrivateIpAddress, 'PrivateIpAddress')}/32`,
    ),
    ...Ipv4Prefixes.map(({ Ipv4Prefix }) => present(Ipv4Prefix, 'Ipv4Prefix')),
  ];
}

async function readReservations(aws: AwsSource, SubnetId: string): Promise<SubnetCidrReservation[]> {
  const { GetSubnetCidrReservationsCommand } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const pages = tokenPages((NextToken) =>
    client.send(new GetSubnetCidrReservationsCommand({ SubnetId, ...setFields({ NextToken }) })),
  );
  const found = await aws.call('ec2:GetSubnetCidrReservations', () =>
    everyPage(pages, 'SubnetIpv4CidrReservations', (page) => page.SubnetIpv4CidrReservations),
  );
  requireEachRequested(
    found.map((reservation) => reservation.SubnetId),
    [SubnetId],
    'subnet',
  );
  return found;
}
