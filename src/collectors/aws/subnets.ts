import type { Subnet } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present, presentCount, presentName } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { readManagerTags } from './tags.ts';

/**
 * Subnets are requested by filter: in a request by ids, one deleted id fails the whole call. A filter takes at most 200
 * values.
 */
const idsPerCall = 200;

/** The largest IPv4 block of a subnet is a /16. */
export const subnetAddresses = { to: 65_536 };

export const subnets = defineCollector('subnets', {
  permissions: [{ iam: 'ec2:DescribeSubnets' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { subnetIds } = await facts.read('cluster');
    const { paginateDescribeSubnets } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const ids = [...new Set(subnetIds)];
    const value: Facts['subnets'] = [];
    for (let start = 0; start < ids.length; start += idsPerCall) {
      const Values = ids.slice(start, start + idsPerCall);
      const Filters = [{ Name: 'subnet-id', Values }];
      const found = await aws.call('ec2:DescribeSubnets', () =>
        everyPage(paginateDescribeSubnets({ client }, { Filters }), 'Subnets', (page) => page.Subnets),
      );
      requireEachRequested(
        found.map(({ SubnetId }) => SubnetId),
        Values,
        'subnet',
      );
      value.push(...found.map(project));
    }
    return { value: value.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});

function project(subnet: Subnet): Facts['subnets'][number] {
  return {
    id: presentName(subnet.SubnetId, 'SubnetId'),
    availabilityZone: presentName(subnet.AvailabilityZone, 'AvailabilityZone'),
    availabilityZoneId: presentName(subnet.AvailabilityZoneId, 'AvailabilityZoneId'),
    vpcId: presentName(subnet.VpcId, 'VpcId'),
    state: present(subnet.State, 'State'),
    availableIpAddressCount: presentCount(subnet.AvailableIpAddressCount, 'AvailableIpAddressCount', subnetAddresses),
    cidrBlock: subnet.CidrBlock ?? null,
    outpostArn: subnet.OutpostArn ?? null,
    ...readManagerTags(subnet.Tags),
  };
}
