import { expect, it } from 'vitest';
import { aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const message = '0/8 nodes are available: 8 Insufficient cpu.';
const scheduled = (condition: Json) => ({
  conditions: [
    { type: 'Ready', status: 'False' },
    { type: 'PodScheduled', status: 'False', lastTransitionTime: '2026-11-20T10:00:00Z', ...condition },
  ],
});
const volumes = [
  { name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } },
  { name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'] } } } },
  { name: 'tmp', emptyDir: {} },
];
const deleted = { deletionTimestamp: '2026-11-20T11:00:00Z', deletionGracePeriodSeconds: 3600 };
const deletion = { graceEnds: '2026-11-20T11:00:00Z', graceSeconds: 3600, finalizers: [] };
const untried = { reason: null, message: null, since: null };

interface Parts {
  metadata?: Json;
  spec?: Json;
  status?: Json;
}

function aPod({ metadata = {}, spec = {}, status = {} }: Parts): Json {
  const pod = aPodObject('shop/one', 'node-1', { kind: 'StatefulSet', name: 'db' }) as Record<string, Json>;
  return {
    ...pod,
    metadata: { ...pod['metadata'], ...metadata },
    spec: { ...pod['spec'], ...spec },
    status: { ...pod['status'], ...status },
  };
}

const nowhere = { nodeName: undefined };

it.each<[string, Parts, Json | undefined]>([
  ['that runs, with a claim and finalizers', { metadata: { finalizers: ['a.io/b'] }, spec: { volumes } }, undefined],
  ['that is being deleted', { metadata: deleted }, { deletion }],
  [
    'that waits for finalizers',
    {
      metadata: {
        ...deleted,
        deletionGracePeriodSeconds: 0,
        finalizers: ['batch.kubernetes.io/job-tracking', 'acme.io/x'],
      },
      status: { phase: 'Succeeded' },
    },
    {
      deletion: { ...deletion, graceSeconds: 0, finalizers: ['batch.kubernetes.io/job-tracking', 'acme.io/x'] },
    },
  ],
  [
    'that is deleted without a grace period',
    { metadata: { deletionTimestamp: deleted.deletionTimestamp } },
    { deletion: { ...deletion, graceSeconds: null } },
  ],
  [
    'that fits no node',
    { spec: nowhere, status: { phase: 'Pending', ...scheduled({ reason: 'Unschedulable', message }) } },
    { unplaced: { reason: 'Unschedulable', message, since: '2026-11-20T10:00:00Z' } },
  ],
  [
    'that is gated',
    { spec: nowhere, status: { phase: 'Pending', ...scheduled({ reason: 'SchedulingGated', message: '' }) } },
    { unplaced: { reason: 'SchedulingGated', message: null, since: '2026-11-20T10:00:00Z' } },
  ],
  ['that no scheduler has tried', { spec: nowhere, status: { phase: 'Pending' } }, { unplaced: untried }],
  ['that failed without a node', { spec: nowhere, status: { phase: 'Failed' } }, undefined],
  [
    'that is deleted before it has a node',
    { metadata: deleted, spec: nowhere, status: { phase: 'Pending' } },
    { deletion, unplaced: untried },
  ],
  ['that has not started', { status: { phase: 'Pending' } }, { starting: true }],
  [
    'that has not started, with claims',
    { spec: { volumes }, status: { phase: 'Pending' } },
    { starting: true, claims: ['data-db-0', 'one-scratch'] },
  ],
])('a pod %s', async (_what, parts, found) => {
  for (const jsonOnly of [false, true]) {
    const { readings } = await kubeFacts([aPod(parts)], ['waitingPods'], { kube: { jsonOnly } });
    const value = found === undefined ? [] : [{ namespace: 'shop', name: 'one', ...found }];
    expect(readings.waitingPods).toEqual({ ok: true, value });
  }
});

it.each<[string, Json, string]>([
  ['a time of deletion', { ...deleted, deletionTimestamp: 'soon' }, 'metadata.deletionTimestamp is not a time'],
  ['finalizers', { ...deleted, finalizers: [7] }, 'metadata.finalizers is not a string'],
])('an unreadable answer for %s is not a pod that stays', async (_what, metadata, reason) => {
  const { waitingPods } = (await kubeFacts([aPod({ metadata })], ['waitingPods'])).readings;
  expect(waitingPods).toMatchObject({
    ok: false,
    reason: { kind: 'unreadable', message: expect.stringContaining(reason) },
  });
});

it('of all pages, and not without the list of pods', async () => {
  const many = Array.from({ length: 3 }, (_, at) => aPod({ metadata: { name: `pod-${at}`, ...deleted } }));
  const { waitingPods } = (await kubeFacts(many, ['waitingPods'], { kube: { pageSize: 2 } })).readings;
  expect(waitingPods).toMatchObject({ ok: true, value: [{ name: 'pod-0' }, { name: 'pod-1' }, { name: 'pod-2' }] });
  const denied = await kubeFacts(many, ['waitingPods'], { deny: ['pods: list'] });
  expect(denied.readings.waitingPods).toMatchObject({ ok: false, reason: { permission: 'pods: list' } });
});
