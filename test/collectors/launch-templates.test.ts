import { expect, it } from 'vitest';
import { aLaunchTemplateVersion, aManagedGroup, nodeConfigUserData, toUserData } from '../world/healthy.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

const boot = {
  kubeletFlags: ['node-labels'],
  flagsIn: ['NodeConfig'],
  cgroupV1: null,
  failCgroupV1: null,
  unread: false,
  nodeLabels: ['team'],
  nodeTaints: [],
  featureGates: {},
  containerdV1: false,
};
const found = {
  default: 2,
  latest: 3,
  imageId: null,
  instanceType: null,
  instanceProfile: null,
  hopLimit: 2,
  imds: 'v2',
  boot,
};
const others = (...numbers: readonly number[]) => ({ others: numbers.map((number) => ({ number, imageId: null })) });
const group = (name: string, launchTemplate: Record<string, unknown>) => aManagedGroup(name, { launchTemplate });
const scaling = (AutoScalingGroupName: string, LaunchTemplate: Record<string, unknown>) => ({
  AutoScalingGroupName,
  MaxSize: 3,
  Tags: [{ Key: 'kubernetes.io/cluster/prod', Value: 'owned' }],
  LaunchTemplate,
});

it('reads the version that each managed and each self-managed group uses, each once (E)', async () => {
  const { readings, calls } = await awsReadings(['launchTemplates'], {
    nodegroups: {
      a: group('a', { id: 'lt-0a1b2c3d', version: '1' }),
      b: group('b', { id: 'lt-0a1b2c3d', version: '1' }),
      c: group('c', { name: 'system', version: '2' }),
      d: aManagedGroup('d'),
    },
    autoScalingGroups: [
      scaling('e', { LaunchTemplateId: 'lt-0a1b2c3d', Version: '$Latest' }),
      scaling('f', { LaunchTemplateId: 'lt-0a1b2c3d' }),
    ],
  });
  expect(readings['launchTemplates']).toEqual({
    ok: true,
    value: [
      { template: 'lt-0a1b2c3d', version: '$Default', found: { number: 2, ...found, ...others(3) } },
      { template: 'lt-0a1b2c3d', version: '$Latest', found: { number: 3, ...found, ...others(2) } },
      { template: 'lt-0a1b2c3d', version: '1', found: { number: 1, ...found, ...others(2, 3) } },
      { template: 'system', version: '2', found: { number: 2, ...found, ...others(3) } },
    ],
  });
  // Version 1 is returned with the default and the latest one: two pages.
  expect(calls.filter(({ action }) => action === 'ec2:DescribeLaunchTemplateVersions')).toHaveLength(5);
});

it('reads what checks need of a version, and nothing else (E)', async () => {
  const data = {
    ImageId: 'ami-0a',
    InstanceType: 'm6i.large',
    IamInstanceProfile: { Arn: 'arn:aws:iam::111122223333:instance-profile/teams/shop' },
    MetadataOptions: { HttpTokens: 'required' },
    UserData: toUserData('#!/bin/bash\nexport TOKEN=s3cr3t\n/etc/eks/bootstrap.sh prod --kubelet-extra-args --v=2\n'),
    KeyName: 's3cr3t',
  };
  const launchTemplateVersions = [1, 2].map((number) =>
    aLaunchTemplateVersion('lt-0a', number, number === 1 ? data : {}),
  );
  const reading = await awsReading('launchTemplates', {
    nodegroups: { a: group('a', { id: 'lt-0a', version: '1' }) },
    autoScalingGroups: [],
    launchTemplateVersions,
  });
  expect(reading).toEqual({
    ok: true,
    value: [
      {
        template: 'lt-0a',
        version: '1',
        found: {
          number: 1,
          default: 2,
          latest: 2,
          imageId: 'ami-0a',
          instanceType: 'm6i.large',
          instanceProfile: 'shop',
          hopLimit: null,
          imds: 'v2',
          ...others(2),
          boot: {
            kubeletFlags: ['v'],
            flagsIn: ['--kubelet-extra-args'],
            cgroupV1: null,
            failCgroupV1: null,
            unread: false,
            nodeLabels: [],
            nodeTaints: [],
            featureGates: {},
            containerdV1: false,
          },
        },
      },
    ],
  });
});

it.each([
  ['no user data', undefined, null],
  ['empty user data', '', null],
  [
    'damaged compressed user data',
    Buffer.from([0x1f, 0x8b, 8, 0]).toString('base64'),
    { kubeletFlags: [], flagsIn: [], cgroupV1: null, failCgroupV1: null, unread: true },
  ],
  ['a NodeConfig', nodeConfigUserData, boot],
])('reads %s', async (_name, UserData, expected) => {
  const reading = await awsReading('launchTemplates', {
    nodegroups: { a: group('a', { id: 'lt-0a', version: '2' }) },
    autoScalingGroups: [],
    launchTemplateVersions: [aLaunchTemplateVersion('lt-0a', 2, { UserData })],
  });
  expect(reading).toMatchObject({ ok: true, value: [{ found: { boot: expected } }] });
});

it('finds nothing where the template or its version does not exist (E)', async () => {
  const reading = await awsReading('launchTemplates', {
    nodegroups: {
      a: group('a', { id: 'lt-0gone', version: '1' }),
      b: group('b', { name: 'gone', version: '1' }),
      c: group('c', { id: 'lt-0a1b2c3d', version: '9' }),
    },
    autoScalingGroups: [],
  });
  expect(reading).toEqual({
    ok: true,
    value: [
      { template: 'gone', version: '1', found: null },
      { template: 'lt-0a1b2c3d', version: '9', found: null, left: { default: 2, latest: 3 } },
      { template: 'lt-0gone', version: '1', found: null },
    ],
  });
});

it('reads the default version of a node group that names none', async () => {
  const nodegroups = { a: group('a', { id: 'lt-0a1b2c3d' }) };
  expect(await awsReading('launchTemplates', { nodegroups, autoScalingGroups: [] })).toMatchObject({
    ok: true,
    value: [{ version: '$Default', found: { number: 2 } }],
  });
});

it('has a gap for each template that it may not describe', async () => {
  const reading = await awsReading(
    'launchTemplates',
    { nodegroups: { a: group('a', { id: 'lt-0a1b2c3d', version: '1' }) }, autoScalingGroups: [] },
    { deny: ['ec2:DescribeLaunchTemplateVersions'] },
  );
  expect(reading).toMatchObject({
    ok: true,
    value: [],
    gaps: [{ what: 'launch template lt-0a1b2c3d, version 1', reason: { kind: 'denied' } }],
  });
});

it.each([
  ['eks:ListNodegroups', 'node groups'],
  ['autoscaling:DescribeAutoScalingGroups', 'Auto Scaling groups'],
])('has a gap without %s, and reads the rest', async (permission, what) => {
  const parts = {
    nodegroups: { a: group('a', { id: 'lt-0a1b2c3d', version: '1' }) },
    autoScalingGroups: [scaling('e', { LaunchTemplateId: 'lt-0a1b2c3d', Version: '2' })],
  };
  const reading = await awsReading('launchTemplates', parts, { deny: [permission] });
  expect(reading).toMatchObject({
    ok: true,
    gaps: [{ what: `the launch templates of ${what}`, reason: { kind: 'denied' } }],
  });
  expect(reading?.ok === true && reading.value).toHaveLength(1);
});
