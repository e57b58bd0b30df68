import { expect } from 'vitest';
import check from '../../../checks/karpenter/stuck-deletion/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterClaim } from '../../../src/facts/karpenter-objects.ts';
import { aKarpenter, aNode, aPod, checkCases, karpenterPath, type Case } from '../cases.ts';
import { aClaim, allKindsRead, aMachine, aNodeClass, aNodePool } from './objects.ts';

/** Now is 12:00. */
const since = '2026-11-20T11:00:00Z';
const soon = '2026-11-20T11:00:01Z';

const controllerPod = aPod('karpenter-1', {
  namespace: 'kube-system',
  controller: { kind: 'Deployment', name: 'karpenter' },
});
const here: Partial<Facts> = {
  ...allKindsRead,
  karpenterControllers: [aKarpenter()],
  karpenterPools: [aNodePool('default')],
  karpenterNodeClasses: [aNodeClass('default')],
  karpenterClaims: [aClaim('default-a')],
  nodes: [],
  pods: [controllerPod],
  drainTraits: [],
};
const gone = (name: string, more: Partial<KarpenterClaim> = {}) =>
  aClaim(name, { terminating: true, deletingSince: since, node: `node-${name}`, ...more });
const waiting = (type: string, status = 'Unknown') => [{ type, status, reason: null, message: null }];
const ownNode = (name: string, deletingSince: string | null, more: Partial<Facts['nodes'][number]> = {}) =>
  aNode(name, 'v1.33.5', { computeType: 'karpenter', group: 'default', deletingSince, ...more });
const withGrace = (terminationGracePeriod: string) =>
  aNodePool('default', { disruption: { ...aNodePool('default').disruption, terminationGracePeriod } });
const deletedClass = aNodeClass('default', { terminating: true, deletingSince: since });
const pool = { kind: 'NodePool', name: 'default' };
const toLook = expect.stringContaining('kubectl describe nodeclaim default-a\n') as string;

const silent: [string, Partial<Facts>][] = [
  ['no deletion', {}],
  ['a deletion that just began', { karpenterClaims: [gone('default-a', { deletingSince: soon })] }],
  [
    'a NodeClaim within its terminationGracePeriod',
    { karpenterClaims: [gone('default-a', { deletingSince: '2026-11-19T13:00:00Z', terminatesAt: soon })] },
  ],
  [
    'a NodeClaim within the terminationGracePeriod of its NodePool',
    { karpenterPools: [withGrace('24h')], karpenterClaims: [gone('default-a')] },
  ],
  [
    'a NodeClaim within the grace period of a pod',
    {
      karpenterClaims: [gone('default-a')],
      pods: [controllerPod, aPod('batch', { node: 'node-default-a' })],
      drainTraits: [{ namespace: 'shop', name: 'batch', graceSeconds: 60 }],
    },
  ],
  [
    'EKS Auto Mode',
    {
      karpenterClaims: [gone('a', { nodeClassGroup: 'eks.amazonaws.com' })],
      nodes: [ownNode('a', since, { computeType: 'auto' })],
    },
  ],
  ['a node that EKS deletes', { nodes: [ownNode('a', since, { computeType: 'managed' })] }],
];

checkCases(check, [
  {
    it: 'skips a cluster without Karpenter',
    facts: {
      ...here,
      karpenterControllers: [],
      karpenterPools: [],
      karpenterNodeClasses: [],
      karpenterClaims: [],
    },
    skip: 'Karpenter is not installed in this cluster',
  },
  ...silent.map(([what, facts]): Case => ({
    it: `is silent about ${what}`,
    facts: { ...here, ...facts },
    findings: [],
  })),
  {
    it: 'fails a node class that is being deleted while nodes depend on it, at once',
    facts: { ...here, karpenterNodeClasses: [{ ...deletedClass, deletingSince: soon }] },
    findings: [
      {
        level: 'fail',
        rule: 'node-class',
        atKarpenter: '1.8.1',
        resource: { kind: 'EC2NodeClass', name: 'default', apiVersion: 'karpenter.k8s.aws/v1' },
        message:
          'is being deleted, so Karpenter launches no nodes for NodePool default, and replaces none (1 node depends on it)',
        evidence: [
          { observed: `deletionTimestamp ${soon}`, required: 'no deletionTimestamp', fact: 'karpenterNodeClasses' },
        ],
        fix: expect.stringContaining('kubectl get ec2nodeclass default -o yaml\n') as string,
      },
    ],
  },
  {
    it: 'warns of one without nodes',
    facts: { ...here, karpenterNodeClasses: [deletedClass], karpenterClaims: [] },
    findingsLike: [{ level: 'warn', rule: 'node-class' }],
  },
  {
    it: 'does not know whether nodes depend on it where NodeClaims were not read',
    facts: { ...here, karpenterNodeClasses: [deletedClass], karpenterClaims: [], karpenterClaimKinds: ['Machine'] },
    findingsLike: [{ level: 'unknown', rule: 'node-class', message: expect.stringContaining('unknown whether') }],
  },
  {
    it: 'fails one that only a later version of the path reads, from that version on',
    facts: { ...here, karpenterControllers: [aKarpenter({ version: '0.31.5' })], karpenterNodeClasses: [deletedClass] },
    karpenter: karpenterPath('0.31.5', '0.32.10'),
    findingsLike: [{ level: 'fail', rule: 'node-class', atKarpenter: '0.32.10' }],
  },
  {
    it: 'warns of NodeClaims that wait for pods, once for all of a NodePool',
    facts: {
      ...here,
      karpenterClaims: [
        gone('default-a', { conditions: waiting('Drained') }),
        gone('default-b', { deletingSince: '2026-11-20T10:00:00Z' }),
        ...['c', 'd', 'e'].map((name) => aClaim(`default-${name}`)),
      ],
      nodes: [ownNode('node-default-a', since), ownNode('node-default-b', since)],
      pods: [
        controllerPod,
        aPod('cart', { node: 'node-default-b' }),
        aPod('agent', { node: 'node-default-b', controller: { kind: 'DaemonSet', name: 'agent' } }),
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'drain',
        resource: { ...pool, note: 'NodeClaim default-a and 1 more' },
        message:
          '2 NodeClaims have been waiting to be deleted since 2026-11-20T10:00:00Z, for pods that have not left the node; this uses up the disruption budget, so drift replaces no other node of the NodePool',
        evidence: [
          {
            observed: `deletionTimestamp ${since}`,
            required: 'deleted',
            resource: 'NodeClaim default-a',
            fact: 'karpenterClaims',
          },
          {
            observed: 'deletionTimestamp 2026-11-20T10:00:00Z, pods shop/cart',
            required: 'deleted',
            resource: 'NodeClaim default-b',
            fact: 'karpenterClaims',
          },
        ],
        fix: toLook,
      },
    ],
  },
  ...(
    [
      ['volumes', waiting('VolumesDetached'), 'volumes that are not detached from the node'],
      ['instance', waiting('InstanceTerminating', 'True'), 'EC2 to terminate the instance'],
      ['other', [], 'a finalizer'],
    ] as const
  ).map(([rule, conditions, end]): Case => ({
    it: `warns of a NodeClaim that waits: ${rule}`,
    facts: {
      ...here,
      karpenterPools: [aNodePool('default', { disruption: { ...aNodePool('default').disruption, budgets: [] } })],
      karpenterClaims: [gone('default-a', { conditions: [...conditions] })],
    },
    findingsLike: [
      {
        level: 'warn',
        rule,
        resource: pool,
        message: `1 NodeClaim has been waiting to be deleted since ${since}, for ${end}`,
        fix: toLook,
      },
    ],
  })),
  {
    it: 'warns of a NodeClaim that is still there after its terminationGracePeriod',
    facts: {
      ...here,
      karpenterClaims: [gone('default-a', { terminatesAt: since, deletingSince: '2026-11-19T11:00:00Z' })],
    },
    findingsLike: [{ level: 'warn', rule: 'other' }],
  },
  {
    it: 'warns of a node without a NodeClaim',
    facts: { ...here, karpenterClaims: [], nodes: [ownNode('old', since, { ofProvisioner: true })] },
    findingsLike: [
      { level: 'warn', rule: 'other', resource: { kind: 'Provisioner', name: 'default', note: 'Node old' } },
    ],
  },
  {
    it: 'warns of what no controller removes, in a cluster without Karpenter, too',
    facts: {
      ...here,
      karpenterControllers: [],
      karpenterNodeClasses: [deletedClass],
      karpenterClaims: [gone('default-a')],
    },
    findingsLike: [
      { level: 'warn', rule: 'no-controller', resource: { ...pool, note: 'NodeClaim default-a' } },
      { level: 'warn', rule: 'no-controller', resource: { kind: 'EC2NodeClass', name: 'default' } },
    ],
  },
  ...(
    [
      ['whose pods are not ready', { pods: [{ ...controllerPod, ready: false }], karpenterClaims: [gone('a')] }],
      [
        'that does not read Machines',
        { karpenterClaims: [{ ...aMachine('a'), terminating: true, deletingSince: since }] },
      ],
    ] satisfies [string, Partial<Facts>][]
  ).map(([what, facts]): Case => ({
    it: `warns beside a controller ${what}`,
    facts: { ...here, ...facts },
    findingsLike: [{ level: 'warn', rule: 'no-controller' }],
  })),
  {
    it: 'names a NodePool with its NodeClaims, for which it waits',
    facts: {
      ...here,
      karpenterPools: [aNodePool('default', { terminating: true, deletingSince: since })],
      karpenterNodeClasses: [deletedClass],
      karpenterClaims: [gone('default-a')],
    },
    findingsLike: [
      { rule: 'other', resource: { ...pool, note: 'NodeClaim default-a' } },
      { rule: 'other', resource: { kind: 'EC2NodeClass', name: 'default' } },
    ],
  },
  {
    it: 'warns of a NodePool whose NodeClaims are not being deleted',
    facts: { ...here, karpenterPools: [aNodePool('default', { terminating: true, deletingSince: since })] },
    findingsLike: [{ level: 'warn', rule: 'other', resource: pool }],
  },
  {
    it: 'says nothing about budgets where no controller runs',
    facts: { ...here, karpenterControllers: [], karpenterClaims: [gone('default-a')] },
    findingsLike: [
      {
        message: expect.stringMatching(/because no running Karpenter reads this kind$/) as string,
        rule: 'no-controller',
      },
    ],
  },
  {
    it: 'warns of a NodePool that waits for something else than its NodeClaims',
    facts: {
      ...here,
      karpenterPools: [
        aNodePool('old', { terminating: true, deletingSince: since, nodeClass: null }),
        aNodePool('default'),
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'other',
        resource: { kind: 'NodePool', name: 'old' },
        message: `has been waiting to be deleted since ${since}, for a finalizer`,
        evidence: [
          {
            observed: `deletionTimestamp ${since}`,
            required: 'deleted',
            resource: 'NodePool old',
            fact: 'karpenterPools',
          },
        ],
        fix: expect.stringContaining("kubectl get nodepool old -o jsonpath='{.metadata.finalizers}'") as string,
      },
    ],
  },
  {
    it: 'warns of a deletion whose start is not in the inventory',
    facts: { ...here, karpenterClaims: [aClaim('default-a', { terminating: true })] },
    findingsLike: [{ level: 'warn', rule: 'time-not-read', fix: 'Take a new inventory.' }],
  },
]);
