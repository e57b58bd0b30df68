import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aWrittenObject, lastApplied } from '../world/api-objects.ts';
import type { Fault, World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

/** Writers of objects with removed API versions, against the loopback API server. Pages hold two objects. */

type Json = Record<string, unknown>;
interface More {
  kube?: Partial<World['kube']>;
  deny?: string[];
  faults?: Fault[];
  rewrite?: World['rewrite'];
}

const at124 = { version: 'v1.24.17-eks-5e0fdde', aggregatedDiscovery: false };
const at133 = { version: 'v1.33.5-eks-3025e55', aggregatedDiscovery: true };
const hpa = (path: string, writes: Parameters<typeof aWrittenObject>[3], metadata?: Json) =>
  aWrittenObject('autoscaling/v2', 'HorizontalPodAutoscaler', path, writes, metadata);
const kubectl = (api: string, day?: string) => ({
  manager: 'kubectl-client-side-apply',
  api,
  ...(day === undefined ? {} : { day }),
});
const old = 'autoscaling/v2beta2';

async function collectFact(objects: readonly Json[], { kube = at124, ...more }: More = {}) {
  const { readings, paths } = await kubeFacts(objects, ['apiObjects'], { kube, ...more });
  const lists = paths.filter((path) => path.split('/').length > 4);
  return { reading: readings.apiObjects, lists: [...new Set(lists)] };
}

async function readObjects(objects: readonly Json[], more: More = {}): Promise<Facts['apiObjects']['objects']> {
  const { reading } = await collectFact(objects, more);
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value.objects;
}

describe('which version is listed', () => {
  it('on 1.24: the newest of each kind, never one that is deprecated there', async () => {
    const { reading, lists } = await collectFact([]);
    expect(lists.toSorted()).toEqual([
      '/apis/autoscaling/v2/horizontalpodautoscalers',
      '/apis/batch/v1/cronjobs',
      '/apis/discovery.k8s.io/v1/endpointslices',
      '/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas',
      '/apis/flowcontrol.apiserver.k8s.io/v1beta2/prioritylevelconfigurations',
      '/apis/node.k8s.io/v1/runtimeclasses',
      '/apis/policy/v1/poddisruptionbudgets',
      '/apis/storage.k8s.io/v1/csistoragecapacities',
    ]);
    expect(reading).toMatchObject({ ok: true, value: { objects: [] } });
  });

  it('on 1.27: the one that 1.26 brought', async () => {
    const { lists } = await collectFact([], { kube: { ...at124, version: 'v1.27.16-eks-2f46c53' } });
    expect(lists.toSorted()).toEqual([
      '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas',
      '/apis/flowcontrol.apiserver.k8s.io/v1beta3/prioritylevelconfigurations',
    ]);
  });

  it('on 1.33: none at all', async () => {
    const { reading, lists } = await collectFact([], { kube: at133 });
    expect(lists).toEqual([]);
    expect(reading).toEqual({ ok: true, value: { kinds: [], objects: [] } });
  });

  it.each([
    ['v1.33.5-eks-3025e55', 'storage.k8s.io/v1beta1'],
    ['v1.34.1-eks-0f0f0f0', 'storage.k8s.io/v1'],
  ])('on %s, where EKS turns a beta on: %s', async (version, api) => {
    const beta = {
      group: 'storage.k8s.io',
      version: 'v1beta1',
      kind: 'VolumeAttributesClass',
      resource: 'volumeattributesclasses',
      namespaced: false,
    };
    const { reading, lists } = await collectFact([], { kube: { ...at133, version, served: [beta] } });
    expect(lists).toEqual([`/apis/${api}/volumeattributesclasses`]);
    expect(reading).toMatchObject({ value: { kinds: [{ resource: 'volumeattributesclasses', api }] } });
  });

  it.each(['v1.36.2-eks-0f0f0f0', 'an unknown build'])(
    'on %s nothing, where the newest that is served is itself deprecated',
    async (version) => {
      const served = ['v1beta1', 'v1beta2'].map((beta) => ({
        group: 'resource.k8s.io',
        version: beta,
        kind: 'DeviceClass',
        resource: 'deviceclasses',
        namespaced: false,
      }));
      // Without the stable version, which upstream serves from 1.34 on.
      const rewrite = (call: string, body: string) =>
        call === 'GET /apis'
          ? body.replaceAll(
              '"resource":"deviceclasses","responseKind":{"group":"resource.k8s.io","version":"v1"',
              '"resource":"others","responseKind":{"group":"resource.k8s.io","version":"v1"',
            )
          : body;
      const { reading, lists } = await collectFact([], { kube: { ...at133, version, served }, rewrite });
      expect(lists).toEqual([]);
      const kinds = reading?.ok === true ? reading.value.kinds : [];
      expect(kinds).toContainEqual({ resource: 'deviceclasses', api: null, count: 0 });
    },
  );
});

describe('marks of Helm', () => {
  const of = (name: string, namespace?: string) => ({
    annotations: {
      'meta.helm.sh/release-name': name,
      ...(namespace === undefined ? {} : { 'meta.helm.sh/release-namespace': namespace }),
    },
  });
  const helmOn = async (...objects: Json[]) => {
    const { reading } = await collectFact(objects);
    if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
    return reading.value.kinds.find(({ resource }) => resource === 'horizontalpodautoscalers');
  };

  it('are counted in every version, and name each release once', async () => {
    const found = await helmOn(
      hpa('shop/cart', [kubectl('autoscaling/v2')], of('cart', 'shop')),
      hpa('shop/web', [kubectl(old)], of('cart', 'shop')),
      hpa('edge/web', [], of('web')),
      hpa('edge/other', [kubectl(old)]),
    );
    const releases = [
      { namespace: null, name: 'web' },
      { namespace: 'shop', name: 'cart' },
    ];
    expect(found).toMatchObject({ count: 4, helm: { count: 3, releases } });
  });

  it.each([
    ['the label', { labels: { 'app.kubernetes.io/managed-by': 'Helm' } }, []],
    ['the field manager', {}, [{ manager: 'helm', api: 'autoscaling/v2' }]],
    [
      'the field manager of Flux',
      {},
      [{ manager: 'helm-controller', api: 'autoscaling/v2', operation: 'Apply' as const }],
    ],
    ['the field manager of Terraform', {}, [{ manager: 'terraform-provider-helm_v2.17.0_x5', api: 'autoscaling/v2' }]],
  ])('are %s, too, which names no release', async (_what, metadata, writes) => {
    expect(await helmOn(hpa('shop/cart', writes, metadata))).toMatchObject({ helm: { count: 1, releases: [] } });
  });

  it.each([
    ['another label', { labels: { 'app.kubernetes.io/managed-by': 'kustomize' } }],
    ['an empty annotation', of('')],
    [
      'the label of a chart that Argo CD applied',
      {
        labels: { 'app.kubernetes.io/managed-by': 'Helm' },
        annotations: { 'argocd.argoproj.io/tracking-id': 'cart:autoscaling/HorizontalPodAutoscaler:shop/cart' },
      },
    ],
  ])('are not %s', async (_what, metadata) => {
    expect(await helmOn(hpa('shop/cart', [kubectl(old)], metadata))).toMatchObject({
      helm: { count: 0, releases: [] },
    });
  });
});

describe('what is kept of an object', () => {
  it('is who wrote it, with what and when, the last one first', async () => {
    const [object] = await readObjects([
      hpa('shop/cart', [
        kubectl(old, '2024-03-01'),
        { manager: 'argocd-controller', api: 'autoscaling/v2', day: '2026-01-15', operation: 'Apply' },
        { manager: 'kube-controller-manager', api: 'autoscaling/v1', day: '2026-11-20', subresource: 'status' },
      ]),
    ]);
    expect(object).toEqual({
      kind: 'HorizontalPodAutoscaler',
      namespace: 'shop',
      name: 'cart',
      applied: [],
      writers: [
        {
          manager: 'kube-controller-manager',
          operation: 'Update',
          subresource: 'status',
          api: 'autoscaling/v1',
          time: '2026-11-20T09:00:00Z',
        },
        {
          manager: 'argocd-controller',
          operation: 'Apply',
          subresource: null,
          api: 'autoscaling/v2',
          time: '2026-01-15T09:00:00Z',
        },
        {
          manager: 'kubectl-client-side-apply',
          operation: 'Update',
          subresource: null,
          api: old,
          time: '2024-03-01T09:00:00Z',
        },
      ],
    });
  });

  it.each([
    ['kubectl', 'kubectl.kubernetes.io/last-applied-configuration'],
    ['kapp', 'kapp.k14s.io/original'],
  ])('of the manifest that %s noted its version, nothing else', async (by, key) => {
    const manifest = JSON.stringify({ apiVersion: old, spec: { secret: 'planted-secret' } });
    const objects = await readObjects([hpa('shop/cart', [], { annotations: { [key]: manifest } })]);
    expect(objects).toMatchObject([{ name: 'cart', applied: [{ by, api: old }], writers: [] }]);
    expect(JSON.stringify(objects)).not.toContain('planted-secret');
  });

  it.each(['', '{', '[]', '{"apiVersion":1}'])('nothing of a note that is no manifest: %j', async (note) => {
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': note };
    expect(await readObjects([hpa('shop/cart', [kubectl(old)], { annotations })])).toMatchObject([{ applied: [] }]);
  });

  it('is its controller, and the release, Application or Kustomization that applies it', async () => {
    const metadata = {
      labels: { 'argocd.argoproj.io/instance': 'shop' },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Service', name: 'db', uid: '0' },
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart', uid: '1', controller: true },
      ],
    };
    expect(await readObjects([hpa('shop/cart', [kubectl(old)], metadata)])).toMatchObject([
      {
        owner: { managedBy: 'Argo CD', applier: { kind: 'Application', namespace: null, name: 'shop' } },
        controller: { kind: 'Deployment', name: 'cart' },
      },
    ]);
  });
});

it('keeps owner references to versions that go away, and no others', async () => {
  const reference = (apiVersion: string, kind: string, name: string) => ({ apiVersion, kind, name, uid: '0' });
  const ownerReferences = [reference('batch/v1beta1', 'CronJob', 'nightly'), reference('batch/v1', 'CronJob', 'daily')];
  const current = [reference('batch/v1', 'CronJob', 'daily')];
  expect(
    await readObjects([hpa('shop/cart', [], { ownerReferences }), hpa('shop/web', [], { ownerReferences: current })]),
  ).toEqual([
    {
      kind: 'HorizontalPodAutoscaler',
      namespace: 'shop',
      name: 'cart',
      oldOwners: [{ api: 'batch/v1beta1', kind: 'CronJob', name: 'nightly' }],
      applied: [],
      writers: [],
    },
  ]);
});

it('has no kind that a HorizontalPodAutoscaler could scale: its scaleTargetRef need not be read', () => {
  const scalable = new Set(['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController']);
  const rows = loadTable('api-removals').rows.filter(({ kind }) => scalable.has(kind));
  expect([...new Set(rows.map(({ version }) => version))]).toEqual([16]);
});

describe('an object', () => {
  const writtenAnew = hpa('shop/new', [kubectl('autoscaling/v2')], lastApplied('autoscaling/v2'));

  it('that nobody wrote with a version that goes away is counted, no more', async () => {
    const { reading } = await collectFact([writtenAnew, hpa('shop/cart', [kubectl(old)]), hpa('shop/bare', [])]);
    expect(reading).toMatchObject({
      value: {
        kinds: expect.arrayContaining([
          expect.objectContaining({ resource: 'horizontalpodautoscalers', api: 'autoscaling/v2', count: 3 }),
        ]) as unknown,
        objects: [{ name: 'cart' }],
      },
    });
  });

  it('of which only the status was written with one is left out', async () => {
    const status = { manager: 'kube-controller-manager', api: old, subresource: 'status' };
    expect(await readObjects([hpa('shop/cart', [status])])).toEqual([]);
  });

  it('that the API server keeps up to date is left out, and one that somebody took over is not', async () => {
    const schema = (name: string, value: string) =>
      aWrittenObject(
        'flowcontrol.apiserver.k8s.io/v1beta2',
        'FlowSchema',
        name,
        [{ manager: 'api-priority-and-fairness-config-producer-v1', api: 'flowcontrol.apiserver.k8s.io/v1beta1' }],
        { annotations: { 'apf.kubernetes.io/autoupdate-spec': value } },
      );
    expect(await readObjects([schema('exempt', 'true'), schema('probes', 'false')])).toMatchObject([
      { name: 'probes' },
    ]);
  });

  it('that a controller of the control plane makes by the thousand stays on the API server', async () => {
    const slice = (name: string, managedBy: string) =>
      aWrittenObject(
        'discovery.k8s.io/v1',
        'EndpointSlice',
        `shop/${name}`,
        [{ manager: 'kube-controller-manager', api: 'discovery.k8s.io/v1beta1' }],
        { labels: { 'endpointslice.kubernetes.io/managed-by': managedBy } },
      );
    const { reading } = await collectFact([
      slice('cart-1', 'endpointslice-controller.k8s.io'),
      slice('cart-2', 'endpointslicemirroring-controller.k8s.io'),
      slice('own', 'mesh.example'),
    ]);
    expect(reading).toMatchObject({
      value: {
        kinds: expect.arrayContaining([
          expect.objectContaining({ resource: 'endpointslices', api: 'discovery.k8s.io/v1', count: 1 }),
        ]) as unknown,
        objects: [{ name: 'own' }],
      },
    });
  });

  it.each([
    ['an operation that nobody knows', hpa('shop/cart', [{ ...kubectl(old), operation: 'Guess' as 'Apply' }])],
    [
      'managedFields of texts',
      { ...hpa('shop/cart', []), metadata: { namespace: 'shop', name: 'cart', managedFields: ['text'] } },
    ],
    [
      'managedFields that are no list',
      { ...hpa('shop/cart', []), metadata: { namespace: 'shop', name: 'cart', managedFields: {} } },
    ],
    [
      'ownerReferences of numbers',
      { ...hpa('shop/cart', []), metadata: { namespace: 'shop', name: 'cart', ownerReferences: [1] } },
    ],
  ])('that cannot be read makes its kind a gap: %s', async (_, odd) => {
    const { reading } = await collectFact([odd]);
    expect(reading).toMatchObject({
      ok: true,
      gaps: [{ what: 'horizontalpodautoscalers.autoscaling', reason: { kind: 'unreadable' } }],
    });
  });
});

describe('what was not seen', () => {
  const many = ['a', 'b', 'c'].map((name) => hpa(`shop/${name}`, [kubectl(old)]));

  it('is a gap for each kind that is denied, with its permission; the other kinds are read', async () => {
    const deny = ['horizontalpodautoscalers.autoscaling: list', 'cronjobs.batch: list'];
    const { reading } = await collectFact(
      [...many, aWrittenObject('policy/v1', 'PodDisruptionBudget', 'shop/cart', [kubectl('policy/v1beta1')])],
      { deny },
    );
    expect(reading).toMatchObject({
      ok: true,
      value: { objects: [{ kind: 'PodDisruptionBudget', name: 'cart' }] },
      gaps: [
        { what: 'horizontalpodautoscalers.autoscaling', reason: { kind: 'denied', permission: deny[0] } },
        { what: 'cronjobs.batch', reason: { kind: 'denied', permission: deny[1] } },
      ],
    });
    const kinds = reading?.ok === true ? reading.value.kinds.map(({ resource }) => resource) : [];
    expect(kinds).not.toContain('cronjobs');
  });

  it('is the whole kind where its second page is denied', async () => {
    const on = 'horizontalpodautoscalers.autoscaling: list';
    const { reading } = await collectFact(many, { faults: [{ on, does: { status: 403 }, from: 1 }] });
    expect(reading).toMatchObject({ ok: true, value: { objects: [] }, gaps: [{ reason: { kind: 'denied' } }] });
  });

  it('makes the reading inconsistent where the pages of a kind are of several moments', async () => {
    const on = 'horizontalpodautoscalers.autoscaling: list';
    const faults = [1, 3].map((from) => ({ on, does: { status: 410 }, from, count: 1 }));
    const { reading } = await collectFact(many, { faults });
    expect(reading).toMatchObject({ ok: true, inconsistent: true, value: { objects: [{}, {}, {}] } });
  });
});
