import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { aNodeObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

/** Labels that pod templates name, and taints that stay. */

type Json = Record<string, unknown>;

interface Parts {
  labels?: Record<string, string>;
  taints?: readonly Json[];
  managedFields?: readonly Json[];
}

function aNode({ labels = {}, taints = [], managedFields = [] }: Parts): Json {
  const node = aNodeObject('node-1', { kubelet: 'v1.33.5', labels }) as { metadata: Json; spec: Json };
  return { ...node, metadata: { ...node.metadata, managedFields }, spec: { ...node.spec, taints } };
}

/** Owns a label by server-side apply or update. */
function manager(name: string, label: string): Json {
  const fieldsV1 = { 'f:metadata': { 'f:labels': { '.': {}, [`f:${label}`]: {} } } };
  return { manager: name, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 };
}

function aTemplate(spec: Json): Json {
  const object = aWorkloadObject('Deployment', 'shop/cart') as { spec: { template: { spec: Json } } };
  Object.assign(object.spec.template.spec, spec);
  return object;
}

const terms = (...keys: string[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: keys.map((key) => ({ matchExpressions: [{ key, operator: 'Exists' }] })),
      },
    },
  },
});

/** Read from protobuf; JSON must give the same. */
async function nodeLabels(...objects: Json[]): Promise<Facts['nodeLabels']> {
  const { readings } = await kubeFacts(objects, ['nodeLabels']);
  const json = await kubeFacts(objects, ['nodeLabels'], { kube: { jsonOnly: true } });
  expect(json.readings.nodeLabels).toEqual(readings.nodeLabels);
  if (readings.nodeLabels?.ok !== true) throw new Error(JSON.stringify(readings.nodeLabels));
  return readings.nodeLabels.value;
}

describe('the labels of a node', () => {
  const labels = { disk: 'ssd', tier: 'gold', token: 'hunter2' };

  it.each<[string, Json[], Record<string, string>]>([
    ['no template', [], {}],
    ['a node selector', [aTemplate({ nodeSelector: { disk: 'hdd' } })], { disk: 'ssd' }],
    ['two terms', [aTemplate(terms('tier', 'absent'))], { tier: 'gold' }],
    ['a bare pod', [aPodObject('shop/one', 'node-1', undefined, { spec: terms('disk') })], { disk: 'ssd' }],
    ['a toleration only', [aTemplate({ tolerations: [{ key: 'disk', operator: 'Exists' }] })], {}],
  ])('are those that %s names', async (_what, objects, named) => {
    expect(await nodeLabels(aNode({ labels }), ...objects)).toEqual([
      { name: 'node-1', labels: named, setBy: {}, taints: [] },
    ]);
  });

  it.each<[string, string[], Json]>([
    ['a person', ['kubectl-label'], { disk: 'person' }],
    ['software', ['karpenter'], { disk: 'software' }],
    ['the kubelet', ['kubelet'], { disk: 'software' }],
    ['both', ['kubectl-label', 'kubelet'], { disk: 'software' }],
    ['no manager that is known', [], {}],
  ])('are set by %s', async (_what, names, setBy) => {
    const managedFields = [...names.map((name) => manager(name, 'disk')), manager('kubectl-label', 'token')];
    const [found] = await nodeLabels(aNode({ labels, managedFields }), aTemplate({ nodeSelector: { disk: 'ssd' } }));
    expect(found?.setBy).toEqual(setBy);
  });
});

const temporary = [
  'not-ready',
  'unreachable',
  'unschedulable',
  'network-unavailable',
  'out-of-service',
  'memory-pressure',
  'disk-pressure',
  'pid-pressure',
].map((condition) => `node.kubernetes.io/${condition}`);

describe('the taints of a node', () => {
  it('are those that stay, with their value', async () => {
    const taints = [
      { key: 'dedicated', value: 'batch', effect: 'NoSchedule' },
      { key: 'gpu', effect: 'NoExecute' },
      { key: 'soft', value: '', effect: 'PreferNoSchedule' },
      ...temporary.map((key) => ({ key, effect: 'NoSchedule', timeAdded: '2026-11-20T12:00:00Z' })),
    ];
    const [found] = await nodeLabels(aNode({ taints }));
    expect(found?.taints.map(({ key, value, effect }) => [key, value, effect])).toEqual([
      ['dedicated', 'batch', 'NoSchedule'],
      ['gpu', null, 'NoExecute'],
      ['soft', null, 'PreferNoSchedule'],
    ]);
  });

  it.each([
    'node.cloudprovider.kubernetes.io/uninitialized',
    'node.cloudprovider.kubernetes.io/shutdown',
    'karpenter.sh/disrupted',
    'karpenter.sh/disruption',
    'karpenter.sh/unregistered',
    'ToBeDeletedByClusterAutoscaler',
    'DeletionCandidateOfClusterAutoscaler',
    'node.cilium.io/agent-not-ready',
    'cni.istio.io/not-ready',
    'ebs.csi.aws.com/agent-not-ready',
    'startup-taint.cluster-autoscaler.kubernetes.io/agent',
    'readiness.k8s.io/network',
    'aws-node-termination-handler/spot-itn',
  ])('leave out %s', async (key) => {
    const [found] = await nodeLabels(aNode({ taints: [{ key, effect: 'NoSchedule' }] }));
    expect(found?.taints).toEqual([]);
  });

  it.each(['node.kubernetes.io/not-ready-yet', 'example.org/karpenter.sh/disrupted', 'CriticalAddonsOnly'])(
    'keep %s',
    async (key) => {
      const [found] = await nodeLabels(aNode({ taints: [{ key, effect: 'NoSchedule' }] }));
      expect(found?.taints).toEqual([{ key, value: null, effect: 'NoSchedule' }]);
    },
  );
});

describe('nodeLabels', () => {
  const objects = [aNode({ labels: { disk: 'ssd' } }), aTemplate({ nodeSelector: { disk: 'ssd' } })];

  it('has the gaps of the templates, whose labels are unknown', async () => {
    const { readings } = await kubeFacts(objects, ['nodeLabels'], { deny: ['pods: list'] });
    expect(readings.nodeLabels).toMatchObject({
      ok: true,
      value: [{ name: 'node-1', labels: { disk: 'ssd' } }],
      gaps: [{ what: 'pods', reason: { kind: 'denied', permission: 'pods: list' } }],
    });
  });

  it('is not read without the nodes', async () => {
    const { readings } = await kubeFacts(objects, ['nodeLabels'], { deny: ['nodes: list'] });
    expect(readings.nodeLabels).toMatchObject({ ok: false, reason: { permission: 'nodes: list' } });
  });

  it.each<[string, readonly Json[]]>([
    ['a key that is a number', [{ key: 1, effect: 'NoSchedule' }]],
    ['no effect', [{ key: 'a' }]],
  ])('is unreadable for a taint with %s', async (_what, taints) => {
    const { readings } = await kubeFacts([aNode({ taints })], ['nodeLabels'], { kube: { jsonOnly: true } });
    expect(readings.nodeLabels).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });
});
