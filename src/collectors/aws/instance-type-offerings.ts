import { defineCollector } from '../collect.ts';
import type { Gap } from '../../facts/reading.ts';
import { requireEachRequested } from '../require-same.ts';
import { inChunks, valuesPerCall } from './chunks.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

export const instanceTypeOfferings = defineCollector('instanceTypeOfferings', {
  permissions: [{ iam: 'ec2:DescribeInstanceTypeOfferings' }],
  from: ['nodegroups', 'launchTemplates'],
  async collect({ aws }, facts) {
    const groups = await facts.read('nodegroups');
    const templates = await facts.reading('launchTemplates');
    const gaps: Gap[] = templates.ok
      ? []
      : [{ what: 'the instance types of launch templates', reason: templates.reason }];
    const used = new Set(groups.flatMap(({ template }) => template?.template ?? []));
    const names = [
      ...groups.flatMap(({ instanceTypes }) => instanceTypes),
      ...(templates.ok
        ? templates.value.flatMap(({ template, found }) => (used.has(template) ? (found?.instanceType ?? []) : []))
        : []),
    ];
    const { paginateDescribeInstanceTypeOfferings } = await import('../../sources/aws/sdk/ec2.ts');
    const client = await aws.client('ec2');
    const sorted = [...new Set(names)].sort();
    const offered = await inChunks(sorted, valuesPerCall, (Values) =>
      aws.call('ec2:DescribeInstanceTypeOfferings', () =>
        everyPage(
          paginateDescribeInstanceTypeOfferings(
            { client },
            { LocationType: 'availability-zone', Filters: [{ Name: 'instance-type', Values }] },
          ),
          'InstanceTypeOfferings',
          (page) => page.InstanceTypeOfferings,
        ),
      ),
    );
    requireEachRequested(
      offered.map(({ InstanceType }) => InstanceType),
      sorted,
      'instance type',
    );
    const value = sorted.map((name) => ({
      name,
      zones: offered.flatMap(({ InstanceType, Location }) => (InstanceType === name ? (Location ?? []) : [])).sort(),
    }));
    return { value, gaps };
  },
});
