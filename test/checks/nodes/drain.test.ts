import { expect } from 'vitest';
import check from '../../../checks/nodes/drain/check.ts';
import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { aKarpenter, aNode, aNodegroup, aPod, checkCases, type Case } from '../cases.ts';
import { applierRows } from '../managers.ts';
import { aNodePool } from '../karpenter/objects.ts';

type Pod = Facts['pods'][number];

const managed: Partial<NodeFact> = { computeType: 'managed', group: 'general' };
const karpenter: Partial<NodeFact> = { computeType: 'karpenter', group: 'default' };
const node = (name: string, more: Partial<NodeFact> = managed, version = 'v1.33.5') => aNode(name, version, more);
const traits = (more: Partial<DrainTraits>, ...names: string[]): DrainTraits[] =>
  names.map((name) => ({ namespace: 'shop', name, ...more }));

/** The pods cart-1 and cart-2 of Deployment shop/cart with these traits, on a node of node group general. */
function facts(trait: Partial<DrainTraits>, more: Partial<Facts> = {}): Partial<Facts> {
  return {
    nodes: [node('a')],
    pods: [aPod('cart-1'), aPod('cart-2')],
    drainTraits: traits(trait, 'cart-1', 'cart-2'),
    ...more,
  };
}

const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };
const group = 'node group general';
const onA = [
  { observed: '2 pods on 1 node', resource: group, fact: 'pods' as const },
  { observed: 'cart-1 and cart-2', resource: 'Node a', fact: 'pods' as const },
];
const tolerates = { toleratesEveryTaint: true } as const;
const ofType = (computeType: NodeFact['computeType'], more: Partial<NodeFact> = {}) => ({
  nodes: [node('a', { computeType, group: 'default', ...more })],
});
const pool = (terminationGracePeriod: string | null): Pick<Facts, 'karpenterPools'> => ({
  karpenterPools: [aNodePool('default', { disruption: { ...aNodePool('x').disruption, terminationGracePeriod } })],
});

const tolerating: Case[] = [
  { it: 'is silent about a pod that tolerates some taints', facts: facts({ hostPorts: [80] }), findings: [] },
  {
    it: 'warns of a workload whose pods can return to the node that is drained',
    facts: facts(tolerates),
    findings: [
      {
        level: 'warn',
        rule: 'tolerates-every-taint',
        resource: cart,
        groups: [group],
        message: 'tolerates the taint of cordoned nodes: an evicted pod can return to the node that is drained',
        evidence: [
          {
            observed: 'a toleration without a key for NoSchedule',
            required: 'tolerations with a key',
            fact: 'drainTraits',
          },
          ...onA,
        ],
        fix: [
          'In the pod template, add the `key` of each taint that the pods must tolerate, and remove the toleration without a key. If a chart, GitOps or an operator manages the workload, change it there.',
          '```sh',
          `kubectl -n shop get pod cart-1 -o jsonpath='{.spec.tolerations}'`,
          '```',
          'A managed node group update waits 15 minutes for the pods of each node, then fails with PodEvictionFailure.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'reports one workload once, with both groups',
    facts: facts(tolerates, {
      nodes: [node('a'), node('b', { computeType: 'hybrid' })],
      pods: [aPod('cart-1'), aPod('cart-2', { node: 'b' })],
    }),
    findingsLike: [{ resource: cart, groups: ['hybrid nodes', group] }],
  },
  {
    it: 'warns on self-managed nodes',
    facts: facts(tolerates, ofType('self-managed')),
    findingsLike: [{ level: 'warn', groups: ['self-managed nodes of default'] }],
  },
  {
    it: 'is silent about a pod without a controller, which has no replacement',
    facts: facts(tolerates, { pods: [aPod('cart-1', { controller: null })] }),
    findings: [],
  },
  {
    it: 'is silent on nodes of Karpenter, which ignores such pods',
    facts: facts(tolerates, ofType('karpenter')),
    findings: [],
  },
  { it: 'is silent on nodes of EKS Auto Mode', facts: facts(tolerates, ofType('auto')), findings: [] },
  { it: 'is silent on Fargate', facts: facts(tolerates, ofType('fargate', { group: null })), findings: [] },
  {
    it: 'is silent about pods on nodes that are not replaced',
    facts: facts(tolerates, { nodes: [node('a', managed, 'v1.34.1')] }),
    findings: [],
  },
  {
    it: 'is silent about pods that are deleted already',
    facts: facts(tolerates, { pods: [aPod('cart-1', { terminating: true })] }),
    findings: [],
  },
];

const grace: Case[] = [
  { it: 'is silent about a grace period of 15 minutes', facts: facts({ graceSeconds: 900 }), findings: [] },
  {
    it: 'warns of a grace period that a managed node group does not wait for',
    facts: facts({ graceSeconds: 3600 }),
    findings: [
      {
        level: 'warn',
        rule: 'grace-period',
        resource: cart,
        groups: [group],
        message: 'terminationGracePeriodSeconds is 3600, but the drain of a node waits only 15 minutes',
        evidence: [
          { observed: 'terminationGracePeriodSeconds 3600', required: '900 or less', fact: 'drainTraits' },
          ...onA,
        ],
        fix: `Measure how long the pods take to stop, and reduce \`terminationGracePeriodSeconds\` in the pod template if they need less.\nA managed node group update fails with PodEvictionFailure if a pod still runs after 15 minutes. If the pods need longer, cordon their nodes and restart the workload before the update.`,
      },
    ],
  },
  {
    it: 'warns of a grace period that is longer than the terminationGracePeriod of the NodePool',
    facts: facts({ graceSeconds: 7201 }, { nodes: [node('a', karpenter)], ...pool('2h') }),
    findingsLike: [
      {
        level: 'warn',
        groups: ['NodePool default'],
        message: 'terminationGracePeriodSeconds is 7201, but the drain of a node waits only 2 hours',
      },
    ],
  },
  {
    it: 'warns of a grace period of more than a day on EKS Auto Mode',
    facts: facts({ graceSeconds: 90_000 }, ofType('auto')),
    findingsLike: [{ level: 'warn', groups: ['NodePool default of EKS Auto Mode'] }],
  },
  {
    it: 'is silent about a long grace period in a NodePool without a terminationGracePeriod',
    facts: facts({ graceSeconds: 90_000 }, { nodes: [node('a', karpenter)], ...pool(null) }),
    findings: [],
  },
  {
    it: 'is silent about a long grace period where the NodePool was not read',
    facts: facts({ graceSeconds: 90_000 }, { nodes: [node('a', karpenter)] }),
    findings: [],
  },
];

/** Pods with the annotation, on a node of a NodePool without a terminationGracePeriod. */
const pinned = (value: string, version: string | null, more: Partial<Facts> = {}): Partial<Facts> =>
  facts(
    { doNotDisrupt: value },
    {
      nodes: [node('a', karpenter)],
      karpenterControllers: [aKarpenter({ version })],
      ...pool(null),
      ...more,
    },
  );
const prevents = 'karpenter.sh/do-not-disrupt prevents Karpenter from replacing 1 node';
const pins = { rule: 'do-not-disrupt', resource: cart, groups: ['NodePool default'] };

const doNotDisrupt: Case[] = [
  {
    it: 'warns of do-not-disrupt in a NodePool without a terminationGracePeriod',
    target: '1.36',
    facts: pinned('true', '1.8.1'),
    findings: [
      {
        ...pins,
        level: 'warn',
        message: prevents,
        evidence: [
          {
            observed: 'karpenter.sh/do-not-disrupt: "true"',
            required: 'a terminationGracePeriod, or no karpenter.sh/do-not-disrupt',
            fact: 'drainTraits',
          },
          { ...onA[0], observed: '2 pods on 1 node', resource: 'NodePool default' },
          { observed: 'cart-1 and cart-2', resource: 'Node a', fact: 'pods' },
        ],
        fix: [
          'Remove the annotation from the pods as soon as they can be stopped. If a controller replaces a pod, the new pod has the annotation of the pod template.',
          '```sh',
          'kubectl -n shop annotate pods cart-1 cart-2 karpenter.sh/do-not-disrupt-',
          '```',
          'Or set `spec.template.spec.terminationGracePeriod` of the NodePool; it applies to new nodes only. When it ends, Karpenter deletes the pods.',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'fails at the version that no longer supports the kubelet of the node',
    target: '1.37',
    facts: pinned('true', '1.8.1'),
    findingsLike: [
      {
        ...pins,
        level: 'fail',
        at: 37,
        since: 33,
        message: `${prevents}; kubelet 1.33 is too old for control plane 1.37`,
      },
    ],
  },
  {
    it: 'only warns of the pods of a Job, which end by themselves',
    target: '1.37',
    facts: pinned('true', '1.8.1', {
      pods: ['cart-1', 'cart-2'].map((name) => aPod(name, { controller: { kind: 'Job', name: 'train' } })),
    }),
    findingsLike: [{ level: 'warn', resource: { kind: 'Job', namespace: 'shop', name: 'train' }, message: prevents }],
  },
  {
    it: 'names the pod itself where it has no controller',
    facts: pinned('true', '1.8.1', { pods: [aPod('cart-1', { controller: null })] }),
    findingsLike: [{ level: 'warn', resource: { kind: 'Pod', namespace: 'shop', name: 'cart-1' } }],
  },
  {
    it: 'is silent about do-not-disrupt where the NodePool has a terminationGracePeriod',
    facts: pinned('true', '1.8.1', pool('24h')),
    findings: [],
  },
  {
    it: 'warns before Karpenter 1.0, which has no terminationGracePeriod',
    facts: pinned('true', '0.37.8', pool('24h')),
    findingsLike: [{ level: 'warn', fix: expectNoGrace() }],
  },
  {
    it: 'is silent about do-not-disrupt before 0.31, which does not read it on pods',
    facts: pinned('true', '0.30.0'),
    findings: [],
  },
  {
    it: 'is silent about a duration before Karpenter 1.12, which ignores it',
    facts: pinned('168h', '1.11.2'),
    findings: [],
  },
  {
    it: 'warns of a duration of more than a day from Karpenter 1.12 on, and never fails',
    target: '1.37',
    facts: pinned('168h', '1.12.0'),
    findingsLike: [{ ...pins, level: 'warn', message: `${prevents} until 168h after its pods start` }],
  },
  {
    it: 'warns of a long duration where the version of Karpenter is unknown',
    facts: pinned('36.5h', null),
    findingsLike: [{ ...pins, level: 'warn', message: `${prevents} until 36.5h after its pods start` }],
  },
  {
    it: 'is silent about a duration of up to a day',
    facts: pinned('23h59m900ms', '1.12.0'),
    findings: [],
  },
  {
    it: 'is silent on managed nodes, where the annotation has no effect',
    facts: pinned('true', '1.8.1', { nodes: [node('a')] }),
    findings: [],
  },
  {
    it: 'is silent on EKS Auto Mode, whose nodes have a terminationGracePeriod',
    facts: pinned('true', '1.8.1', ofType('auto')),
    findings: [],
  },
];

/** A fix that does not suggest a terminationGracePeriod. */
function expectNoGrace(): string {
  return [
    'Remove the annotation from the pods as soon as they can be stopped. If a controller replaces a pod, the new pod has the annotation of the pod template.',
    '```sh',
    'kubectl -n shop annotate pods cart-1 cart-2 karpenter.sh/do-not-disrupt-',
    '```',
  ].join('\n');
}

const guardPod = (name: string, more: Partial<Pod> = {}): Pod =>
  aPod(name, { namespace: 'policy', controller: { kind: 'Deployment', name: 'guard' }, ...more });

/** A webhook that intercepts all new pods, and its pods by the name of their node. */
function guard(
  pods: Record<string, string>,
  more: Partial<AdmissionWebhook> = {},
  others: Partial<Facts> = {},
): Partial<Facts> {
  const names = Object.keys(pods);
  const webhook: AdmissionWebhook = {
    kind: 'ValidatingWebhookConfiguration',
    configuration: 'guard',
    name: 'pods.guard.example',
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    timeoutSeconds: 10,
    rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['pods'], operations: ['CREATE'], scope: '*' }],
    namespaces: { kubeSystem: true, kubeNodeLease: true, any: true },
    objects: 'all',
    conditional: false,
    service: { namespace: 'policy', name: 'guard', port: 443 },
    guardedPods: names,
    ...more,
  };
  return {
    nodes: [node('a'), node('b'), node('c', { computeType: 'managed', group: 'other' })],
    pods: names.map((name) => guardPod(name, { node: pods[name] ?? null })),
    drainTraits: [],
    admissionWebhooks: [webhook],
    webhookServices: [
      { namespace: 'policy', name: 'guard', ports: [{ port: 443, ready: names.length, pods: names }], external: false },
    ],
    ...others,
  };
}

const two = { 'guard-1': 'a', 'guard-2': 'b' };
const ofDaemonSet = { pods: [guardPod('guard-1', { controller: { kind: 'DaemonSet', name: 'guard' } })] };
const atOnce = (count: number, strategy: 'DEFAULT' | 'MINIMAL' = 'DEFAULT'): Partial<Facts> => ({
  nodegroups: [
    aNodegroup('general', {
      update: { strategy, maxUnavailable: count, maxUnavailablePercentage: null },
    }),
  ],
});
const theGuard = { kind: 'ValidatingWebhookConfiguration', name: 'guard' };
const stops = { rule: 'webhook-on-drained-node', resource: theGuard, groups: [group] };
const ready = 'all ready pods of webhook pods.guard.example run';
const onOne = 'on one node that is drained';
const rejectsOwn = 'the API server then rejects the pods that would replace them';
const withNamespace = { namespaces: { kubeSystem: false, kubeNodeLease: false, any: true, pods: true } };
const runElsewhere = 'Before the drain, run ready pods of the webhook on nodes that are not drained at the same time';

const webhooks: Case[] = [
  {
    it: 'fails a webhook that rejects its own pods where all ready ones run on one node',
    facts: guard({ 'guard-1': 'a' }),
    findings: [
      {
        ...stops,
        level: 'fail',
        short: 'rejects its own new pods',
        message: `${ready} ${onOne}: ${rejectsOwn}`,
        evidence: [
          {
            observed: '1 ready pod on 1 node',
            required: 'a ready pod on a node that is not drained at the same time',
            resource: 'pods.guard.example',
            fact: 'webhookServices',
          },
          { observed: '1 pod on 1 node', resource: group, fact: 'pods' },
          { observed: 'guard-1', resource: 'Node a', fact: 'pods' },
        ],
        fix: [
          `${runElsewhere}, or exclude the namespace policy with the \`namespaceSelector\` of the webhook. If its pods are already rejected, set \`failurePolicy: Ignore\` until they run.`,
          '```sh',
          'kubectl -n policy get pods -o wide',
          'kubectl get validatingwebhookconfiguration guard -o yaml',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'warns where the webhook excludes its own namespace, as it rejects other pods meanwhile',
    facts: guard({ 'guard-1': 'a' }, { guardedPods: [] }),
    findingsLike: [
      {
        ...stops,
        level: 'warn',
        short: 'rejects new pods during the drain',
        message: `${ready} ${onOne}: the API server rejects other new pods until they run again`,
        fix: [
          `${runElsewhere}. If its pods are already rejected, set \`failurePolicy: Ignore\` until they run.`,
          '```sh',
          'kubectl -n policy get pods -o wide',
          'kubectl get validatingwebhookconfiguration guard -o yaml',
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent where no namespace that the webhook selects has pods',
    facts: guard(
      { 'guard-1': 'a' },
      {
        guardedPods: [],
        namespaces: { ...withNamespace.namespaces, pods: false, selected: { count: 1, names: ['x'] } },
      },
    ),
    findings: [],
  },
  {
    it: 'fails a webhook with two pods on one node, of which both are intercepted',
    facts: guard({ 'guard-1': 'a', 'guard-2': 'a' }, withNamespace),
    findingsLike: [{ ...stops, level: 'fail' }],
  },
  {
    it: 'only warns where one of its pods is not intercepted',
    facts: guard({ 'guard-1': 'a', 'guard-2': 'a' }, { guardedPods: ['guard-1'] }),
    findingsLike: [{ ...stops, level: 'warn' }],
  },
  {
    it: 'is unknown where matchConditions may exclude its own pods',
    facts: guard({ 'guard-1': 'a' }, { conditional: true }),
    findingsLike: [
      {
        ...stops,
        level: 'unknown',
        message: `${ready} ${onOne}: unknown whether ${rejectsOwn}: matchConditions are not evaluated`,
      },
    ],
  },
  {
    it: 'is unknown where the pods that it intercepts could not be read',
    facts: guard({ 'guard-1': 'a' }, { guardedPods: null }),
    findingsLike: [
      {
        ...stops,
        level: 'unknown',
        message: `${ready} ${onOne}: unknown whether ${rejectsOwn}: namespaces or pods were not read`,
      },
    ],
  },
  {
    it: 'warns of two nodes that the node group may drain at the same time',
    facts: guard(two, {}, atOnce(2)),
    findingsLike: [
      {
        ...stops,
        level: 'warn',
        message: `${ready} on nodes that may be drained at the same time: ${rejectsOwn}`,
      },
    ],
  },
  {
    it: 'is unknown for two nodes where the node group was not read',
    facts: guard(two),
    findingsLike: [
      {
        ...stops,
        level: 'unknown',
        message: `${ready} on nodes of one group: unknown whether they are drained at the same time`,
      },
    ],
  },
  {
    it: 'warns of two nodes that are replaced by hand',
    facts: guard(two, {}, { nodes: ['a', 'b'].map((name) => node(name, { computeType: 'self-managed' })) }),
    findingsLike: [{ level: 'warn', groups: ['self-managed nodes'] }],
  },
  {
    it: 'is silent about two nodes that are drained one after the other',
    facts: guard(two, {}, atOnce(1)),
    findings: [],
  },
  {
    it: 'is silent about two nodes where the webhook does not intercept its own pods',
    facts: guard(two, { guardedPods: [] }, atOnce(2)),
    findings: [],
  },
  {
    it: 'is silent where it is unknown which pods it intercepts, but they run on two nodes',
    facts: guard(two, { guardedPods: null }),
    findings: [],
  },
  { it: 'is silent about pods in two groups', facts: guard({ 'guard-1': 'a', 'guard-2': 'c' }), findings: [] },
  {
    it: 'is silent where one of its pods runs on a node that is not replaced',
    facts: guard(two, {}, { nodes: [node('a'), node('b', managed, 'v1.34.1')] }),
    findings: [],
  },
  {
    it: 'is silent where its pods run on Fargate, which redeploys them',
    facts: guard({ 'guard-1': 'a' }, {}, { nodes: [node('a', { computeType: 'fargate', group: null })] }),
    findings: [],
  },
  {
    it: 'is silent about pods of a DaemonSet, as a new node runs one before an old node is drained',
    facts: guard({ 'guard-1': 'a' }, {}, ofDaemonSet),
    findings: [],
  },
  {
    it: 'fails for pods of a DaemonSet where old nodes end first',
    facts: guard({ 'guard-1': 'a' }, {}, { ...ofDaemonSet, ...atOnce(1, 'MINIMAL') }),
    findingsLike: [{ ...stops, level: 'fail' }],
  },
  {
    it: 'reports one configuration once, with its worst webhook',
    facts: ((): Partial<Facts> => {
      const one = guard({ 'guard-1': 'a' });
      const [first] = one.admissionWebhooks ?? [];
      const others = first === undefined ? [] : [{ ...first, name: 'other.guard.example', guardedPods: [] }, first];
      return { ...one, admissionWebhooks: others };
    })(),
    findingsLike: [
      {
        level: 'fail',
        message: `${ready.replace(' run', '')} (and 1 more in this configuration) run ${onOne}: ${rejectsOwn}`,
      },
    ],
  },
  {
    it: 'is silent about a webhook that intercepts no new pods',
    facts: ((): Partial<Facts> => {
      const { admissionWebhooks = [], ...one } = guard({ 'guard-1': 'a' });
      const deaf = admissionWebhooks.map(({ guardedPods: _guarded, ...rest }) => rest);
      return { ...one, admissionWebhooks: deaf };
    })(),
    findings: [],
  },
  {
    it: 'is silent about a webhook without ready endpoints, which apis/webhooks judges',
    facts: guard(
      { 'guard-1': 'a' },
      {},
      {
        webhookServices: [
          { namespace: 'policy', name: 'guard', ports: [{ port: 443, ready: 0, pods: [] }], external: false },
        ],
      },
    ),
    findings: [],
  },
  {
    it: 'is silent about endpoints that are not pods',
    facts: guard(
      { 'guard-1': 'a' },
      {},
      { webhookServices: [{ namespace: 'policy', name: 'guard', ports: [{ port: 443, ready: 1 }], external: false }] },
    ),
    findings: [],
  },
];

/** A rollback from 1.34 of a cluster with an Auto Mode node at 1.34. */
const rollback = { current: '1.34', target: '1.33' };
const autoNode = (more: Partial<NodeFact> = {}) => ({
  nodes: [node('a', { computeType: 'auto', group: 'default', ...more }, 'v1.34.1')],
});
const withBudgets = (...budgets: Partial<Facts['karpenterPools'][number]['disruption']['budgets'][number]>[]) => ({
  karpenterPools: [
    aNodePool('default', {
      disruption: {
        ...aNodePool('x').disruption,
        budgets: budgets.map((one) => ({ nodes: '0', schedule: null, duration: null, reasons: [], ...one })),
      },
    }),
  ],
});
const autoPool = { kind: 'NodePool', name: 'default', note: 'EKS Auto Mode' };
const autoLinks = ['https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html'];

const rolledBack: Case[] = [
  {
    ...rollback,
    it: 'judges nodes above the version of a rollback, and no others',
    facts: { ...facts(tolerates), nodes: [node('a', managed, 'v1.34.1')] },
    findingsLike: [{ rule: 'tolerates-every-taint', groups: [group] }],
  },
  { ...rollback, it: 'is silent about nodes at the version of a rollback', facts: facts(tolerates), findings: [] },
  {
    ...rollback,
    it: 'fails do-not-disrupt on a node of Karpenter that is too new for a rollback',
    facts: facts({ doNotDisrupt: 'true' }, { nodes: [node('a', karpenter, 'v1.34.1')], ...pool(null) }),
    karpenter: { current: '1.8.1', target: '1.8.1', versions: ['1.8.1'] },
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        rule: 'do-not-disrupt',
        message:
          'karpenter.sh/do-not-disrupt prevents Karpenter from replacing 1 node; kubelet 1.34 is too new for control plane 1.33',
      },
    ],
  },
  {
    it: 'only warns of do-not-disrupt on a node whose newer kubelet the update reaches',
    target: '1.35',
    facts: facts({ doNotDisrupt: 'true' }, { nodes: [node('a', karpenter, 'v1.34.1')], ...pool(null) }),
    karpenter: { current: '1.8.1', target: '1.8.1', versions: ['1.8.1'] },
    findingsLike: [{ level: 'warn', rule: 'do-not-disrupt' }],
  },
  ...applierRows('the NodePool', /Remove the budget, [^]* does not skip it\. /).map(({ who, owner, fix }) => ({
    ...rollback,
    it: `says first where a NodePool is managed whose budget stops a rollback: ${who}`,
    facts: facts(
      {},
      {
        ...autoNode(),
        karpenterPools: withBudgets({ reasons: ['Drifted'] }).karpenterPools.map((one) => ({ ...one, owner })),
      },
    ),
    findingsLike: [{ rule: 'drift-budget', fix }],
  })),
  {
    ...rollback,
    it: 'fails a budget that keeps EKS from replacing Auto Mode nodes before a rollback',
    facts: facts({}, { ...autoNode(), ...withBudgets({ reasons: ['Drifted'] }) }),
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'drift-budget',
        blocks: 'control-plane',
        resource: autoPool,
        groups: ['NodePool default of EKS Auto Mode'],
        message: 'its disruption budget allows no drift: EKS cannot replace its 1 node before the rollback',
        evidence: [{ observed: 'nodes: "0"', required: 'at least one node for drift', fact: 'karpenterPools' }],
        fix: 'Remove the budget, or allow one node or more, until the rollback has ended. `--force` does not skip it.\n```sh\nkubectl edit nodepool default\n```',
        links: autoLinks,
      },
    ],
  },
  {
    ...rollback,
    it: 'only warns of a budget that allows no drift in its window',
    facts: facts({}, { ...autoNode(), ...withBudgets({ nodes: '0%', schedule: '0 9 * * 1-5', duration: '8h' }) }),
    findingsLike: [
      {
        level: 'warn',
        message:
          'its disruption budget allows no drift at 0 9 * * 1-5 for 8h: EKS cannot replace its 1 node before the rollback',
      },
    ],
  },
  {
    ...rollback,
    it: 'is silent about a budget for other reasons, and about Auto Mode nodes at the version of a rollback',
    facts: facts({}, { ...autoNode(), ...withBudgets({ reasons: ['Empty'] }, { nodes: '10%' }) }),
    findings: [],
  },
  {
    ...rollback,
    it: 'does not know whether EKS can replace Auto Mode nodes whose NodePool was not found',
    facts: facts({}, { ...autoNode(), karpenterPools: [aNodePool('other')] }),
    findings: [
      {
        level: 'unknown',
        at: 33,
        rule: 'no-node-pool',
        blocks: 'control-plane',
        resource: autoPool,
        groups: ['NodePool default of EKS Auto Mode'],
        message: 'unknown whether EKS can replace 1 node before the rollback: the NodePool was not found',
        evidence: [{ observed: 'node of NodePool default', resource: 'Node a', fact: 'nodes' }],
        fix: expect.stringContaining('Check whether the NodePool still exists, and scan again.') as string,
        links: autoLinks,
      },
    ],
  },
  {
    ...rollback,
    it: 'is silent about an Auto Mode node without a NodePool, which no budget limits',
    facts: facts({}, { ...autoNode({ group: null }), karpenterPools: [] }),
    findings: [],
  },
  {
    it: 'is silent before an update about Auto Mode nodes whose NodePool was not found',
    facts: facts({}, { ...ofType('auto'), karpenterPools: [] }),
    findings: [],
  },
  {
    it: 'is silent about a budget of Auto Mode before an update',
    facts: facts({}, { ...ofType('auto'), ...withBudgets({}) }),
    findings: [],
  },
  {
    ...rollback,
    it: 'fails do-not-disrupt on an Auto Mode node, which stops a rollback',
    facts: facts({}, { ...autoNode({ doNotDisrupt: true }), ...withBudgets({ nodes: '10%' }) }),
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'node-do-not-disrupt',
        blocks: 'control-plane',
        resource: autoPool,
        groups: ['NodePool default of EKS Auto Mode'],
        message: 'karpenter.sh/do-not-disrupt prevents EKS from replacing 1 node before the rollback',
        evidence: [
          {
            observed: 'karpenter.sh/do-not-disrupt: "true"',
            required: 'no such annotation',
            resource: 'Node a',
            fact: 'nodes',
          },
        ],
        fix: 'Remove the annotation from the nodes. `--force` does not skip it.\n```sh\nkubectl annotate nodes a karpenter.sh/do-not-disrupt-\n```',
        links: autoLinks,
      },
    ],
  },
  {
    ...rollback,
    it: 'warns of do-not-disrupt on pods of Auto Mode nodes, which slows a rollback',
    facts: facts({ doNotDisrupt: 'true' }, { ...autoNode(), ...withBudgets({ nodes: '10%' }) }),
    findingsLike: [
      {
        level: 'warn',
        at: 33,
        rule: 'slow-do-not-disrupt',
        resource: cart,
        message: 'karpenter.sh/do-not-disrupt delays the replacement of 1 node before the rollback',
        fix: expect.stringContaining('--rollback-config timeoutMinutes=MINUTES') as string,
      },
    ],
  },
];

checkCases(check, [...rolledBack, ...tolerating, ...grace, ...doNotDisrupt, ...webhooks]);
