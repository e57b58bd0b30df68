import type { Route, RouteTable } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

type Table = Facts['routeTables'][number];

export const routeTables = defineCollector('routeTables', {
  permissions: [{ iam: 'ec2:DescribeRouteTables' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const vpcId = present((await facts.read('cluster')).vpcId, 'cluster.resourcesVpcConfig.vpcId');
    const { paginateDescribeRouteTables } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const Filters = [{ Name: 'vpc-id', Values: [vpcId] }];
    const tables = await aws.call('ec2:DescribeRouteTables', () =>
      everyPage(paginateDescribeRouteTables({ client }, { Filters }), 'RouteTables', (page) => page.RouteTables),
    );
    requireEachRequested(
      tables.map(({ VpcId }) => VpcId),
      [vpcId],
      'VPC',
    );
    return { value: tables.map(project).sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});

function project({ RouteTableId, Associations = [], Routes = [] }: RouteTable): Table {
  const alive = Associations.filter(({ AssociationState }) => AssociationState?.State !== 'disassociated');
  return {
    id: present(RouteTableId, 'RouteTableId'),
    main: alive.some(({ Main }) => Main === true),
    subnetIds: alive.flatMap(({ SubnetId }) => SubnetId ?? []),
    routes: Routes.flatMap((route) => projectRoute(route) ?? []),
  };
}

/** Undefined for routes within the VPC, and to gateway endpoints (prefix list to `vpce-…`): they do not lead to STS. */
function projectRoute(route: Route): Table['routes'][number] | undefined {
  const target = findTarget(route);
  const destination = route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId;
  const gatewayEndpoint = route.DestinationPrefixListId !== undefined && target?.startsWith('vpce-') === true;
  if (target === undefined || target === 'local' || destination === undefined || gatewayEndpoint) return undefined;
  return { destination, target, state: present(route.State, 'Route.State') };
}

/** The API has one field for each kind of target. */
function findTarget(route: Route): string | undefined {
  return (
    route.NatGatewayId ??
    route.TransitGatewayId ??
    route.EgressOnlyInternetGatewayId ??
    route.VpcPeeringConnectionId ??
    route.NetworkInterfaceId ??
    route.InstanceId ??
    route.LocalGatewayId ??
    route.CarrierGatewayId ??
    route.CoreNetworkArn ??
    route.GatewayId
  );
}
