import { expect, it } from 'vitest';
import { collectors } from '../../src/collectors/index.ts';
import type { FactReader } from '../../src/collectors/collect.ts';
import type { FactName } from '../../src/facts/facts.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { aNode } from '../checks/cases.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

const eks = 'amazon-eks-node-al2023-x86_64-standard-1.31-v20250103';
const Tags = [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true }];
const aGroup = (AutoScalingGroupName: string, more: Record<string, unknown>) => {
  return { AutoScalingGroupName, MinSize: 0, MaxSize: 3, DesiredCapacity: 0, Tags, ...more };
};
const aVersion = (VersionNumber: number, ImageId: string | undefined, more: Record<string, unknown> = {}) => {
  const template = { LaunchTemplateId: 'lt-0a', LaunchTemplateName: 'workers' };
  return { ...template, VersionNumber, DefaultVersion: false, LaunchTemplateData: { ImageId }, ...more };
};
const of = (Version?: string) => ({
  LaunchTemplate: { LaunchTemplateId: 'lt-0a', LaunchTemplateName: 'workers', Version },
});
const parts = {
  launchTemplateVersions: [
    aVersion(1, 'ami-0a', { DefaultVersion: true }),
    aVersion(2, 'ami-0b'),
    aVersion(3, 'resolve:ssm:/golden/ami'),
  ],
  images: [
    { ImageId: 'ami-0a', Name: eks, OwnerId: '602401143452', ImageOwnerAlias: 'amazon' },
    { ImageId: 'ami-0b', Name: eks, OwnerId: '111122223333' },
  ],
};
const launch = { template: 'lt-0a', version: '$Default', imageId: 'ami-0a', isParameter: false, name: eks };
const own = { ...launch, version: '2', imageId: 'ami-0b', name: null };
const parameter = { ...launch, version: '$Latest', imageId: 'resolve:ssm:/golden/ami', isParameter: true, name: null };

it('reads the image of the default, the latest and a numbered version of the launch template (E)', async () => {
  const autoScalingGroups = [aGroup('a', of()), aGroup('b', of('2')), aGroup('c', of('$Latest'))];
  const value = [launch, own, parameter].map((image, index) => ({ name: ['a', 'b', 'c'][index], images: [image] }));
  expect(await awsReading('emptyAutoScalingGroups', { ...parts, autoScalingGroups })).toMatchObject({
    ok: true,
    value,
  });
});

it('reads each launch template of a mixed instances policy, and the images that its overrides name (E)', async () => {
  const { LaunchTemplate } = of();
  const Overrides = [
    { InstanceType: 'm6i.large' },
    { InstanceType: 'm6a.large' },
    { InstanceType: 'm7g.large', LaunchTemplateSpecification: of('2').LaunchTemplate },
    { InstanceType: 'm7i.large', ImageId: 'ami-0b' },
  ];
  const MixedInstancesPolicy = { LaunchTemplate: { LaunchTemplateSpecification: LaunchTemplate, Overrides } };
  const images = [launch, own, { ...own, version: '$Default' }];
  const autoScalingGroups = [aGroup('mixed', { MixedInstancesPolicy })];
  expect(await awsReading('emptyAutoScalingGroups', { ...parts, autoScalingGroups })).toMatchObject({
    ok: true,
    value: [{ name: 'mixed', images }],
  });
});

it('finds no image where the launch template or its version does not exist (E)', async () => {
  const gone = { LaunchTemplate: { LaunchTemplateId: 'lt-0gone', Version: '1' } };
  const goneByName = { LaunchTemplate: { LaunchTemplateName: 'gone', Version: '1' } };
  const autoScalingGroups = [aGroup('a', gone), aGroup('b', of('9')), aGroup('c', goneByName)];
  const value = ['a', 'b', 'c'].map((name) => ({ name, images: [] }));
  expect(await awsReading('emptyAutoScalingGroups', { ...parts, autoScalingGroups })).toMatchObject({
    ok: true,
    value,
  });
});

it('names no image of a group with a launch configuration (E)', async () => {
  const autoScalingGroups = [aGroup('a', { LaunchConfigurationName: 'workers' })];
  const image = { template: null, version: null, imageId: null, isParameter: false, name: null };
  expect(await awsReading('emptyAutoScalingGroups', { autoScalingGroups })).toMatchObject({
    ok: true,
    value: [{ name: 'a', images: [image] }],
  });
});

it('asks for nothing of node groups, of groups that may not grow and of none (E)', async () => {
  const parked = aGroup('parked', { ...of(), MaxSize: 0 });
  const managed = aGroup('eks-blue-0', { ...of(), Tags: [...Tags, { Key: 'eks:nodegroup-name', Value: 'blue' }] });
  const { readings, calls } = await awsReadings(['emptyAutoScalingGroups'], {
    ...parts,
    autoScalingGroups: [parked, managed],
  });
  expect(readings.emptyAutoScalingGroups).toMatchObject({ ok: true, value: [] });
  expect(calls.filter(({ action }) => action === 'ec2:DescribeLaunchTemplateVersions')).toEqual([]);
});

it.each([
  ['one of its instances is a Node', ['i-0a', 'i-0b'], []],
  ['none of its instances is a Node', ['i-0c'], ['a']],
])('reads a group where %s (E)', async (_what, instanceIds, names) => {
  const group = { name: 'a', nodegroup: null, maxSize: 3, mixedInstances: null, instanceIds, launches: [] };
  const nodes = ['i-0b', 'i-0d'].map((instanceId) => aNode(instanceId, 'v1.33.5', { instanceId }));
  const facts = {
    read: () => Promise.resolve([group]),
    reading: () => Promise.resolve({ ok: true, value: nodes }),
  } as unknown as FactReader<FactName>;
  const { value } = await collectors.emptyAutoScalingGroups.collect({} as Sources, facts);
  expect(value.map(({ name }) => name)).toEqual(names);
});

it('has a gap where the launch templates are denied', async () => {
  const permission = 'ec2:DescribeLaunchTemplateVersions';
  const autoScalingGroups = [aGroup('a', of())];
  expect(
    await awsReading('emptyAutoScalingGroups', { ...parts, autoScalingGroups }, { deny: [permission] }),
  ).toMatchObject({
    ok: true,
    value: [],
    gaps: [
      { what: 'the Nodes of Auto Scaling groups' },
      { what: 'Auto Scaling group a', reason: { kind: 'denied', permission } },
    ],
  });
});

it('is missing where the images are denied', async () => {
  const permission = 'ec2:DescribeImages';
  const autoScalingGroups = [aGroup('a', of())];
  expect(
    await awsReading('emptyAutoScalingGroups', { ...parts, autoScalingGroups }, { deny: [permission] }),
  ).toMatchObject({ ok: false, reason: { kind: 'denied', permission } });
});
