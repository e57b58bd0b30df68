import { describe, expect, it } from 'vitest';
import type { FactName } from '../../src/facts/facts.ts';
import { clusterRoles } from '../world/cluster-role.ts';
import { aDescribedCluster, aSubnet, healthyWorld } from '../world/healthy.ts';
import {
  aRouteTable,
  aSecurityGroup,
  allFrom,
  anInstance,
  clusterGroup,
  healthyNetwork,
  portFrom,
} from '../world/network.ts';
import type { World } from '../world/world.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

/** What the control plane depends on, read from the loopback AWS endpoint, whose pages hold two items. */

type Json = Record<string, unknown>;

function network(parts: Partial<World['aws']['network']>): Partial<World['aws']> {
  return { network: { ...healthyNetwork(), ...parts } };
}

function clusters(more: Json): Partial<World['aws']> {
  return { clusters: { prod: aDescribedCluster('prod', '1.33', more) } };
}

const resourcesVpcConfig = { subnetIds: ['subnet-0aaa'], securityGroupIds: [], vpcId: 'vpc-0a1b2c3d' };

describe.each<[FactName, string]>([
  ['vpcDns', 'ec2:DescribeVpcAttribute'],
  ['vpcSubnets', 'ec2:DescribeSubnets'],
  ['routeTables', 'ec2:DescribeRouteTables'],
  ['stsEndpoints', 'ec2:DescribeVpcEndpoints'],
  ['vpcEndpoints', 'ec2:DescribeVpcEndpoints'],
  ['nodeInterfaces', 'ec2:DescribeInstances'],
  ['securityGroups', 'ec2:DescribeSecurityGroups'],
  ['clusterRole', 'iam:GetRole'],
  ['clusterRole', 'iam:ListAttachedRolePolicies'],
])('%s', (fact, permission) => {
  it(`is not there without ${permission}, which it names`, async () => {
    expect(await awsReading(fact, {}, { deny: [permission] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission },
    });
  });
});

describe('the facts of the VPC', () => {
  it('are unreadable where EKS names no VPC', async () => {
    const facts = ['vpcDns', 'vpcSubnets', 'routeTables', 'vpcEndpoints', 'stsEndpoints'] as const;
    const { readings } = await awsReadings(facts, clusters({ resourcesVpcConfig: { subnetIds: [] } }));
    for (const fact of facts) {
      expect(readings[fact]).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
    }
  });
});

describe('cluster', () => {
  it.each([
    [true, true, 'both'],
    [true, false, 'public'],
    [false, true, 'private'],
    [undefined, undefined, null],
  ])('tells from where its endpoint is reached: public %s, private %s', async (open, inside, endpointAccess) => {
    const config = { ...resourcesVpcConfig, endpointPublicAccess: open, endpointPrivateAccess: inside };
    const reading = await awsReading('cluster', clusters({ resourcesVpcConfig: config }));
    expect(reading).toMatchObject({ ok: true, value: { endpointAccess, remoteNodeCidrs: [] } });
  });

  it('tells the networks of hybrid nodes', async () => {
    const remoteNetworkConfig = {
      remoteNodeNetworks: [{ cidrs: ['10.1.0.0/16', '10.2.0.0/16'] }, { cidrs: ['10.3.0.0/16'] }],
    };
    expect(await awsReading('cluster', clusters({ remoteNetworkConfig }))).toMatchObject({
      value: { hybrid: true, remoteNodeCidrs: ['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16'] },
    });
  });
});

describe('vpcDns', () => {
  it.each([
    [true, false],
    [false, true],
  ])('tells hostnames %s, support %s', async (hostnames, support) => {
    const reading = await awsReading('vpcDns', network({ vpcs: { 'vpc-0a1b2c3d': { hostnames, support } } }));
    expect(reading).toEqual({ ok: true, value: { hostnames, support } });
  });

  it('is null where the VPC is not found', async () => {
    expect(await awsReading('vpcDns', network({ vpcs: {} }))).toEqual({ ok: true, value: null });
  });
});

describe('vpcSubnets', () => {
  it('holds every subnet of the VPC, behind the second page, with the IPv6 block that is associated', async () => {
    const association = (Ipv6CidrBlock: string, State: string) => ({ Ipv6CidrBlock, Ipv6CidrBlockState: { State } });
    const Ipv6CidrBlockAssociationSet = [
      association('2001:db8:0:1::/64', 'disassociated'),
      association('2001:db8:0:2::/64', 'associated'),
    ];
    const reading = await awsReading('vpcSubnets', {
      subnets: [
        { ...aSubnet('subnet-0ccc', 'c', 1), Ipv6CidrBlockAssociationSet, AssignIpv6AddressOnCreation: true },
        aSubnet('subnet-0aaa', 'a', 1),
        { ...aSubnet('subnet-0zzz', 'a', 1), VpcId: 'vpc-0other' },
        aSubnet('subnet-0bbb', 'b', 1),
      ],
    });
    expect(reading).toEqual({
      ok: true,
      value: [
        { id: 'subnet-0aaa', cidrs: ['10.0.0.0/18'], zone: 'eu-west-1a', free: 1, tags: {} },
        { id: 'subnet-0bbb', cidrs: ['10.0.64.0/18'], zone: 'eu-west-1b', free: 1, tags: {} },
        {
          id: 'subnet-0ccc',
          cidrs: ['10.0.128.0/18', '2001:db8:0:2::/64'],
          zone: 'eu-west-1c',
          free: 1,
          assignsIpv6: true,
          tags: {},
        },
      ],
    });
  });
});

describe('routeTables', () => {
  it('hold ways out of the VPC of any kind, behind the second page', async () => {
    const to = (DestinationCidrBlock: string, target: Json, State = 'active') => ({
      DestinationCidrBlock,
      ...target,
      State,
    });
    const main = {
      RouteTableId: 'rtb-0m',
      VpcId: 'vpc-0a1b2c3d',
      Associations: [
        { Main: true, AssociationState: { State: 'associated' } },
        { Main: false, SubnetId: 'subnet-0gone', AssociationState: { State: 'disassociated' } },
      ],
      Routes: [
        to('0.0.0.0/0', { GatewayId: 'igw-0a' }),
        to('10.8.0.0/16', { TransitGatewayId: 'tgw-0a' }),
        to('10.9.0.0/16', { VpcPeeringConnectionId: 'pcx-0a' }, 'blackhole'),
        { DestinationIpv6CidrBlock: '::/0', EgressOnlyInternetGatewayId: 'eigw-0a', State: 'active' },
        { DestinationPrefixListId: 'pl-0s3', GatewayId: 'vpce-0s3', State: 'active' },
        { DestinationPrefixListId: 'pl-0hub', TransitGatewayId: 'tgw-0a', State: 'active' },
      ],
    };
    const reading = await awsReading(
      'routeTables',
      network({ routeTables: [aRouteTable('a'), aRouteTable('b', []), main] }),
    );
    expect(reading).toEqual({
      ok: true,
      value: [
        {
          id: 'rtb-0a',
          main: false,
          subnetIds: ['subnet-0aaa'],
          routes: [{ destination: '0.0.0.0/0', target: 'nat-0a', state: 'active' }],
        },
        { id: 'rtb-0b', main: false, subnetIds: ['subnet-0bbb'], routes: [] },
        {
          id: 'rtb-0m',
          main: true,
          subnetIds: [],
          routes: [
            { destination: '0.0.0.0/0', target: 'igw-0a', state: 'active' },
            { destination: '10.8.0.0/16', target: 'tgw-0a', state: 'active' },
            { destination: '10.9.0.0/16', target: 'pcx-0a', state: 'blackhole' },
            { destination: '::/0', target: 'eigw-0a', state: 'active' },
            { destination: 'pl-0hub', target: 'tgw-0a', state: 'active' },
          ],
        },
      ],
    });
  });
});

describe('vpcEndpoints', () => {
  it('are interface and gateway endpoints of services of AWS, which stsEndpoints does not list again', async () => {
    const endpoint = (VpcEndpointId: string, service: string, more: Json = {}) => ({
      VpcEndpointId,
      VpcEndpointType: 'Interface',
      VpcId: 'vpc-0a1b2c3d',
      ServiceName: `com.amazonaws.eu-west-1.${service}`,
      State: 'available',
      PrivateDnsEnabled: true,
      ...more,
    });
    const { readings } = await awsReadings(
      ['vpcEndpoints', 'stsEndpoints'],
      network({
        vpcEndpoints: [
          endpoint('vpce-0s3', 's3', {
            VpcEndpointType: 'Gateway',
            PrivateDnsEnabled: false,
            RouteTableIds: ['rtb-0b', 'rtb-0a'],
          }),
          endpoint('vpce-0ecr', 'ecr.dkr'),
          endpoint('vpce-0own', 'vpce-svc-0a1', { ServiceName: 'com.amazonaws.vpce.eu-west-1.vpce-svc-0a1' }),
          endpoint('vpce-0glb', 'other', { VpcEndpointType: 'GatewayLoadBalancer' }),
        ],
      }),
    );
    expect(readings.stsEndpoints).toEqual({ ok: true, value: [] });
    const state = 'available';
    expect(readings.vpcEndpoints).toEqual({
      ok: true,
      value: [
        {
          id: 'vpce-0ecr',
          serviceName: 'com.amazonaws.eu-west-1.ecr.dkr',
          type: 'interface',
          state,
          dnsNames: true,
          routeTableIds: [],
        },
        {
          id: 'vpce-0s3',
          serviceName: 'com.amazonaws.eu-west-1.s3',
          type: 'gateway',
          state,
          dnsNames: false,
          routeTableIds: ['rtb-0a', 'rtb-0b'],
        },
      ],
    });
  });
});

describe('stsEndpoints', () => {
  it('are interface endpoints of STS alone, behind the second page, with FIPS too', async () => {
    const endpoint = (VpcEndpointId: string, service: string, more: Json = {}) => ({
      VpcEndpointId,
      VpcEndpointType: 'Interface',
      VpcId: 'vpc-0a1b2c3d',
      ServiceName: `com.amazonaws.eu-west-1.${service}`,
      State: 'Available',
      PrivateDnsEnabled: true,
      ...more,
    });
    const reading = await awsReading(
      'stsEndpoints',
      network({
        vpcEndpoints: [
          endpoint('vpce-0s3', 's3', { VpcEndpointType: 'Gateway' }),
          endpoint('vpce-0ec2', 'ec2'),
          endpoint('vpce-0fips', 'sts-fips', { State: 'pendingAcceptance' }),
          endpoint('vpce-0other', 'sts', { VpcId: 'vpc-0other' }),
          endpoint('vpce-0sts', 'sts'),
        ],
      }),
    );
    expect(reading).toEqual({
      ok: true,
      value: [
        {
          id: 'vpce-0fips',
          serviceName: 'com.amazonaws.eu-west-1.sts-fips',
          state: 'pendingacceptance',
          dnsNames: false,
        },
        { id: 'vpce-0sts', serviceName: 'com.amazonaws.eu-west-1.sts', state: 'available', dnsNames: true },
      ],
    });
  });
});

describe('nodeInterfaces', () => {
  const secondary = (Description: string, groups: readonly string[]) => ({
    Attachment: { DeviceIndex: 1, NetworkCardIndex: 0 },
    Description,
    Groups: groups.map((GroupId) => ({ GroupId })),
    SubnetId: 'subnet-0ccc',
  });
  const withMore = (instance: Json, ...interfaces: Json[]) => ({
    ...instance,
    NetworkInterfaces: [...(instance['NetworkInterfaces'] as Json[]), ...interfaces],
  });

  it('are told together where they are alike, behind the second page, of running instances of the cluster alone', async () => {
    const other = {
      ...anInstance('i-0x', 'subnet-0aaa'),
      Tags: [{ Key: 'kubernetes.io/cluster/other', Value: 'owned' }],
    };
    const stopped = { ...anInstance('i-0s', 'subnet-0aaa'), State: { Code: 80, Name: 'stopped' } };
    const { readings, calls } = await awsReadings(
      ['nodeInterfaces'],
      network({
        instances: [
          anInstance('i-03', 'subnet-0aaa'),
          other,
          stopped,
          anInstance('i-01', 'subnet-0aaa'),
          withMore(
            anInstance('i-02', 'subnet-0bbb', ['sg-0b', 'sg-0a']),
            secondary('aws-K8S-i-02', ['sg-0p']),
            secondary('aws-K8S-i-02', ['sg-0p']),
            secondary('multus', ['sg-0m']),
          ),
        ],
      }),
    );
    expect(readings.nodeInterfaces).toEqual({
      ok: true,
      value: [
        { primary: true, securityGroupIds: [clusterGroup], subnetId: 'subnet-0aaa', instances: ['i-01', 'i-03'] },
        { primary: true, securityGroupIds: ['sg-0a', 'sg-0b'], subnetId: 'subnet-0bbb', instances: ['i-02'] },
        { primary: false, securityGroupIds: ['sg-0p'], subnetId: 'subnet-0ccc', instances: ['i-02'] },
      ],
    });
    expect(calls.filter(({ action }) => action === 'ec2:DescribeInstances')).toHaveLength(2);
  });

  it('are found by the tag of Auto Mode too, each instance once', async () => {
    const tagged = (id: string, ...keys: [string, string][]) => ({
      ...anInstance(id, 'subnet-0aaa'),
      Tags: keys.map(([Key, Value]) => ({ Key, Value })),
    });
    const mine: [string, string] = ['eks:eks-cluster-name', 'prod'];
    const instances = [
      tagged('i-01', mine),
      tagged('i-02', mine, ['kubernetes.io/cluster/prod', 'owned']),
      tagged('i-03', ['eks:eks-cluster-name', 'other']),
    ];
    const { readings, calls } = await awsReadings(['nodeInterfaces'], {
      ...network({ instances }),
      ...clusters({ computeConfig: { enabled: true } }),
    });
    expect(readings.nodeInterfaces).toMatchObject({ value: [{ instances: ['i-01', 'i-02'] }] });
    const instanceCalls = calls.filter(({ action }) => action === 'ec2:DescribeInstances');
    expect(instanceCalls.map(({ parameters }) => parameters['IncludeManagedResources'])).toEqual(['true', 'true']);
  });
});

describe('securityGroups', () => {
  const groups = [
    aSecurityGroup('sg-0a', [
      portFrom(443, { UserIdGroupPairs: [{ GroupId: 'sg-0b' }], IpRanges: [{ CidrIp: '10.0.0.0/16' }] }),
      portFrom(22, { IpRanges: [{ CidrIp: '0.0.0.0/0' }] }),
      { IpProtocol: 'icmp', FromPort: -1, ToPort: -1, IpRanges: [{ CidrIp: '0.0.0.0/0' }] },
    ]),
    aSecurityGroup('sg-0b', [
      { IpProtocol: 'tcp', FromPort: 1025, ToPort: 65535, PrefixListIds: [{ PrefixListId: 'pl-0a' }] },
      portFrom(53, { Ipv6Ranges: [{ CidrIpv6: '2001:db8::/56' }] }, '17'),
      portFrom(443, { IpRanges: [{ CidrIp: '0.0.0.0/0' }] }, 'udp'),
      portFrom(8443, { PrefixListIds: [{ PrefixListId: 'pl-0other' }] }),
    ]),
    aSecurityGroup(clusterGroup, [allFrom(clusterGroup)]),
    aSecurityGroup('sg-0unused', [allFrom('sg-0unused')]),
  ];
  const parts = {
    ...network({
      securityGroups: groups,
      prefixLists: { 'pl-0a': ['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16'] },
      instances: [anInstance('i-01', 'subnet-0aaa', ['sg-0b'])],
    }),
    ...clusters({
      resourcesVpcConfig: {
        ...resourcesVpcConfig,
        securityGroupIds: ['sg-0a', 'sg-0gone'],
        clusterSecurityGroupId: clusterGroup,
      },
    }),
  };

  it('are those of control plane and nodes, behind the second page, with the rules and lists that concern their ports', async () => {
    const outward = {
      direction: 'egress',
      protocol: '-1',
      ports: null,
      groups: [],
      cidrs: ['0.0.0.0/0'],
      prefixLists: [],
    };
    const { readings, calls } = await awsReadings(['securityGroups'], parts);
    expect(readings.securityGroups).toEqual({
      ok: true,
      value: {
        groups: [
          {
            id: 'sg-0a',
            tags: {},
            name: 'name-of-sg-0a',
            rules: [
              {
                direction: 'ingress',
                protocol: 'tcp',
                ports: { from: 443, to: 443 },
                groups: ['sg-0b'],
                cidrs: ['10.0.0.0/16'],
                prefixLists: [],
              },
              outward,
            ],
          },
          {
            id: 'sg-0b',
            tags: {},
            name: 'name-of-sg-0b',
            rules: [
              {
                direction: 'ingress',
                protocol: 'tcp',
                ports: { from: 1025, to: 65_535 },
                groups: [],
                cidrs: [],
                prefixLists: ['pl-0a'],
              },
              {
                direction: 'ingress',
                protocol: 'udp',
                ports: { from: 53, to: 53 },
                groups: [],
                cidrs: ['2001:db8::/56'],
                prefixLists: [],
              },
              outward,
            ],
          },
          {
            id: clusterGroup,
            tags: {},
            name: `name-of-${clusterGroup}`,
            rules: [
              { direction: 'ingress', protocol: '-1', ports: null, groups: [clusterGroup], cidrs: [], prefixLists: [] },
              outward,
            ],
          },
        ],
        prefixLists: [{ id: 'pl-0a', cidrs: ['10.1.0.0/16', '10.2.0.0/16', '10.3.0.0/16'] }],
      },
    });
    const lists = calls.filter(({ action }) => action === 'ec2:GetManagedPrefixListEntries');
    expect(lists.map(({ parameters }) => parameters['PrefixListId'])).toEqual(['pl-0a', 'pl-0a']);
  });

  it('have a gap where a prefix list is denied, and none where it is not found', async () => {
    const permission = 'ec2:GetManagedPrefixListEntries';
    expect(await awsReading('securityGroups', parts, { deny: [permission] })).toMatchObject({
      ok: true,
      value: { prefixLists: [] },
      gaps: [{ what: 'prefix list pl-0a', reason: { kind: 'denied', permission } }],
    });
    const lost = { ...parts, ...network({ ...parts.network, prefixLists: {} }) };
    const reading = await awsReading('securityGroups', lost);
    expect(reading).toMatchObject({ ok: true, value: { prefixLists: [{ id: 'pl-0a', cidrs: null }] } });
    expect(reading).not.toHaveProperty('gaps');
  });

  it('are asked for by two hundred at once, at the same time', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `sg-0${1000 + index}`);
    const many = network({
      securityGroups: ids.map((id) => aSecurityGroup(id)),
      instances: ids.map((id) => anInstance(`i-${id}`, 'subnet-0aaa', [id])),
    });
    const { aws } = healthyWorld();
    const { readings, calls } = await awsReadings(['securityGroups'], {
      ...many,
      pageSize: 1000,
      clusters: aws.clusters,
    });
    const reading = readings.securityGroups;
    expect(reading?.ok === true ? reading.value.groups.length : reading).toBe(250);
    expect(calls.filter(({ action }) => action === 'ec2:DescribeSecurityGroups')).toHaveLength(2);
  });

  it('are those of the control plane alone where instances are denied', async () => {
    const reading = await awsReading('securityGroups', parts, { deny: ['ec2:DescribeInstances'] });
    expect(reading).toMatchObject({ ok: true, value: { groups: [{ id: 'sg-0a' }, { id: clusterGroup }] } });
  });
});

describe('clusterRole', () => {
  const withDocument = (document: unknown, more: Json = {}) => ({
    roles: {
      'prod-cluster': {
        ...clusterRoles['prod-cluster'],
        AssumeRolePolicyDocument: encodeURIComponent(
          typeof document === 'string' ? document : JSON.stringify(document),
        ),
        ...more,
      },
    },
  });
  const readTrust = async (Statement: unknown) => {
    const reading = await awsReading('clusterRole', withDocument({ Version: '2012-10-17', Statement }));
    return reading?.ok === true ? reading.value?.trust : reading;
  };
  const allow = { Effect: 'Allow', Principal: { Service: 'eks.amazonaws.com' }, Action: 'sts:AssumeRole' };
  const projected = { effect: 'Allow', services: ['eks.amazonaws.com'], actions: ['sts:AssumeRole'], conditions: [] };

  it('holds trust, tags and attached policies, behind the third page', async () => {
    const policies = ['Compute', 'BlockStorage', 'Cluster', 'Networking', 'LoadBalancing'].map(
      (name) => `arn:aws:iam::aws:policy/AmazonEKS${name}Policy`,
    );
    const PermissionsBoundary = {
      PermissionsBoundaryType: 'Policy',
      PermissionsBoundaryArn: 'arn:aws:iam::1:policy/b',
    };
    const reading = await awsReading('clusterRole', {
      ...withDocument(
        { Statement: [allow] },
        { PermissionsBoundary, Tags: [{ Key: 'aws:cloudformation:stack-name', Value: 'eksctl-prod' }] },
      ),
      attachedPolicies: { 'prod-cluster': policies },
    });
    expect(reading).toEqual({
      ok: true,
      value: {
        name: 'prod-cluster',
        arn: 'arn:aws:iam::111122223333:role/prod-cluster',
        trust: [projected],
        attachedPolicies: policies.toSorted(),
        permissionsBoundary: 'arn:aws:iam::1:policy/b',
        tags: { 'aws:cloudformation:stack-name': 'eksctl-prod' },
      },
    });
  });

  it('is found by its name, and says under which path it lies', async () => {
    const roleArn = 'arn:aws:iam::111122223333:role/teams/eks/prod-cluster';
    expect(await awsReading('clusterRole', clusters({ roleArn }))).toMatchObject({
      ok: true,
      value: { name: 'prod-cluster', arn: 'arn:aws:iam::111122223333:role/prod-cluster' },
    });
  });

  it('is null where no such role exists, and unreadable where EKS names none', async () => {
    expect(await awsReading('clusterRole', { roles: {} })).toEqual({ ok: true, value: null });
    expect(await awsReading('clusterRole', clusters({ roleArn: undefined }))).toMatchObject({
      ok: false,
      reason: { kind: 'unreadable' },
    });
  });

  it('reads one statement as well as a list, one value as well as several', async () => {
    expect(await readTrust(allow)).toEqual([projected]);
    expect(await readTrust([{ ...allow, Principal: '*', Action: ['sts:AssumeRole', 'sts:TagSession'] }])).toEqual([
      { ...projected, services: ['*'], actions: ['sts:AssumeRole', 'sts:TagSession'] },
    ]);
    expect(
      await readTrust([{ ...allow, Principal: { AWS: ['arn:aws:iam::1:root', '*'], Service: ['a', 'b'] } }]),
    ).toEqual([{ ...projected, services: ['a', 'b', '*'] }]);
  });

  it('says of NotPrincipal and NotAction that they are there', async () => {
    const { Principal: NotPrincipal, Action: NotAction, Effect } = allow;
    expect(await readTrust([{ Effect, NotPrincipal, NotAction }])).toEqual([
      { ...projected, services: null, actions: null },
    ]);
  });

  it('keeps the values of no condition but source ARN, account and whether a service asks', async () => {
    const Condition = {
      Bool: { 'aws:PrincipalIsAWSService': true },
      StringEquals: { 'aws:SourceAccount': 1, 'sts:ExternalId': 'planted-secret-4711' },
      ArnLike: { 'AWS:SourceArn': ['arn:a', 'arn:b'] },
    };
    expect(await readTrust([{ ...allow, Condition }])).toEqual([
      {
        ...projected,
        conditions: [
          { operator: 'Bool', key: 'aws:PrincipalIsAWSService', values: ['true'] },
          { operator: 'StringEquals', key: 'aws:SourceAccount', values: ['1'] },
          { operator: 'StringEquals', key: 'sts:ExternalId', values: [] },
          { operator: 'ArnLike', key: 'AWS:SourceArn', values: ['arn:a', 'arn:b'] },
        ],
      },
    ]);
  });

  it.each(['not JSON', '{"Statement":[{"Effect":"Allow"}]}', '{"Statement":"all"}', '{}', '[]'])(
    'cannot read the trust policy %s',
    async (document) => {
      expect(await awsReading('clusterRole', withDocument(document))).toMatchObject({
        ok: true,
        value: { trust: null },
      });
    },
  );
});
