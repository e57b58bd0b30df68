import { expect } from 'vitest';
import check from '../../../checks/control-plane/vpc-dns.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { checkCases } from '../cases.ts';

type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['stsEndpoints'][number];

const out = { destination: '0.0.0.0/0', target: 'nat-0a', state: 'active' };
const on = { hostnames: true, support: true };

function aRouteTable(id: string, subnetIds: readonly string[], ...routes: RouteTable['routes']): RouteTable {
  return { id, main: false, subnetIds: [...subnetIds], routes };
}

function anEndpoint(more: Partial<Endpoint> = {}): Endpoint {
  return { id: 'vpce-0a', serviceName: 'com.amazonaws.eu-west-1.sts', state: 'available', dnsNames: true, ...more };
}

function facts(more: Partial<Facts> = {}): Partial<Facts> {
  return {
    vpcDns: on,
    routeTables: [aRouteTable('rtb-0a', ['subnet-0a', 'subnet-0b'], out)],
    stsEndpoints: [],
    nodeInterfaces: [],
    ...more,
  };
}

/** The two subnets of the cluster have only these routes. */
const closed = (...routes: RouteTable['routes']) => [aRouteTable('rtb-0a', ['subnet-0a', 'subnet-0b'], ...routes)];

function nodesIn(...subnetIds: string[]): Facts['nodeInterfaces'] {
  return subnetIds.map((subnetId) => ({
    primary: true,
    securityGroupIds: ['sg-0c1'],
    subnetId,
    instances: [`i-0${subnetId}`],
  }));
}

const likely = [
  {
    who: 'Terraform',
    tags: { ManagedBy: 'terraform' },
    says: 'Terraform: find out whether it manages the VPC, too. Change `enable_dns_support` and `enable_dns_hostnames` of [^]*`aws_vpc`, and run `terraform apply`\\.',
  },
  {
    who: 'eksctl, whose VPCs have both',
    tags: { 'aws:cloudformation:stack-name': 'eksctl-prod-cluster' },
    says: 'eksctl \\(stack eksctl-prod-cluster\\): find out whether it manages the VPC, too\\.',
  },
  {
    who: 'a stack, without the logical ID of the cluster',
    tags: { 'aws:cloudformation:stack-name': 'prod', 'aws:cloudformation:logical-id': 'Cluster' },
    says: 'CloudFormation \\(stack prod\\): find out whether it manages the VPC, too\\. Change `EnableDnsSupport` and `EnableDnsHostnames` of `AWS::EC2::VPC` in the template of the stack prod or the code that generates it, and update the stack\\.',
  },
];

checkCases(check, [
  { it: 'is silent where DNS is on and the subnets have a way out', facts: facts(), findings: [] },
  {
    it: 'warns of each attribute that is off, with both commands',
    facts: facts({ vpcDns: { hostnames: false, support: false } }),
    findings: [
      {
        level: 'warn',
        rule: 'dns',
        resource: { kind: 'VPC', name: 'vpc-0a1' },
        short: 'no DNS resolution and DNS hostnames',
        message:
          'DNS resolution and DNS hostnames are disabled: new nodes cannot register, and the private endpoint cannot be resolved in the VPC',
        evidence: [
          { observed: 'enableDnsSupport false', required: 'enableDnsSupport true', fact: 'vpcDns' },
          { observed: 'enableDnsHostnames false', required: 'enableDnsHostnames true', fact: 'vpcDns' },
        ],
        fix: [
          'Enable it; this can take some minutes. DNS hostnames need DNS resolution first.',
          '```sh',
          'aws ec2 modify-vpc-attribute --region eu-west-1 --vpc-id vpc-0a1 --enable-dns-support Value=true',
          'aws ec2 modify-vpc-attribute --region eu-west-1 --vpc-id vpc-0a1 --enable-dns-hostnames Value=true',
          '```',
        ].join('\n'),
      },
    ],
  },
  ...likely.map(({ who, tags, says }) => ({
    it: `names what may manage the VPC, too: ${who}`,
    cluster: { tags },
    facts: facts({ vpcDns: { hostnames: false, support: false } }),
    findingsLike: [
      {
        fix: expect.stringMatching(
          new RegExp(
            `DNS hostnames need DNS resolution first\\. The tags of the cluster name ${says} The direct commands, if nothing else manages it:\n\`\`\`sh\naws ec2 modify`,
          ),
        ) as string,
      },
    ],
  })),
  {
    it: 'does not speak of a private endpoint that is not there',
    cluster: { endpointAccess: 'public' },
    facts: facts({ vpcDns: { hostnames: false, support: true } }),
    findingsLike: [{ message: 'DNS hostnames are disabled: new nodes cannot register' }],
  },
  {
    it: 'says one thing in the singular',
    cluster: { endpointAccess: 'public' },
    facts: facts({ vpcDns: { hostnames: true, support: false } }),
    findingsLike: [{ message: 'DNS resolution is disabled: new nodes cannot register' }],
  },
  {
    it: 'does not know a VPC that is not found',
    facts: facts({ vpcDns: null }),
    findingsLike: [{ level: 'unknown', rule: 'vpc', resource: { kind: 'VPC', name: 'vpc-0a1' } }],
  },
  {
    it: 'is silent where an endpoint of STS answers',
    facts: facts({ routeTables: closed(), stsEndpoints: [anEndpoint()] }),
    findings: [],
  },
  {
    it: 'warns of each subnet of the cluster without a way to STS',
    facts: facts({ routeTables: closed() }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'sts',
        resource: { kind: 'Subnet', name: 'subnet-0a' },
        message:
          'cannot reach STS: no default route and no interface endpoint for STS in the VPC; pods with IAM roles for service accounts cannot get credentials',
        evidence: [
          {
            observed: 'rtb-0a: only routes within the VPC',
            required: 'a default route, or an interface endpoint for STS in the VPC',
            fact: 'routeTables',
          },
        ],
        fix: expect.stringMatching(
          /--service-name com\.amazonaws\.eu-west-1\.sts --private-dns-enabled \\\n {2}--subnet-ids subnet-0a subnet-0b --security-group-ids SECURITY_GROUP_ID\n```$/,
        ) as string,
      },
      {
        resource: { kind: 'Subnet', name: 'subnet-0b' },
        fix: expect.stringContaining('--subnet-ids subnet-0a subnet-0b --security') as string,
      },
    ],
  },
  {
    it: 'names no subnet that no longer exists in the command, and says so',
    facts: {
      ...facts({ routeTables: [{ ...aRouteTable('rtb-0a', []), main: true }] }),
      subnets: [
        {
          id: 'subnet-0a',
          availabilityZone: 'eu-west-1a',
          availabilityZoneId: 'euw1-az1',
          vpcId: 'vpc-0a1',
          state: 'available',
          availableIpAddressCount: 200,
          cidrBlock: '10.0.0.0/24',
          outpostArn: null,
        },
      ],
    },
    findingsLike: [
      {
        resource: { kind: 'Subnet', name: 'subnet-0a' },
        fix: expect.stringMatching(
          /The command omits subnet-0b, which was not found\.\n[\s\S]*--subnet-ids subnet-0a --security-group-ids/,
        ),
      },
      { resource: { kind: 'Subnet', name: 'subnet-0b' }, fix: expect.stringContaining('--subnet-ids subnet-0a ') },
    ],
  },
  {
    it: 'leaves the subnet of the endpoint to the reader where none exists any more',
    facts: { ...facts({ routeTables: [{ ...aRouteTable('rtb-0a', []), main: true }] }), subnets: [] },
    findingsLike: [
      { fix: expect.stringContaining('--subnet-ids SUBNET_ID ') },
      { fix: expect.stringContaining('omits subnet-0a, subnet-0b, which were not found') },
    ],
  },
  {
    it: 'judges the subnets of the nodes, not those of the cluster',
    facts: facts({
      routeTables: [...closed(), aRouteTable('rtb-0n', ['subnet-0n'], out), aRouteTable('rtb-0m', ['subnet-0m'])],
      nodeInterfaces: [...nodesIn('subnet-0n', 'subnet-0m'), ...nodesIn('subnet-0m')],
    }),
    findingsLike: [{ level: 'warn', resource: { kind: 'Subnet', name: 'subnet-0m' } }],
  },
  {
    it: 'goes by the main route table where a subnet is associated with none',
    facts: facts({ routeTables: [{ ...aRouteTable('rtb-0a', [], out), main: true }] }),
    findings: [],
  },
  {
    it: 'does not know a subnet without any route table',
    facts: facts({ routeTables: [aRouteTable('rtb-0a', ['subnet-0a'], out)] }),
    findingsLike: [
      {
        level: 'unknown',
        resource: { kind: 'Subnet', name: 'subnet-0b' },
        message: 'the route table of the subnet is unknown',
      },
    ],
  },
  {
    it: 'takes a default route to anything for a way out',
    facts: facts({ routeTables: closed({ ...out, target: 'tgw-0a' }) }),
    findings: [],
  },
  {
    it: 'does not know where only IPv6 has a default route',
    cluster: { ipFamily: 'ipv6', subnetIds: ['subnet-0a'] },
    facts: facts({ routeTables: closed({ destination: '::/0', target: 'eigw-0a', state: 'active' }) }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'sts',
        message:
          'unknown whether nodes in this subnet can reach STS: no default route except for IPv6; the default name of STS only has IPv4 addresses, its dual-stack name also has IPv6 addresses',
      },
    ],
  },
  {
    it: 'warns where the default route leads nowhere',
    facts: facts({ routeTables: closed({ ...out, state: 'blackhole' }) }),
    findingsLike: [
      {
        level: 'warn',
        evidence: [
          expect.objectContaining({ observed: 'rtb-0a: 0.0.0.0/0 to nat-0a (blackhole)' }) as { observed: string },
        ],
      },
      { level: 'warn' },
    ],
  },
  {
    it: 'does not know what lies behind routes to other networks',
    facts: facts({ routeTables: closed({ destination: '10.0.0.0/8', target: 'tgw-0a', state: 'active' }) }),
    findingsLike: [
      {
        level: 'unknown',
        message:
          'unknown whether nodes in this subnet can reach STS: no default route; routes lead to other networks (tgw-0a), which may contain an STS endpoint',
      },
      { level: 'unknown' },
    ],
  },
  {
    it: "does not know an endpoint that does not answer for STS's own name",
    facts: facts({ routeTables: closed(), stsEndpoints: [anEndpoint({ dnsNames: false })] }),
    findingsLike: [
      {
        level: 'unknown',
        message:
          'unknown whether nodes in this subnet can reach STS: no default route; the endpoint vpce-0a has no private DNS names, but a private hosted zone may provide them',
      },
      { level: 'unknown' },
    ],
  },
  {
    it: 'counts no endpoint that is not available',
    facts: facts({ routeTables: closed(), stsEndpoints: [anEndpoint({ state: 'pendingacceptance' })] }),
    findingsLike: [{ level: 'warn' }, { level: 'warn' }],
  },
  {
    it: 'names the endpoint of China as it is called there',
    cluster: { partition: 'aws-cn', region: 'cn-north-1', subnetIds: ['subnet-0a'] },
    facts: facts({ routeTables: closed() }),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /sts\.cn-north-1\.amazonaws\.com\.cn[\s\S]*cn\.com\.amazonaws\.cn-north-1\.sts/,
        ) as string,
      },
    ],
  },
  {
    it: 'names those of the European Sovereign Cloud by its domain',
    cluster: { partition: 'aws-eusc', region: 'eusc-de-east-1', subnetIds: ['subnet-0a'] },
    facts: facts({ routeTables: closed() }),
    findingsLike: [
      {
        fix: expect.stringMatching(
          /sts\.eusc-de-east-1\.amazonaws\.eu [\s\S]*--service-name eu\.amazonaws\.eusc-de-east-1\.sts /,
        ) as string,
      },
    ],
  },
  {
    it: 'judges a local cluster on an Outpost by DNS alone',
    cluster: { outpost: true },
    facts: facts({ routeTables: closed(), vpcDns: { hostnames: false, support: true } }),
    findingsLike: [{ rule: 'dns' }],
  },
]);
