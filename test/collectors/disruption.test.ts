import { describe, expect, it } from 'vitest';
import type { FactName, Facts } from '../../src/facts/facts.ts';
import { aBudgetObject, aPodObject, aWorkloadObject } from '../world/manifests.ts';
import { kubeFacts } from './kube-facts.ts';

type Json = Record<string, unknown>;

async function value<Name extends FactName>(objects: readonly Json[], fact: Name): Promise<Facts[Name]> {
  const reading = (await kubeFacts(objects, [fact])).readings[fact];
  if (reading?.ok !== true) throw new Error(JSON.stringify(reading));
  return reading.value;
}

const old = { kube: { version: 'v1.20.15-eks-84b4fe6', aggregatedDiscovery: false } };
const selecting = (selector: unknown, more: Json = {}) => ({ maxUnavailable: 1, selector, ...more });
const replicaSet = (name: string) => ({ kind: 'ReplicaSet', name: `${name}-5d9c`, hash: '5d9c' });

describe('disruption budgets', () => {
  it('are read on every page, with what the controller left out as 0', async () => {
    const budgets = await value(
      [
        aBudgetObject('shop/a', { minAvailable: '50%', unhealthyPodEvictionPolicy: 'AlwaysAllow' }),
        aBudgetObject('shop/b'),
        { ...aBudgetObject('shop/c', { minAvailable: 0 }), status: undefined },
      ],
      'podDisruptionBudgets',
    );
    expect(budgets).toEqual([
      {
        namespace: 'shop',
        name: 'a',
        selector: { matchLabels: { app: 'a' }, matchExpressions: [] },
        minAvailable: '50%',
        maxUnavailable: null,
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
        owner: null,
        generation: 1,
        status: {
          observedGeneration: 1,
          currentHealthy: 2,
          desiredHealthy: 1,
          expectedPods: 2,
          disruptionsAllowed: 1,
          syncFailure: null,
        },
      },
      expect.objectContaining({ name: 'b', maxUnavailable: 1 }),
      expect.objectContaining({
        name: 'c',
        minAvailable: 0,
        maxUnavailable: null,
        status: {
          observedGeneration: 0,
          currentHealthy: 0,
          desiredHealthy: 0,
          expectedPods: 0,
          disruptionsAllowed: 0,
          syncFailure: null,
        },
      }),
    ]);
  });

  it('say why Kubernetes cannot count their pods, only then', async () => {
    const failing = (reason: string) => ({
      conditions: [{ type: 'DisruptionAllowed', status: 'False', reason, message: 'found no controllers for pod "x"' }],
    });
    const budgets = await value(
      [
        aBudgetObject('shop/a', undefined, failing('SyncFailed')),
        aBudgetObject('shop/b', undefined, failing('InsufficientPods')),
      ],
      'podDisruptionBudgets',
    );
    expect(budgets.map(({ status }) => status.syncFailure)).toEqual(['found no controllers for pod "x"', null]);
  });

  it('name the object that they belong to', async () => {
    const owned = (name: string, apiVersion: string) => {
      const budget = aBudgetObject(`shop/${name}`) as { metadata: Json };
      budget.metadata['ownerReferences'] = [{ apiVersion, kind: 'Cluster', name: 'orders', uid: 'u' }];
      return budget;
    };
    const budgets = await value([owned('a', 'postgresql.cnpg.io/v1'), owned('b', 'v1')], 'podDisruptionBudgets');
    expect(budgets.map(({ owner }) => owner)).toEqual([
      { apiGroup: 'postgresql.cnpg.io', kind: 'Cluster', name: 'orders' },
      { apiGroup: '', kind: 'Cluster', name: 'orders' },
    ]);
  });

  it('name the controller where several objects own them', async () => {
    const budget = aBudgetObject('shop/a') as { metadata: Json };
    const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x', uid: 'u' };
    budget.metadata['ownerReferences'] = [reference, { ...reference, name: 'cart', controller: true }];
    const [found] = await value([budget], 'podDisruptionBudgets');
    expect(found?.owner).toEqual({ apiGroup: 'apps', kind: 'Deployment', name: 'cart' });
  });

  it.each<[who: string, marks: Json, appliedBy: Json | undefined]>([
    ['not seen', { labels: { app: 'cart', 'app.kubernetes.io/managed-by': 'Helm' } }, undefined],
    [
      'Helm',
      {
        annotations: { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'shop' },
        labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      },
      { release: 'shop', releaseNamespace: 'shop', managedBy: 'Helm' },
    ],
    [
      'Argo CD',
      { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:policy/PodDisruptionBudget:shop/a' } },
      {
        release: null,
        releaseNamespace: null,
        managedBy: 'Argo CD',
        applier: { kind: 'Application', namespace: null, name: 'shop' },
      },
    ],
    [
      'Flux',
      {
        labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' },
      },
      {
        release: null,
        releaseNamespace: null,
        managedBy: 'Flux',
        applier: { kind: 'Kustomization', namespace: 'flux-system', name: 'apps' },
      },
    ],
    [
      'a controller alone, which `owner` names',
      { ownerReferences: [{ apiVersion: 'v1', kind: 'Cluster', name: 'x', uid: 'u', controller: true }] },
      undefined,
    ],
  ])('tell who applies them: %s', async (_who, marks, appliedBy) => {
    const budget = aBudgetObject('shop/a') as { metadata: Json };
    Object.assign(budget.metadata, marks);
    const [found] = await value([budget], 'podDisruptionBudgets');
    expect(found?.appliedBy).toEqual(appliedBy);
    expect('appliedBy' in (found ?? {})).toBe(appliedBy !== undefined);
  });

  it('are asked for in v1beta1 only where nothing newer is served', async () => {
    const budget = { ...aBudgetObject('shop/a'), apiVersion: 'policy/v1beta1' };
    const readBudgetPaths = async (options: Parameters<typeof kubeFacts>[2]) => {
      const { readings, paths } = await kubeFacts([budget], ['podDisruptionBudgets'], options);
      expect(readings.podDisruptionBudgets).toMatchObject({ ok: true, value: [{ name: 'a' }] });
      return paths.filter((path) => path.includes('poddisruptionbudgets'));
    };
    expect(await readBudgetPaths(old)).toEqual(['/apis/policy/v1beta1/poddisruptionbudgets']);
    const both = { kube: { version: 'v1.23.17-eks-0a21954', aggregatedDiscovery: false } };
    expect(await readBudgetPaths(both)).toEqual(['/apis/policy/v1/poddisruptionbudgets']);
  });

  it('are missing with their permission where it is denied, and what is built upon them', async () => {
    const permission = 'poddisruptionbudgets.policy: list';
    const facts = ['podDisruptionBudgets', 'budgetedPods', 'budgetedWorkloads', 'pods'] as const;
    const { readings } = await kubeFacts([aBudgetObject('shop/a')], facts, { deny: [permission] });
    for (const fact of facts.slice(0, 3)) expect(readings[fact]).toMatchObject({ ok: false, reason: { permission } });
    expect(readings.pods).toMatchObject({ ok: true });
  });
});

describe('the budgets of a workload', () => {
  const owner = { apiVersion: 'db.example.com/v1', kind: 'Database', name: 'orders', uid: 'u', controller: true };
  const workload = (name: string, more: Json = {}) => {
    const object = aWorkloadObject('StatefulSet', name, { replicas: 2 }) as { metadata: Json };
    Object.assign(object.metadata, more);
    return object;
  };
  const makePods = (name: string, labels: Json) => [
    aPodObject(`pg/${name}-0`, 'a', { kind: 'StatefulSet', name }, { labels: { ...labels, role: 'primary' } }),
    aPodObject(`pg/${name}-1`, 'b', { kind: 'StatefulSet', name }, { labels: { ...labels, role: 'replica' } }),
  ];
  const primary = aBudgetObject('pg/primary', selecting({ matchLabels: { db: 'orders', role: 'primary' } }));

  it('are also those that select only some of its pods', async () => {
    const objects = [workload('pg/orders'), workload('pg/till'), ...makePods('orders', { db: 'orders' })];
    expect(await value([...objects, ...makePods('till', { db: 'till' }), primary], 'budgetedWorkloads')).toMatchObject([
      { name: 'orders', budgets: ['primary'] },
      { name: 'till', budgets: [] },
    ]);
  });

  it('are unknown if pods cannot be read', async () => {
    const objects = [workload('pg/orders'), ...makePods('orders', {}), primary];
    const { readings } = await kubeFacts(objects, ['budgetedWorkloads'], { deny: ['pods: list'] });
    expect(readings.budgetedWorkloads).toMatchObject({ ok: false, reason: { permission: 'pods: list' } });
  });

  it('come with the custom resource that controls the workload; a Namespace controls nothing', async () => {
    const namespace = { ...owner, apiVersion: 'v1', kind: 'Namespace', name: 'pg' };
    const objects = [
      workload('pg/a', { ownerReferences: [owner] }),
      workload('pg/b', { ownerReferences: [{ ...owner, controller: false }] }),
      workload('pg/c', { ownerReferences: [namespace] }),
    ];
    const found = await value(objects, 'budgetedWorkloads');
    expect(found.map((one) => one.owner?.controller)).toEqual([
      { apiGroup: 'db.example.com', kind: 'Database', name: 'orders' },
      undefined,
      undefined,
    ]);
  });
});

describe('the pods of a budget', () => {
  const pods = [
    aPodObject('shop/cart-5d9c-1', 'a', replicaSet('cart')),
    aPodObject('shop/cart-5d9c-2', 'a', replicaSet('cart')),
    aPodObject('shop/till-0', 'a', { kind: 'StatefulSet', name: 'till' }),
    aPodObject('shop/bare', 'a'),
    aPodObject('lab/cart-5d9c-1', 'a', replicaSet('cart')),
  ];
  const all = ['bare', 'cart-5d9c-1', 'cart-5d9c-2', 'till-0'];

  it.each<[string, unknown, string[]]>([
    ['labels', { matchLabels: { app: 'cart' } }, ['cart-5d9c-1', 'cart-5d9c-2']],
    ['expressions', { matchExpressions: [{ key: 'app', operator: 'In', values: ['till'] }] }, ['till-0']],
    ['an absent key', { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['cart'] }] }, ['bare', 'till-0']],
    ['{}: all of the namespace', {}, all],
    ['nothing', undefined, []],
    ['null', null, []],
    ['what Kubernetes holds for invalid', { matchExpressions: [{ key: 'app', operator: 'In' }] }, []],
  ])('by %s', async (_title, selector, names) => {
    const budgeted = await value([...pods, aBudgetObject('shop/a', selecting(selector))], 'budgetedPods');
    expect(budgeted).toEqual([{ namespace: 'shop', name: 'a', pods: names, claims: false }]);
  });

  it('are none for {} of v1beta1', async () => {
    const budget = { ...aBudgetObject('shop/a', selecting({})), apiVersion: 'policy/v1beta1' };
    const { readings } = await kubeFacts([...pods, budget], ['budgetedPods'], old);
    expect(readings.budgetedPods).toMatchObject({ ok: true, value: [{ name: 'a', pods: [] }] });
  });

  it('may have several budgets', async () => {
    const budgets = [aBudgetObject('shop/a', selecting({})), aBudgetObject('shop/cart')];
    expect(await value([...pods, ...budgets], 'budgetedPods')).toEqual([
      { namespace: 'shop', name: 'a', pods: all, claims: false },
      { namespace: 'shop', name: 'cart', pods: ['cart-5d9c-1', 'cart-5d9c-2'], claims: false },
    ]);
  });

  it('tell whether one of them mounts a claim', async () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const claiming = aPodObject('shop/wiki', 'a', undefined, { volumes, labels: { app: 'wiki' } });
    const budgets = ['wiki', 'cart'].map((app) => aBudgetObject(`shop/${app}`, selecting({ matchLabels: { app } })));
    expect(await value([...pods, claiming, ...budgets], 'budgetedPods')).toMatchObject([
      { name: 'cart', claims: false },
      { name: 'wiki', pods: ['wiki'], claims: true },
    ]);
  });

  it('are listed once for all facts, and their labels are kept by none', async () => {
    const secretive = aPodObject(
      'shop/till-1',
      'a',
      { kind: 'StatefulSet', name: 'till' },
      { labels: { token: 'hunter2' } },
    );
    const facts = ['pods', 'budgetedPods', 'podDisruptionBudgets'] as const;
    const { readings, paths } = await kubeFacts([...pods, secretive, aBudgetObject('shop/till')], facts);
    expect(readings.budgetedPods).toMatchObject({ ok: true, value: [{ pods: ['till-0', 'till-1'] }] });
    expect(JSON.stringify(readings)).not.toContain('hunter2');
    expect(new Set(paths.filter((path) => path.endsWith('/pods'))).size).toBe(1);
    expect(paths.filter((path) => path.endsWith('/pods'))).toHaveLength(3);
  });
});

describe('the budgets of a workload', () => {
  it('are told by its pod template, in its namespace', async () => {
    const workloads = [
      aWorkloadObject('Deployment', 'shop/cart', { replicas: 3, labels: { token: 'hunter2' } }),
      aWorkloadObject('Deployment', 'lab/cart'),
      aWorkloadObject('StatefulSet', 'shop/till'),
      aWorkloadObject('DaemonSet', 'shop/agent'),
    ];
    const budgets = [aBudgetObject('shop/all', selecting({})), aBudgetObject('shop/cart')];
    const found = await value([...workloads, ...budgets], 'budgetedWorkloads');
    expect(found).toEqual([
      { kind: 'Deployment', namespace: 'lab', name: 'cart', replicas: 2, budgets: [] },
      { kind: 'Deployment', namespace: 'shop', name: 'cart', replicas: 3, budgets: ['all', 'cart'] },
      { kind: 'StatefulSet', namespace: 'shop', name: 'till', replicas: 2, budgets: ['all'] },
    ]);
  });

  it('come with the owner that its marks tell', async () => {
    const owned = aWorkloadObject('Deployment', 'shop/cart') as { metadata: Json };
    owned.metadata['annotations'] = { 'meta.helm.sh/release-name': 'shop', 'meta.helm.sh/release-namespace': 'shop' };
    expect(await value([owned as Json], 'budgetedWorkloads')).toEqual([
      {
        kind: 'Deployment',
        namespace: 'shop',
        name: 'cart',
        replicas: 2,
        budgets: [],
        owner: { release: 'shop', releaseNamespace: 'shop', managedBy: null },
      },
    ]);
  });

  it('are none for a template without labels, but for a budget of all', async () => {
    const bare = structuredClone(aWorkloadObject('Deployment', 'shop/cart')) as { spec: { template: Json } };
    delete bare.spec.template['metadata'];
    const budgets = [aBudgetObject('shop/all', selecting({})), aBudgetObject('shop/cart')];
    expect(await value([bare, ...budgets], 'budgetedWorkloads')).toMatchObject([{ budgets: ['all'] }]);
  });
});
