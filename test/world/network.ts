import type { World } from './world.ts';

type Json = Record<string, unknown>;

const vpcId = 'vpc-0a1b2c3d';
/** The cluster security group of the worlds. */
export const clusterGroup = 'sg-0c1u57e2';

/** A security group as DescribeSecurityGroups returns it; its rules as permissions. */
export function aSecurityGroup(
  GroupId: string,
  ingress: readonly Json[] = [],
  egress: readonly Json[] = [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
): Json {
  return {
    GroupId,
    GroupName: `name-of-${GroupId}`,
    VpcId: vpcId,
    IpPermissions: ingress,
    IpPermissionsEgress: egress,
  };
}

/** A permission for all traffic from or to a group. */
export function allFrom(GroupId: string): Json {
  return { IpProtocol: '-1', UserIdGroupPairs: [{ GroupId, UserId: '111122223333' }] };
}

/** A permission for one port. */
export function portFrom(port: number, peers: Json, IpProtocol = 'tcp'): Json {
  return { IpProtocol, FromPort: port, ToPort: port, ...peers };
}

/** An instance as DescribeInstances returns it: one interface with these groups. */
export function anInstance(InstanceId: string, SubnetId: string, groups: readonly string[] = [clusterGroup]): Json {
  return {
    InstanceId,
    State: { Code: 16, Name: 'running' },
    Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }],
    NetworkInterfaces: [
      {
        NetworkInterfaceId: `eni-${InstanceId}`,
        Attachment: { DeviceIndex: 0, NetworkCardIndex: 0 },
        Groups: groups.map((GroupId) => ({ GroupId, GroupName: `name-of-${GroupId}` })),
        SubnetId,
      },
    ],
  };
}

/**
 * DNS enabled, a NAT gateway for every subnet, an S3 endpoint, and the cluster security group with EKS's own rule and
 * one for a prefix list.
 */
export function healthyNetwork(): World['aws']['network'] {
  return {
    vpcs: { [vpcId]: { hostnames: true, support: true } },
    routeTables: ['a', 'b', 'c'].map((zone) => aRouteTable(zone)),
    vpcEndpoints: [
      {
        VpcEndpointId: 'vpce-0a1',
        VpcEndpointType: 'Gateway',
        VpcId: vpcId,
        ServiceName: 'com.amazonaws.eu-west-1.s3',
        State: 'available',
        PrivateDnsEnabled: false,
      },
    ],
    securityGroups: [
      aSecurityGroup(clusterGroup, [
        allFrom(clusterGroup),
        portFrom(443, { PrefixListIds: [{ PrefixListId: 'pl-0ff1ce' }] }),
      ]),
    ],
    prefixLists: { 'pl-0ff1ce': ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'] },
  };
}

/** The route table of a zone's subnet, by default with a NAT gateway. */
export function aRouteTable(zone: string, routes: readonly Json[] = [defaultRoute(zone)]): Json {
  return {
    RouteTableId: `rtb-0${zone}`,
    VpcId: vpcId,
    Associations: [{ Main: false, SubnetId: `subnet-0${zone.repeat(3)}`, AssociationState: { State: 'associated' } }],
    Routes: [{ DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local', State: 'active' }, ...routes],
  };
}

function defaultRoute(zone: string): Json {
  return { DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: `nat-0${zone}`, State: 'active' };
}

/** The world's instances; by default one for each EC2 node, with the cluster security group. */
export function listInstances({ aws, kube }: World): readonly Json[] {
  if (aws.network.instances !== undefined) return aws.network.instances;
  return kube.objects.flatMap((object) => {
    const { kind, metadata, spec } = object as { kind?: string; metadata?: Json; spec?: { providerID?: string } };
    const labels = (metadata?.['labels'] ?? {}) as Record<string, string>;
    const [, zone = '', id] = /^aws:\/\/\/([^/]*)\/(i-.+)$/.exec(spec?.providerID ?? '') ?? [];
    const elsewhere = ['fargate', 'hybrid'].includes(labels['eks.amazonaws.com/compute-type'] ?? '');
    if (kind !== 'Node' || id === undefined || elsewhere) return [];
    const subnet = aws.subnets.find(({ AvailabilityZone }) => AvailabilityZone === zone) ?? aws.subnets[0];
    return [anInstance(id, String(subnet?.['SubnetId']))];
  });
}
