import { expect, it } from 'vitest';
import { aLaunchTemplateVersion, aManagedGroup } from '../world/healthy.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

const parts = (...types: readonly string[]) => ({
  nodegroups: { a: aManagedGroup('a', { instanceTypes: types }) },
  autoScalingGroups: [],
});

it('reads vCPUs, interfaces and addresses of the types of node groups and launch templates (E)', async () => {
  const reading = await awsReading('instanceTypes', {
    nodegroups: {
      a: aManagedGroup('a', { instanceTypes: ['m5.large', 't3.small'] }),
      b: aManagedGroup('b', { instanceTypes: [], launchTemplate: { id: 'lt-0a', version: '2' } }),
    },
    autoScalingGroups: [],
    launchTemplateVersions: [aLaunchTemplateVersion('lt-0a', 2, { InstanceType: 'c4.xlarge' })],
  });
  expect(reading).toMatchObject({
    ok: true,
    value: [
      { name: 'c4.xlarge', vcpus: 4, interfaces: 4, addressesPerInterface: 15, nitro: false },
      { name: 'm5.large', vcpus: 2, interfaces: 3, addressesPerInterface: 10, nitro: true },
      { name: 't3.small', vcpus: 2, interfaces: 3, addressesPerInterface: 4, nitro: true },
    ],
  });
});

it('omits a type that EC2 does not know', async () => {
  expect(await awsReading('instanceTypes', parts('m5.large', 'x9.unheard'))).toMatchObject({
    ok: true,
    value: [{ name: 'm5.large' }],
  });
});

it('asks for 100 types at a time, and reads each page', async () => {
  const types = ['c5', 'c6i', 'c7i', 'm5', 'm6i', 'm7i', 'r5', 'r6i', 'r7i', 'x2', 'x3', 'x4', 'x5'].flatMap((family) =>
    ['medium', 'large', 'xlarge', '2xlarge', '4xlarge', '8xlarge', '12xlarge', '24xlarge'].map(
      (size) => `${family}.${size}`,
    ),
  );
  const { readings, calls } = await awsReadings(['instanceTypes'], parts(...types));
  const reading = readings['instanceTypes'];
  expect(reading?.ok === true && reading.value).toHaveLength(types.length);
  const own = calls.filter(({ action }) => action === 'ec2:DescribeInstanceTypes');
  expect(own.length).toBeGreaterThan(Math.ceil(types.length / 100));
});

it('is not read without the permission', async () => {
  const reading = await awsReading('instanceTypes', parts('m5.large'), { deny: ['ec2:DescribeInstanceTypes'] });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'ec2:DescribeInstanceTypes' } });
});

it('has a gap where it does not know all types', async () => {
  const reading = await awsReading('instanceTypes', parts('m5.large'), { deny: ['eks:ListNodegroups'] });
  expect(reading).toMatchObject({
    ok: true,
    value: [],
    gaps: [
      { what: 'the instance types of Nodes' },
      { what: 'the instance types of node groups' },
      { what: 'the launch templates of node groups' },
    ],
  });
});
