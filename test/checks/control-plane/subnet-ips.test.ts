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
    { rowKind: 'needed-in-subnet' as const, addresses: 5, source },
    { rowKind: 'zones' as const, zones: 2, source },
    { rowKind: 'excluded-zone' as const, zoneId: 'use1-az3', source },
  ],
};
const cluster = { kind: 'Cluster', name: 'prod' };

checkCases(check, [
  {
    it: 'is silent with five addresses in each of two zones',
    facts: free('0a eu-west-1a 5', '0b eu-west-1b 5'),
    tables,
    findings: [],
  },
  {
    it: 'fails where every subnet has two, however many there are',
    facts: free('0a eu-west-1a 2', '0b eu-west-1b 2', '0c eu-west-1c 2'),
    tables,
    findings: [
      {
        level: 'fail',
        rule: 'zones',
        at: 34,
        resource: cluster,
        short: 'no zone has 5 free addresses',
        message:
          'no cluster subnet in eu-west-1a, eu-west-1b and eu-west-1c has 5 free addresses; EKS needs one in each of 2 zones',
        evidence: [
          { observed: 'subnet-0a: 2 free', required: 'a subnet with 5 free', resource: 'Zone eu-west-1a' },
          { observed: 'subnet-0b: 2 free', required: 'a subnet with 5 free', resource: 'Zone eu-west-1b' },
          { observed: 'subnet-0c: 2 free', required: 'a subnet with 5 free', resource: 'Zone eu-west-1c' },
        ],
        fix: expect.stringMatching(
          /^Free addresses in subnet-0a \(eu-west-1a\), subnet-0b \(eu-west-1b\), subnet-0c \(eu-west-1c\): [\s\S]*with 2 subnets in different zones, separated by a comma, each with 5 free addresses: EKS needs[\s\S]*```sh\nupdate=\$\(aws eks update-cluster-config --region eu-west-1 --name prod \\\n {2}--resources-vpc-config subnetIds=subnet-0a,subnet-0b,subnet-0c,NEW_SUBNET_ID --query/,
        ) as string,
      },
    ],
  },
  {
    it: 'fails where one subnet of three has room',
    facts: free('0a eu-west-1a 0', '0b eu-west-1b 2', '0c eu-west-1c 250'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        message:
          'no cluster subnet in eu-west-1a and eu-west-1b has 5 free addresses; EKS needs one in each of 2 zones',
        fix: expect.stringMatching(
          /^Free addresses in subnet-0a \(eu-west-1a\), subnet-0b \(eu-west-1b\): [\s\S]*Values=subnet-0a,subnet-0b N/,
        ) as string,
      },
    ],
  },
  {
    it: 'fails where five addresses are spread over two zones',
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 2'),
    tables,
    findingsLike: [{ level: 'fail', rule: 'zones', resource: cluster }],
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
        message: 'no cluster subnet in eu-west-1b has 5 free addresses; EKS needs one in each of 2 zones',
        evidence: [
          { observed: 'subnet-0a: 200 free', required: 'a subnet with 5 free', resource: 'Zone eu-west-1a' },
          { observed: 'subnet-0b: 0 free', required: 'a subnet with 5 free', resource: 'Zone eu-west-1b' },
        ],
      },
    ],
  },
  {
    it: 'fails two subnets of the same zone',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0c'] },
    facts: free('0a eu-west-1a 200', '0c eu-west-1a 200'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        message:
          'cluster subnets with 5 free addresses are in only one zone (eu-west-1a); EKS needs one in each of 2 zones',
        evidence: [{ observed: 'subnet-0a: 200 free, subnet-0c: 200 free' }],
        fix: expect.stringMatching(
          /^Add a subnet with more free addresses in another zone\. Set the list of cluster subnets\./,
        ) as string,
      },
    ],
  },
  {
    it: 'fails 3 and 12: five in one zone only',
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 12'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        at: 34,
        message: 'no cluster subnet in eu-west-1a has 5 free addresses; EKS needs one in each of 2 zones',
      },
    ],
  },
  {
    it: 'does not add up the subnets of a zone',
    facts: free('0a eu-west-1a 3', '0c eu-west-1a 3', '0b eu-west-1b 30'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        evidence: [{ observed: 'subnet-0a: 3 free, subnet-0c: 3 free' }, { observed: 'subnet-0b: 30 free' }],
      },
    ],
  },
  {
    it: 'warns of each further subnet below five where two zones have one with five',
    facts: free('0a eu-west-1a 5', '0b eu-west-1b 30', '0c eu-west-1b 4', '0d eu-west-1c 1'),
    tables,
    findingsLike: [
      {
        level: 'warn',
        rule: 'small-subnet',
        at: 34,
        resource: { kind: 'Subnet', name: 'subnet-0c', note: 'eu-west-1b' },
        message: '4 free addresses in the subnet; EKS needs 5 in each subnet that it uses',
        evidence: [{ observed: '4 free', required: '5 free' }],
        fix: expect.stringContaining('Free addresses in subnet-0c (eu-west-1b), subnet-0d (eu-west-1c): ') as string,
      },
      {
        level: 'warn',
        rule: 'small-subnet',
        resource: { kind: 'Subnet', name: 'subnet-0d', note: 'eu-west-1c' },
        message: '1 free address in the subnet; EKS needs 5 in each subnet that it uses',
      },
    ],
  },
  {
    it: 'fails where no cluster subnet exists any more',
    facts: free(),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        message: 'no cluster subnet exists; EKS needs one with 5 free addresses in each of 2 zones',
        evidence: [{ observed: 'no cluster subnet exists' }],
      },
    ],
  },
  {
    it: 'judges the subnets that exist where another no longer does',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b', 'subnet-gone'] },
    facts: free('0a eu-west-1a 20', '0b eu-west-1b 20'),
    tables,
    findings: [],
  },
  {
    it: 'gives the fix of control-plane/subnets where the cluster cannot keep its subnets: one change of the list',
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
        level: 'fail',
        rule: 'zones',
        fix: expect.stringMatching(
          /^Replace subnet-gone and subnet-0e in the list of cluster subnets\.[\s\S]* 5 free addresses: [\s\S]*omits subnet-gone, which was not found, and subnet-0e, which EKS cannot use [\s\S]* subnetIds=subnet-0a,subnet-0b,NEW_SUBNET_ID --query/,
        ) as string,
        remedy: 'set-cluster-subnets',
      },
    ],
  },
  {
    it: 'lists only leaked aws-K8S-* interfaces where the cluster keeps its subnets',
    cluster: { subnetIds: ['subnet-0a', 'subnet-0b'] },
    facts: free('0a eu-west-1a 3', '0b eu-west-1b 30'),
    tables,
    findingsLike: [
      {
        level: 'fail',
        rule: 'zones',
        fix: expect.stringMatching(
          /^Free addresses in subnet-0a \(eu-west-1a\): [\s\S]*Delete only those; [\s\S]*Name=subnet-id,Values=subnet-0a Name=status,Values=available 'Name=description,Values=aws-K8S-\*'[\s\S]* subnetIds=subnet-0a,subnet-0b,NEW_SUBNET_ID --query/,
        ) as string,
      },
    ],
  },
  {
    it: 'asks for the same addresses in an IPv6 cluster',
    cluster: { ipFamily: 'ipv6' },
    facts: free('0a eu-west-1a 2', '0b eu-west-1b 2'),
    tables,
    findingsLike: [{ level: 'fail', rule: 'zones' }],
  },
  {
    it: 'speaks of today where no update is planned',
    target: '1.33',
    facts: free('0a eu-west-1a 200', '0b eu-west-1b 0'),
    tables,
    findingsLike: [{ level: 'fail', rule: 'zones', at: 33 }],
  },
  {
    it: 'is skipped for a local cluster',
    cluster: { outpost: true },
    facts: free('0a eu-west-1a 0'),
    tables,
    skip: 'a local cluster on AWS Outposts: its control plane runs in the Outpost',
  },
]);
