import { describe, expect, it } from 'vitest';
import type { Collectors } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { narrowCollectors } from '../../src/collectors/kube/narrow-collectors.ts';
import { factNames, type FactName, type Facts } from '../../src/facts/facts.ts';
import { aConfigurationObject, aWebhookObject, aWebhookRule } from '../world/api-extensions.ts';
import type { RecordedRequest } from '../world/api-server.ts';
import { karpenterKinds } from '../world/karpenter-crds.ts';
import { aClaimObject } from '../world/karpenter-pools.ts';
import { aBudgetObject, aNodeObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { aServiceObject } from '../world/network-manifests.ts';
import { aVolumeObject } from '../world/software-manifests.ts';
import type { World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

const kubelet = 'v1.33.5';
const aNode = (name: string, more: Partial<Parameters<typeof aNodeObject>[1]> = {}) =>
  aNodeObject(name, { kubelet, ...more });
const cordoned = (name: string) => aNode(name, { cordoned: true });
const cart = { kind: 'ReplicaSet', name: 'cart-5d9c', hash: '5d9c' };
const aPod = (name: string, node: string) => aPodObject(`shop/${name}`, node, cart);
const since = '2026-11-20T10:00:00Z';

function aPending(name: string, spec: Json = { nodeName: undefined }): Json {
  return { ...aPodObject(`shop/${name}`, 'ready-1', cart, { spec }), status: { phase: 'Pending' } };
}

const claimed = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
const deletedClaim = (name: string, node: string): Json => {
  const claim = aClaimObject('NodeClaim', name, 'default') as { metadata: Json };
  return {
    ...claim,
    metadata: { ...claim.metadata, deletionTimestamp: since },
    status: { conditions: [], nodeName: node },
  };
};

const attachment = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  metadata: { name: 'csi-1' },
  spec: { attacher: 'ebs.csi.aws.com', nodeName: 'ready-1', source: { persistentVolumeName: 'pvc-1' } },
  status: { attached: true },
};
const evictions = aWebhookRule('', ['pods/eviction'], ['CREATE']);
const policies = aWebhookObject('guard.acme.io', { calls: 'acme/guard', rules: [evictions] });
const creations = aWebhookObject('pods.acme.io', {
  calls: 'acme/guard',
  rules: [aWebhookRule('', ['pods'], ['CREATE'])],
  more: { namespaceSelector: { matchLabels: { team: 'shop' } } },
});

/** What is there in each case, beside nodes and pods. */
const background = [
  aBudgetObject('shop/cart'),
  aConfigurationObject('Validating', 'acme', [policies, creations]),
  aServiceObject('acme/guard'),
  aVolumeObject('pvc-1', { driver: 'ebs.csi.aws.com' }),
  attachment,
  aWorkloadObject('Deployment', 'kube-system/coredns'),
  aWorkloadObject('Deployment', 'shop/cart'),
  aWorkloadObject('DaemonSet', 'kube-system/aws-node'),
  aWorkloadObject('DaemonSet', 'logs/agent'),
];

const facts = [
  'pods',
  'waitingPods',
  'budgetedPods',
  'coreComponents',
  'admissionWebhooks',
  'webhookServices',
  'persistentVolumes',
  'volumeAttachments',
] as const satisfies readonly FactName[];

const own = narrowCollectors(collectors);

function read(objects: readonly Json[], more: Pick<Partial<World>, 'faults' | 'rewrite'> & { deny?: string[] } = {}) {
  const kube = { served: karpenterKinds('1.8.8') };
  return kubeFacts([...background, ...objects], facts, { ...more, own, kube });
}

/** The lists of a kind, as `selector` or `all`, with the limit if it is not the usual one. */
function listed(requests: readonly RecordedRequest[], resource: string): string[] {
  return requests.flatMap(({ path, query: { fieldSelector = 'all', limit, continue: next } }) => {
    if (!path.endsWith(`/${resource}`) || next !== undefined) return [];
    return limit === '250' ? fieldSelector : `${fieldSelector}, limit ${limit}`;
  });
}

const pending = 'status.phase=Pending';
const on = (name: string) => `spec.nodeName=${name}, limit 0`;
const names = (reading: { ok: boolean; value?: unknown } | undefined) =>
  reading?.ok === true ? (reading.value as { name: string }[]).map(({ name }) => name) : reading;

describe('pods', () => {
  it.each<[string, Json[], string[], string[]]>([
    ['no node leaves', [aNode('ready-1'), aPod('a', 'ready-1'), aPending('p')], [pending], ['p']],
    [
      'nodes leave, each in its way',
      [
        aNode('ready-1'),
        cordoned('cordoned-1'),
        aNode('deleted-1', { deletedAt: since }),
        { ...aNode('tainted-1'), spec: { taints: [{ key: 'karpenter.sh/disrupted', effect: 'NoSchedule' }] } },
        aNode('claimed-1'),
        deletedClaim('one', 'claimed-1'),
        deletedClaim('two', 'ended-1'),
        aClaimObject('NodeClaim', 'three', 'default'),
        ...['ready-1', 'cordoned-1', 'deleted-1', 'tainted-1', 'claimed-1', 'ended-1'].map((node) =>
          aPod(`on-${node}`, node),
        ),
        aPending('p'),
      ],
      [pending, on('claimed-1'), on('cordoned-1'), on('deleted-1'), on('tainted-1')],
      ['on-claimed-1', 'on-cordoned-1', 'on-deleted-1', 'on-tainted-1', 'p'],
    ],
    [
      'a pending pod is on a node that leaves',
      [cordoned('one'), aPending('p', { nodeName: 'one' }), aPod('a', 'one')],
      [pending, on('one')],
      ['a', 'p'],
    ],
    [
      'a node has a name that would widen the selector',
      [cordoned(String.raw`a,b=c\d`), aPod('a', String.raw`a,b=c\d`), aPod('b', 'ready-1')],
      [pending, on(String.raw`a\,b\=c\\d`)],
      ['a'],
    ],
    [
      '20 nodes leave',
      Array.from({ length: 20 }, (_, at) => cordoned(`node-${at + 10}`)),
      [pending, ...Array.from({ length: 20 }, (_, at) => on(`node-${at + 10}`))],
      [],
    ],
    [
      'more nodes leave',
      [...Array.from({ length: 21 }, (_, at) => cordoned(`node-${at}`)), aNode('ready-1'), aPod('a', 'ready-1')],
      ['all'],
      ['a'],
    ],
  ])('%s', async (_what, objects, lists, found) => {
    const { readings, requests } = await read(objects);
    expect(listed(requests, 'pods')).toEqual(lists);
    expect(names(readings.pods)).toEqual(found);
  });

  it('that are placed between two lists appear once, with the later state', async () => {
    const objects = [cordoned('one'), aPod('a', 'one')];
    const first = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [aPending('a')] };
    const rewrite = (call: string, body: string, query: string) =>
      call === 'GET /api/v1/pods' && query.includes('Pending') ? JSON.stringify(first) : body;
    const { readings } = await read(objects, { rewrite });
    expect(readings.pods).toMatchObject({ ok: true, value: [{ name: 'a', node: 'one', phase: 'Running' }] });
    expect(readings.waitingPods).toEqual({ ok: true, value: [] });
  });

  const objects = [cordoned('one'), cordoned('two'), aPod('a', 'one'), aPod('b', 'two'), aPending('p')];
  const halved = (call: string, body: string, query: string) =>
    call === 'GET /api/v1/pods' && query.includes('two') ? body.slice(0, body.length / 2) : body;
  it.each<[string, Parameters<typeof read>[1], string]>([
    ['all lists are denied', { deny: ['pods: list'] }, 'denied'],
    ['the last list is denied', { faults: [{ on: 'pods: list', does: { status: 403 }, from: 2 }] }, 'denied'],
    ['a list is cut', { rewrite: halved }, 'truncated'],
    ['the nodes are not seen', { deny: ['nodes: list'] }, 'denied'],
  ])('are not seen, and what is computed from them, where %s', async (_what, more, kind) => {
    const { readings } = await read(objects, more);
    for (const fact of ['pods', 'waitingPods', 'budgetedPods', 'persistentVolumes', 'volumeAttachments'] as const)
      expect(readings[fact], fact).toMatchObject({ ok: false, reason: { kind } });
  });

  it('are read where the NodeClaims are not seen: no node leaves because of one', async () => {
    const { readings } = await read([...objects, deletedClaim('one', 'one')], {
      deny: ['nodeclaims.karpenter.sh: list'],
    });
    expect(names(readings.pods)).toEqual(['a', 'b', 'p']);
  });

  it('of siblings in several lists share what they have in common', async () => {
    const { joined } = await collectJoined([cordoned('one'), cordoned('two'), aPod('a', 'one'), aPod('b', 'two')]);
    const [one, other] = joined;
    expect(one?.entry.controller).toEqual({ kind: 'Deployment', name: 'cart' });
    expect(one?.entry.controller).toBe(other?.entry.controller);
  });
});

/** What the collector of pods returns, before it is parsed. */
async function collectJoined(objects: readonly Json[]) {
  const taken: Awaited<ReturnType<Collectors['pods']['collect']>>[] = [];
  const pods: Collectors['pods'] = {
    ...own.pods,
    async collect(sources, reader) {
      const collected = await own.pods.collect(sources, reader);
      taken.push(collected);
      return collected;
    },
  };
  await kubeFacts(objects, ['pods'], { own: { ...own, pods } });
  const [collected] = taken;
  if (collected === undefined) throw new Error('pods were not collected');
  return collected;
}

describe('what is not needed is not requested', () => {
  const whileLeaving = ['poddisruptionbudgets', 'validatingwebhookconfigurations', 'namespaces', 'endpointslices'];
  const volumes = ['persistentvolumes', 'volumeattachments'];
  it.each<[string, Json[], string[]]>([
    ['no node leaves', [aNode('ready-1'), aPod('a', 'ready-1'), aPending('p')], []],
    ['a pod is placed, without a claim', [aNode('ready-1'), aPending('p', {})], []],
    ['a pod with a claim is not placed', [aNode('ready-1'), aPending('p', { ...claimed, nodeName: undefined })], []],
    ['a pod with a claim is placed', [aNode('ready-1'), aPending('p', claimed)], volumes],
    ['a node is cordoned', [cordoned('one'), aPod('a', 'one')], whileLeaving],
    ['a node is deleted', [aNode('one', { deletedAt: since })], [...whileLeaving, ...volumes]],
    ['a NodeClaim is deleted', [aNode('one'), deletedClaim('c', 'one')], [...whileLeaving, ...volumes]],
  ])('%s', async (_what, objects, kinds) => {
    const { readings, requests } = await read(objects);
    const requested = [...whileLeaving, ...volumes].filter((kind) => listed(requests, kind).length > 0);
    expect(requested).toEqual(kinds);
    const found = (fact: 'podDisruptionBudgets' | 'admissionWebhooks' | 'webhookServices' | 'volumeAttachments') => {
      const reading = readings[fact];
      if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
      return reading.value.length > 0;
    };
    const [leaves, mounts] = [kinds.includes('namespaces'), kinds.includes('volumeattachments')];
    expect(found('podDisruptionBudgets')).toBe(leaves);
    expect(found('admissionWebhooks')).toBe(leaves);
    expect(found('webhookServices')).toBe(leaves);
    expect(found('volumeAttachments')).toBe(mounts);
  });

  it('never CRDs, and of workloads those in kube-system', async () => {
    const { readings, requests } = await read([cordoned('one')]);
    expect(listed(requests, 'customresourcedefinitions')).toEqual([]);
    expect(listed(requests, 'deployments')).toEqual(['metadata.namespace=kube-system']);
    expect(listed(requests, 'daemonsets')).toEqual(['metadata.namespace=kube-system']);
    expect([names(readings.deployments), names(readings.daemonSets)]).toEqual([['coredns'], ['aws-node']]);
  });

  it('webhooks are read without a look at pods, and do not say that they concern none', async () => {
    const { admissionWebhooks } = (await read([cordoned('one'), aPod('a', 'one')])).readings;
    const webhooks: Facts['admissionWebhooks'] = admissionWebhooks?.ok === true ? admissionWebhooks.value : [];
    expect(webhooks.map(({ name, namespaces, guardedPods }) => [name, namespaces, guardedPods])).toEqual([
      ['guard.acme.io', { kubeSystem: true, kubeNodeLease: true, any: true }, undefined],
      [
        'pods.acme.io',
        { kubeSystem: false, kubeNodeLease: false, any: false, pods: null, selected: { count: 0, names: [] } },
        null,
      ],
    ]);
  });

  it.each(['persistentvolumes: list', 'volumeattachments.storage.k8s.io: list', 'poddisruptionbudgets.policy: list'])(
    'what is needed and denied is not empty: %s',
    async (permission) => {
      const { readings } = await read([aNode('one', { deletedAt: since })], { deny: [permission] });
      const denied = Object.values(readings).filter((reading) => !reading.ok && reading.reason.kind === 'denied');
      expect(denied.length).toBeGreaterThan(0);
      for (const reading of denied) expect(reading).toMatchObject({ reason: { permission } });
    },
  );
});

it('a narrow collector reads only facts that it names, and needs no other permission', async () => {
  const unnamed: string[] = [];
  const watched = Object.fromEntries(
    factNames.map((fact) => {
      const collect: Collectors['pods']['collect'] = (sources, reader) => {
        const looking = new Proxy(reader, {
          get: (of, key: keyof typeof reader) => (name: FactName) => {
            if (own[fact].from?.includes(name) !== true) unnamed.push(`${fact} reads ${name}`);
            return (of[key] as (looked: FactName) => unknown)(name);
          },
        });
        return (own[fact].collect as Collectors['pods']['collect'])(sources, looking);
      };
      return [fact, { ...own[fact], collect }];
    }),
  ) as unknown as Collectors;
  const kube = { served: karpenterKinds('1.8.8') };
  const objects = [...background, aNode('one', { deletedAt: since }), aNode('ready-1'), aPending('p', claimed)];
  const { readings } = await kubeFacts(objects, facts, { own: watched, kube });
  expect(Object.values(readings).filter(({ ok }) => !ok)).toEqual([]);
  expect(unnamed).toEqual([]);
  for (const fact of factNames) expect(own[fact].permissions, fact).toEqual(collectors[fact].permissions);
});
