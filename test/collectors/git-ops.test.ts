import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { argoApplications } from '../../src/collectors/kube/argo-applications.ts';
import type { Readings } from '../../src/facts/reading.ts';
import type { Sources } from '../../src/sources/sources.ts';
import { aCluster } from '../checks/cases.ts';
import { aWrittenObject } from '../world/api-objects.ts';
import { aHelmRelease, aKustomization, anApplication, argoKinds, fluxKinds, shopSource } from '../world/git-ops.ts';
import type { World } from '../world/world.ts';
import { kubeFacts } from './kube-facts.ts';

/** The inventories of Argo CD and Flux, against the loopback API server. Pages hold two objects. */

type Json = Record<string, unknown>;
type Fact = 'argoApplications' | 'fluxInventories';

const old = 'autoscaling/v2beta2 HorizontalPodAutoscaler';
const at124 = { version: 'v1.24.17-eks-5e0fdde', aggregatedDiscovery: false, served: [...argoKinds, ...fluxKinds] };
/** An object of a kind that loses a version; without such an object, the inventories are not read. */
const cart = aWrittenObject('autoscaling/v2', 'HorizontalPodAutoscaler', 'shop/cart', []);
const kept = { kind: 'HorizontalPodAutoscaler', api: 'autoscaling/v2beta2', namespace: 'shop', name: 'cart' };

async function collectFact<Name extends Fact>(
  fact: Name,
  objects: readonly Json[],
  { kube = at124, deny = [] }: { kube?: Partial<World['kube']>; deny?: string[] } = {},
) {
  const { readings, paths } = await kubeFacts([cart, ...objects], [fact], { kube, deny });
  const reading = readings[fact];
  return { reading, lists: paths.filter((path) => /argoproj|fluxcd/.test(path) && path.split('/').length > 4) };
}

async function readValue<Name extends Fact>(fact: Name, ...objects: readonly Json[]): Promise<Facts[Name]> {
  const { reading } = await collectFact(fact, objects);
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const unknown = { group: 'autoscaling', version: 'v2beta2', namespace: 'shop', name: 'cart', status: 'Unknown' };

describe('an Application of Argo CD', () => {
  const one = anApplication('argocd/shop', [`${old} shop/cart`, 'apps/v1 Deployment shop/cart']);

  it('has where its manifests are, and the objects of kinds that lose a version', async () => {
    expect(await readValue('argoApplications', one)).toEqual([
      {
        kind: 'Application',
        namespace: 'argocd',
        name: 'shop',
        sources: [
          { url: 'https://git.example/shop/deploy.git', path: 'environments/prod', chart: null, revision: 'main' },
        ],
        objects: [kept],
      },
    ]);
  });

  it.each<[string, Json]>([
    ['an object of such a kind', { resources: [{ ...unknown, kind: 'HorizontalPodAutoscaler' }] }],
    ['all of it', { sync: { status: 'Unknown' }, resources: [] }],
    ['anything yet', {}],
  ])('leaves a gap where Argo CD has not compared %s', async (_what, status) => {
    const { reading } = await collectFact('argoApplications', [{ ...one, status }]);
    expect(reading).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'Application argocd/shop', reason: { kind: 'unreadable' } }],
    });
  });

  it.each<[string, Json]>([
    ['an object of another kind', { resources: [{ ...unknown, group: 'apps', version: 'v1', kind: 'Deployment' }] }],
    ['nothing, because it has no objects', { sync: { status: 'Synced' } }],
  ])('leaves none where it has not compared %s', async (_what, status) => {
    expect((await collectFact('argoApplications', [{ ...one, status }])).reading).not.toHaveProperty('gaps');
  });

  it('is left out without such an object', async () => {
    expect(await readValue('argoApplications', anApplication('argocd/web', ['apps/v1 Deployment web/web']))).toEqual(
      [],
    );
  });

  it('keeps the version that stays, too: it says that Git has it', async () => {
    const moved = anApplication('argocd/shop', ['autoscaling/v2 HorizontalPodAutoscaler shop/cart']);
    expect(await readValue('argoApplications', moved)).toMatchObject([{ objects: [{ api: 'autoscaling/v2' }] }]);
  });

  it.each([
    ['a hook, whose version is that of the live object', { hook: true }],
    ['what is no longer in Git', { requiresPruning: true, status: 'OutOfSync' }],
  ])('says nothing of %s', async (_what, more) => {
    const entry = {
      group: 'autoscaling',
      version: 'v2beta2',
      kind: kept.kind,
      namespace: 'shop',
      name: 'cart',
      ...more,
    };
    expect(await readValue('argoApplications', anApplication('argocd/shop', [entry]))).toEqual([]);
  });

  it.each([
    ['the address inside the cluster', { server: 'https://kubernetes.default.svc' }, 1],
    ['the name of this cluster', { name: 'in-cluster' }, 1],
    ['the address of another cluster', { server: 'https://0A1B.gr7.eu-west-1.eks.amazonaws.com' }, 0],
    ['the name of another cluster', { name: 'staging' }, 0],
    ['the ARN of another cluster', { server: 'arn:aws:eks:eu-west-1:111122223333:cluster/staging' }, 0],
  ])('with %s as its destination', async (_what, destination, count) => {
    expect(
      await readValue('argoApplications', anApplication('argocd/shop', [`${old} shop/cart`], { destination })),
    ).toHaveLength(count);
  });

  it('with an ARN as its destination leaves a gap where the cluster was not read', async () => {
    const destination = { server: aCluster.arn };
    const one = anApplication('argocd/shop', [`${old} shop/cart`], { destination });
    const { reading } = await collectFact('argoApplications', [one]);
    expect(reading).toMatchObject({ ok: true, value: [], gaps: [{ what: 'Application argocd/shop' }] });
  });

  it('with the ARN of this cluster as its destination: Argo CD as a capability of EKS', async () => {
    const readings = {
      cluster: { ok: true, value: aCluster },
      servedApis: { ok: true, value: [{ api: 'autoscaling/v2beta2', resource: 'horizontalpodautoscalers' }] },
      apiObjects: { ok: true, value: { kinds: [{ resource: 'horizontalpodautoscalers', api: null, count: 0 }] } },
    } as unknown as Readings;
    const applications = [aCluster.arn, `${aCluster.arn}-other`].map((server, at) =>
      anApplication(`argocd/shop-${at}`, [`${old} shop/cart`], { destination: { server } }),
    );
    const kube = async () => ({
      list: async ({ project }: { project(raw: unknown): unknown }) => ({
        served: true,
        items: applications.flatMap((one) => project(one) ?? []),
      }),
    });
    const { value } = await argoApplications.collect({ kube } as unknown as Sources, {
      read: async (name) => (readings[name] as unknown as { value: never }).value,
      reading: async (name) => readings[name] as never,
      readJoined: (name: never) => name,
      joinedReading: (name: never) => name,
    });
    expect(value.map(({ name }) => name)).toEqual(['shop-0']);
  });

  it('has several sources, without those that only hold values, and without credentials', async () => {
    const sources = [
      { repoURL: 'https://ci:planted-secret@git.example/shop.git?token=planted-secret', path: 'base' },
      { repoURL: 'oci://registry.example/charts', chart: 'cart', targetRevision: '1.2.3' },
      { repoURL: 'https://git.example/values.git', ref: 'values' },
    ];
    const found = await readValue('argoApplications', anApplication('argocd/shop', [`${old} shop/cart`], { sources }));
    expect(found[0]?.sources).toEqual([
      { url: 'https://git.example/shop.git', path: 'base', chart: null, revision: null },
      { url: 'oci://registry.example/charts', path: null, chart: 'cart', revision: '1.2.3' },
    ]);
  });

  it.each([
    ['git@git.example:shop/deploy.git', 'git.example:shop/deploy.git'],
    ['ssh://git@git.example/shop', 'ssh://git.example/shop'],
    ['ci:planted-secret@git.example/shop?token=planted-secret', 'git.example/shop'],
    ['https://ci:12/planted-secret@git.example/shop', 'git.example/shop'],
    ['https://planted-secret/34@git.example/shop?token=planted-secret#planted-secret', 'git.example/shop'],
    ['https://ci:@12/planted-secret@git.example/shop', 'git.example/shop'],
    [String.raw`https://ci:12\planted-secret@git.example/shop`, 'git.example/shop'],
    ['ssh://ci:12/planted-secret@git.example/shop', 'git.example/shop'],
    ['oci://ci:planted/secret@registry.example/charts', 'registry.example/charts'],
    ['ci:planted-secret@git.example/shop#planted-secret', 'git.example/shop'],
    ['https://git.example:8443/~ops/shop.git', 'https://git.example:8443/~ops/shop.git'],
    ['registry.example:5000/charts', 'registry.example:5000/charts'],
    ['https://git.example', 'https://git.example'],
    ['https://ci:12?planted-secret@git.example/shop', undefined],
    ['https://ci:12#planted-secret@git.example/shop', undefined],
    ['https://git.example/shop?user=a@b&token=planted-secret', undefined],
    ['git.example/shop?user=a@planted-secret', undefined],
    ['ci@', undefined],
  ])('names the repository %s without credentials', async (repoURL, url) => {
    const spec = { source: { ...shopSource, repoURL } };
    const found = await readValue('argoApplications', anApplication('argocd/shop', [`${old} shop/cart`], spec));
    expect(found[0]?.sources.map((source) => source.url)).toEqual([url]);
  });

  it('of a hydrator has the source that people write', async () => {
    const spec = { source: undefined, sourceHydrator: { drySource: shopSource, syncSource: { path: 'rendered' } } };
    const found = await readValue('argoApplications', anApplication('argocd/shop', [`${old} shop/cart`], spec));
    expect(found[0]?.sources).toMatchObject([{ path: 'environments/prod', revision: 'main' }]);
  });
});

describe('Flux', () => {
  it('has the inventory of a Kustomization, with names that have a colon', async () => {
    const budget = 'policy/v1beta1 PodDisruptionBudget edge/gateway';
    const flow = 'flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema system:own';
    const role = 'rbac.authorization.k8s.io/v1 Role edge/system:reader';
    expect(await readValue('fluxInventories', aKustomization('flux-system/apps', [budget, flow, role]))).toEqual([
      {
        kind: 'Kustomization',
        namespace: 'flux-system',
        name: 'apps',
        sources: [
          {
            object: { kind: 'GitRepository', namespace: 'flux-system', name: 'platform' },
            path: './clusters/prod',
            chart: null,
            revision: null,
          },
        ],
        objects: [
          { kind: 'PodDisruptionBudget', api: 'policy/v1beta1', namespace: 'edge', name: 'gateway' },
          { kind: 'FlowSchema', api: 'flowcontrol.apiserver.k8s.io/v1beta1', namespace: null, name: 'system:own' },
        ],
      },
    ]);
  });

  it('has the chart of a HelmRelease, with or without an inventory', async () => {
    const found = await readValue(
      'fluxInventories',
      aHelmRelease('shop/shop'),
      aHelmRelease('shop/web', [`${old} shop/cart`]),
    );
    const sources = [
      {
        object: { kind: 'HelmRepository', namespace: 'flux-system', name: 'charts' },
        path: null,
        chart: 'shop',
        revision: '1.x',
      },
    ];
    expect(found).toEqual([
      { kind: 'HelmRelease', namespace: 'shop', name: 'shop', sources, objects: [] },
      { kind: 'HelmRelease', namespace: 'shop', name: 'web', sources, objects: [kept] },
    ]);
  });

  it('of a HelmRelease with a reference to its chart has the object', async () => {
    const chartRef = { kind: 'OCIRepository', name: 'shop' };
    const found = await readValue('fluxInventories', aHelmRelease('shop/shop', [], { chart: undefined, chartRef }));
    expect(found[0]?.sources).toEqual([
      { object: { ...chartRef, namespace: 'shop' }, path: null, chart: null, revision: null },
    ]);
  });

  it('leaves out what a kubeconfig sends to another cluster', async () => {
    const kubeConfig = { secretRef: { name: 'staging' } };
    expect(
      await readValue(
        'fluxInventories',
        aKustomization('flux-system/staging', [`${old} shop/cart`], { kubeConfig }),
        aHelmRelease('shop/staging', [`${old} shop/cart`], { kubeConfig }),
      ),
    ).toEqual([]);
  });

  it('is denied as a whole where one of the kinds is', async () => {
    const deny = ['helmreleases.helm.toolkit.fluxcd.io: list'];
    const { reading } = await collectFact(
      'fluxInventories',
      [aKustomization('flux-system/apps', [`${old} shop/cart`])],
      {
        deny,
      },
    );
    expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission: deny[0] } });
  });

  it('is unreadable where an id is none', async () => {
    const odd = aKustomization('flux-system/apps', []);
    const { reading } = await collectFact('fluxInventories', [
      { ...odd, status: { inventory: { entries: [{ id: 'cart', v: 'v1' }] } } },
    ]);
    expect(reading).toMatchObject({ ok: false, reason: { kind: 'unreadable' } });
  });
});

describe.each([
  ['argoApplications', ['/apis/argoproj.io/v1alpha1/applications']],
  [
    'fluxInventories',
    ['/apis/helm.toolkit.fluxcd.io/v2/helmreleases', '/apis/kustomize.toolkit.fluxcd.io/v1/kustomizations'],
  ],
] as const)('%s', (fact, paths) => {
  it('is listed in the newest version', async () => {
    expect((await collectFact(fact, [])).lists.toSorted()).toEqual(paths);
  });

  it('is empty where the kinds are not served', async () => {
    const { reading, lists } = await collectFact(fact, [], { kube: { ...at124, served: [] } });
    expect(lists).toEqual([]);
    expect(reading).toEqual({ ok: true, value: [] });
  });

  it('is not asked for where no kind loses a version', async () => {
    const { reading, lists } = await collectFact(fact, [], { kube: { ...at124, version: 'v1.33.5-eks-3025e55' } });
    expect(lists).toEqual([]);
    expect(reading).toEqual({ ok: true, value: [] });
  });

  it('is not asked for where no object of these kinds exists', async () => {
    const { readings, paths: requestedPaths } = await kubeFacts([], [fact], { kube: at124 });
    expect(requestedPaths.filter((path) => paths.some((one) => one === path))).toEqual([]);
    expect(readings[fact]).toEqual({ ok: true, value: [] });
  });

  it('is asked for where such objects may be unseen', async () => {
    const { paths: requestedPaths } = await kubeFacts([], [fact], { kube: at124, deny: ['cronjobs.batch: list'] });
    expect(requestedPaths).toEqual(expect.arrayContaining([...paths]));
  });

  it('is denied with the permission that would show it', async () => {
    const deny = [
      'applications.argoproj.io: list',
      'kustomizations.kustomize.toolkit.fluxcd.io: list',
      'helmreleases.helm.toolkit.fluxcd.io: list',
    ];
    const { reading } = await collectFact(fact, [], { deny });
    expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied' } });
  });
});
