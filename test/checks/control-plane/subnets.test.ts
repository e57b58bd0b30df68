import { expect } from 'vitest';
import check from '../../../checks/control-plane/subnets.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';
import { managerRows } from '../managers.ts';

type Subnet = Facts['subnets'][number];

function aSubnet(id: string, zone: string, more: Partial<Subnet> = {}): Subnet {
  return {
    id,
    availabilityZone: zone,
    availabilityZoneId: zone.replace('eu-west-1', 'euw1-az'),
    vpcId: 'vpc-0a1',
    state: 'available',
    availableIpAddressCount: 200,
    cidrBlock: '10.0.0.0/24',
    outpostArn: null,
    ...more,
  };
}

const source = 'https://example.com';
const tables = {
  'subnet-addresses': [
    { rowKind: 'zones' as const, zones: 2, source },
    { rowKind: 'needed-in-subnet' as const, addresses: 5, source },
    { rowKind: 'excluded-zone' as const, zoneId: 'use1-az3', source },
  ],
};
const both = [aSubnet('subnet-0a', 'eu-west-1a'), aSubnet('subnet-0b', 'eu-west-1b')];
const resource = { kind: 'Cluster', name: 'prod' };
const outpostArn = 'arn:aws:outposts:eu-west-1:111122223333:outpost/op-0a1';

/** Matches a fix whose command keeps these subnets and adds a new one. */
function keeping(...ids: readonly string[]) {
  return expect.stringContaining(
    `--resources-vpc-config subnetIds=${[...ids, 'NEW_SUBNET_ID'].join(',')} --query update.id`,
  );
}

checkCases(check, [
  ...managerRows('the cluster', /Replace subnet-0c in the list of cluster subnets\. [^]* /).map(
    ({ who, tags, fix }) => ({
      it: `says first where the subnets of the cluster are managed: ${who}`,
      cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c'], tags },
      facts: { subnets: both },
      tables,
      findingsLike: [{ rule: 'missing', fix }],
    }),
  ),
  { it: 'is silent about two subnets in two zones', facts: { subnets: both }, tables, findings: [] },
  {
    it: 'fails for each subnet that does not exist',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c', 'subnet-0d', 'subnet-0d'] },
    facts: { subnets: both },
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'missing',
        resource: { kind: 'Subnet', name: 'subnet-0c' },
        message: 'the cluster uses it, but it does not exist (or is no longer shared with this account)',
        evidence: [{ observed: 'not found by ec2:DescribeSubnets', required: 'available' }],
        fix: keeping('subnet-0a', 'subnet-0b'),
      },
      {
        level: 'fail',
        rule: 'missing',
        resource: { kind: 'Subnet', name: 'subnet-0d' },
        message: 'the cluster uses it, but it does not exist (or is no longer shared with this account)',
        evidence: [{ observed: 'not found by ec2:DescribeSubnets', required: 'available' }],
        fix: keeping('subnet-0a', 'subnet-0b'),
      },
    ],
  },
  {
    it: 'says which subnets the command leaves out, and why',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c', 'subnet-0d', 'subnet-0e'] },
    facts: { subnets: [...both, aSubnet('subnet-0c', 'eu-west-1c', { vpcId: 'vpc-0b2' })] },
    tables,
    findingsLike: ['subnet-0d', 'subnet-0e', 'subnet-0c'].map((name) => ({
      level: 'fail',
      resource: expect.objectContaining({ name }) as { kind: string; name: string },
      fix: expect.stringMatching(
        /Replace NEW_SUBNET_ID with a subnet to add, or omit it: 2 zones have a subnet with 5 free addresses without it\. The command omits subnet-0d, subnet-0e, which were not found, and subnet-0c, which EKS cannot use \(see control-plane\/subnets\)\.\n[\s\S]* subnetIds=subnet-0a,subnet-0b,NEW_SUBNET_ID --query/,
      ) as string,
    })),
  },
  {
    it: 'lets nobody omit the new subnet where only one zone keeps five free addresses',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c'] },
    facts: {
      subnets: [aSubnet('subnet-0a', 'eu-west-1a'), aSubnet('subnet-0b', 'eu-west-1b', { availableIpAddressCount: 4 })],
    },
    tables,
    findingsLike: [
      {
        rule: 'missing',
        fix: expect.stringContaining(
          'Replace NEW_SUBNET_ID with a subnet in eu-west-1b that has 5 free addresses: EKS needs one in each of 2 zones (see control-plane/subnet-ips).',
        ) as string,
      },
    ],
  },
  {
    it: 'does not count the free addresses of a subnet that EKS cannot use',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c'] },
    facts: { subnets: [aSubnet('subnet-0a', 'eu-west-1a'), aSubnet('subnet-0b', 'eu-west-1b', { vpcId: 'vpc-0b2' })] },
    tables,
    findingsLike: [
      {
        rule: 'missing',
        fix: expect.stringContaining('NEW_SUBNET_ID with a subnet in another zone than eu-west-1a that has') as string,
      },
      { rule: 'vpc' },
      { rule: 'zones' },
    ],
  },
  {
    it: 'leaves nothing out where all subnets can be used',
    facts: { subnets: [aSubnet('subnet-0a', 'eu-west-1a'), aSubnet('subnet-0b', 'eu-west-1a')] },
    tables,
    findingsLike: [{ level: 'fail', rule: 'zones', fix: expect.not.stringContaining('leaves out') as string }],
  },
  {
    it: 'fails where the subnets that exist lie in one zone',
    facts: { subnets: both.slice(0, 1) },
    tables,
    findingsLike: [
      { level: 'fail', rule: 'missing', resource: { kind: 'Subnet', name: 'subnet-0b' } },
      {
        level: 'fail',
        rule: 'zones',
        resource,
        message: 'usable cluster subnets in one zone (eu-west-1a); EKS needs 2 zones',
        evidence: [{ observed: 'eu-west-1a', required: '2 zones' }],
      },
    ],
  },
  {
    it: 'fails where no subnet exists',
    facts: { subnets: [] },
    tables,
    findingsLike: [
      { level: 'fail', rule: 'missing' },
      { level: 'fail', rule: 'missing' },
      { level: 'fail', rule: 'zones', message: 'usable cluster subnets in no zone; EKS needs 2 zones' },
    ],
  },
  {
    it: 'fails a subnet of another VPC and does not keep it',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c'] },
    facts: { subnets: [...both, aSubnet('subnet-0c', 'eu-west-1c', { vpcId: 'vpc-0b2' })] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'vpc',
        resource: { kind: 'Subnet', name: 'subnet-0c', note: 'eu-west-1c' },
        message: 'belongs to vpc-0b2, but the cluster to vpc-0a1',
        evidence: [{ observed: 'vpc-0b2', required: 'vpc-0a1' }],
        fix: keeping('subnet-0a', 'subnet-0b'),
      },
    ],
  },
  {
    it: 'does not know about the VPC where EKS names none',
    cluster: { vpcId: null },
    facts: { subnets: both },
    tables,
    findingsLike: [{ level: 'unknown', rule: 'vpc', resource }],
  },
  {
    it: 'fails a subnet in a zone that EKS does not use, by the id of the zone',
    facts: { subnets: [...both, aSubnet('subnet-0c', 'us-east-1e', { availabilityZoneId: 'use1-az3' })] },
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'excluded-zone',
        resource: { kind: 'Subnet', name: 'subnet-0c', note: 'us-east-1e' },
        message: 'is in the Availability Zone use1-az3, where EKS places no control plane interfaces',
      },
    ],
  },
  {
    it: 'warns of a subnet that is still being created, and keeps it in the set',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0c', 'subnet-0d'] },
    facts: { subnets: [...both, aSubnet('subnet-0c', 'eu-west-1c', { state: 'pending' })] },
    tables,
    findingsLike: [
      { level: 'fail', rule: 'missing', fix: keeping('subnet-0a', 'subnet-0b', 'subnet-0c') },
      {
        level: 'warn',
        rule: 'state',
        message: 'is still being created',
        evidence: [{ observed: 'pending', required: 'available' }],
        fix: 'Wait until the subnet is available, then scan again.',
      },
    ],
  },
  {
    it: 'fails a subnet that EC2 could not create',
    facts: { subnets: [...both, aSubnet('subnet-0c', 'eu-west-1c', { state: 'failed' })] },
    tables,
    findingsLike: [{ level: 'fail', rule: 'state', message: 'has the state failed' }],
  },
  {
    it: 'warns of a subnet on an Outpost',
    facts: { subnets: [...both, aSubnet('subnet-0c', 'eu-west-1a', { outpostArn })] },
    tables,
    findingsLike: [
      {
        level: 'warn',
        rule: 'outpost',
        message: 'is on an Outpost, where EKS places no control plane interfaces',
        fix: keeping('subnet-0a', 'subnet-0b'),
      },
    ],
  },
  {
    it: 'fails where only an Outpost lies in the second zone',
    facts: { subnets: [aSubnet('subnet-0a', 'eu-west-1a'), aSubnet('subnet-0b', 'eu-west-1b', { outpostArn })] },
    tables,
    findingsLike: [
      { level: 'warn', rule: 'outpost' },
      { level: 'fail', rule: 'zones', message: 'usable cluster subnets in one zone (eu-west-1a); EKS needs 2 zones' },
    ],
  },
  {
    it: 'is silent about the one subnet of a local cluster',
    cluster: { outpost: true, subnetIds: ['subnet-0a'] },
    facts: { subnets: [aSubnet('subnet-0a', 'us-east-1e', { availabilityZoneId: 'use1-az3', outpostArn })] },
    tables,
    findings: [],
  },
  {
    it: 'fails the lost subnet of a local cluster, without the command that it does not support',
    cluster: { outpost: true, subnetIds: ['subnet-0a'] },
    facts: { subnets: [] },
    tables,
    findingsLike: [{ level: 'fail', rule: 'missing', fix: expect.not.stringContaining('update-cluster-config') }],
  },
]);
