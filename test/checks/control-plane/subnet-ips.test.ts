import { expect } from 'vitest';
import check from '../../../checks/control-plane/subnet-ips/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

/** Subnets as `0a eu-west-1a 12`: id, zone, free addresses. */
function free(...texts: readonly string[]): Pick<Facts, 'subnets'> {
  return {
    subnets: texts.map((text) => {
      const [id = '', zone = '', count = ''] = text.split(' ');
      return {
        id: `subnet-${id}`,
        availabilityZone: zone,
        availabilityZoneId: zone.replace('eu-west-1', 'euw1-az'),
        vpcId: 'vpc-0a1',
        state: 'available',
        availableIpAddressCount: Number(count),
        cidrBlock: '10.0.0.0/28',
        outpostArn: null,
      };
    }),
  };
}

const source = 'https://example.com';
const tables = {
  'subnet-addresses': [
    { rowKind: 'needed-in-all' as const, addresses: 5, source },
    { rowKind: 'comfortable-in-each' as const, addresses: 6, source },
    { rowKind: 'zones' as const, zones: 2, source },
    { rowKind: 'excluded-zone' as const, zoneId: 'use1-az3', source },
  ],
};
const cluster = { kind: 'Cluster', name: 'prod' };
const subnetA = { kind: 'Subnet', name: 'subnet-0a', note: 'eu-west-1a' };
const subnetB = { kind: 'Subnet', name: 'subnet-0b', note: 'eu-west-1b' };

checkCases(check, [
  {
    it: 'is silent with six addresses in each of two zones',
    facts: free('0a eu-west-1a 6', '0b eu-west-1b 6'),
    tables,
    findings: [],
  },
  {
    it: 'fails where fewer than five are free in all subnets',
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 1'),
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'addresses',
        at: 34,
        resource: cluster,
        message: '4 free addresses in all cluster subnets; the update may need 5',
        evidence: [
          {
            observed: '3 free: subnet-0a 3',
            required: '5 free in all cluster subnets together',
            resource: 'Zone eu-west-1a',
          },
          {
            observed: '1 free: subnet-0b 1',
            required: '5 free in all cluster subnets together',
            resource: 'Zone eu-west-1b',
          },
        ],
        fix: expect.stringContaining(
          [
            '```sh',
            'aws eks update-cluster-config --region eu-west-1 --name prod \\',
            '  --resources-vpc-config subnetIds=subnet-0a,subnet-0b,NEW_SUBNET_ID',
            '```',
          ].join('\n'),
        ),
      },
      {
        level: 'warn',
        rule: 'small-subnet',
        at: 34,
        resource: subnetA,
        message: '3 free addresses in the subnet; EKS recommends 6 in each',
        evidence: [{ observed: '3 free', required: '6 free' }],
        fix: expect.stringContaining('subnet-0a, subnet-0b'),
      },
      {
        level: 'warn',
        rule: 'small-subnet',
        at: 34,
        resource: subnetB,
        message: '1 free address in the subnet; EKS recommends 6 in each',
        evidence: [{ observed: '1 free', required: '6 free' }],
        fix: expect.stringContaining('NEW_SUBNET_ID'),
      },
    ],
  },
  {
    it: 'does not fail five addresses over two zones',
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 2'),
    tables,
    findingsLike: [
      { level: 'warn', rule: 'zones-with-enough', resource: cluster },
      { level: 'warn', rule: 'small-subnet', resource: subnetA },
      { level: 'warn', rule: 'small-subnet', resource: subnetB },
    ],
  },
  {
    it: 'fails where only one zone has any address',
    facts: free('0a eu-west-1a 200', '0b eu-west-1b 0'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        resource: cluster,
        message: 'free addresses in only one zone (eu-west-1a); the update needs them in 2 zones',
        evidence: [
          { observed: '200 free: subnet-0a 200', required: 'free addresses in 2 zones', resource: 'Zone eu-west-1a' },
          { observed: '0 free: subnet-0b 0', required: 'free addresses in 2 zones', resource: 'Zone eu-west-1b' },
        ],
      },
      { level: 'warn', resource: subnetB, message: '0 free addresses in the subnet; EKS recommends 6 in each' },
    ],
  },
  {
    it: 'fails two subnets of the same zone',
    facts: free('0a eu-west-1a 200', '0c eu-west-1a 200'),
    tables,
    findingsLike: [
      { level: 'fail', rule: 'zones', evidence: [{ observed: '400 free: subnet-0a 200, subnet-0c 200' }] },
    ],
  },
  {
    it: 'fails on both counts where both are broken',
    facts: free('0a eu-west-1a 4', '0b eu-west-1b 0'),
    tables,
    findingsLike: [
      { level: 'fail', rule: 'addresses' },
      { level: 'fail', rule: 'zones' },
      { level: 'warn', resource: subnetA },
      { level: 'warn', resource: subnetB },
    ],
  },
  {
    it: 'warns of 3 and 12: enough for the update, five in one zone only',
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 12'),
    tables,
    findingsLike: [
      {
        level: 'warn',
        rule: 'zones-with-enough',
        at: 34,
        resource: cluster,
        message: 'only one zone (eu-west-1b) has 5 or more free addresses; EKS needs them in 2 zones',
      },
      { level: 'warn', rule: 'small-subnet', resource: subnetA },
    ],
  },
  {
    it: 'adds up the subnets of a zone, and warns of each small one once',
    facts: free('0a eu-west-1a 3', '0c eu-west-1a 3', '0b eu-west-1b 30'),
    tables,
    findingsLike: [
      { level: 'warn', rule: 'small-subnet', resource: subnetA },
      { level: 'warn', rule: 'small-subnet', resource: { ...subnetA, name: 'subnet-0c' } },
    ],
  },
  {
    it: 'warns of a subnet with five',
    facts: free('0a eu-west-1a 5', '0b eu-west-1b 30'),
    tables,
    findingsLike: [{ level: 'warn', rule: 'small-subnet', resource: subnetA }],
  },
  {
    it: 'fails where no cluster subnet exists any more',
    facts: free(),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'addresses',
        message: '0 free addresses in all cluster subnets; the update may need 5',
        evidence: [{ observed: 'no cluster subnet exists' }],
      },
      { level: 'fail', rule: 'zones', message: 'free addresses in no zone; the update needs them in 2 zones' },
    ],
  },
  {
    it: 'judges the subnets that exist where another is gone',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-gone'] },
    facts: free('0a eu-west-1a 20', '0b eu-west-1b 20'),
    tables,
    findings: [],
  },
  {
    it: 'A3, C6: lists only leaked aws-K8S-* interfaces, and gives the set of subnets that control-plane/subnets gives',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-0e', 'subnet-gone'] },
    facts: {
      subnets: [
        ...free('0a eu-west-1a 3', '0b eu-west-1b 30').subnets,
        ...free('0e us-east-1e 30').subnets.map((subnet) => ({ ...subnet, availabilityZoneId: 'use1-az3' })),
      ],
    },
    tables,
    findingsLike: [
      {
        rule: 'small-subnet',
        fix: expect.stringMatching(
          /^Free addresses in subnet-0a, subnet-0b: [\s\S]*Delete only those; [\s\S]*Name=subnet-id,Values=subnet-0a,subnet-0b Name=status,Values=available 'Name=description,Values=aws-K8S-\*'[\s\S]*omits subnet-gone, which was not found, and subnet-0e, which EKS cannot use [\s\S]* subnetIds=subnet-0a,subnet-0b,NEW_SUBNET_ID\n/,
        ) as string,
      },
    ],
  },
  {
    it: 'asks for the same addresses in an IPv6 cluster',
    cluster: { ipFamily: 'ipv6' },
    facts: free('0a eu-west-1a 2', '0b eu-west-1b 2'),
    tables,
    findingsLike: [
      { level: 'fail', rule: 'addresses' },
      { level: 'warn', rule: 'small-subnet' },
      { level: 'warn', rule: 'small-subnet' },
    ],
  },
  {
    it: 'speaks of today where no update is planned',
    target: '1.33',
    facts: free('0a eu-west-1a 200', '0b eu-west-1b 0'),
    tables,
    findingsLike: [
      { level: 'fail', rule: 'zones', at: 33 },
      { level: 'warn', rule: 'small-subnet', at: 33 },
    ],
  },
  {
    it: 'is skipped for a local cluster',
    cluster: { outpost: true },
    facts: free('0a eu-west-1a 0'),
    tables,
    skip: 'a local cluster on AWS Outposts: its control plane runs in the Outpost',
  },
]);
