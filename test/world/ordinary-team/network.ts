import type { World } from '../world.ts';
import { formatHost, buildInstanceId, type TeamNode } from './nodes.ts';

type Json = Record<string, unknown>;
type Tags = Readonly<Record<string, string>>;

/** The VPC of terraform-aws-vpc: a private, a public and an intra subnet in each of three zones, one NAT gateway. */

const vpcId = 'vpc-0a1b2c3d';
const account = '111122223333';
const zones = ['a', 'b', 'c'] as const;

/** The tags that a Terraform root module sets on everything. */
export const teamTags: Tags = { Environment: 'prod', Terraform: 'true' };

/** Tags in the shape of EC2, IAM and Auto Scaling. */
export function tagList(tags: Tags): Json[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

type Kind = 'private' | 'public' | 'intra';
const subnetIds: Readonly<Record<Kind, readonly string[]>> = {
  private: ['subnet-0d41f6a7c2be9018a', 'subnet-07b3e95d10fc2a46b', 'subnet-0e82c71b5a9d3f64c'],
  public: ['subnet-01c5a9e7f4d2b836a', 'subnet-09f7d3b1e5a8c264b', 'subnet-05e1b8d6c3f7a942c'],
  intra: ['subnet-0b6d2f8a4c1e9573a', 'subnet-03a8c6e4f2b1d795b', 'subnet-0f5b7d9e1a3c8264c'],
};

/** The subnets of the nodes. */
export const privateSubnets = subnetIds.private;
/** The subnets of the control plane's interfaces: the module's `control_plane_subnet_ids`. */
export const intraSubnets = subnetIds.intra;

/** The subnets; with Karpenter, the private ones have its discovery tag. */
export function teamSubnets(withKarpenter: boolean): Json[] {
  const discovery: Tags = withKarpenter ? { 'karpenter.sh/discovery': 'prod' } : {};
  return zones.flatMap((zone, index) => [
    subnet('private', zone, `10.0.${index * 16}.0/20`, 3907 - index * 41, {
      'kubernetes.io/role/internal-elb': '1',
      ...discovery,
    }),
    subnet('public', zone, `10.0.${48 + index}.0/24`, 246, { 'kubernetes.io/role/elb': '1' }),
    subnet('intra', zone, `10.0.${52 + index}.0/24`, zone === 'c' ? 251 : 250, {}),
  ]);
}

function subnet(kind: Kind, zone: 'a' | 'b' | 'c', CidrBlock: string, free: number, tags: Tags): Json {
  const index = zones.indexOf(zone);
  return {
    SubnetId: subnetIds[kind][index],
    AvailabilityZone: `eu-west-1${zone}`,
    AvailabilityZoneId: `euw1-az${index + 1}`,
    VpcId: vpcId,
    OwnerId: account,
    State: 'available',
    AvailableIpAddressCount: free,
    CidrBlock,
    MapPublicIpOnLaunch: false,
    Tags: tagList({ Name: `prod-${kind}-eu-west-1${zone}`, ...teamTags, ...tags }),
  };
}

/** Security groups: EKS's own, the module's `prod-cluster` and `prod-node`, the Load Balancer Controller's. */
export const groups = {
  primary: 'sg-0c1f57e2a94b63d08',
  cluster: 'sg-06e9b4d1f7a2c5308',
  node: 'sg-0a7d3c9f5e1b84206',
  loadBalancers: 'sg-0f2e6a8c4d9b71503',
};

const from = (protocol: string, first: number, last: number, GroupId: string, Description: string): Json => ({
  IpProtocol: protocol,
  FromPort: first,
  ToPort: last,
  UserIdGroupPairs: [{ GroupId, UserId: account, Description }],
});
const everything = [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }];
const webhook = (port: number): Json =>
  from('tcp', port, port, groups.cluster, `Cluster API to node ${port}/tcp webhook`);

/**
 * The module's rules for nodes, with the recommended ones (`node_security_group_enable_recommended_rules`), and one of
 * the Load Balancer Controller.
 */
const nodeIngress = [
  from('tcp', 443, 443, groups.cluster, 'Cluster API to node groups'),
  from('tcp', 10250, 10250, groups.cluster, 'Cluster API to node kubelets'),
  from('tcp', 53, 53, groups.node, 'Node to node CoreDNS'),
  from('udp', 53, 53, groups.node, 'Node to node CoreDNS UDP'),
  from('tcp', 1025, 65535, groups.node, 'Node to node ingress on ephemeral ports'),
  ...[4443, 6443, 8443, 9443, 10251].map(webhook),
  from('tcp', 8080, 8080, groups.loadBalancers, 'elbv2.k8s.aws/targetGroupBinding=shared'),
];

function securityGroups(withKarpenter: boolean): Json[] {
  const group = (id: string, name: string, ingress: Json[], egress: Json[], tags: Tags): Json => ({
    GroupId: id,
    GroupName: name,
    OwnerId: account,
    VpcId: vpcId,
    IpPermissions: ingress,
    IpPermissionsEgress: egress,
    Tags: tagList(tags),
  });
  const own = { 'kubernetes.io/cluster/prod': 'owned' };
  const discovery: Tags = withKarpenter ? { 'karpenter.sh/discovery': 'prod' } : {};
  return [
    group(
      groups.primary,
      'eks-cluster-sg-prod-1183940256',
      [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: groups.primary, UserId: account }] }],
      everything,
      { Name: 'eks-cluster-sg-prod-1183940256', 'aws:eks:cluster-name': 'prod', ...own, ...teamTags },
    ),
    group(
      groups.cluster,
      'prod-cluster-20250312080423118300000004',
      [from('tcp', 443, 443, groups.node, 'Node groups to cluster API')],
      [],
      { Name: 'prod-cluster', ...teamTags },
    ),
    group(groups.node, 'prod-node-20250312080423120900000005', nodeIngress, everything, {
      Name: 'prod-node',
      ...own,
      ...teamTags,
      ...discovery,
    }),
    group(groups.loadBalancers, 'k8s-traffic-prod-8a1d6c40f3', [], everything, {
      'elbv2.k8s.aws/cluster': 'prod',
      'elbv2.k8s.aws/resource': 'backend-sg',
    }),
  ];
}

function routeTable(kind: Kind, id: string, routes: readonly Json[]): Json {
  return {
    RouteTableId: id,
    VpcId: vpcId,
    Associations: subnetIds[kind].map((SubnetId) => ({
      Main: false,
      SubnetId,
      AssociationState: { State: 'associated' },
    })),
    Routes: [{ DestinationCidrBlock: '10.0.0.0/16', GatewayId: 'local', State: 'active' }, ...routes],
    Tags: tagList({ Name: `prod-${kind}`, ...teamTags }),
  };
}

/** An instance with its first interface and one attached by the VPC CNI: both have only the nodes' group. */
function instance(node: TeamNode): Json {
  const InstanceId = buildInstanceId(node);
  const SubnetId = privateSubnets[zones.indexOf(node.zone)];
  const Groups = [{ GroupId: groups.node, GroupName: 'prod-node-20250312080423120900000005' }];
  const own: Tags = { 'kubernetes.io/cluster/prod': 'owned', Name: node.group };
  return {
    InstanceId,
    InstanceType: node.type,
    PrivateDnsName: formatHost(node),
    State: { Code: 16, Name: 'running' },
    SubnetId,
    VpcId: vpcId,
    SecurityGroups: Groups,
    Tags: tagList(node.group === 'karpenter' ? { ...own, 'karpenter.sh/nodepool': 'default' } : own),
    NetworkInterfaces: [0, 1].map((DeviceIndex) => ({
      NetworkInterfaceId: `eni-${DeviceIndex}${InstanceId.slice(3)}`,
      Description: DeviceIndex === 0 ? '' : `aws-K8S-${InstanceId}`,
      Attachment: { DeviceIndex, NetworkCardIndex: 0, Status: 'attached' },
      Groups,
      SubnetId,
      VpcId: vpcId,
    })),
  };
}

export function teamNetwork(nodes: readonly TeamNode[], withKarpenter: boolean): World['aws']['network'] {
  const out = (target: Json): Json[] => [{ DestinationCidrBlock: '0.0.0.0/0', State: 'active', ...target }];
  return {
    vpcs: { [vpcId]: { hostnames: true, support: true } },
    routeTables: [
      routeTable('private', 'rtb-0c4e8a1d6b2f93750', out({ NatGatewayId: 'nat-0d5f1b9a3c7e82640' })),
      routeTable('public', 'rtb-0a9c5e7b1d3f64820', out({ GatewayId: 'igw-0b8d2f6a4c1e95730' })),
      routeTable('intra', 'rtb-0e6b2d8f4a1c73950', []),
    ],
    vpcEndpoints: [],
    securityGroups: securityGroups(withKarpenter),
    prefixLists: {},
    instances: nodes.map(instance),
  };
}
