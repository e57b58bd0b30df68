import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src/facts/reading.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { PodTemplate } from '../../src/facts/pod-templates.ts';
import { aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

/** What pod templates require of their nodes, joined from lists that other facts read anyway. */

type Json = Record<string, unknown>;

async function read(objects: readonly Json[], deny: string[] = []): Promise<Reading<Facts['podTemplates']>> {
  const { podTemplates } = (await kubeFacts(objects, ['podTemplates'], { deny })).readings;
  if (podTemplates === undefined) throw new Error('not collected');
  return podTemplates;
}

/** Read from protobuf where the API server has it; JSON must give the same. */
async function templates(...objects: Json[]): Promise<PodTemplate[]> {
  const reading = await read(objects);
  const { readings } = await kubeFacts(objects, ['podTemplates'], { kube: { jsonOnly: true } });
  expect(readings.podTemplates).toEqual(reading);
  if (!reading.ok || reading.gaps !== undefined) throw new Error(JSON.stringify(reading));
  return reading.value;
}

function aWorkload(spec: Json, kind: 'Deployment' | 'DaemonSet' | 'StatefulSet' = 'Deployment'): Json {
  const object = aWorkloadObject(kind, 'shop/cart') as { spec: { template: { spec: Json } } };
  Object.assign(object.spec.template.spec, spec);
  return object;
}

function aCronJob(apiVersion: string, spec: Json): Json {
  const template = { spec: { containers: [{ name: 'a', image: 'a' }], ...spec } };
  const metadata = { namespace: 'shop', name: 'nightly' };
  return { apiVersion, kind: 'CronJob', metadata, spec: { jobTemplate: { spec: { template } } } };
}

interface PodParts {
  owner?: { kind: string; name: string; hash?: string };
  ofGroup?: string;
  spec?: Json;
  status?: Json;
  metadata?: Json;
}

function aPod(
  name: string,
  { owner, ofGroup = 'apps/v1', spec = {}, status = {}, metadata = {} }: PodParts = {},
): Json {
  const pod = aPodObject(`shop/${name}`, 'node-1', owner, { spec }) as { metadata: Json; status: Json };
  const [reference] = (pod.metadata['ownerReferences'] ?? []) as [Json?];
  if (reference !== undefined) reference['apiVersion'] = ofGroup;
  return { ...pod, metadata: { ...pod.metadata, ...metadata }, status: { ...pod.status, ...status } };
}

/** Required node affinity with these terms. */
function required(...nodeSelectorTerms: Json[]): Json {
  const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms };
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } } };
}

const tier = { key: 'tier', operator: 'In', values: ['gold', 'silver'] };
const named = { key: 'metadata.name', operator: 'In', values: ['node-1'] };
const exists = (key: string) => ({ key, operator: 'Exists' });
const preferred = {
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [tier] } }],
    },
  },
};
const everyOperator = [
  tier,
  { key: 'tier', operator: 'NotIn', values: ['bronze'] },
  exists('disk'),
  { key: 'spot', operator: 'DoesNotExist' },
  { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Gt', values: ['3'] },
  { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: ['33'] },
];
const tolerations = [
  { operator: 'Exists' },
  { key: 'dedicated', value: 'batch', effect: 'NoSchedule' },
  { key: 'dedicated', operator: 'Equal', value: '' },
  { key: 'gpu', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
  { key: 'sla', operator: 'Gt', value: '950' },
];

/** What the API server adds to every pod. */
const added = ['not-ready', 'unreachable'].map((condition) => ({
  key: `node.kubernetes.io/${condition}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

const specs: readonly (readonly [string, Json, Json])[] = [
  ['nothing', {}, {}],
  ['an empty node selector', { nodeSelector: {}, tolerations: [] }, {}],
  ['a node selector', { nodeSelector: { disk: 'ssd' } }, { nodeSelector: { disk: 'ssd' } }],
  ['preferred node affinity', preferred, {}],
  [
    'every operator',
    required({ matchExpressions: everyOperator }),
    { terms: [{ labels: everyOperator.map((one) => ({ values: [], ...one })), fields: [] }] },
  ],
  ['matchFields', required({ matchFields: [named] }), { terms: [{ labels: [], fields: [named] }] }],
  [
    'several terms',
    required({ matchExpressions: [tier] }, { matchExpressions: [tier], matchFields: [named] }),
    {
      terms: [
        { labels: [tier], fields: [] },
        { labels: [tier], fields: [named] },
      ],
    },
  ],
  ['an empty term', required({}), { terms: [{ labels: [], fields: [] }] }],
  ['no term', required(), { terms: [] }],
  [
    'tolerations',
    { tolerations },
    {
      tolerations: [
        { key: null, operator: 'Exists', value: null, effect: null },
        { key: 'dedicated', operator: 'Equal', value: 'batch', effect: 'NoSchedule' },
        { key: 'dedicated', operator: 'Equal', value: null, effect: null },
        { key: 'gpu', operator: 'Exists', value: null, effect: 'NoExecute' },
        { key: 'sla', operator: 'Gt', value: '950', effect: null },
      ],
    },
  ],
];
const placementFields = ({ nodeSelector, terms, tolerations: tolerated }: Partial<PodTemplate> = {}) =>
  JSON.parse(JSON.stringify({ nodeSelector, terms, tolerations: tolerated })) as Json;

describe('the placement', () => {
  it.each(specs)('of a template with %s', async (_what, spec, placement) => {
    const found = await templates(
      aWorkload(spec),
      aWorkload(spec, 'StatefulSet'),
      aWorkload(spec, 'DaemonSet'),
      aCronJob('batch/v1', spec),
    );
    expect(found.map(({ kind, name, replicas }) => [kind, name, replicas])).toEqual([
      ['Deployment', 'cart', 2],
      ['StatefulSet', 'cart', 2],
      ['DaemonSet', 'cart', null],
      ['CronJob', 'nightly', null],
    ]);
    expect(found.map(placementFields)).toEqual([placement, placement, placement, placement]);
  });

  it.each(specs)('of a pod with %s, without what the API server adds', async (_what, spec, placement) => {
    const own = (spec['tolerations'] ?? []) as Json[];
    const found = await templates(aPod('bare', { spec: { ...spec, tolerations: [...own, ...added] } }));
    expect(found.map(placementFields)).toEqual([placement]);
  });

  it('keeps tolerations of these keys in a template', async () => {
    const [found] = await templates(aWorkload({ tolerations: added }));
    expect(found?.tolerations).toHaveLength(2);
  });
});

const job = { kind: 'Job', name: 'import' };
const daemonSet = { kind: 'DaemonSet', name: 'agent' };
const kruise = 'apps.kruise.io/v1alpha1';
const finished = { status: { phase: 'Succeeded' } };
const leaving = { metadata: { deletionTimestamp: '2026-11-20T12:00:00Z' } };
const disk = (value: string) => ({ spec: { nodeSelector: { disk: value } } });

it.each<[string, Json[], Json[]]>([
  ['a bare pod', [aPod('one', disk('ssd'))], [{ kind: 'Pod', name: 'one', running: 1, nodeSelector: { disk: 'ssd' } }]],
  [
    'a Job, once for all its pods',
    [aPod('import-1', { owner: job, ...disk('ssd') }), aPod('import-2', { owner: job, ...disk('ssd') })],
    [{ kind: 'Job', name: 'import', running: 2, nodeSelector: { disk: 'ssd' } }],
  ],
  [
    'a ReplicaSet without a Deployment',
    [aPod('cart-1', { owner: { kind: 'ReplicaSet', name: 'cart-5d9c' }, ...disk('ssd') })],
    [{ kind: 'ReplicaSet', name: 'cart-5d9c', running: 1, nodeSelector: { disk: 'ssd' } }],
  ],
  [
    'a custom resource',
    [aPod('kafka-0', { owner: { kind: 'StrimziPodSet', name: 'kafka' }, ofGroup: 'core.strimzi.io/v1beta2' })],
    [{ kind: 'StrimziPodSet', name: 'kafka', running: 1 }],
  ],
  ['a pod that waits for a node', [waiting()], [{ kind: 'Pod', name: 'waits', running: 0 }]],
  ['a finished pod', [aPod('done', finished), aPod('failed', { status: { phase: 'Failed' } })], []],
  ['a pod that is being deleted', [aPod('leaving', leaving)], []],
  [
    'a controller whose first pods have finished or are being deleted',
    [
      aPod('a', { owner: job, ...disk('hdd'), ...finished }),
      aPod('b', { owner: job, ...disk('hdd'), ...leaving }),
      aPod('c', { owner: job, ...disk('ssd') }),
      aPod('d', { owner: job, ...disk('nvme') }),
    ],
    [{ kind: 'Job', name: 'import', running: 2, nodeSelector: { disk: 'ssd' } }],
  ],
  ['a static pod', [aPod('proxy-node-1', { owner: { kind: 'Node', name: 'node-1' }, ofGroup: 'v1' })], []],
  [
    'a DaemonSet of OpenKruise, without the node of each pod',
    [aPod('agent-1', { owner: daemonSet, ofGroup: kruise, spec: required({ matchFields: [named] }) })],
    [{ kind: 'DaemonSet', name: 'agent', running: 1 }],
  ],
  [
    'a DaemonSet of OpenKruise with own terms',
    [
      aPod('agent-1', {
        owner: daemonSet,
        ofGroup: kruise,
        spec: required({ matchExpressions: [tier], matchFields: [named] }),
      }),
    ],
    [{ kind: 'DaemonSet', name: 'agent', running: 1, terms: [{ labels: [tier], fields: [] }] }],
  ],
])('lists %s as its pods show it', async (_what, pods, listed) => {
  expect(await templates(...pods)).toEqual(listed.map((one) => ({ namespace: 'shop', replicas: null, ...one })));
});

function waiting(): Json {
  return { ...aPod('waits', { status: { phase: 'Pending', conditions: [] } }), spec: { containers: [] } };
}

describe('podTemplates', () => {
  it('counts the pods of a template that have a node, and does not list them again', async () => {
    const owner = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };
    const pod = (name: string, parts: PodParts = {}) => aPod(name, { owner, ...disk('hdd'), ...parts });
    const found = await templates(
      aWorkload({ nodeSelector: { disk: 'ssd' } }),
      pod('cart-1'),
      pod('cart-2', { status: { phase: 'Pending' } }),
      pod('cart-3', finished),
      pod('cart-4', leaving),
      { ...pod('cart-5', { status: { phase: 'Pending' } }), spec: { containers: [] } },
      aPod('agent-1', { owner: daemonSet }),
    );
    expect(found).toEqual([
      {
        kind: 'Deployment',
        namespace: 'shop',
        name: 'cart',
        replicas: 2,
        running: 2,
        nodeSelector: { disk: 'ssd' },
      },
    ]);
  });

  it('reads CronJobs of v1beta1', async () => {
    const nodeSelector = { disk: 'ssd' };
    const { readings, paths } = await kubeFacts([aCronJob('batch/v1beta1', { nodeSelector })], ['podTemplates'], {
      kube: { version: 'v1.20.15-eks-84b4fe6', aggregatedDiscovery: false },
    });
    expect(paths).toContain('/apis/batch/v1beta1/cronjobs');
    expect(readings.podTemplates).toMatchObject({ value: [{ kind: 'CronJob', name: 'nightly', nodeSelector }] });
  });

  it('requests nothing that other facts do not list', async () => {
    const { paths } = await kubeFacts([], ['podTemplates', 'nodeLabels']);
    const listed = paths.filter((path) => path.split('/').length > 3).map((path) => path.replace(/^.*\//, ''));
    expect(listed.toSorted()).toEqual(['cronjobs', 'daemonsets', 'deployments', 'nodes', 'pods', 'statefulsets']);
  });

  it('has a gap for each list that is denied', async () => {
    expect(await read([aWorkload({}), aPod('one')], ['statefulsets.apps: list', 'pods: list'])).toMatchObject({
      ok: true,
      value: [{ kind: 'Deployment', name: 'cart', running: 0 }],
      gaps: [
        { what: 'statefulSets', reason: { kind: 'denied', permission: 'statefulsets.apps: list' } },
        { what: 'pods', reason: { kind: 'denied', permission: 'pods: list' } },
      ],
    });
  });

  it('is not read if every list is denied', async () => {
    const lists = ['deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'cronjobs.batch', 'pods'];
    expect(
      await read(
        [],
        lists.map((list) => `${list}: list`),
      ),
    ).toMatchObject({ ok: false, reason: { permission: 'deployments.apps: list' } });
  });

  it.each<[string, Json]>([
    ['spec.tolerations of one object', { tolerations: { key: 'a' } }],
    ['a toleration that is a text', { tolerations: ['a'] }],
    ['a key that is a number', { tolerations: [{ key: 1 }] }],
    ['a node selector that is a list', { nodeSelector: ['disk'] }],
    ['a node selector with a number', { nodeSelector: { disk: 1 } }],
    ['terms of one object', required({ matchExpressions: {} })],
    ['values of one text', required({ matchExpressions: [{ ...tier, values: 'gold' }] })],
    ['a value that is a number', required({ matchFields: [{ ...named, values: [1] }] })],
    ['an expression without an operator', required({ matchExpressions: [{ key: 'tier' }] })],
    ['affinity that is a text', { affinity: 'x' }],
  ])('has a gap for pods with %s', async (_what, spec) => {
    const { readings } = await kubeFacts([aPod('one', { spec }), aWorkload({})], ['podTemplates'], {
      kube: { jsonOnly: true },
    });
    expect(readings.podTemplates).toMatchObject({
      ok: true,
      value: [{ kind: 'Deployment' }],
      gaps: [{ what: 'pods', reason: { kind: 'unreadable' } }],
    });
  });
});
