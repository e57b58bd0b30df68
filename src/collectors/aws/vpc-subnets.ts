import type { SubnetIpv6CidrBlockAssociation, Tag } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import { present, presentCount, presentName } from '../require-field.ts';
import { subnetAddresses } from './subnets.ts';
import { requireEachRequested } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { readManagerTags } from './tags.ts';

export const vpcSubnets = defineCollector('vpcSubnets', {
  permissions: [{ iam: 'ec2:DescribeSubnets' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { account, ...cluster } = await facts.read('cluster');
    const vpcId = present(cluster.vpcId, 'cluster.resourcesVpcConfig.vpcId');
    const { paginateDescribeSubnets } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const Filters = [{ Name: 'vpc-id', Values: [vpcId] }];
    const subnets = await aws.call('ec2:DescribeSubnets', () =>
      everyPage(paginateDescribeSubnets({ client }, { Filters }), 'Subnets', (page) => page.Subnets),
    );
    requireEachRequested(
      subnets.map(({ VpcId }) => VpcId),
      [vpcId],
      'VPC',
    );
    const value = subnets.map(
      ({
        SubnetId,
        CidrBlock,
        AvailabilityZone,
        AvailableIpAddressCount,
        Ipv6CidrBlockAssociationSet = [],
        AssignIpv6AddressOnCreation,
        Tags = [],
        OwnerId = account,
      }) => ({
        id: presentName(SubnetId, 'SubnetId'),
        cidrs: [
          ...(CidrBlock === undefined || CidrBlock === '' ? [] : [CidrBlock]),
          ...Ipv6CidrBlockAssociationSet.flatMap(({ Ipv6CidrBlock, Ipv6CidrBlockState }) =>
            Ipv6CidrBlock !== undefined && Ipv6CidrBlockState?.State === 'associated' ? [Ipv6CidrBlock] : [],
          ),
        ],
        zone: presentName(AvailabilityZone, 'AvailabilityZone'),
        free: presentCount(AvailableIpAddressCount, 'AvailableIpAddressCount', subnetAddresses),
        ...(AssignIpv6AddressOnCreation === undefined || !hasIpv6(Ipv6CidrBlockAssociationSet)
          ? {}
          : { assignsIpv6: AssignIpv6AddressOnCreation }),
        ...(isForPods(Tags) ? { forPods: true as const } : {}),
        ...(OwnerId === account ? {} : { shared: true as const }),
        ...readManagerTags(Tags),
      }),
    );
    return { value: value.sort((a, b) => (a.id < b.id ? -1 : 1)) };
  },
});

function hasIpv6(associations: readonly SubnetIpv6CidrBlockAssociation[]): boolean {
  return associations.some(({ Ipv6CidrBlockState }) => Ipv6CidrBlockState?.State === 'associated');
}

/** Source: https://github.com/aws/amazon-vpc-cni-k8s#cni-role-tag; the value 0 excludes a subnet. */
function isForPods(tags: readonly Tag[]): boolean {
  return tags.some(({ Key, Value }) => Key === 'kubernetes.io/role/cni' && Value !== '0');
}
