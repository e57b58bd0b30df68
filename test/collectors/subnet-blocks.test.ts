import { expect, it } from 'vitest';
import { collect, defineCollector } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { aComponent, addressSettings } from '../checks/cases.ts';
import type { World } from '../world/world.ts';
import { awsSource } from './aws-facts.ts';

/** The /28 blocks of a subnet of 256 addresses, in which the VPC CNI assigns prefixes. */

const cni: Facts['vpcCni'] = [
  {
    ...aComponent({ kind: 'DaemonSet', name: 'aws-node' }),
    addresses: addressSettings({ prefixes: true, warmInterfaces: 1, warmPrefixes: 1 }),
  },
];
const vpcCni = defineCollector('vpcCni', { permissions: [], collect: async () => ({ value: cni }) });
const eniConfigs = defineCollector('eniConfigs', { permissions: [], collect: async () => ({ value: [] }) });
const nodegroups = defineCollector('nodegroups', { permissions: [], collect: async () => ({ value: [] }) });

const anInterface = {
  NetworkInterfaceId: 'eni-0a',
  SubnetId: 'subnet-0a',
  PrivateIpAddresses: [{ PrivateIpAddress: '10.0.0.20', Primary: true }],
  Ipv4Prefixes: [{ Ipv4Prefix: '10.0.0.32/28' }],
};

async function readBlocks(free: number, subnet: Record<string, unknown> = {}, more: Partial<World['aws']> = {}) {
  const subnets = [
    {
      SubnetId: 'subnet-0a',
      VpcId: 'vpc-0a1b2c3d',
      CidrBlock: '10.0.0.0/24',
      AvailabilityZone: 'eu-west-1a',
      AvailableIpAddressCount: free,
      Tags: [{ Key: 'kubernetes.io/role/cni', Value: '1' }],
      ...subnet,
    },
  ];
  const { aws, calls } = await awsSource({ subnets, interfaces: [anInterface], ...more });
  const none = () => Promise.reject(new Error('not here'));
  const sources = { aws, kube: none, local: { run: none } };
  const own = { ...collectors, vpcCni, eniConfigs, nodegroups };
  const { subnetBlocks } = await collect(own, ['subnetBlocks'], sources);
  return { subnetBlocks, calls: calls.map(({ action }) => action) };
}

const found = (free: number, reserved = false) => ({
  ok: true,
  value: [{ id: 'subnet-0a', free, reserved }],
});

it('are those without a taken address', async () => {
  expect((await readBlocks(230)).subnetBlocks).toEqual(found(12));
});

it('are never more than the free addresses have room for: something else may take them', async () => {
  expect((await readBlocks(50)).subnetBlocks).toEqual(found(3));
  expect((await readBlocks(12)).subnetBlocks).toEqual(found(0));
});

it('count those in a reservation for prefixes, which are not among the free addresses', async () => {
  const reservations = {
    'subnet-0a': [{ SubnetId: 'subnet-0a', Cidr: '10.0.0.128/25', ReservationType: 'prefix' }],
  };
  expect((await readBlocks(40, {}, { reservations })).subnetBlocks).toEqual(found(7 + 2, true));
});

it('are unknown where another account owns the subnet: its network interfaces are not visible', async () => {
  const { subnetBlocks, calls } = await readBlocks(230, { OwnerId: '999988887777' });
  expect(subnetBlocks).toMatchObject({
    ok: true,
    value: [],
    gaps: [
      {
        what: 'subnet subnet-0a',
        reason: {
          kind: 'unreadable',
          message:
            'the subnet belongs to another account (AWS RAM): EC2 does not show the network interfaces of other accounts in it',
        },
      },
    ],
  });
  expect(calls).not.toContain('ec2:GetSubnetCidrReservations');
});

it('are known where the own account is the owner', async () => {
  expect((await readBlocks(230, { OwnerId: '111122223333' })).subnetBlocks).toEqual(found(12));
});
