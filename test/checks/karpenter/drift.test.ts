import { expect } from 'vitest';
import check from '../../../checks/karpenter/drift/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aKarpenter, aNode, aPod, checkCases, karpenterPath, type Case } from '../cases.ts';
import { argoSays, byArgo } from '../managers.ts';
import { aClaim, aNodePool, aProvisioner } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const inConfigMap = { 'configMap:aws.clusterName': 'prod' };

function facts(version: string | null, settings: Record<string, string>, more: Partial<Facts> = {}) {
  return {
    karpenterControllers: [aKarpenter({ version, settings })],
    karpenterPools: [aNodePool('default'), aNodePool('batch', budgets({ nodes: '0', reasons: ['Drifted'] }))],
    karpenterClaims: [aClaim('default-1'), aClaim('default-2'), aClaim('batch-1', { pool: 'batch' })],
    ...more,
  };
}

function budgets(...list: Partial<Facts['karpenterPools'][number]['disruption']['budgets'][number]>[]) {
  const whole = list.map((one) => ({ nodes: '10%', schedule: null, duration: null, reasons: [], ...one }));
  return { disruption: { ...aNodePool('x').disruption, budgets: whole } };
}

const alpha = {
  karpenterPools: [aProvisioner('default')],
  karpenterClaims: [
    aClaim('default-1', { kind: 'Machine' as const }),
    aClaim('default-2', { kind: 'Machine' as const }),
  ],
};

/** A node of a NodePool, and its annotation. */
const node = (name: string): NodeFact => aNode(name, 'v1.33.5', { computeType: 'karpenter', group: 'default' });
const doNotDisrupt = (kind: string, namespace: string | null, name: string): Facts['karpenterKeys'][number] => ({
  kind,
  namespace,
  name,
  pods: null,
  uses: [{ key: 'karpenter.sh/do-not-disrupt', place: 'annotation', operator: null, values: ['true'] }],
});
const never = { expireAfter: 'Never' };
const withPool = (more: Partial<Facts['karpenterPools'][number]>, rest: Partial<Facts> = {}) => ({
  karpenterPools: [aNodePool('default', more), aNodePool('empty', more)],
  ...rest,
});
const disruption = (more: Partial<Facts['karpenterPools'][number]['disruption']>) => ({
  disruption: { ...aNodePool('x').disruption, ...more },
});
/** A static NodePool, and the feature gate that its nodes need to launch. */
const aStaticPool = (replicas: number) => ({ fields: ['spec.replicas'], replicas });
const staticOn = { FEATURE_GATES: 'NodeRepair=false,StaticCapacity=true' };
const updated = { current: '1.33', target: '1.34' };
const held = { level: 'warn', rule: 'held', at: 34, phase: 'after', blocks: 'nodes' } as const;

/** Two nodes of 119 days, and one of a week. */
const claimsOf119Days = {
  karpenterClaims: [
    aClaim('default-1', { createdAt: '2026-07-24T08:00:00Z' }),
    aClaim('default-2', { createdAt: '2026-07-24T08:00:00Z' }),
    aClaim('default-3', { createdAt: '2026-11-13T08:00:00Z' }),
  ],
};
const to10 = { karpenter: karpenterPath('0.37.8', '1.0.14'), current: '1.30', target: '1.30' };
const onDrift = { FEATURE_GATES: 'Drift=true' };

const ofExpiry: Case[] = [
  {
    it: 'says where a NodePool is managed whose budget keeps nodes, before the step and after the update',
    ...to10,
    target: '1.31',
    facts: facts('0.37.8', onDrift, withPool({ ...budgets({ nodes: '0' }), owner: byArgo }, claimsOf119Days)),
    findingsLike: [
      { rule: 'overdue', fix: argoSays('the NodePool') },
      { rule: 'held', fix: argoSays('the NodePool') },
    ],
  },
  {
    it: 'fails at the step to 1.0 where a budget of 0 keeps nodes that are past their expiry',
    ...to10,
    facts: facts('0.37.8', onDrift, withPool(budgets({ nodes: '0' }), claimsOf119Days)),
    findings: [
      {
        level: 'fail',
        rule: 'overdue',
        atKarpenter: '1.0.14',
        resource: { kind: 'NodePool', name: 'default', apiVersion: 'karpenter.sh/v1' },
        message:
          '2 of 3 NodeClaims are past 720h: Karpenter 1.0.14 drains them at once, regardless of budgets and karpenter.sh/do-not-disrupt',
        evidence: ['default-1', 'default-2'].map((name) => ({
          observed: 'created 2026-07-24',
          required: 'younger than expireAfter 720h',
          resource: name,
          fact: 'karpenterClaims',
        })),
        fix: 'Before the step, replace these nodes a few at a time: allow it in `spec.disruption.budgets`, or delete one NodeClaim after the other. Or set `expireAfter: Never` in `spec.disruption` of the NodePool until the step is done: the conversion to v1 copies it to the NodeClaims.',
      },
    ],
  },
  {
    it: 'is silent about old nodes that never expire',
    ...to10,
    facts: facts('0.37.8', onDrift, withPool(disruption({ expireAfter: 'Never' }), claimsOf119Days)),
    findings: [],
  },
  {
    it: 'is silent about old nodes where 1.0 runs, which has replaced those past their expiry',
    karpenter: karpenterPath('1.1.10', '1.2.8'),
    current: '1.30',
    target: '1.30',
    facts: facts('1.1.10', {}, withPool(budgets({ nodes: '0' }), claimsOf119Days)),
    findings: [],
  },
  {
    it: 'is silent about old nodes of a longer expiry',
    ...to10,
    facts: facts('0.37.8', onDrift, withPool(disruption({ expireAfter: '2880h' }), claimsOf119Days)),
    findings: [],
  },
  {
    it: 'warns of one node, which its budget may be about to replace',
    ...to10,
    facts: facts('0.37.8', onDrift, withPool({}, { karpenterClaims: claimsOf119Days.karpenterClaims.slice(1) })),
    findingsLike: [
      {
        level: 'warn',
        rule: 'overdue',
        message: expect.stringMatching(/^1 of 2 NodeClaims is past 720h: .* drains it/) as string,
      },
    ],
  },
  {
    it: 'says that a budget of 0 holds the nodes that replace expired ones, not those',
    ...to10,
    target: '1.31',
    facts: facts('0.37.8', onDrift, withPool(budgets({ nodes: '0' }), claimsOf119Days)),
    findingsLike: [
      { level: 'fail', rule: 'overdue' },
      {
        level: 'warn',
        rule: 'held',
        message: expect.stringMatching(
          /^the nodes that replace its expired ones move .* only when they expire/,
        ) as string,
      },
    ],
  },
];

const ofKubernetes: Case[] = [
  {
    it: 'warns that nodes do not follow an update of Kubernetes where a budget of 0 is always on',
    ...updated,
    facts: facts('1.8.1', {}, withPool(disruption({ ...budgets({ nodes: '0' }).disruption, ...never }))),
    findings: [
      {
        ...held,
        resource: { kind: 'NodePool', name: 'default', apiVersion: 'karpenter.sh/v1' },
        short: 'a budget allows no disruption',
        message: 'nodes of this pool stay at the old version: a budget of 0 nodes is always on',
        evidence: [{ observed: 'budget of nodes 0, no schedule', required: 'a budget that allows a disruption' }],
        fix: 'After the control plane update, allow one disruption at a time: `nodes: "1"` in `spec.disruption.budgets`, or add a `schedule` and a `duration` to the budget of 0.',
      },
    ],
  },
  {
    it: 'says that the nodes still expire from 1.0 on',
    ...updated,
    facts: facts('1.8.1', {}, withPool(budgets({ nodes: '0%', reasons: ['Drifted'] }))),
    findingsLike: [
      {
        ...held,
        message: 'its nodes move to the new version only when they expire (720h): a budget of 0% nodes is always on',
      },
    ],
  },
  ...[
    { budget: { nodes: '0', schedule: '0 9 * * *', duration: '8h' }, because: 'has a schedule' },
    { budget: { nodes: '0', reasons: ['Underutilized'] }, because: 'is not for drift' },
    { budget: { nodes: '1' }, because: 'lets one node go' },
  ].map(({ budget, because }) => ({
    it: `is silent where the budget ${because}`,
    ...updated,
    facts: facts('1.8.1', {}, withPool(budgets(budget))),
    findings: [],
  })),
  ...[
    {
      list: [{ schedule: '0 0 * * *', duration: '24h' }],
      times: '0 0 * * * for 24h',
      change: 'shorten the `duration`',
    },
    {
      list: [
        { schedule: '0 0 * * mon-fri', duration: '24h' },
        { schedule: '0 0 * * 0,6', duration: '24h', reasons: ['Drifted' as const] },
      ],
      times: '0 0 * * mon-fri for 24h and 0 0 * * 0,6 for 24h',
      change: 'shorten the `duration`',
    },
  ].map(({ list, times, change }) => ({
    it: `warns of budgets of 0 that schedules keep always on: ${times}`,
    ...updated,
    facts: facts('1.8.1', {}, withPool(budgets(...list.map((one) => ({ nodes: '0', ...one }))))),
    findingsLike: [
      {
        ...held,
        message: `its nodes move to the new version only when they expire (720h): a budget of 0 nodes is always on (${times})`,
        fix: expect.stringContaining(change) as string,
      },
    ],
  })),
  {
    it: 'is silent where schedules of budgets of 0 leave a night free, or only one for another reason closes it',
    ...updated,
    facts: facts(
      '1.8.1',
      {},
      withPool(
        budgets(
          { nodes: '0', schedule: '0 6 * * *', duration: '18h' },
          { nodes: '0', schedule: '0 0 * * *', duration: '6h', reasons: ['Empty'] },
        ),
      ),
    ),
    findings: [],
  },
  {
    it: 'warns of a static pool whose limit is its replicas: nothing is replaced',
    ...updated,
    facts: facts('1.8.8', staticOn, withPool({ ...aStaticPool(3), limits: { nodes: '3' }, resources: { nodes: '3' } })),
    findings: [
      {
        ...held,
        resource: { kind: 'NodePool', name: 'default', apiVersion: 'karpenter.sh/v1' },
        short: 'limit leaves no room for a replacement',
        message:
          'its nodes move to the new version only when they expire (720h): its limit of 3 nodes leaves no room for a replacement beside its 3 replicas',
        evidence: [{ observed: 'spec.limits.nodes 3, spec.replicas 3', required: 'spec.limits.nodes of 4 or more' }],
        fix: 'Set `spec.limits.nodes` to 4 or more, or remove it, until the nodes are replaced.',
      },
    ],
  },
  {
    it: 'is silent about a static pool with room for a replacement, and one without a limit',
    ...updated,
    facts: facts('1.8.8', staticOn, {
      karpenterPools: [
        aNodePool('default', { ...aStaticPool(2), limits: { nodes: '3' } }),
        aNodePool('batch', aStaticPool(1)),
      ],
    }),
    findings: [],
  },
  {
    it: 'does not know the replicas of a static pool where an old inventory does not tell',
    ...updated,
    facts: facts('1.8.8', staticOn, withPool({ fields: ['spec.replicas'], limits: { nodes: '3' } })),
    findingsLike: [{ level: 'unknown', rule: 'replicas-not-read', resource: { kind: 'NodePool', name: 'default' } }],
  },
  {
    it: 'is silent about such a budget where Kubernetes stays',
    target: '1.33',
    facts: facts('1.8.1', {}, withPool(budgets({ nodes: '0' }))),
    findings: [],
  },
  {
    it: 'warns where a pool uses more than its limit, which starts no replacement',
    ...updated,
    facts: facts(
      '1.8.1',
      {},
      withPool({
        ...disruption(never),
        limits: { cpu: '100', memory: '1000Gi' },
        resources: { cpu: '104500m', memory: '1Ti', nodes: '3' },
      }),
    ),
    findingsLike: [
      {
        ...held,
        message:
          'nodes of this pool stay at the old version: it exceeds its limit of cpu, so Karpenter launches no replacement; it exceeds its limit of memory, so Karpenter launches no replacement',
        evidence: [
          { observed: '104500m of cpu', required: 'no more than its limit, 100' },
          { observed: '1Ti of memory', required: 'no more than its limit, 1000Gi' },
        ],
      },
    ],
  },
  {
    it: 'is silent where a pool uses just its limit: a replacement may exceed it',
    ...updated,
    facts: facts('1.8.1', {}, withPool({ limits: { cpu: '100' }, resources: { cpu: '100', memory: '9Ti' } })),
    findings: [],
  },
  {
    it: 'does not know what a pool uses where an old inventory does not tell',
    ...updated,
    facts: facts('1.8.1', {}, withPool({ limits: { cpu: '100' } })),
    findingsLike: [{ level: 'unknown', rule: 'usage-not-read', resource: { kind: 'NodePool', name: 'default' } }],
  },
  {
    it: 'warns of a node that carries do-not-disrupt, also with a terminationGracePeriod',
    ...updated,
    facts: facts(
      '1.8.1',
      {},
      withPool(disruption({ ...never, terminationGracePeriod: '24h' }), {
        karpenterKeys: [doNotDisrupt('Node', null, 'ip-2')],
        nodes: [node('ip-1'), node('ip-2')],
      }),
    ),
    findingsLike: [
      {
        ...held,
        message: 'nodes of this pool stay at the old version: 1 node carries karpenter.sh/do-not-disrupt',
      },
    ],
  },
  {
    it: 'is silent about a workload with do-not-disrupt, which nodes/drain judges',
    ...updated,
    facts: facts(
      '1.8.1',
      {},
      withPool(
        {},
        {
          karpenterKeys: [doNotDisrupt('Deployment', 'shop', 'ip-1')],
          nodes: [node('ip-1')],
          pods: [aPod('ip-1', { node: 'ip-1', controller: { kind: 'Deployment', name: 'ip-1' } })],
        },
      ),
    ),
    findings: [],
  },
  {
    it: 'is silent about a budget of 0 where drift is off and stays so',
    ...updated,
    facts: facts('0.37.8', { FEATURE_GATES: 'Drift=false' }, withPool(budgets({ nodes: '0' }))),
    findings: [],
  },
];

const tagging: Case[] = [
  {
    it: 'fails at 1.1 on NodeClaims whose instances 1.0 has not tagged yet, and names them',
    facts: facts(
      '1.0.14',
      {},
      {
        karpenterClaims: [
          aClaim('tagged', { clusterNameTagged: true }),
          aClaim('late-1'),
          aClaim('late-2'),
          aClaim('going', { terminating: true }),
          aClaim('starting', { conditions: [{ type: 'Registered', status: 'Unknown', reason: null, message: null }] }),
          aClaim('auto', { nodeClassGroup: 'eks.amazonaws.com' }),
        ],
      },
    ),
    karpenter: karpenterPath('1.0.14', '1.1.10', '1.8.8'),
    findings: [
      {
        level: 'fail',
        rule: 'untagged',
        atKarpenter: '1.1.10',
        resource,
        message:
          '2 NodeClaims (late-1, late-2) lack the tag that Karpenter 1.1.10 needs to find their instances: it deletes such a NodeClaim when its node is not ready, and never terminates a leaked instance',
        evidence: ['late-1', 'late-2'].map((name) => ({
          resource: `NodeClaim ${name}`,
          observed: 'no annotation compatibility.karpenter.k8s.aws/cluster-name-tagged',
          required: 'its instance has the tag eks:eks-cluster-name',
        })),
        fix: expect.stringMatching(/^Stay on 1\.0\.14 until every NodeClaim has the annotation/) as string,
        links: ['https://github.com/aws/karpenter-provider-aws/blob/v1.1.0/pkg/providers/instance/instance.go'],
      },
    ],
  },
  {
    it: 'is silent where every NodeClaim carries the annotation',
    facts: facts('1.0.14', {}, { karpenterClaims: [aClaim('tagged', { clusterNameTagged: true })] }),
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findings: [],
  },
  {
    it: 'is silent where 1.0 stays',
    facts: facts('1.0.8', {}),
    karpenter: karpenterPath('1.0.8', '1.0.14'),
    findings: [],
  },
  {
    it: 'is silent about instances of 1.1 and newer, which never need the annotation',
    facts: facts('1.1.10', {}),
    karpenter: karpenterPath('1.1.10', '1.2.3'),
    findings: [],
  },
];

const standing: Case[] = [
  {
    it: 'warns of a static pool for which nothing launches nodes',
    facts: facts(
      '1.8.8',
      { FEATURE_GATES: 'StaticCapacity=false' },
      withPool({}, { karpenterPools: [aNodePool('default', aStaticPool(2))] }),
    ),
    findings: [
      {
        level: 'warn',
        rule: 'static-idle',
        blocks: 'nodes',
        resource: { kind: 'NodePool', name: 'default', apiVersion: 'karpenter.sh/v1' },
        message:
          'is static (spec.replicas 2), but the feature gate StaticCapacity is off: Karpenter launches no nodes for it, and does not replace nodes that it loses',
        evidence: [{ observed: 'spec.replicas 2, StaticCapacity off', required: 'StaticCapacity=true' }],
        fix: expect.stringContaining('settings.featureGates.staticCapacity: true'),
        links: ['https://karpenter.sh/docs/reference/settings/#feature-gates'],
      },
    ],
  },
  {
    it: 'warns of it at the step that takes the pool as static',
    facts: facts('1.6.8', {}, { karpenterPools: [aNodePool('default', aStaticPool(2))] }),
    karpenter: karpenterPath('1.6.8', '1.8.8'),
    findingsLike: [{ level: 'warn', rule: 'static-idle', atKarpenter: '1.8.8' }],
  },
  {
    it: 'does not know whether nodes are launched for it where the gates are not readable',
    facts: {
      ...facts('1.8.8', {}, { karpenterPools: [aNodePool('default', aStaticPool(2))] }),
      karpenterControllers: [aKarpenter({ version: '1.8.8', settings: {}, settingsUnread: ['FEATURE_GATES'] })],
    },
    findingsLike: [{ level: 'unknown', rule: 'static-idle' }],
  },
  {
    it: 'is silent about a static pool of 0 nodes, and about one that Karpenter 1.7 takes as dynamic',
    facts: {
      ...facts('1.8.8', {}),
      karpenterControllers: [
        aKarpenter({ version: '1.8.8', settings: {} }),
        aKarpenter({ name: 'old', version: '1.7.6' }),
      ],
      karpenterPools: [aNodePool('default', aStaticPool(0))],
    },
    findings: [],
  },
  { it: 'is silent where Karpenter stays', facts: facts('1.8.1', {}), findings: [] },
  {
    it: 'is silent where drift is on before and after',
    facts: facts('1.5.8', {}),
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    findings: [],
  },
  {
    it: 'warns of the step to 0.33, which turns it on, with what may go at once, and says that the default looks the same',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=false' }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [
      {
        level: 'warn',
        rule: 'turned-on',
        atKarpenter: '0.33.12',
        resource,
        message:
          'drift is off now and on by default in Karpenter 0.33.12, unless your Helm values disable it (indistinguishable from the current default): of 3 nodes, Karpenter replaces those that differ from their pool',
        evidence: [
          { observed: '1 node of batch', required: 'one at a time', fact: 'karpenterClaims' },
          { observed: '2 nodes of default', required: 'one at a time', fact: 'karpenterClaims' },
        ],
        fix: expect.stringContaining('settings.featureGates.drift: false'),
      },
    ],
  },
  {
    it: 'warns of it from the ConfigMap of 0.30 on',
    facts: facts('0.30.0', { ...inConfigMap, 'configMap:featureGates.driftEnabled': 'false' }, alpha),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findingsLike: [
      { rule: 'turned-on', atKarpenter: '0.33.12' },
      { rule: 'left-behind', atKarpenter: '0.32.10' },
    ],
  },
  {
    it: 'warns of 1.0, where it can no longer be switched off, and names the budgets',
    facts: facts('0.37.8', { FEATURE_GATES: 'Drift=false,SpotToSpotConsolidation=false' }),
    karpenter: karpenterPath('0.37.8', '1.0.14', '1.1.10'),
    findingsLike: [
      {
        rule: 'turned-on',
        atKarpenter: '1.0.14',
        message:
          'drift is off now and always on from Karpenter 1.0.14: of 3 nodes, Karpenter replaces those that differ from their pool',
        evidence: [
          { observed: '1 node of batch', required: 'at a time: 0', fact: 'karpenterClaims' },
          { observed: '2 nodes of default', required: 'at a time: 10%', fact: 'karpenterClaims' },
        ],
      },
    ],
  },
  {
    it: 'takes a gate that FEATURE_GATES leaves out for off (0.33 to 0.37)',
    facts: facts('0.35.12', { FEATURE_GATES: 'SpotToSpotConsolidation=true' }),
    karpenter: karpenterPath('0.35.12', '1.0.14'),
    findingsLike: [{ rule: 'turned-on', atKarpenter: '1.0.14' }],
  },
  {
    it: 'is silent where it is switched off by hand and stays so',
    facts: facts('0.33.12', { FEATURE_GATES: 'Drift=false' }),
    karpenter: karpenterPath('0.33.12', '0.37.8'),
    findings: [],
  },
  {
    it: 'is silent where drift was on already, by hand',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=true' }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [],
  },
  {
    it: 'is silent where there are no nodes to replace, and about those of Auto Mode and those that go anyway',
    facts: facts(
      '0.32.10',
      { FEATURE_GATES: 'Drift=false' },
      {
        karpenterClaims: [
          aClaim('auto', { nodeClassGroup: 'eks.amazonaws.com' }),
          aClaim('going', { terminating: true }),
        ],
      },
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [],
  },
  {
    it: 'is silent about 1.12, which writes its new hash to existing NodeClaims, whatever the guide says',
    facts: facts('1.11.3', {}),
    karpenter: karpenterPath('1.11.3', '1.12.2'),
    findings: [],
  },
  {
    it: 'says when budgets allow how many drifted nodes at a time, and that those for other reasons hold none',
    facts: facts(
      '0.37.8',
      { FEATURE_GATES: 'Drift=false' },
      {
        karpenterPools: [
          aNodePool('default', budgets({ nodes: '1', schedule: '0 9 * * *', duration: '8h' })),
          aNodePool('batch', budgets({ nodes: '1', reasons: ['Empty'] })),
        ],
      },
    ),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [
      {
        rule: 'turned-on',
        evidence: [
          { observed: '1 node of batch', required: 'all at a time: its budgets are for other reasons' },
          { observed: '2 nodes of default', required: 'at a time: 1 at 0 9 * * * for 8h' },
        ],
      },
    ],
  },
  {
    it: 'warns of 0.32 with drift off while nodes of a Provisioner wait (document 002)',
    facts: facts('0.32.1', { FEATURE_GATES: 'Drift=false' }, alpha),
    findings: [
      {
        level: 'warn',
        rule: 'left-behind',
        resource,
        message:
          'drift is off by default in Karpenter 0.32.1: 2 nodes of the Provisioner default stay until you replace them',
        evidence: [
          {
            observed: 'Drift off, 2 Machines',
            required: 'Drift=true while a Provisioner is drained by the taint karpenter.sh/legacy',
          },
        ],
        // Prose, without a command that drains all nodes at once.
        fix: 'Set `settings.featureGates.drift: true` with 0.32, create the NodePool, then taint the Provisioner with `karpenter.sh/legacy=true:NoSchedule`. Alternatives: let its nodes expire or delete them one by one, or delete the Provisioner with `--cascade=foreground`, which drains all of its nodes at the same time.',
      },
    ],
  },
  {
    it: 'is silent about 0.32 with drift on, and about one without Provisioners',
    facts: facts('0.32.1', { FEATURE_GATES: 'Drift=true' }, alpha),
    findings: [],
  },
  {
    it: 'is silent about 0.32 that has nothing of alpha left',
    facts: facts('0.32.10', { FEATURE_GATES: 'Drift=false' }),
    findings: [],
  },
  {
    it: 'does not know whether drift is on where the version or the gates are not readable',
    facts: {
      ...facts('1.8.1', {}),
      karpenterControllers: [
        aKarpenter({ version: null }),
        aKarpenter({ name: 'second', version: '0.33.12', settings: {}, settingsUnread: ['FEATURE_GATES'] }),
      ],
    },
    findingsLike: [
      { level: 'unknown', rule: 'not-known', message: 'unknown whether drift is on: its version is unknown' },
      {
        level: 'unknown',
        rule: 'not-known',
        message: 'unknown whether drift is on: FEATURE_GATES comes from a source that is not read',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterPools: [], karpenterClaims: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'counts no further than it has read',
    facts: facts(
      '0.32.10',
      { FEATURE_GATES: 'Drift=false' },
      { karpenterClaimKinds: ['NodeClaim'], karpenterPoolKinds: ['Provisioner'], karpenterPools: [] },
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        message:
          'drift is off now and on by default in Karpenter 0.33.12, unless your Helm values disable it (indistinguishable from the current default): of 3 nodes or more, Karpenter replaces those that differ from their pool',
      },
    ],
  },
];

// Kubernetes keeps its version, unless a row says otherwise.
checkCases(check, [
  ...ofExpiry,
  ...[...standing, ...tagging].map((row) => ({ target: '1.33', ...row })),
  ...ofKubernetes,
]);
