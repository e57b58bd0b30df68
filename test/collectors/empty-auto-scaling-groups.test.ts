import { expect, it } from 'vitest';
import { awsReading } from './aws-facts.ts';

it('emptyAutoScalingGroups are read with their names', async () => {
  expect(await awsReading('emptyAutoScalingGroups')).toEqual({ ok: true, value: [{ name: 'prod' }] });
});

it('emptyAutoScalingGroups are missing without the permission, which the reading names', async () => {
  const permission = 'eks:DescribeCluster';
  expect(await awsReading('emptyAutoScalingGroups', {}, { deny: [permission] })).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission },
  });
});
