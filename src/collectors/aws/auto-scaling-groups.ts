import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present } from '../present.ts';
import { everyPage } from './every-page.ts';

type Group = Facts['autoScalingGroups'][number];

export const autoScalingGroups = defineCollector('autoScalingGroups', {
  permissions: [{ iam: 'autoscaling:DescribeAutoScalingGroups' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateDescribeAutoScalingGroups } = await import('../../sources/aws/sdk/auto-scaling.ts');
    const client = await aws.client('autoscaling');
    const Filters = [{ Name: 'tag-key', Values: [`kubernetes.io/cluster/${name}`, `k8s.io/cluster/${name}`] }];
    const value = await aws.call('autoscaling:DescribeAutoScalingGroups', () =>
      everyPage(
        paginateDescribeAutoScalingGroups({ client }, { Filters }),
        'AutoScalingGroups',
        (page) => page.AutoScalingGroups,
      ),
    );
    return { value: value.map(project) };
  },
});

/** Defaults as Auto Scaling documents them: base capacity 0, above it 100 percent on demand. */
function project(group: AutoScalingGroup): Group {
  const distribution = group.MixedInstancesPolicy?.InstancesDistribution;
  return {
    name: present(group.AutoScalingGroupName, 'AutoScalingGroupName'),
    nodegroup: group.Tags?.find(({ Key }) => Key === 'eks:nodegroup-name')?.Value ?? null,
    maxSize: present(group.MaxSize, 'MaxSize'),
    mixedInstances:
      group.MixedInstancesPolicy === undefined
        ? null
        : {
            onDemandBaseCapacity: distribution?.OnDemandBaseCapacity ?? 0,
            onDemandPercentageAboveBaseCapacity: distribution?.OnDemandPercentageAboveBaseCapacity ?? 100,
          },
  };
}
