import { expect } from 'vitest';
import check from '../../../checks/nodes/not-ready/check.ts';
import { aNode, checkCases, type Case } from '../cases.ts';

const since = '2026-11-20T03:12:00Z';
const blue = { computeType: 'managed' as const, group: 'blue' };
const down = { ready: false, notReadySince: since };
const required = 'ready, no pressure, not cordoned';
const none = { fargateWorkloads: [] };
const virtual = aNode('fargate-ip-10-0-1-9', 'v1.33.1', { ...down, computeType: 'fargate' });

checkCases(check, [
  { it: 'is silent without nodes', facts: { nodes: [], ...none }, findings: [] },
  { it: 'is silent about a node that is ready', facts: { nodes: [aNode('a', 'v1.33.1')], ...none }, findings: [] },
  ...(
    [
      ['not ready', { ready: false, notReadySince: '2026-11-20T11:51:00Z' }],
      ['not reporting yet', { ready: null }],
      ['under pressure', { pressures: ['DiskPressure'] }],
      ['cordoned', { unschedulable: true }],
    ] satisfies [string, Parameters<typeof aNode>[2]][]
  ).map(([state, more]): Case => ({
    it: `leaves a node that is ${state} to its start for ten minutes (B4)`,
    facts: { nodes: [aNode('a', 'v1.33.1', { createdAt: '2026-11-20T11:50:01Z', ...more })], ...none },
    findings: [],
  })),
  {
    it: 'warns of a node that is not ready ten minutes after its start (B4)',
    facts: { nodes: [aNode('a', 'v1.33.1', { ...down, createdAt: '2026-11-20T11:50:00Z' })], ...none },
    findingsLike: [{ level: 'warn', rule: 'not-ready' }],
  },
  {
    it: 'warns of a node that is not ready, and since when',
    facts: { nodes: [aNode('a', 'v1.33.1', { ...down, pressures: ['DiskPressure'], unschedulable: true })], ...none },
    findings: [
      {
        level: 'warn',
        rule: 'not-ready',
        resource: { kind: 'Node', name: 'a' },
        message: `not ready since ${since}, DiskPressure, cordoned`,
        evidence: [{ observed: `not ready since ${since}, DiskPressure, cordoned`, required, fact: 'nodes' }],
        fix: expect.stringContaining('kubectl describe node a\n'),
      },
    ],
  },
  {
    it: 'is about the owner of a lone node, whose successor has another name',
    facts: { nodes: [aNode('a', 'v1.33.1', { ...blue, ...down }), aNode('b', 'v1.33.1', blue)], ...none },
    findingsLike: [{ resource: { kind: 'NodeGroup', name: 'blue' }, message: `node a: not ready since ${since}` }],
  },
  {
    it: 'folds several nodes of an owner into one finding, with the first of them',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...blue, ready: false, notReadySince: '2026-11-19T01:00:00Z' }),
        aNode('c', 'v1.33.1', { ...blue, unschedulable: true }),
      ],
      ...none,
    },
    findings: [
      {
        level: 'warn',
        rule: 'not-ready',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: '2 nodes are not ready, the first since 2026-11-19T01:00:00Z',
        evidence: [
          { observed: `not ready since ${since}`, required, fact: 'nodes', resource: 'Node a' },
          { observed: 'not ready since 2026-11-19T01:00:00Z', required, fact: 'nodes', resource: 'Node b' },
        ],
        fix: expect.stringContaining('kubectl describe node a\n'),
      },
      {
        level: 'warn',
        rule: 'cordoned',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'node c: cordoned',
        evidence: [{ observed: 'cordoned', required, fact: 'nodes', resource: 'Node c' }],
        fix: 'Find out who cordoned the node; uncordon it, or drain and delete it.\n```sh\nkubectl uncordon c\n```',
      },
    ],
  },
  {
    it: 'warns of a node that no longer reports',
    facts: { nodes: [aNode('a', 'v1.33.1', { ready: null, notReadySince: since })], ...none },
    findingsLike: [
      { level: 'warn', rule: 'silent', message: `does not report its status: Ready is Unknown since ${since}` },
    ],
  },
  {
    it: 'does not know about a node without the condition',
    facts: { nodes: [aNode('a', 'v1.33.1', { ready: null })], ...none },
    findingsLike: [
      {
        level: 'unknown',
        resource: { kind: 'Node', name: 'a' },
        message: 'the node has no Ready condition: it has not reported its status yet',
      },
    ],
  },
  {
    it: 'does not know about the nodes of a group without the condition, in one finding',
    facts: { nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { ...blue, ready: null })), ...none },
    findingsLike: [
      {
        level: 'unknown',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: '2 nodes have no Ready condition: they have not reported their status yet',
        evidence: ['a', 'b'].map((name) => ({
          observed: 'none',
          required: 'a Ready condition',
          fact: 'nodes',
          resource: `Node ${name}`,
        })),
      },
    ],
  },
  ...['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'].map((pressure): Case => ({
    it: `warns of ${pressure} on a node that is ready`,
    facts: { nodes: [aNode('a', 'v1.33.1', { pressures: [pressure] })], ...none },
    findingsLike: [{ level: 'warn', rule: 'pressure', message: pressure }],
  })),
  {
    it: 'counts nodes under pressure',
    facts: {
      nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { ...blue, pressures: ['DiskPressure'] })),
      ...none,
    },
    findingsLike: [{ resource: { kind: 'NodeGroup', name: 'blue' }, message: '2 nodes are under pressure' }],
  },
  {
    it: 'leaves a node that is being deleted to its deletion for a while, cordoned and not ready as it is',
    facts: {
      nodes: [aNode('a', 'v1.33.1', { ...down, unschedulable: true, deletingSince: '2026-11-20T11:50:00Z' })],
      ...none,
    },
    findings: [],
  },
  {
    it: 'warns of a deletion that hangs',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', {
          computeType: 'karpenter',
          group: 'general',
          unschedulable: true,
          deletingSince: '2026-11-20T11:45:00Z',
        }),
      ],
      ...none,
    },
    findingsLike: [
      {
        level: 'warn',
        rule: 'deletion',
        resource: { kind: 'NodePool', name: 'general' },
        message: 'node a: waiting to be deleted since 2026-11-20T11:45:00Z',
        fix: expect.stringContaining('finalizer'),
      },
    ],
  },
  {
    it: "names a virtual node's workload",
    facts: {
      nodes: [virtual],
      fargateWorkloads: [{ kind: 'Deployment', namespace: 'shop', name: 'cart', nodes: [virtual.name] }],
    },
    findingsLike: [
      {
        resource: { kind: 'Deployment', namespace: 'shop', name: 'cart', note: 'on Fargate' },
        message: `not ready since ${since}`,
        evidence: [{ observed: `not ready since ${since}`, required, fact: 'nodes', resource: `Node ${virtual.name}` }],
      },
    ],
  },
  {
    it: 'names the virtual node where its workload was not seen',
    facts: { nodes: [virtual] },
    findingsLike: [{ resource: { kind: 'Node', name: virtual.name }, message: `not ready since ${since}` }],
  },
]);
