import { defineCollector } from '../collect.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

export const vpcEndpoints = defineCollector('vpcEndpoints', {
  permissions: [{ iam: 'ec2:DescribeVpcEndpoints' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const cluster = await facts.read('cluster');
    const vpcId = present(cluster.vpcId, 'cluster.resourcesVpcConfig.vpcId');
    const { paginateDescribeVpcEndpoints } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const Filters = [{ Name: 'vpc-id', Values: [vpcId] }];
    const endpoints = await aws.call('ec2:DescribeVpcEndpoints', () =>
      everyPage(paginateDescribeVpcEndpoints({ client }, { Filters }), 'VpcEndpoints', (page) => page.VpcEndpoints),
    );
    requireEachRequested(
      endpoints.map(({ VpcId }) => VpcId),
      [vpcId],
      'VPC',
    );
    const value = endpoints.flatMap((endpoint) => {
      const type = present(endpoint.VpcEndpointType, 'VpcEndpointType').toLowerCase();
      if (type !== 'interface' && type !== 'gateway') return [];
      const serviceName = present(endpoint.ServiceName, 'ServiceName');
      // Endpoint services of others have an id: `com.amazonaws.vpce.eu-west-1.vpce-svc-0a1`.
      if (!serviceName.includes(`.${cluster.region}.`) || serviceName.includes('.vpce-svc-')) return [];
      return {
        id: present(endpoint.VpcEndpointId, 'VpcEndpointId'),
        serviceName,
        type,
        state: present(endpoint.State, 'State').toLowerCase(),
        dnsNames: endpoint.PrivateDnsEnabled === true,
        routeTableIds: [...(endpoint.RouteTableIds ?? [])].sort(),
      } as const;
    });
    return { value: value.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});
