import { expect } from 'vitest';
import check from '../../../checks/nodes/not-ready/check.ts';
import { aNode, checkCases, type Case } from '../cases.ts';

const since = '2026-11-20T03:12:00Z';
const blue = { computeType: 'managed' as const, group: 'blue' };
const down = { ready: false, notReadySince: since };
const dateless = (name: string, more: Parameters<typeof aNode>[2] = {}) =>
  aNode(name, 'v1.33.1', { ready: false, notReadySince: null, ...more });
const required = 'ready, no pressure, not cordoned';
const none = { fargateWorkloads: [] };
/** Ready nodes without a group. */
const ready = (...names: readonly string[]) => names.map((name) => aNode(name, 'v1.33.1'));
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
    it: `leaves a node that is ${state} to its start for ten minutes`,
    facts: { nodes: [aNode('a', 'v1.33.1', { createdAt: '2026-11-20T11:50:01Z', ...more })], ...none },
    findings: [],
  })),
  {
    it: 'warns of a node that is not ready ten minutes after its start',
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
        short: 'node is not ready',
        message: `not ready since ${since}, DiskPressure, cordoned`,
        evidence: [{ observed: `not ready since ${since}, DiskPressure, cordoned`, required, fact: 'nodes' }],
        fix: expect.stringContaining('kubectl describe node a\n'),
      },
    ],
  },
  {
    it: 'does not know about half of the nodes where one does not tell since when it is not ready',
    facts: { nodes: [dateless('a'), aNode('b', 'v1.33.1', down), ...ready('c', 'd')], ...none },
    findings: [
      {
        level: 'unknown',
        rule: 'half-of-nodes',
        resource: { kind: 'Cluster', name: 'prod' },
        short: 'unknown how long nodes are not ready',
        message:
          'unknown whether 2 of 4 nodes have been NotReady for 10 minutes or longer: some of them do not report since when',
        evidence: [
          { observed: `not ready since ${since}`, required: 'ready', resource: 'Node b', fact: 'nodes' },
          { observed: 'not ready', required: 'ready', resource: 'Node a', fact: 'nodes' },
        ],
        fix: expect.stringContaining('kubectl describe node b\n'),
      },
    ],
  },
  {
    it: 'does not know about a group whose nodes do not tell since when they are not ready',
    facts: { nodes: [dateless('a', blue), dateless('b', blue), ...ready('c', 'd', 'e')], ...none },
    findingsLike: [{ level: 'unknown', rule: 'group-not-ready', resource: { kind: 'NodeGroup', name: 'blue' } }],
  },
  {
    it: 'fails a group beside half of the nodes that is not known',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...blue, ...down }),
        dateless('c'),
        ...ready('d', 'e', 'f'),
      ],
      ...none,
    },
    findingsLike: [
      { level: 'unknown', rule: 'half-of-nodes' },
      { level: 'fail', rule: 'group-not-ready', resource: { kind: 'NodeGroup', name: 'blue' } },
    ],
  },
  {
    it: 'warns of one node that does not tell since when it is not ready, beside others that are ready',
    facts: { nodes: [dateless('a'), ...ready('b', 'c')], ...none },
    findingsLike: [{ level: 'warn', rule: 'not-ready' }],
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
        ...ready('d', 'e'),
      ],
      ...none,
    },
    findings: [
      {
        level: 'warn',
        rule: 'not-ready',
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: '2 nodes are not ready',
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
        short: 'node is cordoned',
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
    it: 'takes a node without the condition for one that does not report',
    facts: { nodes: [aNode('a', 'v1.33.1', { ready: null })], ...none },
    findingsLike: [
      {
        level: 'warn',
        rule: 'silent',
        resource: { kind: 'Node', name: 'a' },
        message: 'has no Ready condition: it never reported its status',
      },
    ],
  },
  {
    it: 'counts a node without the condition from its creation on',
    facts: {
      nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { ready: null, createdAt: '2026-11-20T11:00:00Z' })),
      ...none,
    },
    findingsLike: [
      { level: 'fail', rule: 'half-of-nodes', message: expect.stringMatching(/^2 of 2 nodes /) as string },
    ],
  },
  {
    it: 'does not know about nodes without the condition whose creation is unknown',
    facts: { nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { ...blue, ready: null })), ...none },
    findingsLike: [{ level: 'unknown', rule: 'half-of-nodes', resource: { kind: 'Cluster', name: 'prod' } }],
  },
  {
    it: 'fails where at least half of all nodes have been NotReady for ten minutes',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...blue, ready: null, notReadySince: '2026-11-20T11:50:00Z' }),
        aNode('c', 'v1.33.1', { ...blue, unschedulable: true }),
        ...ready('d'),
      ],
      ...none,
    },
    findings: [
      {
        level: 'fail',
        rule: 'half-of-nodes',
        resource: { kind: 'Cluster', name: 'prod' },
        short: '2 of 4 nodes are not ready',
        message: '2 of 4 nodes have been NotReady for 10 minutes or longer: pods of drained nodes cannot run there',
        evidence: [
          { observed: `not ready since ${since}`, required: 'ready', fact: 'nodes', resource: 'Node a' },
          {
            observed: 'does not report its status: Ready is Unknown since 2026-11-20T11:50:00Z',
            required: 'ready',
            fact: 'nodes',
            resource: 'Node b',
          },
        ],
        fix: expect.stringMatching(
          /^Find out what the nodes have in common [\s\S]*kubectl describe node a\n/,
        ) as string,
      },
      {
        level: 'warn',
        rule: 'cordoned',
        resource: { kind: 'NodeGroup', name: 'blue' },
        short: 'node is cordoned',
        message: 'node c: cordoned',
        evidence: [{ observed: 'cordoned', required, fact: 'nodes', resource: 'Node c' }],
        fix: expect.stringContaining('kubectl uncordon c'),
      },
    ],
  },
  {
    it: 'fails where all nodes report nothing for hours',
    facts: {
      nodes: ['a', 'b', 'c'].map((name) => aNode(name, 'v1.33.1', { ...blue, ready: null, notReadySince: since })),
      ...none,
    },
    findingsLike: [
      { level: 'fail', rule: 'half-of-nodes', message: expect.stringMatching(/^3 of 3 nodes /) as string },
    ],
  },
  {
    it: 'fails where no node of a group of two is ready, among many that are',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...blue, ...down }),
        ...ready('c', 'd', 'e', 'f'),
      ],
      ...none,
    },
    findingsLike: [
      {
        level: 'fail',
        rule: 'group-not-ready',
        resource: { kind: 'NodeGroup', name: 'blue' },
        message: 'all 2 nodes have been NotReady for 10 minutes or longer: pods of drained nodes cannot run there',
      },
    ],
  },
  {
    it: 'warns of two nodes of five, of a group whose other nodes are ready and of a group of one',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...down, computeType: 'managed', group: 'one' }),
        aNode('c', 'v1.33.1', blue),
        ...ready('d', 'e'),
      ],
      ...none,
    },
    findingsLike: [
      { level: 'warn', resource: { kind: 'NodeGroup', name: 'blue' } },
      { level: 'warn', resource: { kind: 'NodeGroup', name: 'one' } },
    ],
  },
  {
    it: 'warns of two nodes that have been NotReady for nine minutes',
    facts: {
      nodes: ['a', 'b'].map((name) =>
        aNode(name, 'v1.33.1', { ...blue, ready: false, notReadySince: '2026-11-20T11:51:00Z' }),
      ),
      ...none,
    },
    findingsLike: [{ level: 'warn', rule: 'not-ready' }],
  },
  {
    it: 'counts no node that is being deleted, and no virtual kubelet',
    facts: {
      nodes: [
        aNode('a', 'v1.33.1', { ...blue, ...down }),
        aNode('b', 'v1.33.1', { ...blue, ...down, deletingSince: '2026-11-20T11:55:00Z' }),
        aNode('v', 'v1.33.1', { ...down, computeType: 'virtual' }),
        ...ready('c'),
      ],
      ...none,
    },
    findingsLike: [
      { level: 'warn', resource: { kind: 'NodeGroup', name: 'blue' } },
      { level: 'warn', resource: { kind: 'Node', name: 'v' } },
    ],
  },
  {
    it: 'counts no node that is younger than ten minutes, whatever its condition says',
    facts: {
      nodes: ['a', 'b'].map((name) => aNode(name, 'v1.33.1', { ...down, createdAt: '2026-11-20T11:55:00Z' })),
      ...none,
    },
    findings: [],
  },
  {
    it: 'takes no workload on Fargate for a group',
    facts: {
      nodes: [virtual, { ...virtual, name: 'fargate-ip-10-0-1-10' }, ...ready('a', 'b', 'c')],
      fargateWorkloads: [
        { kind: 'Deployment', namespace: 'shop', name: 'cart', nodes: [virtual.name, 'fargate-ip-10-0-1-10'] },
      ],
    },
    findingsLike: [{ level: 'warn', resource: { kind: 'Deployment', namespace: 'shop', name: 'cart' } }],
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
          computeType: 'auto',
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
        resource: { kind: 'NodePool', name: 'general', note: 'EKS Auto Mode' },
        message: 'node a: waiting to be deleted since 2026-11-20T11:45:00Z',
        fix: expect.stringContaining('finalizer'),
      },
    ],
  },
  {
    it: 'leaves the deletion of Karpenter nodes to karpenter/stuck-deletion',
    facts: {
      nodes: [aNode('a', 'v1.33.1', { computeType: 'karpenter', ...down, deletingSince: '2026-11-20T01:00:00Z' })],
      ...none,
    },
    findings: [],
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
