import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Gap, Reading } from '../../facts/reading.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { describeEach } from './describe-each.ts';
import { describeTemplateVersions } from './launch-template-versions.ts';
import { amazonImages, publicParameters } from './node-images.ts';
import { allInOrder } from '../all-in-order.ts';

type Group = Facts['autoScalingGroups'][number];
type Launch = NonNullable<Group['launches']>[number];

/** Groups whose instances are Nodes are judged by their Nodes, so this fact omits them. */
export const emptyAutoScalingGroups = defineCollector('emptyAutoScalingGroups', {
  permissions: [{ iam: 'ec2:DescribeLaunchTemplateVersions' }, { iam: 'ec2:DescribeImages' }],
  from: ['autoScalingGroups', 'nodes'],
  async collect({ aws }, facts) {
    const groups = await facts.read('autoScalingGroups');
    const nodes = await facts.reading('nodes');
    const unseen: Gap[] = nodes.ok ? [] : [{ what: 'the Nodes of Auto Scaling groups', reason: nodes.reason }];
    const empty = new Map(withoutNodes(groups, nodes).map((group) => [group.name, group]));
    const { value, gaps } = await describeEach('Auto Scaling group', [...empty.keys()], async (name) => {
      const launches = await allInOrder(
        (empty.get(name)?.launches ?? []).map((launch) => resolveLaunchImages(aws, launch)),
      );
      return { name, launches: launches.flat() };
    });
    const ids = value.flatMap(({ launches }) => launches.map(({ imageId }) => imageId ?? ''));
    const known = [...(await amazonImages(aws, ids)), ...publicParameters(ids)];
    const names = new Map(known.map((image) => [image.id, image.name]));
    const read = value.map(({ name, launches }) => ({
      name,
      images: launches.map((launch) => ({
        ...launch,
        isParameter: launch.imageId?.startsWith('resolve:') === true,
        name: names.get(launch.imageId ?? '') ?? null,
      })),
    }));
    return { value: read, gaps: [...unseen, ...gaps] };
  },
});

/** The self-managed groups that can launch instances and have no instance that is a Node. */
function withoutNodes(groups: readonly Group[], nodes: Reading<Facts['nodes']>): Group[] {
  const known = new Set(nodes.ok ? nodes.value.map(({ instanceId }) => instanceId) : []);
  return groups.filter(
    ({ nodegroup, maxSize, instanceIds = [] }) =>
      nodegroup === null && maxSize > 0 && !instanceIds.some((id) => known.has(id)),
  );
}

/** The launch with its image; empty if the launch template or its version does not exist. */
async function resolveLaunchImages(aws: AwsSource, launch: Launch): Promise<Launch[]> {
  const { template, version, imageId } = launch;
  if (template === null || imageId !== null) return [launch];
  const versions = await describeTemplateVersions(aws, template, [version ?? '$Default']);
  return (versions ?? []).map(({ LaunchTemplateData }) => ({
    ...launch,
    imageId: present(LaunchTemplateData, 'LaunchTemplateData').ImageId ?? null,
  }));
}
