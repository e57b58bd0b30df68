import { expect, it } from 'vitest';
import { aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;
type Kind = 'Deployment' | 'StatefulSet' | 'DaemonSet';

/** A workload that wants 3 pods, with another status and other fields of its spec. */
function aWorkload(kind: Kind, status: Json | undefined, spec: Json = {}): Json {
  const made = aWorkloadObject(kind, 'shop/one', { replicas: 3 }) as Record<string, Json>;
  return {
    ...made,
    metadata: { ...made['metadata'], generation: 2 },
    spec: { ...made['spec'], ...spec },
    status: status === undefined ? undefined : { observedGeneration: 2, ...status },
  };
}

const partitioned = { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } };
const onDelete = { updateStrategy: { type: 'OnDelete' } };
const three = { replicas: 3, updatedReplicas: 3 };
const scheduled = { desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3 };

it.each<[string, Kind, Json | undefined, Json | undefined, Json?]>([
  ['all pods are ready', 'Deployment', { ...three, readyReplicas: 3 }, { ready: 3 }],
  ['no pod is ready', 'Deployment', three, { ready: 0 }],
  ['a quota allows no pod', 'Deployment', {}, { ready: 0 }],
  ['the newest spec is not seen', 'Deployment', { ...three, observedGeneration: 1 }, { ready: 0, rolling: true }],
  ['old pods are left', 'Deployment', { ...three, updatedReplicas: 1, readyReplicas: 2 }, { ready: 2, rolling: true }],
  ['the controller has reported nothing', 'Deployment', undefined, undefined],
  ['none is wanted', 'Deployment', {}, undefined, { replicas: 0 }],
  ['one is wanted by default', 'Deployment', { readyReplicas: 1 }, { wanted: 1, ready: 1 }, { replicas: undefined }],
  ['old pods are left', 'StatefulSet', { ...three, updatedReplicas: 2 }, { ready: 0, rolling: true }],
  [
    'a partition keeps old pods',
    'StatefulSet',
    { ...three, updatedReplicas: 1, readyReplicas: 3 },
    { ready: 3 },
    partitioned,
  ],
  ['the partition is not reached', 'StatefulSet', { replicas: 3 }, { ready: 0, rolling: true }, partitioned],
  ['only deleted pods are updated', 'StatefulSet', { replicas: 3, readyReplicas: 1 }, { ready: 1 }, onDelete],
  ['all pods are ready', 'DaemonSet', { ...scheduled, numberReady: 3 }, { ready: 3 }],
  ['old pods are left', 'DaemonSet', { ...scheduled, updatedNumberScheduled: 2 }, { ready: 0, rolling: true }],
  ['only deleted pods are updated', 'DaemonSet', { ...scheduled, updatedNumberScheduled: 0 }, { ready: 0 }, onDelete],
  [
    'a node has no pod yet',
    'DaemonSet',
    { ...scheduled, currentNumberScheduled: 2, updatedNumberScheduled: 2 },
    { ready: 0 },
  ],
  ['no node needs a pod', 'DaemonSet', { desiredNumberScheduled: 0 }, undefined],
])('%s: %s %j', async (_what, kind, status, found, spec) => {
  const { readings } = await kubeFacts([aWorkload(kind, status, spec)], ['workloadPods']);
  const value = found === undefined ? [] : [{ kind, namespace: 'shop', name: 'one', wanted: 3, ...found }];
  expect(readings.workloadPods).toEqual({ ok: true, value });
});

it.each(['deployments', 'statefulsets', 'daemonsets'])('not without the list of %s', async (resource) => {
  const permission = `${resource}.apps: list`;
  const { readings } = await kubeFacts([], ['workloadPods'], { deny: [permission] });
  expect(readings.workloadPods).toMatchObject({ ok: false, reason: { permission } });
});
