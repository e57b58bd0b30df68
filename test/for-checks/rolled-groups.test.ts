import { expect, it } from 'vitest';
import type { Facts, NodeFact } from '../../src/facts/facts.ts';
import type { KarpenterPool } from '../../src/facts/karpenter-objects.ts';
import { listRolledGroups, type RolledFrom } from '../../src/for-checks/rolled-groups.ts';
import { aNode, aNodegroup } from '../checks/cases.ts';
import { aNodePool, aProvisioner } from '../checks/karpenter/objects.ts';

type Update = NonNullable<Facts['nodegroups'][number]['update']>;
type Budget = KarpenterPool['disruption']['budgets'][number];

const nodes = (count: number, more: Partial<NodeFact>, kubelet = 'v1.33.5') =>
  Array.from({ length: count }, (_, at) => aNode(`${more.group ?? more.computeType}-${kubelet}-${at}`, kubelet, more));
const managed = (count: number, kubelet?: string) => nodes(count, { computeType: 'managed', group: 'blue' }, kubelet);
const pooled = (count: number, kubelet?: string) =>
  nodes(count, { computeType: 'karpenter', group: 'default' }, kubelet);
const groupWith = (update: Partial<Update> = {}) => [
  aNodegroup('blue', {
    update: { strategy: 'DEFAULT', maxUnavailable: null, maxUnavailablePercentage: null, ...update },
  }),
];
const poolWith = (budgets: Partial<Budget>[], more: Partial<KarpenterPool> = {}) => {
  const all = budgets.map((one): Budget => ({ nodes: '10%', schedule: null, duration: null, reasons: [], ...one }));
  const pool = aNodePool('default', more);
  return [{ ...pool, disruption: { ...pool.disruption, budgets: all } }];
};

/** The groups without their nodes, in 1.34. */
function listed(from: RolledFrom) {
  return listRolledGroups(from, { current: 33, target: 34 }).map(({ nodes: old, computeType: _type, ...roll }) => ({
    ...roll,
    old: old.length,
  }));
}

const atOnce = (from: number, to = from) => ({ parallel: { from, to } });

it.each<[string, number, Partial<Update>, number, number, boolean]>([
  ['one by default', 3, {}, 1, 1, true],
  ['one', 3, { maxUnavailable: 1 }, 1, 1, true],
  ['twenty', 30, { maxUnavailable: 20 }, 20, 20, true],
  ['no more than there are', 5, { maxUnavailable: 20 }, 5, 5, true],
  ['a percentage, rounded down or up', 10, { maxUnavailablePercentage: 33 }, 3, 4, true],
  ['a percentage without a remainder', 10, { maxUnavailablePercentage: 50 }, 5, 5, true],
  ['a small percentage: one', 10, { maxUnavailablePercentage: 1 }, 1, 1, true],
  ['a percentage of more than 100 nodes', 300, { maxUnavailablePercentage: 50 }, 100, 100, true],
  ['one, and no spare node', 3, { strategy: 'MINIMAL', maxUnavailable: 1 }, 1, 1, false],
])('a node group replaces at a time %s', (_what, count, update, from, to, addsNode) => {
  expect(listed({ nodes: managed(count), nodegroups: groupWith(update) })).toEqual([
    { text: 'node group blue', old: count, ...atOnce(from, to), addsNode, minutes: 15 },
  ]);
});

it('takes a percentage of all nodes of a group, also of those that are up to date', () => {
  const nodegroups = groupWith({ maxUnavailablePercentage: 50 });
  expect(listed({ nodes: [...managed(3), ...managed(7, 'v1.34.2')], nodegroups })).toEqual([
    { text: 'node group blue', old: 3, ...atOnce(3), addsNode: true, minutes: 15 },
  ]);
  expect(listed({ nodes: [...pooled(3), ...pooled(17, 'v1.34.2')], karpenterPools: poolWith([{}]) })).toMatchObject([
    { text: 'NodePool default', old: 3, ...atOnce(2) },
  ]);
});

it.each<[string, RolledFrom['nodegroups']]>([
  ['that was not read', undefined],
  ['that is missing', []],
  ['of an older inventory', [aNodegroup('blue')]],
])('says only how long a node group waits %s', (_what, nodegroups) => {
  expect(listed({ nodes: managed(2), nodegroups })).toEqual([{ text: 'node group blue', old: 2, minutes: 15 }]);
});

it.each<[string, Partial<Budget>[], number]>([
  ['10 % without a budget, rounded up', [], 2],
  ['a number', [{ nodes: '3' }], 3],
  ['a percentage, rounded up', [{ nodes: '25%' }], 4],
  ['the lowest', [{ nodes: '5' }, { nodes: '2' }], 2],
  ['none', [{ nodes: '0' }], 0],
  ['no more than there are', [{ nodes: '40' }], 15],
  ['what a schedule does not hold', [{ nodes: '0', schedule: '0 9 * * 1-5', duration: '8h' }, { nodes: '4' }], 4],
  ['all, if each budget has a schedule', [{ nodes: '0', schedule: '@daily', duration: '8h' }], 15],
  ['what budgets for drift allow', [{ nodes: '3', reasons: ['Drifted', 'Empty'] }], 3],
  ['all, if each budget has another reason', [{ nodes: '0', reasons: ['Underutilized'] }], 15],
  ['all, for an amount that is unreadable', [{ nodes: 'many' }], 15],
])('a NodePool of 15 nodes replaces at a time %s', (_what, budgets, allowed) => {
  const found = listed({ nodes: pooled(15), karpenterPools: poolWith(budgets) });
  expect(found).toEqual([{ text: 'NodePool default', old: 15, ...atOnce(allowed), addsNode: true, minutes: null }]);
});

it('knows how long pods can keep a node of a NodePool', () => {
  const [pool = aNodePool('default')] = poolWith([{}]);
  const withGrace = { ...pool, disruption: { ...pool.disruption, terminationGracePeriod: '1h30m' } };
  expect(listed({ nodes: pooled(1), karpenterPools: [withGrace] })).toMatchObject([{ minutes: 90 }]);
  const auto = nodes(1, { computeType: 'auto', group: 'default' });
  const text = 'NodePool default of EKS Auto Mode';
  expect(listed({ nodes: auto, karpenterPools: [pool] })).toEqual([
    { text, old: 1, ...atOnce(1), addsNode: true, minutes: 1440 },
  ]);
  expect(listed({ nodes: auto })).toEqual([{ text, old: 1, addsNode: true, minutes: 1440 }]);
  expect(listed({ nodes: auto, karpenterPools: [withGrace] })).toMatchObject([{ minutes: 90 }]);
});

it('knows that the releases with Provisioners replace one node at a time', () => {
  const old = nodes(30, { computeType: 'karpenter', group: 'default', ofProvisioner: true });
  expect(listed({ nodes: old, karpenterPools: [aProvisioner('default')] })).toMatchObject([atOnce(1)]);
});

it('takes the nodes above the target of a rollback, and unreadable ones', () => {
  const from = { nodes: [...managed(2), ...managed(3, 'v1.34.2'), ...pooled(1, 'dev'), ...pooled(4)] };
  const found = listRolledGroups(from, { current: 34, target: 33 });
  expect(found.map(({ text, nodes: old }) => [text, old.length])).toEqual([
    ['NodePool default', 1],
    ['node group blue', 3],
  ]);
});

it('finds the pool of each kind, and knows nothing of one that was not read', () => {
  const old = nodes(1, { computeType: 'karpenter', group: 'default', ofProvisioner: true });
  const karpenterPools = [...poolWith([{ nodes: '3' }]), aProvisioner('default')];
  expect(listed({ nodes: [...old, ...pooled(5)], karpenterPools })).toMatchObject([
    { text: 'NodePool default', ...atOnce(3) },
    { text: 'Provisioner default', ...atOnce(1) },
  ]);
  expect(listed({ nodes: pooled(2), karpenterPools: [aNodePool('other')] })).toEqual([
    { text: 'NodePool default', old: 2 },
  ]);
});

it.each<[string, Partial<NodeFact>, object]>([
  ['self-managed nodes', { computeType: 'self-managed' }, { text: 'self-managed nodes', minutes: null }],
  [
    'self-managed nodes of a group',
    { computeType: 'self-managed', group: 'batch' },
    { text: 'self-managed nodes of batch', minutes: null },
  ],
  ['hybrid nodes', { computeType: 'hybrid' }, { text: 'hybrid nodes', minutes: null }],
])('says of %s only that they wait without limit', (_what, more, roll) => {
  expect(listed({ nodes: nodes(2, more) })).toEqual([{ ...roll, old: 2 }]);
});

it('lists Fargate nodes, whose pods start elsewhere first, and no virtual kubelets', () => {
  const [fargate] = listed({
    nodes: [...nodes(1, { computeType: 'fargate' }), ...nodes(1, { computeType: 'virtual' })],
  });
  expect(fargate).toMatchObject({ old: 1, addsNode: true });
  expect(listed({ nodes: nodes(1, { computeType: 'virtual' }) })).toEqual([]);
});

it('lists nodes below the target and with an unreadable kubelet, sorted by group', () => {
  const from = {
    nodes: [
      ...pooled(1),
      ...managed(1, 'v1.34.2'),
      ...managed(1, 'main-2024'),
      ...nodes(1, { computeType: 'managed', group: 'new' }, 'v1.34.2'),
    ],
  };
  expect(
    listRolledGroups(from, { current: 33, target: 34 }).map(({ text, nodes: old }) => [
      text,
      old.map(({ name }) => name),
    ]),
  ).toEqual([
    ['NodePool default', ['default-v1.33.5-0']],
    ['node group blue', ['blue-main-2024-0']],
  ]);
});

it('lists only what is behind if no update is planned', () => {
  const from = { nodes: [...managed(1), ...pooled(1, 'v1.32.9')] };
  expect(listRolledGroups(from, { current: 32, target: 33 }).map(({ text }) => text)).toEqual(['NodePool default']);
});
