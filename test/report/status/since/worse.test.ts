import { describe, expect, it } from 'vitest';
import { aCluster, anAddon, aNode, aNodegroup, aWorkload } from '../../../../src/custom-checks/testing/samples.ts';
import type { Facts } from '../../../../src/facts/facts.ts';
import type { Readings } from '../../../../src/facts/reading.ts';
import type { Reason } from '../../../../src/facts/reason.ts';
import { buildHealth } from '../../../../src/report/health/build-health.ts';
import type { Health } from '../../../../src/report/health/schema.ts';
import type { Task } from '../../../../src/report/plan/draft.ts';
import { notCompared, same, worse } from '../../../../src/report/status/since/worse-schema.ts';
import { findWorse, type Compared } from '../../../../src/report/status/since/worse.ts';
import { aBudget } from '../../../checks/cases.ts';

/** What is worse than when the plan was made, and what is not. */

const now = '2026-11-27T00:12:00Z';
const minutesAgo = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();

type Workload = Facts['workloadPods'][number];
type Pod = Facts['unreadyPods'][number];

const cart = (ready: number, more: Partial<Workload> = {}): Workload => ({
  kind: 'Deployment',
  namespace: 'shop',
  name: 'cart',
  wanted: 2,
  ready,
  ...more,
});

const pod = (more: Partial<Pod> = {}): Pod => ({
  namespace: 'shop',
  name: 'cart-5d9c7b6f4-9k2vd',
  workload: { kind: 'Deployment', name: 'cart' },
  state: 'Pending',
  since: minutesAgo(41),
  ...more,
});

const managed = (name: string, group: string, more: Partial<Facts['nodes'][number]> = {}) =>
  aNode(name, 'v1.34.1', { computeType: 'managed', group, ...more });

const api = (status: string) => ({
  name: 'v1beta1.metrics.k8s.io',
  service: { namespace: 'kube-system', name: 'metrics-server' },
  available: { status, reason: null, message: null },
});

/** A webhook, and the Service that it calls with a number of ready endpoints. */
const guard = (service: string, ready: number): Partial<Facts> => ({
  admissionWebhooks: [
    {
      kind: 'ValidatingWebhookConfiguration',
      configuration: 'guard',
      name: 'guard.example.com',
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      timeoutSeconds: 10,
      rules: [],
      namespaces: null,
      objects: 'all',
      conditional: false,
      service: { namespace: 'guard', name: service, port: 443 },
    },
  ],
  webhookServices: [{ namespace: 'guard', name: service, ports: [{ port: 443, ready }], external: false }],
});

const message = "0/7 nodes are available: 6 node(s) didn't match Pod's node affinity/selector.";
const selects = (label: string, ...values: string[]) => ({ message, groupLabels: [{ label, values }] });
const legacy = selects('eks.amazonaws.com/nodegroup', 'legacy');

const nothing = {
  cluster: aCluster,
  workloadPods: [],
  unreadyPods: [],
  podDisruptionBudgets: [],
  addons: [],
  admissionWebhooks: [],
  webhookServices: [],
  apiServices: [],
  nodes: [],
  nodegroups: [],
} satisfies Partial<Facts>;

const toReadings = (facts: Partial<Facts>): Readings =>
  Object.fromEntries(Object.entries({ ...nothing, ...facts }).map(([fact, value]) => [fact, { ok: true, value }]));

const healthThen = (facts: Partial<Facts>): Health => buildHealth(toReadings(facts), { now });

function aTask(number: number, id: string, done: readonly Partial<Task['done'][number]>[], kind = 'nodes'): Task {
  return {
    number,
    id,
    kind: kind as Task['kind'],
    title: id,
    section: 'Nodes',
    at: null,
    closes: [],
    needs: [],
    ready: true,
    stops: [],
    unknown: false,
    from: null,
    to: null,
    by: 'aws',
    how: { text: '', commands: [] },
    done: done.map((one) => ({ kind: 'seen', text: '', commands: [], ...one })),
    disturbs: null,
    notes: [],
  };
}

const replaceLegacy = aTask(4, 'nodes:managed/legacy:replace', [
  { kind: 'version', object: 'nodes/managed/legacy-al2023', version: '1.33' },
]);
const updateGeneral = aTask(15, 'nodes:managed/general:1.34', [
  { kind: 'version', object: 'nodes/managed/general', version: '1.34' },
  { kind: 'workload', object: 'deploy/shop/cart' },
]);
const updateCoredns = aTask(13, 'add-on:coredns:v1.13.2', [{ kind: 'version', object: 'addon/coredns' }], 'add-on');
const tasks = [replaceLegacy, updateCoredns, updateGeneral];

function compare(then: Partial<Facts>, facts: Partial<Facts>, done: readonly number[] = [4, 13, 15]): Compared {
  return compareReadings(healthThen(then), toReadings(facts), { tasks, done });
}

function compareReadings(
  then: Health | undefined,
  readings: Readings,
  plan: { tasks: readonly Task[]; done: readonly number[] } = { tasks, done: [] },
): Compared {
  const found = findWorse(then, buildHealth(readings, { now }), {
    readings,
    tasks: plan.tasks,
    done: new Set(plan.done),
    now,
  });
  worse.parse(found.worse);
  same.parse(found.same);
  notCompared.parse(found.unseen);
  return found;
}

describe('worse is', () => {
  const general = [managed('a', 'general'), managed('b', 'general')];
  it.each<[string, Partial<Facts>, Partial<Facts>, [object: string, text: string, task: number | null]]>([
    [
      'a workload with fewer ready pods',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(1)], unreadyPods: [pod()] },
      ['deploy/shop/cart', '1 of 2 ready, was 2 of 2', 15],
    ],
    [
      'one that wants more and has fewer',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(1, { wanted: 4 })] },
      ['deploy/shop/cart', '1 of 4 ready, was 2 of 2', 15],
    ],
    [
      'one whose own rollout has had no ready pod for long',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(0, { rolling: true })], unreadyPods: [pod()] },
      ['deploy/shop/cart', '0 of 2 ready, was 2 of 2', 15],
    ],
    [
      'one whose rollout stands still',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(1, { rolling: true })], unreadyPods: [pod({ since: minutesAgo(11) })] },
      ['deploy/shop/cart', '1 of 2 ready, was 2 of 2', 15],
    ],
    [
      'one with pods that wait, though as many are ready',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(2, { wanted: 3 })], unreadyPods: [pod()] },
      ['deploy/shop/cart', '1 pod Pending, none before', 15],
    ],
    [
      'one whose containers fail in its own rollout',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(2, { rolling: true })], unreadyPods: [pod({ state: 'CrashLoopBackOff' })] },
      ['deploy/shop/cart', '1 pod CrashLoopBackOff, none before', 15],
    ],
    [
      'a pod without a controller that has lost its image',
      { unreadyPods: [pod({ name: 'a', workload: null, state: 'Pending' })] },
      { unreadyPods: [pod({ name: 'a', workload: null, state: 'ImagePullBackOff' })] },
      ['pod/shop/a', '1 pod ImagePullBackOff, none before', null],
    ],
    [
      'an add-on that became degraded',
      { addons: [anAddon('coredns')] },
      { addons: [anAddon('coredns', { status: 'DEGRADED' })] },
      ['addon/coredns', 'DEGRADED, was ACTIVE', 13],
    ],
    [
      'an add-on whose update failed',
      { addons: [anAddon('vpc-cni', { status: 'UPDATING' })] },
      { addons: [anAddon('vpc-cni', { status: 'UPDATE_FAILED' })] },
      ['addon/vpc-cni', 'UPDATE_FAILED, was UPDATING', null],
    ],
    [
      'an aggregated API that became unavailable',
      { apiServices: [api('True')] },
      { apiServices: [api('False')] },
      ['apiservice/v1beta1.metrics.k8s.io', 'unavailable, was available', null],
    ],
    [
      'a webhook whose Service has lost its endpoints',
      guard('a', 2),
      guard('a', 0),
      ['validatingwebhookconfiguration/guard', 'no ready endpoints in svc/guard/a, had some', null],
    ],
    [
      'a webhook that calls another Service, which does not answer',
      guard('a', 2),
      guard('b', 0),
      ['validatingwebhookconfiguration/guard', 'no ready endpoints in svc/guard/b, had some', null],
    ],
    [
      'a group with a node that is NotReady',
      { nodes: general },
      { nodes: [managed('a', 'general'), managed('b', 'general', { ready: false, notReadySince: minutesAgo(20) })] },
      ['node group general', '1 of 2 nodes Ready, was 2 of 2', 15],
    ],
    [
      'a NodePool with a node that is NotReady',
      { nodes: [aNode('a', 'v1.34.1', { computeType: 'karpenter', group: 'default' })] },
      { nodes: [aNode('a', 'v1.34.1', { computeType: 'karpenter', group: 'default', ready: null })] },
      ['NodePool default', '0 of 1 node Ready, was 1 of 1', null],
    ],
    [
      'a managed node group with fewer nodes than desired',
      { nodes: general },
      { nodes: [managed('a', 'general')], nodegroups: [aNodegroup('general', { desiredSize: 2 })] },
      ['node group general', '1 of 2 desired nodes Ready, was 2 of 2', 15],
    ],
    [
      'a managed node group that was deleted, though no task removes it',
      { nodes: general },
      { nodegroups: [] },
      ['node group general', 'no longer exists, had 2 nodes', null],
    ],
    [
      'a pod without a controller that is no longer ready',
      { unreadyPods: [] },
      { unreadyPods: [pod({ name: 'a', workload: null, state: 'NotReady' })] },
      ['pod/shop/a', '1 pod NotReady, none before', null],
    ],
    [
      'a managed node group that has lost all nodes',
      { nodes: general },
      { nodegroups: [aNodegroup('general', { desiredSize: 2 })] },
      ['node group general', '0 of 2 desired nodes Ready, was 2 of 2', 15],
    ],
  ])('%s', (_name, then, facts, [object, text, task]) => {
    const found = compare(then, facts);
    expect(found.worse.map((one) => [one.object, one.text, one.task])).toEqual([[object, text, task]]);
    expect(found.unseen).toEqual([]);
    for (const { same: own, all } of Object.values(found.same)) expect(own).toBeLessThanOrEqual(all);
  });
});

const full = { workloads: { same: 1, all: 1, removed: 0 } };
const noWorkloads = { workloads: { same: 0, all: 0, removed: 1 } };

describe('not worse is', () => {
  const general = [managed('a', 'general'), managed('b', 'general')];
  const groups = { groups: { same: 1, all: 1, removed: 0 } };
  it.each<[string, Partial<Facts>, Partial<Facts>, Partial<Compared['same']>]>([
    ['a workload that is as before', { workloadPods: [cart(1)] }, { workloadPods: [cart(1)] }, full],
    ['one that was scaled down', { workloadPods: [cart(2)] }, { workloadPods: [cart(1, { wanted: 1 })] }, full],
    ['one that was deleted or scaled to 0', { workloadPods: [cart(2)] }, {}, noWorkloads],
    ['one in its own rollout', { workloadPods: [cart(2)] }, { workloadPods: [cart(1, { rolling: true })] }, full],
    [
      'one whose rollout has only begun',
      { workloadPods: [cart(1, { wanted: 1 })] },
      {
        workloadPods: [cart(0, { wanted: 1, rolling: true })],
        unreadyPods: [pod({ state: 'ContainerCreating', since: minutesAgo(1) })],
      },
      full,
    ],
    ['a new workload', {}, { workloadPods: [cart(0)] }, { workloads: { same: 0, all: 0, removed: 0 } }],
    [
      'a pod that waited before',
      { workloadPods: [cart(1)], unreadyPods: [pod()] },
      { workloadPods: [cart(1)], unreadyPods: [pod({ name: 'other' })] },
      full,
    ],
    [
      'a pod that has only started to wait',
      { workloadPods: [cart(2)] },
      { workloadPods: [cart(2, { wanted: 3 })], unreadyPods: [pod({ since: minutesAgo(2) })] },
      full,
    ],
    [
      'a container that failed before, between two restarts',
      { unreadyPods: [pod({ state: 'NotReady' })] },
      { unreadyPods: [pod({ state: 'CrashLoopBackOff' })] },
      {},
    ],
    [
      'the next Job of a CronJob that failed before',
      { unreadyPods: [pod({ state: 'CrashLoopBackOff', workload: { kind: 'Job', name: 'report-29384750' } })] },
      { unreadyPods: [pod({ state: 'CrashLoopBackOff', workload: { kind: 'Job', name: 'report-29384760' } })] },
      {},
    ],
    [
      'a budget that allows fewer disruptions, by itself',
      { podDisruptionBudgets: [aBudget({ name: 'a' }), aBudget({ name: 'b' })] },
      { podDisruptionBudgets: [aBudget({ name: 'a' }, { disruptionsAllowed: 0 }), aBudget({ name: 'b' })] },
      { budgets: { same: 1, all: 2, removed: 0 } },
    ],
    [
      'an add-on that was degraded before, or that is being updated',
      { addons: [anAddon('a', { status: 'DEGRADED' }), anAddon('b')] },
      { addons: [anAddon('a', { status: 'UPDATE_FAILED' }), anAddon('b', { status: 'UPDATING' })] },
      { addons: { same: 2, all: 2, removed: 0 } },
    ],
    [
      'an aggregated API that was unavailable before',
      { apiServices: [api('False')] },
      { apiServices: [api('False')] },
      { backends: { same: 1, all: 1, removed: 0 } },
    ],
    [
      'a webhook that did not answer before',
      guard('a', 0),
      guard('a', 0),
      { backends: { same: 1, all: 1, removed: 0 } },
    ],
    ['a new webhook', {}, guard('a', 0), { backends: { same: 0, all: 0, removed: 0 } }],
    [
      'a managed node group that its autoscaler made smaller',
      { nodes: general },
      { nodes: [managed('a', 'general')], nodegroups: [aNodegroup('general', { desiredSize: 1 })] },
      groups,
    ],
    [
      'a managed node group in an update that ends old nodes first',
      { nodes: general },
      { nodes: [managed('a', 'general')], nodegroups: [aNodegroup('general', { desiredSize: 2, status: 'UPDATING' })] },
      groups,
    ],
    [
      'a NodePool with fewer nodes',
      { nodes: ['a', 'b'].map((name) => aNode(name, 'v1.34.1', { computeType: 'karpenter', group: 'default' })) },
      { nodes: [aNode('c', 'v1.34.1', { computeType: 'karpenter', group: 'default' })] },
      groups,
    ],
    [
      'a node that joins',
      { nodes: general },
      { nodes: [...general, managed('c', 'general', { ready: false, createdAt: minutesAgo(1) })] },
      groups,
    ],
    [
      'a group that the plan replaces',
      { nodes: [managed('a', 'legacy')] },
      { nodes: [managed('b', 'legacy-al2023')], nodegroups: [aNodegroup('legacy-al2023')] },
      { groups: { same: 0, all: 0, removed: 1 } },
    ],
  ])('%s', (_name, then, facts, expected) => {
    const found = compare(then, facts);
    expect(found).toMatchObject({ worse: [], unseen: [], same: expected });
  });
});

describe('why, and what to do', () => {
  const then = { workloadPods: [cart(2)], nodes: [managed('a', 'legacy')] };
  const after = { workloadPods: [cart(1)], nodes: [managed('b', 'legacy-al2023')] };
  const patch = (selector: string) =>
    `kubectl -n shop patch deploy cart --type merge -p '{"spec":{"template":{"spec":{"nodeSelector":${selector}}}}}'`;

  /** Commands without the line breaks of a long document. */
  const onOneLine = (found: Compared['worse'][number] | undefined) =>
    found?.actions.flatMap(({ commands }) =>
      commands.map((text) => text.replaceAll(/\n\s*/g, '').replaceAll('": ', '":')),
    );

  it('names the task that replaced the group that a pod selects', () => {
    const [found] = compare(then, { ...after, unreadyPods: [pod(legacy)] }).worse;
    expect(found).toEqual({
      object: 'deploy/shop/cart',
      text: '1 of 2 ready, was 2 of 2',
      state: 'Pending',
      since: minutesAgo(41),
      task: 4,
      why: `pod/shop/cart-5d9c7b6f4-9k2vd fits no node. It selects eks.amazonaws.com/nodegroup=legacy; task 4 replaced that group with legacy-al2023. Scheduler: ${message}`,
      actions: [
        {
          text: expect.stringContaining('Let deploy/shop/cart select legacy-al2023.'),
          commands: [expect.any(String)],
          managers: [],
        },
      ],
    });
    expect(onOneLine(found)).toEqual([patch('{"eks.amazonaws.com/nodegroup":"legacy-al2023"}')]);
  });

  it.each<[string, Partial<Pod>, Partial<Facts>, { task: number | null; why: RegExp; commands: string[] }]>([
    [
      'a label of eksctl on a managed node group',
      selects('alpha.eksctl.io/nodegroup-name', 'legacy'),
      {},
      {
        task: 4,
        why: /selects alpha\.eksctl\.io\/nodegroup-name=legacy; task 4 replaced/,
        commands: [patch('{"alpha.eksctl.io/nodegroup-name":null,"eks.amazonaws.com/nodegroup":"legacy-al2023"}')],
      },
    ],
    [
      'a node affinity, which a patch would replace',
      { message, groupLabels: [{ label: 'eks.amazonaws.com/nodegroup', values: ['legacy'], inAffinity: true }] },
      {},
      { task: 4, why: /task 4 replaced that group with legacy-al2023/, commands: ['kubectl -n shop edit deploy cart'] },
    ],
    [
      'a node affinity that allows a group that the plan keeps',
      selects('eks.amazonaws.com/nodegroup', 'legacy', 'general'),
      {},
      {
        task: 15,
        why: /^pod\/shop\/cart-5d9c7b6f4-9k2vd fits no node\. Scheduler: /,
        commands: ['kubectl -n shop describe pod cart-5d9c7b6f4-9k2vd'],
      },
    ],
    [
      'a group that is not replaced yet',
      legacy,
      { nodes: [managed('a', 'legacy')] },
      {
        task: null,
        why: /^pod\/shop\/cart-5d9c7b6f4-9k2vd fits no node\. Scheduler: /,
        commands: ['kubectl -n shop describe pod cart-5d9c7b6f4-9k2vd'],
      },
    ],
    [
      'a group that is being replaced',
      legacy,
      { nodes: [managed('a', 'legacy'), managed('b', 'legacy-al2023')] },
      {
        task: 4,
        why: /task 4 replaces that group with legacy-al2023/,
        commands: [patch('{"eks.amazonaws.com/nodegroup":"legacy-al2023"}')],
      },
    ],
    [
      'a container that fails',
      { state: 'CrashLoopBackOff' },
      {},
      {
        task: 15,
        why: /^pod\/shop\/cart-5d9c7b6f4-9k2vd is in state CrashLoopBackOff\.$/,
        commands: [
          'kubectl -n shop describe pod cart-5d9c7b6f4-9k2vd',
          'kubectl -n shop logs cart-5d9c7b6f4-9k2vd --all-containers --previous --ignore-errors',
        ],
      },
    ],
  ])('%s', (_name, more, facts, { task, why, commands }) => {
    const done = facts.nodes === undefined ? [4, 13, 15] : [];
    const [found] = compare(then, { ...after, unreadyPods: [pod(more)], ...facts }, done).worse;
    expect(found?.task).toBe(task);
    expect(found?.why).toMatch(why);
    expect(onOneLine(found)).toEqual(commands);
  });

  it('names the tool that manages the workload', () => {
    const owner = { release: 'cart', releaseNamespace: 'shop', managedBy: 'Helm' };
    const deployments = [aWorkload({ namespace: 'shop', name: 'cart', owner })];
    const [found] = compare(then, { ...after, unreadyPods: [pod(legacy)], deployments }).worse;
    expect(found?.actions.map(({ managers }) => managers)).toEqual([['Helm']]);
  });

  it('names the group of the last move that has nodes', () => {
    const moves = [
      aTask(3, 'nodes:self-managed/batch:1.33', [{ kind: 'version', object: 'nodes/self-managed/batch-1-33' }]),
      aTask(9, 'nodes:self-managed/batch-1-33:1.34', [{ kind: 'version', object: 'nodes/self-managed/batch-1-34' }]),
    ];
    const readings = toReadings({
      workloadPods: [cart(1)],
      unreadyPods: [pod(selects('alpha.eksctl.io/nodegroup-name', 'batch'))],
      nodes: [aNode('a', 'v1.33.1', { group: 'batch-1-33' })],
    });
    const [found] = compareReadings(healthThen({ workloadPods: [cart(2)] }), readings, {
      tasks: moves,
      done: [3],
    }).worse;
    expect([found?.task, found?.why]).toEqual([
      3,
      expect.stringContaining('task 3 replaced that group with batch-1-33.'),
    ]);
  });

  it('shows the events of a workload without a pod that waits', () => {
    const [found] = compare(then, after).worse;
    expect(found).toMatchObject({ state: null, since: null, why: null });
    expect(found?.actions.flatMap(({ commands }) => commands)).toEqual(['kubectl -n shop describe deploy cart']);
  });

  it('quotes hostile names', () => {
    const hostile = pod({ name: '$(reboot)' });
    const [found] = compare(then, { ...after, unreadyPods: [hostile] }).worse;
    expect(found?.actions[0]?.commands).toEqual(["kubectl -n shop describe pod '$(reboot)'"]);
  });
});

describe('what was not seen', () => {
  const denied: Reason = { kind: 'denied', message: 'forbidden', permission: 'a: list' };
  const then: Partial<Facts> = {
    workloadPods: [cart(2)],
    podDisruptionBudgets: [aBudget()],
    addons: [anAddon('coredns')],
    apiServices: [api('True')],
    nodes: [managed('a', 'general')],
  };
  const parts = [
    ['workloadPods', 'workloads'],
    ['unreadyPods', undefined],
    ['podDisruptionBudgets', 'budgets'],
    ['addons', 'addons'],
    ['apiServices', 'backends'],
    ['nodes', 'groups'],
  ] as const;

  it.each(parts)('now is neither worse nor as before: %s', (fact, kind) => {
    const found = compareReadings(healthThen(then), { ...toReadings(then), [fact]: { ok: false, reason: denied } });
    expect(found.worse).toEqual([]);
    expect(found.unseen).toMatchObject([{ reason: 'forbidden', permission: 'a: list' }]);
    for (const [name, count] of Object.entries(found.same))
      expect(count).toEqual({ same: name === kind ? 0 : 1, all: 1, removed: 0 });
  });

  it.each(parts)('when the plan was made is neither: %s', (fact, kind) => {
    const before = buildHealth({ ...toReadings(then), [fact]: { ok: false, reason: denied } }, { now });
    const facts = {
      ...then,
      workloadPods: [cart(2, { wanted: 3 })],
      unreadyPods: fact === 'unreadyPods' ? [pod()] : [],
    };
    const found = compareReadings(before, toReadings(facts));
    expect(found.worse).toEqual([]);
    expect(found.unseen).toMatchObject([{ what: expect.stringMatching(/ when the plan was made$/) }]);
    for (const [name, count] of Object.entries(found.same)) expect(count.same).toBe(name === kind ? 0 : 1);
  });

  it.each<[string, NonNullable<Readings['nodegroups']>, string]>([
    ['node groups', { ok: false, reason: denied }, 'desired size of node group general'],
    [
      'one node group',
      { ok: true, value: [], gaps: [{ what: 'node group general', reason: denied }] },
      'node group general',
    ],
  ])('the desired size of a group that has fewer nodes: %s', (_name, nodegroups, what) => {
    const two = { ...then, nodes: [managed('a', 'general'), managed('b', 'general')] };
    const found = compareReadings(healthThen(two), { ...toReadings(then), nodegroups });
    expect(found).toMatchObject({
      worse: [],
      unseen: [{ what, permission: 'a: list' }],
      same: { groups: { same: 0, all: 1, removed: 0 } },
    });
  });

  it('is everything of a plan without health', () => {
    const found = compareReadings(undefined, toReadings({ ...then, unreadyPods: [pod()] }));
    expect(found.worse).toEqual([]);
    expect(found.unseen).toMatchObject([{ what: 'the health of the cluster when the plan was made' }]);
    expect(Object.values(found.same)).toEqual(Array.from({ length: 5 }, () => ({ same: 0, all: 0, removed: 0 })));
  });
});

it('does not know yet whether a workload is worse whose pods are starting', () => {
  const now = { workloadPods: [cart(1)], unreadyPods: [pod({ since: minutesAgo(2) })] };
  const { worse, unseen } = compare({ workloadPods: [cart(2)] }, now);
  expect(worse).toEqual([]);
  expect(unseen).toEqual([
    { what: 'deploy/shop/cart', reason: 'pods are still starting: look again', permission: null },
  ]);
});
