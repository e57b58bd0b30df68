import { expect, it } from 'vitest';
import type { World } from '../world/world.ts';
import { awsReading, awsReadings } from './aws-facts.ts';
import { launches, ownGroup } from './template-world.ts';

/** Instance refreshes, read from the loopback AWS endpoint, whose pages hold two items. */

const Tags = [
  { Key: 'kubernetes.io/cluster/prod', Value: 'owned', PropagateAtLaunch: true },
  { Key: 'eks:nodegroup-name', Value: 'general', PropagateAtLaunch: true },
];
const ended = { Status: 'Successful', StartTime: '2026-11-18T03:00:00Z', EndTime: '2026-11-18T03:40:00Z' };
const world: Partial<World['aws']> = {
  autoScalingGroups: [
    ownGroup('batch', launches()),
    ownGroup('eks-general-0', { Tags }),
    ownGroup('quiet', launches()),
    ownGroup('web', launches()),
  ],
  instanceRefreshes: {
    batch: [
      {
        InstanceRefreshId: 'r-3',
        Status: 'InProgress',
        StatusReason: 'Waiting for remaining instances to be available.',
        StartTime: '2026-11-20T11:30:00Z',
        PercentageComplete: 25,
        InstancesToUpdate: 3,
      },
      { InstanceRefreshId: 'r-2', ...ended, PercentageComplete: 100, InstancesToUpdate: 0 },
      { InstanceRefreshId: 'r-1', ...ended, Status: 'RollbackFailed' },
    ],
    'eks-general-0': [{ InstanceRefreshId: 'r-0', ...ended }],
    web: [{ InstanceRefreshId: 'r-9', Status: 'Pending' }],
  },
};
const past = {
  group: 'batch',
  status: 'Successful',
  reason: null,
  startedAt: '2026-11-18T03:00:00.000Z',
  endedAt: '2026-11-18T03:40:00.000Z',
  percentage: null,
  instancesToUpdate: null,
};
const all = [
  {
    group: 'batch',
    id: 'r-3',
    status: 'InProgress',
    reason: 'Waiting for remaining instances to be available.',
    startedAt: '2026-11-20T11:30:00.000Z',
    endedAt: null,
    percentage: 25,
    instancesToUpdate: 3,
  },
  { ...past, id: 'r-2', percentage: 100, instancesToUpdate: 0 },
  { ...past, id: 'r-1', status: 'RollbackFailed' },
  { ...past, group: 'web', id: 'r-9', status: 'Pending', startedAt: null, endedAt: null },
];

it('reads every page of each group that EKS does not manage', async () => {
  const { readings, calls } = await awsReadings(['instanceRefreshes'], world);
  expect(readings.instanceRefreshes).toEqual({ ok: true, value: all });
  const requested = calls.filter(({ action }) => action === 'autoscaling:DescribeInstanceRefreshes');
  const groups = requested.map(({ parameters }) => String(parameters['AutoScalingGroupName']));
  expect(groups.toSorted()).toEqual(['batch', 'batch', 'quiet', 'web']);
});

it('asks nothing where EKS manages every group', async () => {
  const { readings, calls } = await awsReadings(['instanceRefreshes']);
  expect(readings.instanceRefreshes).toEqual({ ok: true, value: [] });
  expect(calls.map(({ action }) => action)).not.toContain('autoscaling:DescribeInstanceRefreshes');
});

it('keeps names and texts as Auto Scaling returns them', async () => {
  const evil = "x'; rm -rf $(HOME) #<&>é";
  const refresh = { InstanceRefreshId: evil, Status: evil, StatusReason: evil };
  const parts = { autoScalingGroups: [ownGroup(evil, launches())], instanceRefreshes: { [evil]: [refresh] } };
  expect(await awsReading('instanceRefreshes', parts)).toMatchObject({
    ok: true,
    value: [{ group: evil, id: evil, status: evil, reason: evil }],
  });
});

const permission = 'autoscaling:DescribeInstanceRefreshes';

it('has a gap for each group without the permission, which it names', async () => {
  expect(await awsReading('instanceRefreshes', world, { deny: [permission] })).toMatchObject({
    ok: true,
    value: [],
    gaps: ['batch', 'quiet', 'web'].map((group) => ({
      what: `instance refreshes of Auto Scaling group ${group}`,
      reason: { kind: 'denied', permission },
    })),
  });
});

it.each([
  [{ awsError: 'AccessDenied', status: 403 }, 'denied'],
  [{ awsError: 'Throttling', status: 400 }, 'time-out'],
  [{ awsError: 'ServiceUnavailable', status: 503 }, 'unreachable'],
])('has a gap, never the first page alone, where the second is %j', async (does, kind) => {
  const parts = { ...world, autoScalingGroups: [ownGroup('batch', launches())] };
  const faults = [{ on: permission, does, from: 1, count: 1 }];
  expect(await awsReading('instanceRefreshes', parts, { faults })).toMatchObject({
    ok: true,
    value: [],
    gaps: [{ what: 'instance refreshes of Auto Scaling group batch', reason: { kind } }],
  });
});

it.each([
  ['of another group', '<AutoScalingGroupName>web<', '<AutoScalingGroupName>batch<', "group 'batch', not about 'web'"],
  ['without an ID', '<InstanceRefreshId>r-9<', '<InstanceRefreshId><', 'lacks InstanceRefreshId'],
  ['without a status', '<Status>Pending</Status>', '', 'lacks Status'],
])('an answer %s is a gap of its group', async (_what, from, to, message) => {
  const rewrite: World['rewrite'] = (call, body) => (call === permission ? body.replace(from, to) : body);
  expect(await awsReading('instanceRefreshes', world, { rewrite })).toMatchObject({
    ok: true,
    value: all.slice(0, 3),
    gaps: [
      {
        what: 'instance refreshes of Auto Scaling group web',
        reason: { kind: 'unreadable', message: expect.stringContaining(message) as string },
      },
    ],
  });
});

it('a group that was deleted since the list is a gap', async () => {
  const rewrite: World['rewrite'] = (call, body) =>
    call === 'autoscaling:DescribeAutoScalingGroups' ? body.replace('>quiet<', '>gone<') : body;
  expect(await awsReading('instanceRefreshes', world, { rewrite })).toMatchObject({
    ok: true,
    value: all,
    gaps: [{ what: 'instance refreshes of Auto Scaling group gone' }],
  });
});

it('is missing without the groups', async () => {
  const deny = ['autoscaling:DescribeAutoScalingGroups'];
  expect(await awsReading('instanceRefreshes', world, { deny })).toMatchObject({
    ok: false,
    reason: { kind: 'denied', permission: deny[0] },
  });
});
