import { expect, it } from 'vitest';
import { aPodObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const [created, turned] = ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z'];
const message = "0/7 nodes are available: 6 node(s) didn't match Pod's node affinity/selector.";
const unready = { type: 'Ready', status: 'False', lastTransitionTime: turned };
const unscheduled = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
const waiting = (...reasons: string[]) => reasons.map((reason) => ({ state: { waiting: { reason } } }));
const group = 'eks.amazonaws.com/nodegroup';

interface Parts {
  metadata?: Json;
  spec?: Json;
  status?: Json;
  owner?: Parameters<typeof aPodObject>[2];
}

function aPod({ metadata = {}, spec = {}, status = {}, owner }: Parts): Json {
  const pod = aPodObject('shop/one', 'node-1', owner) as Record<string, Json>;
  return {
    ...pod,
    metadata: { ...pod['metadata'], creationTimestamp: created, ...metadata },
    spec: { ...pod['spec'], ...spec },
    status: { phase: 'Running', conditions: [unready], ...status },
  };
}

const nowhere = { nodeName: undefined };
const pending = { phase: 'Pending', conditions: [unscheduled] };
const affinity = (...terms: Json[][]) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })),
    },
  },
});
const isIn = (key: string, ...values: string[]) => ({ key, operator: 'In', values });

it.each<[string, Parts, Json | undefined]>([
  ['that is ready', { status: { conditions: [{ ...unready, status: 'True' }] } }, undefined],
  ['that has succeeded', { status: { phase: 'Succeeded' } }, undefined],
  ['that failed', { status: { phase: 'Failed' } }, undefined],
  ['that is being deleted', { metadata: { deletionTimestamp: turned } }, undefined],
  ['that runs', {}, { state: 'NotReady', since: turned }],
  [
    'that no scheduler has tried',
    { spec: nowhere, status: { phase: 'Pending', conditions: [] } },
    { state: 'Pending', since: created },
  ],
  ['that fits no node', { spec: nowhere, status: pending }, { state: 'Pending', since: created, message }],
  [
    'that has a node, but whose containers do not start',
    { status: { phase: 'Pending', containerStatuses: waiting('ContainerCreating') } },
    { state: 'ContainerCreating', since: turned },
  ],
  [
    'that crashes, beside a container that runs',
    { status: { containerStatuses: [{ state: { running: {} } }, ...waiting('CrashLoopBackOff')] } },
    { state: 'CrashLoopBackOff', since: turned },
  ],
  [
    'whose init container crashes',
    {
      status: {
        phase: 'Pending',
        initContainerStatuses: waiting('CrashLoopBackOff', 'PodInitializing'),
        containerStatuses: waiting('PodInitializing'),
      },
    },
    { state: 'CrashLoopBackOff', since: turned },
  ],
  [
    'whose second init container has no image',
    {
      status: {
        phase: 'Pending',
        initContainerStatuses: [{ state: { terminated: {} } }, ...waiting('ImagePullBackOff')],
        containerStatuses: waiting('PodInitializing'),
      },
    },
    { state: 'ImagePullBackOff', since: turned },
  ],
  [
    'whose condition has no time, whatever its age',
    { status: { conditions: [{ ...unready, lastTransitionTime: null }] } },
    { state: 'NotReady', since: null },
  ],
  [
    'whose time is no time',
    { metadata: { creationTimestamp: 'soon' }, status: { conditions: [] } },
    { state: 'NotReady', since: null },
  ],
  [
    'that selects a group',
    { spec: { ...nowhere, nodeSelector: { [group]: 'legacy', disk: 'ssd' } }, status: pending },
    { state: 'Pending', since: created, message, groupLabels: [{ label: group, values: ['legacy'] }] },
  ],
  [
    'that selects a group, and has a node of it',
    { spec: { nodeSelector: { [group]: 'legacy' } } },
    { state: 'NotReady', since: turned },
  ],
  [
    'whose affinity allows groups and a NodePool',
    {
      spec: {
        ...nowhere,
        affinity: affinity(
          [isIn('alpha.eksctl.io/nodegroup-name', 'a', 'b'), isIn('karpenter.sh/nodepool', 'default')],
          [isIn('karpenter.sh/nodepool', 'default'), isIn('alpha.eksctl.io/nodegroup-name', 'b', 'c')],
        ),
      },
      status: pending,
    },
    {
      state: 'Pending',
      since: created,
      message,
      groupLabels: [
        { label: 'alpha.eksctl.io/nodegroup-name', values: ['a', 'b', 'c'], inAffinity: true },
        { label: 'karpenter.sh/nodepool', values: ['default'], inAffinity: true },
      ],
    },
  ],
  [
    'whose affinity allows other nodes too, or excludes a group',
    {
      spec: {
        ...nowhere,
        affinity: affinity(
          [isIn(group, 'a'), { key: 'karpenter.sh/nodepool', operator: 'NotIn', values: ['b'] }],
          [isIn('disk', 'ssd')],
        ),
      },
      status: pending,
    },
    { state: 'Pending', since: created, message },
  ],
])('a pod %s', async (_what, parts, found) => {
  for (const jsonOnly of [false, true]) {
    const { readings } = await kubeFacts([aPod(parts)], ['unreadyPods'], { kube: { jsonOnly } });
    const value = found === undefined ? [] : [{ namespace: 'shop', name: 'one', workload: null, ...found }];
    expect(readings.unreadyPods).toEqual({ ok: true, value });
  }
});

it.each<[Parts['owner'], Json]>([
  [
    { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' },
    { kind: 'Deployment', name: 'cart' },
  ],
  [
    { kind: 'StatefulSet', name: 'db' },
    { kind: 'StatefulSet', name: 'db' },
  ],
])('the workload of a pod of %j', async (owner, workload) => {
  const { unreadyPods } = (await kubeFacts([aPod({ owner })], ['unreadyPods'])).readings;
  expect(unreadyPods).toMatchObject({ ok: true, value: [{ workload }] });
});

it('of all pages, and not without the list of pods', async () => {
  const many = Array.from({ length: 3 }, (_, at) => aPod({ metadata: { name: `pod-${at}` } }));
  const { unreadyPods } = (await kubeFacts(many, ['unreadyPods'], { kube: { pageSize: 2 } })).readings;
  expect(unreadyPods).toMatchObject({ ok: true, value: [{ name: 'pod-0' }, { name: 'pod-1' }, { name: 'pod-2' }] });
  const denied = await kubeFacts(many, ['unreadyPods'], { deny: ['pods: list'] });
  expect(denied.readings.unreadyPods).toMatchObject({ ok: false, reason: { permission: 'pods: list' } });
});
