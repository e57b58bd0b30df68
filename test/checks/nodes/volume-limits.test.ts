import { expect } from 'vitest';
import check from '../../../checks/nodes/volume-limits/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aNode, aNodegroup, aPod, checkCases, type Case } from '../cases.ts';

const managed: Partial<NodeFact> = { computeType: 'managed', group: 'general' };
const driver = 'ebs.csi.aws.com';
const volume = (
  at: number,
  more: Partial<Facts['persistentVolumes'][number]> = {},
): Facts['persistentVolumes'][number] => ({
  name: `pv-${at}`,
  driver,
  inTreeEbs: false,
  phase: 'Bound',
  claim: `shop/data-${at}`,
  storageClass: null,
  reach: { zones: ['eu-west-1a'], local: false },
  ...more,
});
const claims = (...numbers: number[]) => numbers.map((at) => `data-${at}`);
const minimal = { strategy: 'MINIMAL', maxUnavailable: 1, maxUnavailablePercentage: null };
const limits = (limit: number, ...names: string[]): Facts['csiNodes'] =>
  names.map((node) => ({ node, drivers: [{ driver, limit }] }));

/** Pod cart-1 with two volumes on node a, the only one in its zone, of a group with the strategy MINIMAL. */
function facts(more: Partial<Facts> = {}): Partial<Facts> {
  return {
    nodes: [aNode('a', 'v1.33.1', managed), aNode('b', 'v1.33.1', { ...managed, zone: 'eu-west-1b' })],
    nodegroups: [aNodegroup('general', { update: minimal })],
    pods: [aPod('cart-1')],
    drainTraits: [{ namespace: 'shop', name: 'cart-1', claims: claims(1, 2) }],
    persistentVolumes: [volume(1), volume(2)],
    csiNodes: limits(25, 'a', 'b'),
    ...more,
  };
}

const inZone = (limit: number): Partial<Facts> =>
  facts({
    nodes: [aNode('a', 'v1.33.1', managed), aNode('b', 'v1.33.1', managed)],
    csiNodes: limits(limit, 'a', 'b'),
  });

/** Node group legacy of Amazon Linux 2 with a1.large, which Amazon Linux 2023 does not support, and m6g.large. */
function replaced(more: Partial<Facts> = {}): Partial<Facts> {
  return facts({
    nodes: [aNode('a', 'v1.32.9', { computeType: 'managed', group: 'legacy', instanceType: 'a1.large' })],
    nodegroups: [
      aNodegroup('legacy', {
        version: '1.32',
        amiType: 'AL2_ARM_64',
        instanceTypes: ['a1.large', 'm6g.large'],
        desiredSize: 1,
        update: { ...minimal, strategy: 'DEFAULT' },
      }),
    ],
    csiNodes: limits(30, 'a'),
    instanceTypes: [aType(5)],
    ...more,
  });
}

const aType = (most: number, shared = false): Facts['instanceTypes'][number] => ({
  name: 'm6g.large',
  vcpus: 2,
  interfaces: 3,
  addressesPerInterface: 10,
  nitro: true,
  volumes: { most, shared },
});
const from132 = { current: '1.32', target: '1.33' };

const cases: Case[] = [
  {
    it: 'warns of a node that is drained before another one of its zone takes its volumes',
    facts: facts(),
    findings: [
      {
        level: 'warn',
        rule: 'no-slot',
        groups: ['node group general'],
        resource: { kind: 'NodeGroup', name: 'general' },
        message:
          'drains a before a new node starts: its pods have 2 EBS volumes, and the other nodes in eu-west-1a can attach 0. They stay Pending until the new node is ready',
        evidence: [{ observed: '2 volumes', required: 'at most 0', resource: 'Node a', fact: 'csiNodes' }],
        fix: expect.stringContaining('--update-config updateStrategy=DEFAULT,maxUnavailable=1'),
      },
    ],
  },
  { it: 'is silent where another node of the zone takes them', facts: inZone(2), findings: [] },
  {
    it: 'warns where that node takes only one of them',
    facts: inZone(1),
    findingsLike: [{ level: 'warn', rule: 'no-slot' }],
  },
  {
    it: 'is silent where EKS starts a new node first',
    facts: facts({ nodegroups: [aNodegroup('general', { update: { ...minimal, strategy: 'DEFAULT' } })] }),
    findings: [],
  },
  {
    it: 'is silent about volumes of another driver, of finished pods, and without a claim',
    facts: facts({ persistentVolumes: [volume(1, { driver: 'efs.csi.aws.com' }), volume(2, { phase: 'Released' })] }),
    findings: [],
  },
  {
    it: 'is silent about pods that have finished',
    facts: facts({ pods: [aPod('cart-1', { phase: 'Succeeded' })] }),
    findings: [],
  },
  {
    it: 'does not know about nodes whose CSINode does not list the driver',
    facts: {
      ...inZone(1),
      csiNodes: [...limits(25, 'a'), { node: 'b', drivers: [] }],
    },
    findingsLike: [{ level: 'unknown', rule: 'limit-unknown' }],
  },
  { it: 'is silent where the new instance types take the volumes', ...from132, facts: replaced(), findings: [] },
  {
    it: 'fails a pod that has more volumes than they take',
    ...from132,
    facts: replaced({ instanceTypes: [aType(5, true)] }),
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        rule: 'volumes-of-pod',
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' },
        message: 'has 2 EBS volumes, and a node of legacy-al2023 (m6g.large) takes 1: its pod stays Pending',
      },
      { level: 'warn', rule: 'fewer-volumes' },
    ],
  },
  {
    it: 'warns of more volumes than the new nodes take together',
    ...from132,
    facts: replaced({
      pods: [aPod('cart-1'), aPod('cart-2')],
      drainTraits: [
        { namespace: 'shop', name: 'cart-1', claims: claims(1) },
        { namespace: 'shop', name: 'cart-2', claims: claims(2) },
      ],
      instanceTypes: [aType(2)],
    }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'fewer-volumes',
        message:
          'its pods have 2 EBS volumes, and the nodes of legacy-al2023 (m6g.large) take 1 at its desired size: some pods stay Pending',
      },
    ],
  },
  {
    it: 'takes the limit of a running node of the type before that of EC2',
    ...from132,
    facts: replaced({
      nodes: [
        aNode('a', 'v1.32.9', { computeType: 'managed', group: 'legacy', instanceType: 'a1.large' }),
        aNode('m', 'v1.33.1', { instanceType: 'm6g.large' }),
      ],
      csiNodes: [...limits(30, 'a'), ...limits(20, 'm')],
      instanceTypes: [aType(2)],
    }),
    findings: [],
  },
  {
    it: 'does not know the limit of a type that was not read',
    ...from132,
    facts: replaced({ instanceTypes: [] }),
    findingsLike: [{ level: 'unknown', rule: 'limit-unknown', at: 33 }],
  },
  {
    it: 'is silent about a group that keeps its instance types',
    ...from132,
    facts: replaced({
      nodegroups: [
        aNodegroup('legacy', { version: '1.32', amiType: 'AL2_x86_64', update: { ...minimal, strategy: 'DEFAULT' } }),
      ],
      instanceTypes: [aType(1)],
    }),
    findings: [],
  },
];

checkCases(check, cases);
