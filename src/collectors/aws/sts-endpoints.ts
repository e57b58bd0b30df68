import { defineCollector } from '../collect.ts';
import { present } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

export const stsEndpoints = defineCollector('stsEndpoints', {
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
    const value = endpoints
      .filter(
        ({ ServiceName, VpcEndpointType }) =>
          present(VpcEndpointType, 'VpcEndpointType') === 'Interface' &&
          isSts(present(ServiceName, 'ServiceName'), cluster.region),
      )
      .map((endpoint) => ({
        id: present(endpoint.VpcEndpointId, 'VpcEndpointId'),
        serviceName: present(endpoint.ServiceName, 'ServiceName'),
        state: present(endpoint.State, 'State').toLowerCase(),
        dnsNames: endpoint.PrivateDnsEnabled === true && endpoint.ServiceName?.endsWith('.sts') === true,
      }));
    return { value: value.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});

/**
 * Whether a service is STS: `com.amazonaws.eu-west-1.sts`, or in China `cn.com.amazonaws.cn-north-1.sts`. The service
 * with FIPS is `sts-fips`, which has another DNS name.
 */
function isSts(serviceName: string, region: string): boolean {
  return serviceName.endsWith(`.${region}.sts`) || serviceName.endsWith(`.${region}.sts-fips`);
}
