import type { VpcAttributeName } from '@aws-sdk/client-ec2';
import { defineCollector } from '../collect.ts';
import { ScanError } from '../../facts/reason.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { requireSame } from '../require-same.ts';
import { allInOrder } from '../all-in-order.ts';

export const vpcDns = defineCollector('vpcDns', {
  permissions: [{ iam: 'ec2:DescribeVpcAttribute' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const vpcId = present((await facts.read('cluster')).vpcId, 'cluster.resourcesVpcConfig.vpcId');
    try {
      const [hostnames, support] = await allInOrder([
        attribute(aws, vpcId, 'enableDnsHostnames'),
        attribute(aws, vpcId, 'enableDnsSupport'),
      ]);
      return {
        value: {
          hostnames: present(hostnames.EnableDnsHostnames?.Value, 'enableDnsHostnames'),
          support: present(support.EnableDnsSupport?.Value, 'enableDnsSupport'),
        },
      };
    } catch (error) {
      if (error instanceof ScanError && error.reason.kind === 'absent') return { value: null };
      throw error;
    }
  },
});

async function attribute(aws: AwsSource, VpcId: string, Attribute: VpcAttributeName) {
  const { DescribeVpcAttributeCommand } = await import('../../sources/aws/sdk/ec2.ts');
  const client = await aws.client('ec2');
  const command = new DescribeVpcAttributeCommand({ VpcId, Attribute });
  const answer = await aws.call('ec2:DescribeVpcAttribute', () => client.send(command));
  requireSame(answer.VpcId, VpcId, 'VPC');
  return answer;
}
