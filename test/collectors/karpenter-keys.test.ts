import { describe, expect, it } from 'vitest';
import { isKarpenterKey, keysOfPod } from '../../src/collectors/kube/karpenter/karpenter-keys.ts';
import type { KarpenterKeyed } from '../../src/facts/karpenter-keys.ts';
import { aNamespaceObject, aNodeObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

/** Karpenter's keys in objects, joined from lists that other facts read anyway. */

type Json = Record<string, unknown>;
const lists = ['deployments', 'daemonSets', 'statefulSets', 'cronJobs', 'pods', 'nodes', 'namespaces'];

async function keys(objects: readonly Json[]): Promise<KarpenterKeyed[]> {
  const { readings } = await kubeFacts(objects, ['karpenterKeys']);
  const reading = readings.karpenterKeys;
  if (reading?.ok !== true || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

/** A Deployment or DaemonSet with this metadata and these fields in its pod template. */
function withTemplate(
  path: string,
  metadata: Json,
  spec: Json = {},
  kind: 'Deployment' | 'DaemonSet' = 'Deployment',
): Json {
  const object = aWorkloadObject(kind, path) as { spec: { template: { metadata: Json; spec: Json } } };
  Object.assign(object.spec.template.metadata, metadata);
  Object.assign(object.spec.template.spec, spec);
  return object;
}

const old = { 'karpenter.sh/do-not-evict': 'true' };
const doNotEvict = { key: 'karpenter.sh/do-not-evict', place: 'annotation', operator: null, values: ['true'] };
const cart = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };

describe('keys', () => {
  it.each([
    ['karpenter.sh/nodepool', true],
    ['karpenter.k8s.aws/instance-cpu', true],
    ['compatibility.karpenter.sh/v1beta1-kubelet-conversion', true],
    ['notkarpenter.sh/x', false],
    ['example.org/karpenter.sh', false],
    ['karpenter.sh', false],
  ])('%s of Karpenter: %s', (key, is) => {
    expect(isKarpenterKey(key)).toBe(is);
  });

  it('stand in every place of a pod, with how they bind', () => {
    const terms = (...all: Json[][]) => ({ nodeSelectorTerms: all.map((matchExpressions) => ({ matchExpressions })) });
    const exists = (key: string) => ({ key, operator: 'Exists' });
    const spec = {
      nodeSelector: { 'karpenter.sh/capacity-type': 'spot', disk: 'ssd' },
      tolerations: [{ operator: 'Exists' }, { key: 'karpenter.sh/disruption', operator: 'Exists' }],
      topologySpreadConstraints: [
        { topologyKey: 'karpenter.sh/provisioner-name', whenUnsatisfiable: 'DoNotSchedule' },
        { topologyKey: 'karpenter.sh/nodepool', whenUnsatisfiable: 'ScheduleAnyway' },
        { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' },
      ],
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: terms(
            [
              exists('karpenter.sh/nodepool'),
              { key: 'karpenter.sh/provisioner-name', operator: 'NotIn', values: ['a'] },
            ],
            [exists('karpenter.sh/nodepool')],
          ),
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [exists('karpenter.k8s.aws/instance-pods')] } },
          ],
        },
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'karpenter.sh/provisioner-name' }],
        },
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, podAffinityTerm: { topologyKey: 'karpenter.sh/provisioner-name' } },
          ],
        },
      },
    };
    const metadata = { annotations: { ...old, 'example.org/token': 'x' }, labels: { 'karpenter.sh/x': 'y', app: 'a' } };
    expect(
      keysOfPod({ metadata, spec }).map(({ key, place, operator }) => [key.split('/')[1], place, operator]),
    ).toEqual([
      ['do-not-evict', 'annotation', null],
      ['x', 'label', null],
      ['capacity-type', 'node selector', 'In'],
      ['disruption', 'toleration', null],
      ['provisioner-name', 'required topology spread', null],
      ['nodepool', 'preferred topology spread', null],
      ['nodepool', 'required node affinity', 'Exists'],
      ['provisioner-name', 'preferred node affinity', 'NotIn'],
      ['nodepool', 'required node affinity', 'Exists'],
      ['instance-pods', 'preferred node affinity', 'Exists'],
      ['provisioner-name', 'required pod affinity', null],
      ['provisioner-name', 'preferred pod anti-affinity', null],
    ]);
  });

  it.each(['tolerations', 'topologySpreadConstraints', 'affinity', 'nodeSelector'])(
    'in %s of another shape are unreadable',
    (field) => {
      expect(() => keysOfPod({ metadata: {}, spec: { [field]: 'x' } })).toThrow(`${field} has an unexpected type`);
    },
  );
});

describe('karpenterKeys', () => {
  it('is empty where nobody names Karpenter', async () => {
    expect(await keys([aWorkloadObject('Deployment', 'shop/cart'), aPodObject('shop/cart-1', 'a', cart)])).toEqual([]);
  });

  it('names templates, and pods only where their template does not say it', async () => {
    const nightly = {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { namespace: 'shop', name: 'nightly' },
      spec: {
        jobTemplate: {
          spec: { template: { metadata: { annotations: old }, spec: { containers: [{ name: 'a', image: 'a' }] } } },
        },
      },
    };
    const found = await keys([
      withTemplate('shop/cart', { annotations: old }),
      withTemplate('shop/agent', {}, { tolerations: [{ key: 'karpenter.sh/disruption' }] }, 'DaemonSet'),
      nightly,
      ...['1', '2'].map((n) => aPodObject(`shop/cart-5d9c-${n}`, 'a', cart, { annotations: old })),
      ...['1', '2', '3'].map((n) =>
        aPodObject(
          `shop/job-${n}`,
          'a',
          { kind: 'Job', name: 'import' },
          { annotations: { ...old, 'example.org/token': 'hunter2' } },
        ),
      ),
      { ...aPodObject('shop/done', 'a', undefined, { annotations: old }), status: { phase: 'Succeeded' } },
      aPodObject('shop/lone', 'a', undefined, { annotations: old }),
    ]);
    expect(found).toEqual([
      { kind: 'Deployment', namespace: 'shop', name: 'cart', pods: null, uses: [doNotEvict] },
      expect.objectContaining({ kind: 'DaemonSet', name: 'agent' }),
      { kind: 'CronJob', namespace: 'shop', name: 'nightly', pods: null, uses: [doNotEvict] },
      { kind: 'Job', namespace: 'shop', name: 'import', pods: 3, uses: [doNotEvict] },
      { kind: 'Pod', namespace: 'shop', name: 'lone', pods: 1, uses: [doNotEvict] },
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('of nodes leaves out what Karpenter writes on each of them', async () => {
    const kubelet = 'v1.33.5';
    const held = aNodeObject('a', {
      kubelet,
      labels: { 'karpenter.sh/nodepool': 'default', 'karpenter.k8s.aws/instance-cpu': '4' },
    }) as { metadata: Json; spec: Json };
    held.metadata['annotations'] = { 'karpenter.sh/do-not-consolidate': 'true', 'karpenter.sh/nodepool-hash': '1' };
    held.spec['taints'] = [
      { key: 'karpenter.sh/legacy', value: 'true', effect: 'NoSchedule' },
      { key: 'x', effect: 'NoExecute' },
    ];
    const alpha = aNodeObject('b', { kubelet, labels: { 'karpenter.sh/provisioner-name': 'default' } });
    const shop = { ...aNamespaceObject('shop'), metadata: { name: 'shop', annotations: old } };
    expect(await keys([held as unknown as Json, alpha, aNodeObject('c', { kubelet }), shop])).toEqual([
      {
        kind: 'Node',
        namespace: null,
        name: 'a',
        pods: null,
        uses: [
          { key: 'karpenter.sh/do-not-consolidate', place: 'annotation', operator: null, values: ['true'] },
          { key: 'karpenter.sh/legacy', place: 'taint', operator: null, values: ['true'] },
        ],
      },
      {
        kind: 'Node',
        namespace: null,
        name: 'b',
        pods: null,
        uses: [{ key: 'karpenter.sh/provisioner-name', place: 'label', operator: null, values: ['default'] }],
      },
      { kind: 'Namespace', namespace: null, name: 'shop', pods: null, uses: [doNotEvict] },
    ]);
  });

  it('asks for nothing that other facts do not list', async () => {
    const { paths } = await kubeFacts([aWorkloadObject('Deployment', 'shop/cart')], ['karpenterKeys']);
    const listed = paths.filter((path) => path.split('/').length > 3).map((path) => path.replace(/^.*\//, ''));
    expect(listed.toSorted()).toEqual(lists.map((name) => name.toLowerCase()).toSorted());
  });

  it('stores neither a label nor an annotation in the facts that it builds upon', async () => {
    const objects = [
      withTemplate('shop/cart', { annotations: old }),
      aPodObject('shop/lone', 'a', undefined, { annotations: old }),
    ];
    const { readings } = await kubeFacts(objects, ['deployments', 'pods', 'namespaces']);
    expect(JSON.stringify(readings)).not.toContain('do-not-evict');
  });

  it('has a gap for each list that is denied, and looks through the others', async () => {
    const objects = [withTemplate('shop/cart', { annotations: old })];
    const { readings } = await kubeFacts(objects, ['karpenterKeys'], { deny: ['pods: list', 'nodes: list'] });
    expect(readings.karpenterKeys).toMatchObject({
      ok: true,
      value: [{ name: 'cart' }],
      gaps: [
        { what: 'pods', reason: { permission: 'pods: list' } },
        { what: 'nodes', reason: { permission: 'nodes: list' } },
      ],
    });
  });
});
