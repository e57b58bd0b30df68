import { describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { iamPolicy } from '../../src/commands/permissions/iam-policy.ts';
import { neededPermissions } from '../../src/commands/permissions/needed.ts';
import { parsePlace } from '../../src/commands/permissions/place.ts';
import type { Permission } from '../../src/facts/reason.ts';
import { anInstalledAddon } from '../world/addons.ts';
import { aManagedGroup } from '../world/healthy.ts';
import type { World } from '../world/world.ts';
import { awsReading, awsReadings, awsSource } from './aws-facts.ts';

/** Updates of node groups and add-ons, read from the loopback AWS endpoint, whose pages hold two items. */

type Json = Record<string, unknown>;

function anUpdate(of: string, more: Json = {}): Json {
  return { of, status: 'Successful', type: 'VersionUpdate', params: [], createdAt: 1_795_176_000, errors: [], ...more };
}

function params(values: Readonly<Record<string, string>>): Json {
  return { params: Object.entries(values).map(([type, value]) => ({ type, value })) };
}

const version = params({ Version: '1.34', ReleaseVersion: '1.34.2-20261114' });
const [a, b] = ['nodegroup/a', 'nodegroup/b'];
const groups: Partial<World['aws']> = {
  nodegroups: { a: aManagedGroup('a'), b: aManagedGroup('b'), c: aManagedGroup('c') },
  updates: {
    'u-cluster': anUpdate('none', { of: undefined, ...version }),
    'u-1': anUpdate(a, version),
    'u-2': anUpdate(b, params({ MinSize: '1' })),
    'u-3': anUpdate(a, { type: 'ConfigUpdate' }),
    'u-4': anUpdate(a, { ...version, status: 'InProgress' }),
    'u-addon': anUpdate('addon/a', { type: 'AddonUpdate' }),
  },
};
const first = {
  nodegroup: 'a',
  id: 'u-1',
  type: 'VersionUpdate',
  status: 'Successful',
  createdAt: '2026-11-20T12:00:00.000Z',
  version: '1.34',
  releaseVersion: '1.34.2-20261114',
  errors: [],
};
const denied = { awsError: 'AccessDeniedException', status: 403 };
const absent = { awsError: 'ResourceNotFoundException', status: 404 };
const ids = (reading: Awaited<ReturnType<typeof awsReading<'nodegroupUpdates'>>>) =>
  reading?.ok === true ? reading.value.map(({ id }) => id) : undefined;

describe('updates of node groups', () => {
  it('are read of every group, behind the second page too, and of no other object', async () => {
    const { readings, calls } = await awsReadings(['nodegroupUpdates'], groups);
    expect(readings.nodegroupUpdates).toEqual({
      ok: true,
      value: [
        first,
        { ...first, id: 'u-3', type: 'ConfigUpdate', version: null, releaseVersion: null },
        { ...first, id: 'u-4', status: 'InProgress' },
        { ...first, nodegroup: 'b', id: 'u-2', version: null, releaseVersion: null },
      ],
    });
    const described = calls.filter(({ action }) => action === 'eks:DescribeUpdate');
    expect(described.map(({ parameters }) => String(parameters['nodegroupName'])).sort()).toEqual(['a', 'a', 'a', 'b']);
  });

  it('are none where there are no groups, without a call', async () => {
    const { readings, calls } = await awsReadings(['nodegroupUpdates'], { ...groups, nodegroups: {} });
    expect(readings.nodegroupUpdates).toEqual({ ok: true, value: [] });
    expect(calls.map(({ action }) => action)).toEqual(['eks:DescribeCluster', 'eks:ListNodegroups']);
  });

  it('have their errors, and no date where EKS returns none', async () => {
    const errors = [
      { errorCode: 'PodEvictionFailure', errorMessage: 'Reached max retries', resourceIds: ['i-0a'] },
      {},
    ];
    const updates = { u: anUpdate(a, { status: 'Failed', errors, createdAt: undefined }) };
    expect(await awsReading('nodegroupUpdates', { ...groups, updates })).toMatchObject({
      ok: true,
      value: [
        {
          status: 'Failed',
          createdAt: null,
          errors: [
            { code: 'PodEvictionFailure', message: 'Reached max retries', resourceIds: ['i-0a'] },
            { code: 'Unknown', message: '', resourceIds: [] },
          ],
        },
      ],
    });
  });

  it('keep names and texts as EKS returns them', async () => {
    const evil = "x'; rm -rf $(HOME) #\u001B[31m/../?of=é";
    const errors = [{ errorCode: evil, errorMessage: evil, resourceIds: [evil] }];
    const reading = await awsReading('nodegroupUpdates', {
      nodegroups: { [evil]: aManagedGroup(evil) },
      updates: { [evil]: anUpdate(`nodegroup/${evil}`, { errors, status: evil, ...params({ Version: evil }) }) },
    });
    expect(reading).toMatchObject({
      ok: true,
      value: [
        {
          nodegroup: evil,
          id: evil,
          status: evil,
          version: evil,
          errors: [{ code: evil, message: evil, resourceIds: [evil] }],
        },
      ],
    });
  });

  it('are a gap of the group whose list is denied, and the rest is read', async () => {
    const own = ['b', 'c'].map((name) => `arn:aws:eks:eu-west-1:111122223333:nodegroup/prod/${name}/*`);
    const Statement = [
      {
        Action: ['eks:DescribeCluster', 'eks:ListNodegroups', 'eks:DescribeNodegroup', 'eks:DescribeUpdate'],
        Resource: '*',
      },
      { Action: ['eks:ListUpdates'], Resource: own },
    ];
    const reading = await awsReading('nodegroupUpdates', groups, { grants: { kube: [], aws: { Statement } } });
    const reason = { kind: 'denied', permission: 'eks:ListUpdates' };
    expect(reading).toMatchObject({ ok: true, gaps: [{ what: 'updates of node group a', reason }] });
    expect(ids(reading)).toEqual(['u-2']);
  });

  it('are a gap of the one that cannot be described, and the rest is read', async () => {
    const on = 'eks:DescribeUpdate';
    const reading = await awsReading('nodegroupUpdates', groups, { faults: [{ on, does: denied, count: 1 }] });
    const read = ids(reading) ?? [];
    const [missing] = ['u-1', 'u-3', 'u-4', 'u-2'].filter((id) => !read.includes(id));
    const what = `update ${missing} of node group ${missing === 'u-2' ? 'b' : 'a'}`;
    expect(read).toHaveLength(3);
    expect(reading).toMatchObject({ ok: true, gaps: [{ what, reason: { kind: 'denied', permission: on } }] });
  });

  it('are a gap if an answer is about another update', async () => {
    const rewrite: World['rewrite'] = (call, body) =>
      call === 'eks:DescribeUpdate' ? body.replace('"id":"u-3"', '"id":"u-4"') : body;
    const reading = await awsReading('nodegroupUpdates', groups, { rewrite });
    const reason = { kind: 'unreadable', message: "the answer is about update 'u-4', not about 'u-3'" };
    expect(reading).toMatchObject({ ok: true, gaps: [{ what: 'update u-3 of node group a', reason }] });
    expect(ids(reading)).toEqual(['u-1', 'u-4', 'u-2']);
  });

  it.each(['eks:ListUpdates', 'eks:DescribeUpdate'])('%s, denied always, leaves a gap for each', async (permission) => {
    const reading = await awsReading('nodegroupUpdates', groups, { deny: [permission] });
    expect(reading).toMatchObject({ ok: true, value: [] });
    const gaps = reading?.ok === true ? (reading.gaps ?? []) : [];
    expect(gaps.map(({ reason }) => reason.permission)).toEqual(gaps.map(() => permission));
    expect(gaps).toHaveLength(permission === 'eks:ListUpdates' ? 3 : 4);
  });

  it.each([
    [denied, 'denied'],
    [{ awsError: 'ThrottlingException', status: 429 }, 'time-out'],
    [{ awsError: 'ServerException', status: 500 }, 'unreachable'],
    ['cut' as const, 'truncated'],
  ])('are a gap, never the first page alone, where the second is %j', async (does, kind) => {
    const faults = [{ on: 'eks:ListUpdates', does, from: 1, count: 1 }];
    const parts = { ...groups, nodegroups: { a: aManagedGroup('a') } };
    expect(await awsReading('nodegroupUpdates', parts, { faults })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'updates of node group a', reason: { kind } }],
    });
  });

  it.each(['eks:ListUpdates', 'eks:DescribeUpdate'])('leave out what was deleted since the list: %s', async (on) => {
    const parts = { ...groups, nodegroups: { b: aManagedGroup('b') } };
    const faults = [{ on, does: absent }];
    expect(await awsReading('nodegroupUpdates', parts, { faults })).toEqual({ ok: true, value: [] });
  });

  it('pass on what is missing of the groups, and are missing without them', async () => {
    const rewrite: World['rewrite'] = (call, body) =>
      call === 'eks:DescribeNodegroup' ? body.replace('"nodegroupName":"a"', '"nodegroupName":"z"') : body;
    const reading = await awsReading('nodegroupUpdates', groups, { rewrite });
    expect(reading).toMatchObject({ ok: true, gaps: [{ what: 'node group a' }] });
    expect(ids(reading)).toEqual(['u-2']);
    expect(await awsReading('nodegroupUpdates', groups, { deny: ['eks:ListNodegroups'] })).toMatchObject({
      ok: false,
      reason: { kind: 'denied', permission: 'eks:ListNodegroups' },
    });
  });

  it('are described by eight at once in total, whatever the number of groups', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `g${index}`);
    const updates = names.flatMap((name) =>
      ['x', 'y', 'z'].map((id) => [`${name}-${id}`, anUpdate(`nodegroup/${name}`)]),
    );
    const nodegroups = Object.fromEntries(names.map((name) => [name, aManagedGroup(name)]));
    const parts = { nodegroups, updates: Object.fromEntries(updates) as Record<string, Json>, pageSize: 100 };
    const { aws } = await awsSource(parts, { faults: [{ on: 'aws', does: { delay: 10 } }] });
    let [running, most] = [0, 0];
    const counting: typeof aws.call = async (action, run) => {
      running += 1;
      most = Math.max(most, running);
      return aws.call(action, run).finally(() => (running -= 1));
    };
    const none = () => Promise.reject(new Error('not here'));
    const sources = { aws: { ...aws, call: counting }, kube: none, local: { run: none } };
    const { nodegroupUpdates } = await collect(collectors, ['nodegroupUpdates'], sources);
    expect(nodegroupUpdates).toMatchObject({ ok: true, value: { length: 30 } });
    expect(most).toBe(8);
  });
});

describe('updates of add-ons', () => {
  const addons = {
    addons: {
      a: anInstalledAddon('a', 'v1.0.0', { status: 'UPDATING' }),
      b: anInstalledAddon('b', 'v1.0.0'),
      c: anInstalledAddon('c', 'v1.0.0', { status: 'UPDATE_FAILED' }),
    },
    updates: {
      ...groups.updates,
      'u-a': anUpdate('addon/a', { type: 'AddonUpdate', ...params({ AddonVersion: 'v1.1.0-eksbuild.1' }) }),
      'u-b': anUpdate('addon/b', { type: 'AddonUpdate' }),
    },
  };

  it('are read of those that are not ACTIVE', async () => {
    const { readings, calls } = await awsReadings(['addonUpdates'], addons);
    const { nodegroup: _, releaseVersion: _release, ...common } = first;
    const update = { ...common, addon: 'a', type: 'AddonUpdate' };
    expect(readings.addonUpdates).toEqual({
      ok: true,
      value: [
        { ...update, id: 'u-addon', version: null },
        { ...update, id: 'u-a', version: 'v1.1.0-eksbuild.1' },
      ],
    });
    const listed = calls.filter(({ action }) => action === 'eks:ListUpdates');
    expect(listed.map(({ parameters }) => String(parameters['addonName'])).sort()).toEqual(['a', 'c']);
  });

  it('are a gap of each add-on where their list is denied', async () => {
    expect(await awsReading('addonUpdates', addons, { deny: ['eks:ListUpdates'] })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'updates of add-on a' }, { what: 'updates of add-on c' }],
    });
  });
});

describe('the printed policy', () => {
  const parts = { ...groups, addons: { a: anInstalledAddon('a', 'v1.0.0', { status: 'UPDATING' }) } };
  const facts = ['nodegroupUpdates', 'addonUpdates', 'updates'] as const;
  const place = parsePlace({ cluster: 'prod', region: 'eu-west-1', account: '111122223333' });
  type Policy = NonNullable<World['grants']>['aws'];
  const policy = (permissions: readonly Permission[]) => JSON.parse(iamPolicy(permissions, place)) as Policy;
  const needed = (...always: (typeof facts)[number][]) => neededPermissions(collectors, [], [], { always });
  const readUnder = async (aws: Policy) => (await awsReadings(facts, parts, { grants: { kube: [], aws } })).readings;

  it('of these facts lets them all be read', async () => {
    const readings = await readUnder(policy(needed(...facts)));
    for (const fact of facts) expect(readings[fact]).toMatchObject({ ok: true });
    for (const fact of facts) expect(readings[fact]).not.toHaveProperty('gaps');
  });

  it.each([
    [
      ['updates'],
      ['updates of node group a', 'updates of node group b', 'updates of node group c'],
      ['updates of add-on a'],
    ],
    [['updates', 'nodegroupUpdates'], undefined, ['updates of add-on a']],
  ] as const)('of %j lets no update of other objects be read', async (granted, ofGroups, ofAddons) => {
    const lists = needed(...facts).filter(
      (permission) => !('iam' in permission) || !permission.iam.endsWith('Updates') || 'of' in permission,
    );
    const others = lists.filter((permission) => 'iam' in permission && !permission.iam.includes('Update'));
    const readings = await readUnder(policy([...needed(...granted), ...others]));
    expect(readings.updates).toMatchObject({ ok: true });
    const listGaps = (fact: 'nodegroupUpdates' | 'addonUpdates') => {
      const reading = readings[fact];
      return reading?.ok === true ? reading.gaps?.map(({ what, reason }) => [what, reason.kind]) : undefined;
    };
    expect(listGaps('nodegroupUpdates')).toEqual(ofGroups?.map((what) => [what, 'denied']));
    expect(listGaps('addonUpdates')).toEqual(ofAddons.map((what) => [what, 'denied']));
  });

  it('has one statement for both actions, with each ARN', () => {
    const { Statement } = policy(needed(...facts));
    const eks = 'arn:aws:eks:eu-west-1:111122223333';
    expect(Statement.filter(({ Action }) => Action.includes('eks:ListUpdates'))).toEqual([
      {
        Sid: 'EksPreflightClusterNodegroupsAddons',
        Effect: 'Allow',
        Action: ['eks:DescribeUpdate', 'eks:ListUpdates'],
        Resource: [`${eks}:cluster/prod`, `${eks}:nodegroup/prod/*`, `${eks}:addon/prod/*`],
      },
    ]);
    const usual = policy(needed('updates')).Statement.find(({ Action }) => Action.includes('eks:ListUpdates'));
    expect(usual?.Resource).toBe(`${eks}:cluster/prod`);
  });
});
