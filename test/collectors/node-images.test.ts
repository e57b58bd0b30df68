import { expect, it } from 'vitest';
import { aManagedGroup, healthyWorld } from '../world/healthy.ts';
import { withCustomGroup } from '../world/custom-group.ts';
import { awsReading, awsReadings } from './aws-facts.ts';

const { aws } = healthyWorld();
const eks = { id: 'ami-0a1b2c3d4e5f60009', name: 'amazon-eks-node-al2023-x86_64-standard-1.33-v20251217' };

it('reads the images of node groups with a custom AMI by their release', async () => {
  expect(await awsReading('nodeImages', withCustomGroup(aws, '1.33'))).toEqual({ ok: true, value: [eks] });
});

it('reads every page', async () => {
  const ids = ['ami-0a', 'ami-0b', 'ami-0c'];
  const groups = ids.map((id) => [id, aManagedGroup(id, { amiType: 'CUSTOM', releaseVersion: id })]);
  const images = ids.map((ImageId) => ({ ImageId, Name: eks.name, OwnerId: '6024', ImageOwnerAlias: 'amazon' }));
  const parts = { nodegroups: Object.fromEntries(groups) as typeof aws.nodegroups, images };
  expect(await awsReading('nodeImages', parts)).toMatchObject({ ok: true, value: ids.map((id) => ({ id })) });
});

it('keeps no image of an owner who is not Amazon, whatever its name says', async () => {
  const parts = withCustomGroup(aws, '1.33');
  const images = [{ ImageId: eks.id, Name: eks.name, OwnerId: '111122223333' }];
  expect(await awsReading('nodeImages', { ...parts, images })).toEqual({ ok: true, value: [] });
});

it('asks for nothing where no node group has a custom AMI', async () => {
  const { readings, calls } = await awsReadings(['nodeImages']);
  expect(readings.nodeImages).toEqual({ ok: true, value: [] });
  expect(calls.filter(({ action }) => action === 'ec2:DescribeImages')).toEqual([]);
});

it('is not read where it is denied', async () => {
  const reading = await awsReading('nodeImages', withCustomGroup(aws, '1.33'), { deny: ['ec2:DescribeImages'] });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission: 'ec2:DescribeImages' } });
});
