import type { AutoScalingGroup, LaunchTemplateSpecification } from '@aws-sdk/client-auto-scaling';
import { defineCollector } from '../collect.ts';
import type { Facts } from '../../facts/facts.ts';
import { present, presentCount, presentName } from '../require-field.ts';
import { refuseUntagged } from '../require-same.ts';
import { everyPage } from '../../sources/aws/every-page.ts';
import { readManagerTags } from './tags.ts';

type Group = Facts['autoScalingGroups'][number];
type Launch = NonNullable<Group['launches']>[number];

export const autoScalingGroups = defineCollector('autoScalingGroups', {
  permissions: [{ iam: 'autoscaling:DescribeAutoScalingGroups' }],
  from: ['cluster'],
  async collect({ aws }, facts) {
    const { name } = await facts.read('cluster');
    const { paginateDescribeAutoScalingGroups } = await import('../../sources/aws/sdk/auto-scaling.ts');
    const client = await aws.client('autoscaling');
    const Values = [`kubernetes.io/cluster/${name}`, `k8s.io/cluster/${name}`];
    const Filters = [{ Name: 'tag-key', Values }];
    const value = await aws.call('autoscaling:DescribeAutoScalingGroups', () =>
      everyPage(
        paginateDescribeAutoScalingGroups({ client }, { Filters }),
        'AutoScalingGroups',
        (page) => page.AutoScalingGroups,
      ),
    );
    refuseUntagged(value, Values, 'Auto Scaling group');
    return { value: value.map(project) };
  },
});

/** Defaults as Auto Scaling documents them: base capacity 0, above it 100 percent on demand. */
function project(group: AutoScalingGroup): Group {
  const distribution = group.MixedInstancesPolicy?.InstancesDistribution;
  const nodegroup = group.Tags?.find(({ Key }) => Key === 'eks:nodegroup-name')?.Value ?? null;
  return {
    name: present(group.AutoScalingGroupName, 'AutoScalingGroupName'),
    nodegroup,
    maxSize: presentCount(group.MaxSize, 'MaxSize'),
    mixedInstances:
      group.MixedInstancesPolicy === undefined
        ? null
        : {
            onDemandBaseCapacity: distribution?.OnDemandBaseCapacity ?? 0,
            onDemandPercentageAboveBaseCapacity: distribution?.OnDemandPercentageAboveBaseCapacity ?? 100,
          },
    ...(nodegroup === null ? ofSelfManaged(group) : {}),
  };
}

/** EKS manages the other groups, which therefore need no tags. */
function ofSelfManaged(group: AutoScalingGroup): Pick<Group, 'instanceIds' | 'launches' | 'tags'> {
  return { instanceIds: listInstanceIds(group), launches: listLaunches(group), ...readManagerTags(group.Tags) };
}

function listInstanceIds({ Instances }: AutoScalingGroup): string[] {
  return present(Instances, 'Instances').map(({ InstanceId }) => presentName(InstanceId, 'InstanceId'));
}

/**
 * The distinct launches of the group: its own, or those of the overrides in its mixed instances policy. An override
 * without a launch template uses that of the group.
 */
function listLaunches({ LaunchTemplate, MixedInstancesPolicy }: AutoScalingGroup): Launch[] {
  const policy = MixedInstancesPolicy?.LaunchTemplate;
  const own = LaunchTemplate ?? policy?.LaunchTemplateSpecification;
  const overrides = policy?.Overrides ?? [];
  const launches =
    overrides.length === 0
      ? [toLaunch(own, undefined)]
      : overrides.map(({ LaunchTemplateSpecification, ImageId }) =>
          toLaunch(LaunchTemplateSpecification ?? own, ImageId),
        );
  return [...new Map(launches.map((launch) => [JSON.stringify(launch), launch])).values()];
}

/** Without a version, Auto Scaling uses the default one. */
function toLaunch(template: LaunchTemplateSpecification | undefined, image: string | undefined): Launch {
  if (template === undefined) return { template: null, version: null, imageId: image ?? null };
  const { LaunchTemplateId, LaunchTemplateName, Version = '$Default' } = template;
  const id = present(LaunchTemplateId ?? LaunchTemplateName, 'LaunchTemplateId');
  return { template: id, version: Version, imageId: image ?? null };
}
