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
import { unreadableError } from '../../facts/reason.ts';
import { blockSize, countFreeBlocks } from './free-blocks.ts';

export const subnetBlocks = defineCollector('subnetBlocks', {
  permissions: [{ iam: 'ec2:DescribeNetworkInterfaces' }, { iam: 'ec2:GetSubnetCidrReservations' }],
  from: ['vpcCni', 'nodegroups', 'eniConfigs', 'vpcSubnets'],
  async collect({ aws }, facts) {
    const subnets = await listSubnets(facts);
    if (subnets.length === 0) return { value: [] };
    const own = subnets.filter(({ shared }) => shared !== true).map(({ id }) => id);
    const interfaces = own.length === 0 ? [] : await describeInterfaces(aws, own);
    const bySubnet = grouped(interfaces, ({ SubnetId }) => SubnetId);
    const byId = new Map(subnets.map((subnet) => [subnet.id, subnet]));
    const { value, gaps } = await describeEach('subnet', [...byId.keys()].sort(), async (id) => {
      const subnet = present(byId.get(id), 'SubnetId');
      if (subnet.shared === true) throw unreadableError(whyShared);
      const reservations = await readReservations(aws, id);
      return { id, ...countFree(subnet, (bySubnet.get(id) ?? []).flatMap(listTaken), reservations) };
    });
    return { value, gaps };
  },
});

const whyShared =
  'the subnet belongs to another account (AWS RAM): EC2 does not show the network interfaces of other accounts in it';

/**
 * The addresses of reservations for prefixes are not among the free addresses of a subnet. Outside them, the blocks are
 * never more than the free addresses have room for: EC2 also counts addresses as taken that no network interface shows.
 */
function countFree(
  { cidrs: [cidr = ''], free }: Facts['vpcSubnets'][number],
  used: readonly string[],
  reservations: readonly SubnetCidrReservation[],
): Pick<Facts['subnetBlocks'][number], 'free' | 'reserved'> {
  const ofType = (isPrefix: boolean) =>
    reservations
      .filter(({ ReservationType }) => (ReservationType === 'prefix') === isPrefix)
      .map(({ Cidr }) => present(Cidr, 'SubnetIpv4CidrReservations.Cidr'));
  const forPrefixes = ofType(true);
  const taken = [...used, ...ofType(false)];
  const all = present(countFreeBlocks({ cidr, taken }), 'CidrBlock');
  const outside = present(countFreeBlocks({ cidr, taken: [...taken, ...forPrefixes] }), 'CidrBlock');
  const room = Math.floor((free ?? Infinity) / blockSize);
  return { free: Math.min(outside, room) + all - outside, reserved: forPrefixes.length > 0 };
}

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
