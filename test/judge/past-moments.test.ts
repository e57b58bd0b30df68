import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import type { Readings } from '../../src/facts/reading.ts';
import { removeFutureMoments } from '../../src/judge/past-moments.ts';
import { storedNames } from '../world/stored.ts';
import { judged, readStoredInventory } from './judge-stored.ts';

const taken = readStoredInventory('healthy');
const { takenAt } = taken;
const hoursLater = (hours: number) => new Date(Date.parse(takenAt) + hours * 3_600_000).toISOString();
const [future, justAfter] = [hoursLater(0.1), hoursLater(0.08)];

function valueFrom<Name extends keyof Facts>(name: Name): Facts[Name] {
  const reading = taken.readings[name];
  if (reading?.ok !== true) throw new Error(`${name} was not read`);
  return reading.value;
}

const [node] = valueFrom('nodes');
const [insight] = valueFrom('insights') ?? [];
if (node === undefined || insight === undefined) throw new Error('the healthy cluster has nodes and insights');
const update = { id: 'u', type: 'VersionUpdate', status: 'Successful', version: '1.33', errors: [] };
const refresh = { group: 'a', id: 'i', status: 'Successful', reason: null, startedAt: null, endedAt: null };
const rollback = { id: 'r', name: 'n', status: 'PASSING' as const, reason: null, resources: null };

/** The facts with a moment, and what is left of the moment if it lies in the future. */
const rows: [keyof Facts, (moment: string) => unknown, unknown][] = [
  ['cluster', (createdAt) => ({ ...valueFrom('cluster'), createdAt }), { createdAt: null }],
  ['updates', (createdAt) => [{ ...update, createdAt }], [{ createdAt: null }]],
  [
    'nodegroupUpdates',
    (createdAt) => [{ ...update, nodegroup: 'a', createdAt }],
    [{ nodegroup: 'a', createdAt: null }],
  ],
  ['addonUpdates', (createdAt) => [{ ...update, addon: 'a', createdAt }], [{ addon: 'a', createdAt: null }]],
  ['instanceRefreshes', (startedAt) => [{ ...refresh, startedAt }], [{ id: 'i', startedAt: null }]],
  ['instanceRefreshes', (endedAt) => [{ ...refresh, endedAt }], [{ id: 'i', endedAt: null }]],
  ['insights', (lastRefreshTime) => [{ ...insight, lastRefreshTime }], [{ lastRefreshTime: null }]],
  ['rollbackInsights', (lastRefreshTime) => [{ ...rollback, lastRefreshTime }], [{ lastRefreshTime: null }]],
  ['nodes', (createdAt) => [{ ...node, createdAt }], [{ name: node.name, notReadySince: null }]],
  ['nodes', (notReadySince) => [{ ...node, ready: false, notReadySince }], [{ ready: false, notReadySince: null }]],
  [
    'karpenterClaims',
    (deletingSince) => [{ kind: 'NodeClaim', name: 'a', terminating: true, deletingSince }],
    [{ name: 'a', terminating: true }],
  ],
  ['nodes', (cordonedSince) => [{ ...node, unschedulable: true, cordonedSince }], [{ unschedulable: true }]],
  [
    'waitingPods',
    (since) => [{ namespace: 'a', name: 'b', unplaced: { reason: 'Unschedulable', message: null, since } }],
    [{ name: 'b', unplaced: { reason: 'Unschedulable', since: null } }],
  ],
  [
    'unreadyPods',
    (since) => [{ namespace: 'a', name: 'b', workload: null, state: 'Pending', since }],
    [{ name: 'b', since: null }],
  ],
  [
    'volumeAttachments',
    (deletingSince) => [{ node: 'a', volume: 'b', driver: 'c', attached: true, deletingSince }],
    [{ volume: 'b', attached: true }],
  ],
  ['drainTraits', (notReadySince) => [{ namespace: 'a', name: 'b', notReadySince }], [{ name: 'b' }]],
];

describe.each(rows)('%s', (fact, valueAt, left) => {
  const readingsAt = (moment: string) => ({ [fact]: { ok: true, value: valueAt(moment) } }) as Readings;

  it('loses a date in the future', () => {
    const checked = removeFutureMoments(readingsAt(future), takenAt);
    expect(checked[fact]).toMatchObject({ ok: true, value: left });
    expect(JSON.stringify(checked)).not.toContain(future);
  });

  it.each([takenAt, justAfter, hoursLater(-1)])('keeps %s', (moment) => {
    expect(removeFutureMoments(readingsAt(moment), takenAt)).toEqual(readingsAt(moment));
  });
});

it.each(storedNames())('nothing is lost of the stored inventory %s', (name) => {
  const inventory = readStoredInventory(name);
  expect(removeFutureMoments(inventory.readings, inventory.takenAt)).toEqual(inventory.readings);
});

describe('a date in the future passes no check', () => {
  const statusWith = (id: string, values: Partial<Facts>) => {
    const given = Object.entries(values).map(([name, value]) => [name, { ok: true, value }]);
    const readings = { ...taken.readings, ...(Object.fromEntries(given) as Readings) };
    return judged({ takenAt, readings }, {}).results.find((result) => result.id === id)?.status;
  };
  const refreshedAt = (lastRefreshTime: string) => ({
    insights: (valueFrom('insights') ?? []).map((one) => ({ ...one, lastRefreshTime })),
  });
  const createdAt = (moment: string) => ({
    nodes: valueFrom('nodes').map((one) => ({ ...one, createdAt: moment, ready: false })),
  });

  it.each([
    ['insights of today', 'control-plane/upgrade-insights', refreshedAt(takenAt), 'pass'],
    ['insights of tomorrow', 'control-plane/upgrade-insights', refreshedAt(hoursLater(24)), 'unknown'],
    ['new nodes', 'nodes/not-ready', createdAt(takenAt), 'pass'],
    ['nodes of tomorrow', 'nodes/not-ready', createdAt(hoursLater(24)), 'unknown'],
  ] as const)('%s', (_what, id, values, status) => {
    expect(statusWith(id, values)).toBe(status);
  });
});
