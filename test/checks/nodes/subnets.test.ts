import { expect } from 'vitest';
import check from '../../../checks/nodes/subnets/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { aComponent, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass } from '../karpenter/objects.ts';
import { besideTerraform, byTerraform } from '../managers.ts';
import { aBoot, aLaunchTemplate, aScalingGroup, ofTemplate } from './launches.ts';

type RouteTable = Facts['routeTables'][number];
type Endpoint = Facts['vpcEndpoints'][number];

const out = { destination: '0.0.0.0/0', target: 'nat-0a', state: 'active' };
const toVpcs = { destination: '10.0.0.0/8', target: 'tgw-0a', state: 'active' };
const aTable = (...routes: RouteTable['routes']): RouteTable => {
  return { id: 'rtb-0a', main: false, subnetIds: ['subnet-0a', 'subnet-0b'], routes };
};
const aSubnet = (id: string, more: Partial<Facts['vpcSubnets'][number]> = {}): Facts['vpcSubnets'][number] => {
  return { id, cidrs: ['10.0.0.0/24'], zone: `eu-west-1${id.at(-1) ?? ''}`, free: 200, ...more };
};
const anEndpoint = (service: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: `vpce-0${service.replace('.', '')}`,
  serviceName: `com.amazonaws.eu-west-1.${service}`,
  type: 'interface',
  state: 'available',
  dnsNames: true,
  routeTableIds: [],
  ...more,
});
const s3 = anEndpoint('s3', { type: 'gateway', dnsNames: false, routeTableIds: ['rtb-0a'] });
const all = [anEndpoint('ec2'), anEndpoint('ecr.api'), anEndpoint('ecr.dkr'), s3];
const inSubnetA: Facts['nodeInterfaces'] = [
  { primary: true, securityGroupIds: ['sg-0c1'], subnetId: 'subnet-0a', instances: ['i-0a'] },
];

function facts(more: Partial<Facts> = {}): Partial<Facts> {
  return {
    routeTables: [aTable()],
    vpcEndpoints: all,
    vpcSubnets: [aSubnet('subnet-0a'), aSubnet('subnet-0b')],
    nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0a'] })],
    nodeInterfaces: [],
    addonNames: [],
    loadBalancerControllers: [],
    launchTemplates: [],
    autoScalingGroups: [],
    karpenterNodeClasses: [],
    ...more,
  };
}

const resource = { kind: 'Subnet', name: 'subnet-0a' };
const without = (service: string) => all.filter(({ serviceName }) => !serviceName.endsWith(`.${service}`));
const block = { cidrs: ['10.0.0.0/24', '2001:db8:0:1::/64'] };

/** Rows in which it is unknown whether the nodes need the endpoints. */
const unsure: [string, string, Partial<Facts>][] = [
  [
    'an endpoint has no private DNS names',
    'vpce-0ec2 has no private DNS names',
    { vpcEndpoints: [...without('ec2'), anEndpoint('ec2', { dnsNames: false })] },
  ],
  [
    'routes lead to other networks',
    'routes lead to other networks (tgw-0a)',
    { routeTables: [aTable(toVpcs)], vpcEndpoints: without('ec2') },
  ],
  [
    'the group has a custom AMI',
    'node group blue has a custom AMI, which may set a proxy',
    { vpcEndpoints: without('ec2'), nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0a'], amiType: 'CUSTOM' })] },
  ],
  [
    'user data names a proxy',
    'user data names a proxy',
    {
      vpcEndpoints: without('ec2'),
      nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0a'], ...ofTemplate })],
      launchTemplates: [aLaunchTemplate(aBoot({ proxy: true }))],
    },
  ],
  [
    'user data was not read',
    'user data was not read and may set a proxy',
    {
      vpcEndpoints: without('ec2'),
      nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0a'], ...ofTemplate })],
      launchTemplates: [],
    },
  ],
  [
    'user data of a self-managed group sets a proxy',
    'user data names a proxy',
    {
      vpcEndpoints: without('ec2'),
      nodegroups: [],
      nodeInterfaces: inSubnetA,
      autoScalingGroups: [aScalingGroup('own')],
      launchTemplates: [aLaunchTemplate(aBoot({ proxy: true }))],
    },
  ],
  [
    'a node class of Karpenter sets a proxy',
    'user data names a proxy',
    {
      vpcEndpoints: without('ec2'),
      nodegroups: [],
      nodeInterfaces: inSubnetA,
      karpenterNodeClasses: [aNodeClass('default', { boot: aBoot({ proxy: true }) })],
    },
  ],
];

const rows: Case[] = [
  {
    it: 'is silent where a default route leads out',
    facts: facts({ routeTables: [aTable(out)], vpcEndpoints: [] }),
    findings: [],
  },
  { it: 'is silent where each service has an endpoint', facts: facts(), findings: [] },
  {
    it: 'is silent about an interface endpoint for s3 with private DNS names',
    facts: facts({ vpcEndpoints: [...without('s3'), anEndpoint('s3')] }),
    findings: [],
  },
  {
    it: 'is silent about subnets in which no nodes run or start',
    facts: facts({ vpcEndpoints: [], nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0gone'] })] }),
    findings: [],
  },
  {
    it: 'warns of each service without an endpoint, and creates the interface endpoints',
    facts: facts({ vpcEndpoints: [] }),
    findings: [
      {
        level: 'warn',
        rule: 'endpoints',
        resource,
        message: 'new nodes cannot reach ec2, ecr.api, ecr.dkr and s3: no default route and no VPC endpoint',
        evidence: [
          {
            observed: 'rtb-0a: only routes within the VPC',
            required: 'a default route, or VPC endpoints',
            fact: 'routeTables',
          },
        ],
        fix: expect.stringMatching(
          /^Give the subnets a route to a NAT gateway, or create the endpoints [\s\S]*Associate rtb-0a with a gateway endpoint for s3\.\n```sh\naws ec2 create-vpc-endpoint --region eu-west-1 --vpc-id vpc-0a1 --vpc-endpoint-type Interface \\\n {2}--service-name com\.amazonaws\.eu-west-1\.ec2 --private-dns-enabled \\\n {2}--subnet-ids subnet-0a --security-group-ids SECURITY_GROUP_ID\n/,
        ) as string,
      },
    ],
  },
  ...['ec2', 'ecr.api', 'ecr.dkr', 's3'].map((service) => ({
    it: `warns where only ${service} is missing`,
    facts: facts({ vpcEndpoints: without(service) }),
    findingsLike: [
      {
        level: 'warn' as const,
        message: `new nodes cannot reach ${service}: no default route and no VPC endpoint`,
      },
    ],
  })),
  {
    it: 'warns of an endpoint that is not available, and of a blackhole default route',
    facts: facts({
      routeTables: [aTable({ ...out, state: 'blackhole' })],
      vpcEndpoints: [...without('ec2'), anEndpoint('ec2', { state: 'pendingacceptance' })],
    }),
    findingsLike: [
      {
        level: 'warn',
        message: 'new nodes cannot reach ec2: no default route and no VPC endpoint',
        evidence: [expect.objectContaining({ observed: 'rtb-0a: 0.0.0.0/0 to nat-0a (blackhole)' })],
      },
    ],
  },
  {
    it: 'warns of a gateway endpoint that the route table of the subnet does not have',
    facts: facts({ vpcEndpoints: [...without('s3'), { ...s3, routeTableIds: ['rtb-0other'] }] }),
    findingsLike: [
      {
        level: 'warn',
        fix: expect.stringContaining('Associate rtb-0a with the gateway endpoint vpce-0s3 of s3.') as string,
      },
    ],
  },
  {
    it: 'also needs eks-auth with the EKS Pod Identity Agent, and elasticloadbalancing with the load balancer controller',
    facts: facts({
      addonNames: ['eks-pod-identity-agent'],
      loadBalancerControllers: [
        {
          ...aComponent({ name: 'aws-load-balancer-controller' }),
          generation: '2',
        },
      ],
    }),
    findingsLike: [
      {
        level: 'warn',
        message: 'new nodes cannot reach eks-auth and elasticloadbalancing: no default route and no VPC endpoint',
      },
    ],
  },
  {
    it: 'judges the subnets of instances, and one endpoint in each zone serves them',
    facts: facts({
      vpcEndpoints: [],
      nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0b'] })],
      nodeInterfaces: inSubnetA,
    }),
    findingsLike: [
      { resource, fix: expect.stringContaining('--subnet-ids subnet-0a subnet-0b --security') as string },
      { resource: { kind: 'Subnet', name: 'subnet-0b' } },
    ],
  },
  ...unsure.map(([why, words, more]): Case => ({
    it: `does not know whether nodes need the endpoints: ${why}`,
    facts: facts(more),
    findingsLike: [
      { level: 'unknown', resource, message: `unknown whether new nodes reach ec2: no default route; ${words}` },
    ],
  })),
  {
    it: 'does not know what nodes of EKS Auto Mode need',
    cluster: { autoMode: true },
    facts: facts({ vpcEndpoints: without('ec2'), nodegroups: [], nodeInterfaces: inSubnetA }),
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'does not know a subnet without a route table',
    facts: facts({ routeTables: [] }),
    findingsLike: [{ level: 'unknown', rule: 'route-table', resource }],
  },
  {
    it: 'prints no name of a service in China, where the beginnings differ',
    cluster: { partition: 'aws-cn', region: 'cn-north-1' },
    facts: facts({ vpcEndpoints: [] }),
    findingsLike: [{ level: 'warn', fix: expect.not.stringContaining('create-vpc-endpoint') as string }],
  },
  {
    it: 'warns of a subnet without an IPv6 block in an IPv6 cluster',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({ routeTables: [aTable(out)] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ipv6',
        resource,
        message: 'has no IPv6 block: new nodes of node group blue cannot join the IPv6 cluster from it',
      },
    ],
  },
  {
    it: 'says where Terraform sets the subnets of a group in a subnet without an IPv6 block',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({
      routeTables: [aTable(out)],
      nodegroups: [aNodegroup('blue', { subnetIds: ['subnet-0a'], tags: byTerraform })],
    }),
    findingsLike: [{ rule: 'ipv6', fix: besideTerraform('the node group', 'subnet_ids') }],
  },
  {
    it: 'warns of a subnet that assigns no IPv6 addresses',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({ routeTables: [aTable(out)], vpcSubnets: [aSubnet('subnet-0a', { ...block, assignsIpv6: false })] }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'ipv6',
        message: 'assigns no IPv6 addresses: new nodes of node group blue cannot join the IPv6 cluster from it',
        fix: expect.stringContaining('--assign-ipv6-address-on-creation') as string,
      },
    ],
  },
  {
    it: 'is silent about a subnet that assigns IPv6 addresses, and about an IPv4 cluster',
    cluster: { ipFamily: 'ipv6' },
    facts: facts({ routeTables: [aTable(out)], vpcSubnets: [aSubnet('subnet-0a', { ...block, assignsIpv6: true })] }),
    findings: [],
  },
  {
    it: 'is skipped for local clusters',
    cluster: { outpost: true },
    facts: facts(),
    skip: 'a local cluster on AWS Outposts',
  },
  {
    it: 'is skipped without node groups and instances',
    facts: facts({ nodegroups: [] }),
    skip: 'the cluster has no node groups and no instances',
  },
];

checkCases(check, rows);
