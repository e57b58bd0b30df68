import { expect, it } from 'vitest';
import { listExtraNodes } from '../../src/for-checks/extra-nodes.ts';
import { listRolledGroups } from '../../src/for-checks/rolled-groups.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { aNode, aNodegroup } from '../../src/custom-checks/testing/samples.ts';
import { aNodePool } from '../checks/karpenter/objects.ts';

type Update = NonNullable<Facts['nodegroups'][number]['update']>;

const subnetsIn = (zones: number): Facts['vpcSubnets'] =>
  Array.from({ length: zones }, (_, at) => ({
    id: `subnet-${at}`,
    cidrs: [],
    zone: `eu-west-1${'abcde'[at]}`,
    free: 100,
  }));
const nodesOf = (count: number) =>
  Array.from({ length: count }, (_, at) => aNode(`n${at}`, 'v1.33.5', { computeType: 'managed', group: 'blue' }));

/** The extra nodes of one managed node group. */
function ofGroup(zones: number, update: Partial<Update>, size: number, subnets = subnetsIn(zones), nodes = size) {
  const group = aNodegroup('blue', {
    desiredSize: size,
    subnetIds: Array.from({ length: zones }, (_, at) => `subnet-${at}`),
    update: { strategy: 'DEFAULT', maxUnavailable: null, maxUnavailablePercentage: null, ...update },
  });
  const rolled = listRolledGroups({ nodes: nodesOf(nodes), nodegroups: [group] }, { current: 33, target: 34 });
  const [first] = listExtraNodes(rolled, [group], subnets);
  return first === undefined ? undefined : { total: first.total, inZone: first.inZone?.nodes };
}

it.each([
  ['3 zones, one node at a time', 3, { maxUnavailable: 1 }, 3, { from: 6, to: 6 }, 2],
  ['5 zones, 20 nodes at a time', 5, { maxUnavailable: 20 }, 40, { from: 20, to: 20 }, 4],
  ['5 zones, 20 at a time, fewer nodes than that', 5, { maxUnavailable: 20 }, 3, { from: 20, to: 20 }, 4],
  ['a third of 10 nodes in 2 zones', 2, { maxUnavailablePercentage: 33 }, 10, { from: 4, to: 4 }, 2],
  [
    'a third of 20 nodes in 2 zones: the rounding is open',
    2,
    { maxUnavailablePercentage: 33 },
    20,
    { from: 6, to: 7 },
    4,
  ],
  ['no setting: one node at a time', 1, {}, 3, { from: 2, to: 2 }, 2],
  ['at most 100 nodes', 2, { maxUnavailablePercentage: 100 }, 300, { from: 100, to: 100 }, 50],
] as const)('%s', (_title, zones, update, size, total, inZone) => {
  expect(ofGroup(zones, update, size)).toEqual({ total, inZone });
});

it('leaves out a group that ends old nodes first', () => {
  expect(ofGroup(3, { strategy: 'MINIMAL', maxUnavailable: 1 }, 3)).toBeUndefined();
});

it('refers a percentage to the desired size, not to the nodes that are there', () => {
  expect(ofGroup(1, { maxUnavailablePercentage: 50 }, 10, subnetsIn(1), 4)?.total).toEqual({ from: 5, to: 5 });
});

it('leaves out a group if the zone of a subnet is not known', () => {
  const [first, ...others] = subnetsIn(2);
  expect(first).toBeDefined();
  expect(ofGroup(2, {}, 3, [{ id: 'subnet-0', cidrs: [], free: 1 }, ...others])).toBeUndefined();
});

it('counts no zone for a subnet that does not exist', () => {
  expect(ofGroup(3, {}, 3, subnetsIn(2))?.total).toEqual({ from: 4, to: 4 });
});

it('counts the nodes that the budgets of a NodePool allow at a time, without zones', () => {
  const nodes = Array.from({ length: 25 }, (_, at) =>
    aNode(`n${at}`, 'v1.33.5', { computeType: 'karpenter', group: 'default' }),
  );
  const rolled = listRolledGroups({ nodes, karpenterPools: [aNodePool('default')] }, { current: 33, target: 34 });
  expect(listExtraNodes(rolled, [], [])).toMatchObject([{ total: { from: 3, to: 3 }, inZone: undefined }]);
});
