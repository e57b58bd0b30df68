import type { InstanceRefresh } from '@aws-sdk/client-auto-scaling';
import type { Facts } from '../../facts/facts.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { defineCollector } from '../collect.ts';
import { present, presentCount, presentName } from '../require-field.ts';
import { requireEachRequested } from '../require-same.ts';
import { describeEach } from './describe-each.ts';

type Refresh = Facts['instanceRefreshes'][number];

/** EKS replaces the nodes of the other groups itself, without instance refreshes. */
export const instanceRefreshes = defineCollector('instanceRefreshes', {
  permissions: [{ iam: 'autoscaling:DescribeInstanceRefreshes' }],
  from: ['autoScalingGroups'],
  async collect({ aws }, facts) {
    const groups = await facts.read('autoScalingGroups');
    const own = groups.filter(({ nodegroup }) => nodegroup === null).map(({ name }) => name);
    const { value, gaps } = await describeEach('instance refreshes of Auto Scaling group', own, (group) =>
      describeRefreshes(aws, group),
    );
    return { value: value.flat(), gaps };
  },
});

async function describeRefreshes(aws: AwsSource, AutoScalingGroupName: string): Promise<Refresh[]> {
  const { paginateDescribeInstanceRefreshes } = await import('../../sources/aws/sdk/auto-scaling.ts');
  const client = await aws.client('autoscaling');
  const found = await aws.call('autoscaling:DescribeInstanceRefreshes', () =>
    everyPage(
      paginateDescribeInstanceRefreshes({ client }, { AutoScalingGroupName }),
      'InstanceRefreshes',
      (page) => page.InstanceRefreshes,
    ),
  );
  requireEachRequested(
    found.map((refresh) => refresh.AutoScalingGroupName),
    [AutoScalingGroupName],
    'Auto Scaling group',
  );
  return found.map((refresh) => ({ group: AutoScalingGroupName, ...project(refresh) }));
}

function project(refresh: InstanceRefresh): Omit<Refresh, 'group'> {
  const { StatusReason, StartTime, EndTime, PercentageComplete, InstancesToUpdate } = refresh;
  return {
    id: presentName(refresh.InstanceRefreshId, 'InstanceRefreshId'),
    status: present(refresh.Status, 'Status'),
    reason: StatusReason ?? null,
    startedAt: StartTime?.toISOString() ?? null,
    endedAt: EndTime?.toISOString() ?? null,
    percentage: readCount(PercentageComplete, 'PercentageComplete', 100),
    instancesToUpdate: readCount(InstancesToUpdate, 'InstancesToUpdate'),
  };
}

/** Auto Scaling returns no numbers before a refresh has started. */
function readCount(value: number | undefined, field: string, to?: number): number | null {
  return value === undefined ? null : presentCount(value, field, to === undefined ? {} : { to });
}
