import { expect } from 'vitest';
import check from '../../../checks/workloads/pdb-blocks-drain/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aBudget, aNode, aPod, checkCases } from '../cases.ts';
import { applierRows } from '../managers.ts';

type Pod = Facts['pods'][number];
type Budget = Facts['podDisruptionBudgets'][number];

const managed: Partial<NodeFact> = { computeType: 'managed', group: 'general' };
const node = (name: string, more: Partial<NodeFact> = managed) => aNode(name, 'v1.33.5', more);

/** Budgets with the pods that each matches: by default all pods of the case. */
function facts(
  budgets: readonly Budget[],
  pods: readonly Pod[] = [aPod('cart-1'), aPod('cart-2')],
  nodes: readonly NodeFact[] = [node('a')],
  matches: Record<string, string[]> = {},
  claims: boolean | null = false,
): Partial<Facts> {
  const all = pods.map(({ name }) => name);
  return {
    podDisruptionBudgets: [...budgets],
    budgetedPods: budgets.map(({ namespace, name }) => ({
      namespace,
      name,
      pods: matches[name] ?? all,
      ...(claims === null ? {} : { claims }),
    })),
    pods: [...pods],
    nodes: [...nodes],
    drainTraits: [],
  };
}

/** `maxUnavailable: 0`, with the status that the disruption controller sets. */
const closed = (more: Partial<Budget> = {}, status: Partial<Budget['status']> = {}) =>
  aBudget({ maxUnavailable: 0, ...more }, { desiredHealthy: 2, disruptionsAllowed: 0, ...status });
const cart = { kind: 'PodDisruptionBudget', namespace: 'shop', name: 'cart' };
const never = 'Deployment cart cannot be evicted (maxUnavailable is 0): draining its nodes will hang';
const keeps = (minAvailable: number | string, status: Partial<Budget['status']>) =>
  aBudget({ maxUnavailable: null, minAvailable }, { disruptionsAllowed: 0, ...status });
const ownedBy = (apiGroup: string) => ({ apiGroup, kind: 'Cluster', name: 'orders' });
const instance = { kind: 'Cluster', name: 'orders' };
const everything = { matchLabels: {}, matchExpressions: [] };
const one = { currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };

const restored = (command: string) =>
  [
    'Set the old value of the budget again; if a chart, GitOps or an operator manages the budget, set it there.',
    '```sh',
    command,
    '```',
  ].join('\n');

/** Matches a fix that contains this prose and no command that scales. */
const withoutScale = (text: string) => expect.stringMatching(new RegExp(`^(?!.* scale ).*${text}`, 's')) as string;

checkCases(check, [
  ...applierRows(
    'the budget',
    /Set `spec\.maxUnavailable` to 1 for the time of the node update, and restore the old value after it\. /,
  ).map(({ who, owner, fix }) => ({
    it: `says first where a budget is managed: ${who}`,
    facts: facts([closed({ appliedBy: owner })]),
    findingsLike: [{ level: 'fail' as const, fix, undo: expect.stringContaining('manages the budget') as string }],
  })),
  {
    it: 'fails before a rollback on a node that is too new for it',
    current: '1.34',
    target: '1.33',
    facts: facts([closed()], undefined, [aNode('a', 'v1.34.1', managed)]),
    findingsLike: [{ level: 'fail', resource: cart, message: never }],
  },
  {
    it: 'is silent before a rollback on nodes that keep their version',
    current: '1.34',
    target: '1.33',
    facts: facts([closed()]),
    findings: [],
  },
  {
    it: 'warns before a rollback on EKS Auto Mode, and names the timeout of the rollback',
    current: '1.34',
    target: '1.33',
    facts: facts([closed()], [aPod('cart-1')], [aNode('a', 'v1.34.1', { computeType: 'auto', group: 'system' })]),
    findingsLike: [
      {
        level: 'warn',
        fix: [
          'Set `spec.maxUnavailable` to 1 for the time of the rollback, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":1}}'`,
          '```',
          'Before EKS rolls back the control plane, EKS Auto Mode keeps such a node until the terminationGracePeriod of its NodePool ends. If that takes longer than the timeout of the rollback (720 minutes by default), EKS ends the rollback as failed: set a longer one with `--rollback-config timeoutMinutes=MINUTES`.',
        ].join('\n'),
        undo: restored(`kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":0}}'`),
      },
    ],
  },
  {
    it: 'names the timeout of a rollback for pods with two budgets on EKS Auto Mode',
    current: '1.34',
    target: '1.33',
    facts: facts(
      [aBudget(), aBudget({ name: 'all' })],
      [aPod('cart-1')],
      [aNode('a', 'v1.34.1', { computeType: 'auto', group: 'system' })],
      { all: ['cart-1'] },
    ),
    findingsLike: [
      { level: 'warn', rule: 'overlapping-budgets', fix: expect.stringContaining('timeoutMinutes=MINUTES') as string },
    ],
  },
  { it: 'is silent without budgets', facts: facts([]), findings: [] },
  { it: 'is silent where one pod may go', facts: facts([aBudget()]), findings: [] },
  { it: 'is silent about a budget that matches no pod', facts: facts([closed()], []), findings: [] },
  ...(
    [
      ['for 9 minutes', 'warn', '2026-11-20T11:51:00Z', true],
      ['for 10 minutes', 'fail', '2026-11-20T11:50:00Z', true],
      ['for an hour, but do not crash', 'warn', '2026-11-20T11:00:00Z', false],
    ] as const
  ).map(([what, level, notReadySince, crashes]) => ({
    it: `${level}s where pods have not been ready ${what}`,
    facts: {
      ...facts(
        [keeps(2, { currentHealthy: 2, desiredHealthy: 2, expectedPods: 3 })],
        [aPod('cart-1'), aPod('cart-2'), aPod('cart-3', { ready: false })],
      ),
      drainTraits: [
        { namespace: 'shop', name: 'cart-3', notReadySince, ...(crashes ? { crashLoop: true as const } : {}) },
      ],
    },
    findingsLike: [
      {
        level,
        message: expect.stringContaining(
          `${level === 'fail' ? 'pods crash' : 'pods are not ready'} since 2026-11-20 ${notReadySince.slice(11, 16)} UTC`,
        ) as string,
      },
    ],
  })),
  ...([null, 'AlwaysAllow'] as const).map((unhealthyPodEvictionPolicy) => ({
    it: `judges a budget all of whose pods have crashed for days, with the policy ${unhealthyPodEvictionPolicy}`,
    facts: {
      ...facts(
        [
          aBudget(
            { maxUnavailable: null, minAvailable: 1, unhealthyPodEvictionPolicy },
            { currentHealthy: 0, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 0 },
          ),
        ],
        ['cart-1', 'cart-2'].map((name) => aPod(name, { ready: false })),
      ),
      drainTraits: ['cart-1', 'cart-2'].map((name) => ({
        namespace: 'shop',
        name,
        notReadySince: '2026-11-17T12:00:00Z',
        crashLoop: true as const,
      })),
    },
    findingsLike: unhealthyPodEvictionPolicy === null ? [{ level: 'fail' as const }] : [],
  })),
  {
    it: 'fails maxUnavailable 0, with the field to change, and apart from it what restores it',
    facts: facts([closed()]),
    findings: [
      {
        level: 'fail',
        at: 33,
        resource: cart,
        message: never,
        evidence: [
          {
            observed: 'maxUnavailable 0, disruptionsAllowed 0, healthy pods 2 of 2',
            required: 'disruptionsAllowed of 1 or more',
            fact: 'podDisruptionBudgets',
          },
          { observed: '2 pods on 1 node', resource: 'node group general', fact: 'pods' },
          { observed: 'cart-1 and cart-2', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group general'],
        fix: [
          'Set `spec.maxUnavailable` to 1 for the time of the node update, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":1}}'`,
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
        undo: restored(`kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":0}}'`),
      },
    ],
  },
  {
    it: 'fails maxUnavailable 0%',
    facts: facts([closed({ maxUnavailable: '0%' })]),
    findingsLike: [{ level: 'fail', message: never.replace('is 0', 'is 0%') }],
  },
  {
    it: 'fails minAvailable 100%, and names the other field for the time',
    facts: facts([keeps('100%', { desiredHealthy: 2 })]),
    findingsLike: [
      {
        level: 'fail',
        message: never.replace('maxUnavailable is 0', 'minAvailable is 100%'),
        fix: [
          'Set `spec.maxUnavailable` to 1 for the time of the node update, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"minAvailable":null,"maxUnavailable":1}}'`,
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
        undo: restored(
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"minAvailable":"100%","maxUnavailable":null}}'`,
        ),
      },
    ],
  },
  {
    it: 'never scales a StatefulSet: a second database shares no data with the first',
    facts: facts([keeps(1, one)], [aPod('db-0', { controller: { kind: 'StatefulSet', name: 'db' } })]),
    findingsLike: [{ level: 'fail', fix: withoutScale('each pod of a StatefulSet has its own volume') }],
  },
  {
    it: 'never scales a Deployment with a claim',
    facts: facts([keeps(1, one)], [aPod('wiki-1')], [node('a')], {}, true),
    findingsLike: [{ level: 'fail', fix: withoutScale('all pods of a Deployment mount the same claim') }],
  },
  {
    it: 'does not scale where an older inventory does not tell of claims',
    facts: facts([keeps(1, one)], [aPod('cart-1')], [node('a')], {}, null),
    findingsLike: [{ level: 'fail', fix: withoutScale('all pods of a Deployment mount the same claim') }],
  },
  {
    it: 'fails a single replica with minAvailable 1, and says how to run a second',
    facts: facts([keeps(1, one)], [aPod('cart-1')]),
    findingsLike: [
      {
        level: 'fail',
        message: 'Deployment cart cannot be evicted (minAvailable 1 keeps its only pod): draining its nodes will hang',
        fix: [
          'Set `spec.minAvailable` to 0 for the time of the node update, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"minAvailable":0}}'`,
          '```',
          'Or run more replicas, if the software supports it; this does not stop any pod:',
          '```sh',
          'kubectl -n shop scale deployment/cart --replicas=2',
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
        undo: restored(`kubectl -n shop patch pdb cart --type merge -p '{"spec":{"minAvailable":1}}'`),
      },
    ],
  },
  {
    it: 'fails a percentage that is rounded up to all',
    facts: facts([keeps('50%', one)], [aPod('cart-1')]),
    findingsLike: [
      { level: 'fail', message: never.replace('maxUnavailable is 0', 'minAvailable 50% keeps its only pod') },
    ],
  },
  {
    it: 'fails minAvailable above the number of pods',
    facts: facts([keeps(3, { desiredHealthy: 3 })]),
    findingsLike: [
      { level: 'fail', message: never.replace('maxUnavailable is 0', 'minAvailable 3 is more than all its 2 pods') },
    ],
  },
  {
    it: 'fails a budget without a limit: Kubernetes then lets none go',
    facts: facts([aBudget({ maxUnavailable: null }, { expectedPods: 0, desiredHealthy: 0, disruptionsAllowed: 0 })]),
    findingsLike: [
      {
        level: 'fail',
        message: never.replace('maxUnavailable is 0', 'it sets neither minAvailable nor maxUnavailable'),
      },
    ],
  },
  {
    it: 'fails a budget whose pods Kubernetes cannot count',
    facts: facts(
      [
        aBudget(
          {},
          {
            observedGeneration: 0,
            disruptionsAllowed: 0,
            syncFailure: 'jobs.batch does not implement the scale subresource',
          },
        ),
      ],
      [aPod('run-1', { controller: { kind: 'Job', name: 'run' } })],
    ),
    findingsLike: [
      {
        level: 'fail',
        short: 'Kubernetes cannot count its pods',
        message:
          'Job run cannot be evicted (Kubernetes cannot count its pods (jobs.batch does not implement the scale subresource)): draining its nodes will hang',
        fix: [
          'Set `spec.minAvailable` to 0 (an integer minAvailable needs no controller; adapt it to the number of pods); if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":null,"minAvailable":0}}'`,
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails bare pods whose budget needs a controller',
    facts: facts(
      [aBudget({}, { expectedPods: 0, desiredHealthy: 0, disruptionsAllowed: 0 })],
      [aPod('debug', { controller: null })],
    ),
    findingsLike: [
      {
        level: 'fail',
        message:
          'Pod debug cannot be evicted (maxUnavailable 1 needs a controller with a scale subresource, which its pods do not have): draining its nodes will hang',
      },
    ],
  },
  {
    it: 'gives bare pods a number, which is what Kubernetes counts without a controller',
    facts: facts([closed()], [aPod('one', { controller: null }), aPod('two', { controller: null })]),
    findingsLike: [
      {
        level: 'fail',
        fix: [
          'Set `spec.minAvailable` to 1 (an integer minAvailable needs no controller; adapt it to the number of pods) for the time of the node update, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":null,"minAvailable":1}}'`,
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
        undo: restored(
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"minAvailable":null,"maxUnavailable":0}}'`,
        ),
      },
    ],
  },
  {
    it: 'warns where a pod is only not ready today, and names it',
    facts: facts(
      [keeps(2, { currentHealthy: 2, desiredHealthy: 2, expectedPods: 3 })],
      [aPod('cart-1'), aPod('cart-2'), aPod('cart-3', { ready: false })],
    ),
    findings: [
      {
        level: 'warn',
        at: 33,
        resource: cart,
        short: 'blocks node drains right now',
        message:
          'Deployment cart currently cannot be evicted (healthy pods 2 of 3, needed 2 (minAvailable 2)): draining its nodes would hang',
        evidence: [
          {
            observed: 'minAvailable 2, disruptionsAllowed 0, healthy pods 2 of 3',
            required: 'disruptionsAllowed of 1 or more',
            fact: 'podDisruptionBudgets',
          },
          { observed: '3 pods on 1 node', resource: 'node group general', fact: 'pods' },
          { observed: 'cart-1, cart-2 and cart-3', resource: 'Node a', fact: 'pods' },
          { observed: 'not ready', resource: 'Pod cart-3', fact: 'pods' },
        ],
        groups: ['node group general'],
        fix: [
          'Make all pods of the budget ready before the node update, and check again:',
          '```sh',
          'kubectl -n shop get pods --field-selector status.phase!=Succeeded',
          'kubectl -n shop get pdb cart',
          '```',
          '`spec.unhealthyPodEvictionPolicy: AlwaysAllow` allows the eviction of pods that are not ready. A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'does not speak of a field that the API server does not know yet',
    current: '1.26',
    facts: facts([aBudget({}, { currentHealthy: 1, disruptionsAllowed: 0 })]),
    findingsLike: [
      {
        fix: [
          'Make all pods of the budget ready before the node update, and check again:',
          '```sh',
          'kubectl -n shop get pods --field-selector status.phase!=Succeeded',
          'kubectl -n shop get pdb cart',
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns of a single pod that is not ready, though one may be missing: nothing is healthy',
    facts: facts(
      [aBudget({}, { currentHealthy: 0, desiredHealthy: 0, expectedPods: 1, disruptionsAllowed: 0 })],
      [aPod('cart-1', { ready: false })],
    ),
    findingsLike: [
      {
        level: 'warn',
        message:
          'Deployment cart currently cannot be evicted (healthy pods 0 of 1, needed 0 (maxUnavailable 1)): draining its nodes would hang',
      },
    ],
  },
  {
    it: 'warns while evictions under way use the budget up',
    facts: facts([aBudget({}, { disruptionsAllowed: 0 })]),
    findingsLike: [
      {
        level: 'warn',
        message:
          'Deployment cart currently cannot be evicted (evictions in progress use up the allowed disruptions): draining its nodes would hang',
      },
    ],
  },
  {
    it: 'suggests as many replicas as the percentage needs to allow an eviction: 80% of 4 is rounded up to 4',
    facts: facts(
      [keeps('80%', { currentHealthy: 3, desiredHealthy: 3, expectedPods: 3 })],
      ['a', 'b', 'c'].map((name) => aPod(name)),
    ),
    findingsLike: [{ level: 'fail', fix: expect.stringContaining('--replicas=5\n') as string }],
  },
  {
    it: 'suggests no replicas where the percentage needs many more: 99% needs 100',
    facts: facts(
      [keeps('99%', { currentHealthy: 3, desiredHealthy: 3, expectedPods: 3 })],
      ['a', 'b', 'c'].map((name) => aPod(name)),
    ),
    findingsLike: [{ level: 'fail', fix: withoutScale('maxUnavailable') }],
  },
  {
    it: 'warns of pods whose controller has been scaled to 0',
    facts: facts([aBudget({}, { desiredHealthy: 0, expectedPods: 0, disruptionsAllowed: 0 })]),
    findingsLike: [
      {
        level: 'warn',
        message:
          'Deployment cart currently cannot be evicted (the controllers of its pods have 0 replicas): draining its nodes would hang',
      },
    ],
  },
  {
    it: 'fails a budget that allows an eviction only because a rollout has an extra pod',
    facts: facts(
      [closed({}, { currentHealthy: 3, disruptionsAllowed: 1 })],
      ['cart-1', 'cart-2', 'cart-3'].map((name) => aPod(name)),
    ),
    findingsLike: [
      {
        level: 'fail',
        message:
          'Deployment cart can be evicted only while there are more pods than replicas (maxUnavailable is 0): draining its nodes will hang',
        evidence: [
          {
            observed: 'maxUnavailable 0, disruptionsAllowed 1, healthy pods 3 of 2',
            required: 'disruptionsAllowed of 1 or more without surplus pods',
            fact: 'podDisruptionBudgets',
          },
          { observed: '3 pods on 1 node', resource: 'node group general', fact: 'pods' },
          { observed: 'cart-1, cart-2 and cart-3', resource: 'Node a', fact: 'pods' },
        ],
        fix: expect.stringContaining('Set `spec.maxUnavailable` to 1 for the time') as string,
      },
    ],
  },
  {
    it: 'fails a percentage of all replicas beside pods without a controller, which a drain removes',
    facts: facts(
      [keeps('67%', { currentHealthy: 3, disruptionsAllowed: 1, desiredHealthy: 2 })],
      [aPod('cart-1'), aPod('cart-2'), aPod('shell', { controller: null })],
    ),
    findingsLike: [
      {
        level: 'fail',
        message:
          'Deployment cart and Pod shell can be evicted only while there are more pods than replicas (minAvailable 67% keeps all its 2 pods): draining their nodes will hang',
      },
    ],
  },
  {
    it: 'is silent where a custom resource has more pods than its scale says',
    facts: facts(
      [closed({}, { currentHealthy: 3, disruptionsAllowed: 1 })],
      ['a', 'b', 'c'].map((name) => aPod(name, { controller: { kind: 'Shards', name: 'cart' } })),
    ),
    findings: [],
  },
  {
    it: 'is silent where all that is not ready may go by AlwaysAllow',
    facts: facts(
      [aBudget({ unhealthyPodEvictionPolicy: 'AlwaysAllow' }, { currentHealthy: 0, disruptionsAllowed: 0 })],
      [aPod('cart-1', { ready: false }), aPod('cart-2', { ready: false })],
    ),
    findings: [],
  },
  {
    it: 'is silent about a pod that is not ready where enough others are, by the default policy',
    facts: facts(
      [aBudget({}, { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0 })],
      [aPod('cart-2', { ready: false })],
    ),
    findings: [],
  },
  {
    it: 'warns of IfHealthyBudget with too few healthy pods',
    facts: facts(
      [
        aBudget(
          { unhealthyPodEvictionPolicy: 'IfHealthyBudget' },
          { currentHealthy: 0, desiredHealthy: 1, disruptionsAllowed: 0 },
        ),
      ],
      [aPod('cart-1', { ready: false })],
    ),
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'warns of a budget that never lets ready pods go while none is ready',
    facts: facts([closed({ unhealthyPodEvictionPolicy: 'AlwaysAllow' })], [aPod('cart-1', { ready: false })]),
    findingsLike: [
      {
        level: 'warn',
        message:
          'Deployment cart cannot be evicted (maxUnavailable is 0): draining its nodes will hang once the pods are ready (none is ready today)',
      },
    ],
  },
  {
    it: 'fails AlwaysAllow where a pod is ready',
    facts: facts(
      [closed({ unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
      [aPod('cart-1', { ready: false }), aPod('cart-2')],
    ),
    findingsLike: [{ level: 'fail', message: never }],
  },
  {
    it: 'names the nodes in the evidence alone, and only those whose drain hangs',
    facts: facts(
      [closed({ unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
      [aPod('cart-1', { ready: false }), aPod('cart-2', { node: 'b' })],
      [node('a'), node('b', { computeType: 'managed', group: 'batch' })],
    ),
    findingsLike: [
      {
        message: never,
        evidence: [
          expect.anything(),
          { observed: '1 pod on 1 node', resource: 'node group batch', fact: 'pods' },
          { observed: 'cart-2', resource: 'Node b', fact: 'pods' },
        ],
        groups: ['node group batch'],
      },
    ],
  },
  {
    it: 'leaves out what a drain or the eviction API leaves out',
    facts: facts(
      [closed()],
      [
        aPod('agent-1', { controller: { kind: 'DaemonSet', name: 'agent' } }),
        aPod('kube-proxy-ip-1', { controller: { kind: 'Node', name: 'a' } }),
        aPod('done', { phase: 'Succeeded' }),
        aPod('failed', { phase: 'Failed' }),
        aPod('starting', { phase: 'Pending', ready: false }),
        aPod('unscheduled', { phase: 'Pending', node: null }),
        aPod('leaving', { terminating: true }),
      ],
    ),
    findings: [],
  },
  {
    it: 'is silent about pods on Fargate, and counts the others',
    facts: facts(
      [closed()],
      [aPod('cart-1', { node: 'fargate-1' }), aPod('cart-2')],
      [node('fargate-1', { computeType: 'fargate' }), node('a')],
    ),
    findingsLike: [
      {
        level: 'fail',
        message: never,
        evidence: [
          {
            observed: 'maxUnavailable 0, disruptionsAllowed 0, healthy pods 2 of 2',
            required: 'disruptionsAllowed of 1 or more',
            fact: 'podDisruptionBudgets',
          },
          { observed: '1 pod on 1 node', resource: 'node group general', fact: 'pods' },
          { observed: 'cart-2', resource: 'Node a', fact: 'pods' },
        ],
      },
    ],
  },
  {
    it: 'is silent on Fargate only',
    facts: facts([closed()], [aPod('cart-1')], [node('a', { computeType: 'fargate', group: null })]),
    findings: [],
  },
  {
    it: 'only warns for EKS Auto Mode, which ends the pods in the end',
    facts: facts([closed()], [aPod('cart-1')], [node('a', { computeType: 'auto', group: 'general-purpose' })]),
    findingsLike: [
      {
        level: 'warn',
        message: 'Deployment cart cannot be evicted (maxUnavailable is 0): draining its nodes will hang',
        fix: [
          'Set `spec.maxUnavailable` to 1 for the time of the node update, and restore the old value after it; if a chart, GitOps or an operator manages the budget, change it there, or the change is reverted.',
          '```sh',
          `kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":1}}'`,
          '```',
          'EKS Auto Mode keeps such a node until it is at most 21 days old, then deletes its pods.',
        ].join('\n'),
        undo: restored(`kubectl -n shop patch pdb cart --type merge -p '{"spec":{"maxUnavailable":0}}'`),
      },
    ],
  },
  {
    it: 'names every group of nodes with the pods there, each kind with what waits',
    facts: facts(
      [closed()],
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => aPod(`cart-${name}`, { node: name })),
      [
        node('a'),
        node('b'),
        node('c', { computeType: 'karpenter', group: 'default' }),
        node('d', { computeType: 'self-managed', group: 'batch' }),
        node('e', { computeType: 'hybrid', group: null }),
        node('f', { computeType: 'auto', group: null }),
      ],
    ),
    findingsLike: [
      {
        level: 'fail',
        message: 'Deployment cart cannot be evicted (maxUnavailable is 0): draining its nodes will hang',
        evidence: [
          {
            observed: 'maxUnavailable 0, disruptionsAllowed 0, healthy pods 2 of 2',
            required: 'disruptionsAllowed of 1 or more',
            fact: 'podDisruptionBudgets',
          },
          ...(
            [
              ['1 pod on 1 node', 'EKS Auto Mode nodes'],
              ['cart-f', 'Node f'],
              ['1 pod on 1 node', 'Node g'],
              ['1 pod on 1 node', 'NodePool default'],
              ['cart-c', 'Node c'],
              ['1 pod on 1 node', 'hybrid nodes'],
              ['cart-e', 'Node e'],
              ['2 pods on 2 nodes', 'node group general'],
              ['cart-a', 'Node a'],
              ['cart-b', 'Node b'],
              ['1 pod on 1 node', 'self-managed nodes of batch'],
              ['cart-d', 'Node d'],
            ] as const
          ).map(([observed, resource]) => ({ observed, resource, fact: 'pods' as const })),
        ],
      },
    ],
  },
  {
    it: 'warns where CloudNativePG moves its primary to another instance',
    facts: facts(
      [{ ...keeps(1, one), owner: ownedBy('postgresql.cnpg.io') }],
      [aPod('orders-1', { controller: instance }), aPod('orders-2', { controller: instance })],
      undefined,
      { cart: ['orders-1'] },
    ),
    findingsLike: [
      {
        level: 'warn',
        short: 'only its operator moves the pods',
        message:
          'Cluster orders cannot be evicted (minAvailable 1 keeps its only pod): draining its nodes will hang, unless CloudNativePG moves it',
        fix: [
          'CloudNativePG is designed to move such pods when their node is drained, but whether it does cannot be determined. Before the update, drain one node at a time of low traffic, and check that the drain completes:',
          '```sh',
          'kubectl drain a --ignore-daemonsets --delete-emptydir-data',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails a single instance of CloudNativePG, and one whose other instance is not ready or elsewhere',
    facts: facts(
      [{ ...keeps(1, one), owner: ownedBy('postgresql.cnpg.io') }],
      [
        aPod('orders-1', { controller: instance }),
        aPod('orders-2', { controller: instance, ready: false }),
        aPod('orders-3', { controller: instance, namespace: 'lab' }),
        aPod('cart-1'),
      ],
      undefined,
      { cart: ['orders-1'] },
    ),
    findingsLike: [{ level: 'fail' }],
  },
  {
    it: 'warns of the budgets that Strimzi and KubeVirt close, fails those of other operators',
    facts: facts(
      [
        { ...closed({ name: 'kafka' }), owner: ownedBy('kafka.strimzi.io') },
        { ...closed({ name: 'vm' }), owner: ownedBy('kubevirt.io') },
        { ...closed({ name: 'es' }), owner: ownedBy('elasticsearch.k8s.elastic.co') },
      ],
      ['kafka-0', 'vm-0', 'es-0'].map((name) => aPod(name)),
      undefined,
      { kafka: ['kafka-0'], vm: ['vm-0'], es: ['es-0'] },
    ),
    findingsLike: [
      { level: 'warn', message: `${never}, unless Strimzi's Drain Cleaner moves it` },
      { level: 'warn', message: `${never}, unless KubeVirt moves it` },
      { level: 'fail', message: never },
    ],
  },
  ...[
    {
      group: 'elasticsearch.k8s.elastic.co',
      says: /ECK allows one disruption .* green[^]*`spec\.podDisruptionBudget`/,
    },
    { group: 'acid.zalan.do', says: /enable_pod_disruption_budget: false/ },
    { group: 'search.example.com', says: /documentation of the operator says when it opens the budget/ },
  ].map(({ group, says }) => ({
    it: `names the owner of a budget and its condition, and changes no budget that an operator holds: ${group}`,
    facts: facts([{ ...keeps(2, { expectedPods: 2, desiredHealthy: 2 }), owner: ownedBy(group) }]),
    findingsLike: [
      {
        level: 'fail' as const,
        fix: expect.stringMatching(
          new RegExp(
            `^(?![^]*(?:patch|scale) )Cluster orders \\(${group}\\) owns the budget[^]*${says.source}[^]*get cluster\\.${group}/orders\nkubectl -n shop get pdb cart\n`,
          ),
        ) as string,
      },
    ],
  })),
  {
    it: 'patches a budget that nobody owns',
    facts: facts([keeps(2, { expectedPods: 2, desiredHealthy: 2 })]),
    findingsLike: [{ fix: expect.stringContaining('patch pdb cart') as string }],
  },
  {
    it: 'counts by itself where the status is of an earlier budget: never is certain',
    facts: facts(
      [
        aBudget({ maxUnavailable: null, minAvailable: 2, generation: 3 }, { observedGeneration: 2 }),
        closed({ name: 'other', generation: 2 }, { observedGeneration: 1, disruptionsAllowed: 1 }),
      ],
      undefined,
      undefined,
      { cart: ['cart-1', 'cart-2'], other: ['x'] },
    ),
    findingsLike: [
      {
        level: 'fail',
        message: never.replace('maxUnavailable is 0', 'minAvailable 2 keeps all its 2 pods'),
      },
    ],
  },
  {
    it: 'rounds a percentage up where it counts by itself',
    facts: facts(
      [aBudget({ maxUnavailable: null, minAvailable: '67%', generation: 3 }, { observedGeneration: 2 })],
      undefined,
      undefined,
      { cart: ['cart-1', 'cart-2', 'cart-3'] },
    ),
    findingsLike: [
      { level: 'fail', message: never.replace('maxUnavailable is 0', 'minAvailable 67% keeps all its 3 pods') },
    ],
  },
  {
    it: 'does not know what a budget with an old status allows otherwise',
    facts: facts([aBudget({ generation: 3 }, { observedGeneration: 2 })]),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'status-not-current',
        message:
          'unknown whether Deployment cart can be evicted: a status of generation 2, but the budget has generation 3',
      },
    ],
  },
  {
    it: 'does not take the failure to count controllers for one of a number that has replaced a percentage since',
    facts: facts([
      aBudget(
        { maxUnavailable: null, minAvailable: 1, generation: 2 },
        {
          observedGeneration: 1,
          disruptionsAllowed: 0,
          syncFailure: 'jobs.batch does not implement the scale subresource',
        },
      ),
    ]),
    findingsLike: [{ level: 'unknown', rule: 'status-not-current' }],
  },
  {
    it: 'does not know where no controller has looked at the budget',
    facts: facts([aBudget({ maxUnavailable: '50%' }, { observedGeneration: 0, disruptionsAllowed: 0 })]),
    findingsLike: [
      {
        level: 'unknown',
        message: 'unknown whether Deployment cart can be evicted: no status yet, but the budget has generation 1',
      },
    ],
  },
  {
    it: 'does not know what a limit that is not a number means, where the status does not help',
    facts: facts([keeps('half', { observedGeneration: 0 })]),
    findingsLike: [{ level: 'unknown' }],
  },
  {
    it: 'fails two budgets for one pod, at the wider one',
    facts: facts(
      [aBudget({ name: 'all' }), aBudget()],
      [aPod('cart-1'), aPod('cart-2'), aPod('till-1', { controller: { kind: 'StatefulSet', name: 'till' } })],
      undefined,
      { cart: ['cart-1', 'cart-2'] },
    ),
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'overlapping-budgets',
        resource: { ...cart, name: 'all' },
        message:
          'cart also selects pods of Deployment cart: the eviction API rejects pods with two budgets, so draining their nodes will hang',
        evidence: [
          { observed: '2 pods with two budgets or more', required: 'one budget per pod', fact: 'budgetedPods' },
          { observed: '2 pods on 1 node', resource: 'node group general', fact: 'pods' },
          { observed: 'cart-1 and cart-2', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['node group general'],
        fix: [
          'Narrow the selector of one of the budgets so that each pod has one budget, or save one (`kubectl get pdb NAME -o yaml > NAME.yaml`) and delete it. Keep the one that an operator owns (OWNER): the operator creates it again.',
          '```sh',
          "kubectl -n shop get pdb all cart -o custom-columns='NAME:.metadata.name,OWNER:.metadata.ownerReferences[*].name,SELECTOR:.spec.selector'",
          '```',
          'A managed node group update waits 15 minutes for each node, then fails with PodEvictionFailure; an update with `--force` deletes the pods regardless of the budget.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'says it once for a budget that overlaps with many, and warns only on EKS Auto Mode',
    facts: facts(
      [aBudget({ name: 'till' }), aBudget(), aBudget({ name: 'all' })],
      [aPod('cart-1'), aPod('till-1', { controller: { kind: 'StatefulSet', name: 'till' } })],
      [node('a', { computeType: 'auto', group: 'system' })],
      { cart: ['cart-1'], till: ['till-1'] },
    ),
    findingsLike: [
      {
        level: 'warn',
        resource: { ...cart, name: 'all' },
        message:
          'cart and till also select pods of Deployment cart and StatefulSet till: the eviction API rejects pods with two budgets, so draining their nodes will hang',
      },
    ],
  },
  {
    it: 'fails a single replica whose finished pods Kubernetes still counts, and asks for no more than the one that runs',
    facts: facts(
      [keeps(1, { ...one, expectedPods: 3 })],
      [aPod('cart-1'), aPod('evicted', { phase: 'Failed', ready: false }), aPod('done', { phase: 'Succeeded' })],
    ),
    findingsLike: [
      {
        level: 'fail',
        message: 'Deployment cart cannot be evicted (minAvailable 1 keeps its only pod): draining its nodes will hang',
        fix: expect.stringContaining('Set `spec.minAvailable` to 0 for the time') as string,
      },
    ],
  },
  {
    it: 'warns where a pod that is still starting will make room, whatever has finished',
    facts: facts(
      [keeps(1, { ...one, expectedPods: 3 })],
      [aPod('cart-1'), aPod('cart-2', { phase: 'Pending', ready: false }), aPod('done', { phase: 'Succeeded' })],
    ),
    findingsLike: [{ level: 'warn' }],
  },
  {
    it: 'takes a selector of all pods for none up to 1.26, as the eviction API does',
    current: '1.25',
    facts: facts([closed({ selector: everything })]),
    findings: [],
  },
  {
    it: 'fails it from 1.27 on',
    current: '1.25',
    target: '1.28',
    facts: facts([closed({ selector: everything })]),
    findingsLike: [{ level: 'fail', at: 27, message: never }],
  },
  {
    it: 'fails it at once where Karpenter reads the budget itself',
    current: '1.25',
    facts: facts([closed({ selector: everything })], undefined, [
      node('a', { computeType: 'karpenter', group: 'web' }),
    ]),
    findingsLike: [
      {
        level: 'fail',
        at: 25,
        evidence: [
          expect.anything(),
          { observed: '2 pods on 1 node', resource: 'NodePool web', fact: 'pods' },
          { observed: 'cart-1 and cart-2', resource: 'Node a', fact: 'pods' },
        ],
        groups: ['NodePool web'],
      },
    ],
  },
  {
    it: 'fails it at once on a cluster of today',
    facts: facts([closed({ selector: everything })]),
    findingsLike: [{ level: 'fail', message: never }],
  },
  {
    it: 'counts it as a second budget from 1.27 on',
    current: '1.26',
    facts: facts([aBudget({ name: 'all', selector: everything }), aBudget()]),
    findingsLike: [{ level: 'fail', rule: 'overlapping-budgets', at: 27 }],
  },
  {
    it: 'is silent about namesakes in other namespaces',
    facts: {
      ...facts([]),
      podDisruptionBudgets: [aBudget(), aBudget({ namespace: 'lab' })],
      budgetedPods: ['shop', 'lab'].map((namespace) => ({ namespace, name: 'cart', pods: ['cart-1'] })),
      pods: [aPod('cart-1'), aPod('cart-1', { namespace: 'lab' })],
    },
    findings: [],
  },
]);
