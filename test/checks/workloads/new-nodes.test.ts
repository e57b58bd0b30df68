import check from '../../../checks/workloads/new-nodes/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { PodTemplate } from '../../../src/facts/pod-templates.ts';
import { aNode, aNodegroup, aPod, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool } from '../karpenter/objects.ts';

type Labels = Facts['nodeLabels'][number];

const groupLabel = 'eks.amazonaws.com/nodegroup';
const inGroup = (name: string, group: string, more: Partial<NodeFact> = {}) =>
  aNode(name, 'v1.32.9', { computeType: 'managed', group, ...more });
const labelled = (name: string, labels: Record<string, string>, more: Partial<Labels> = {}): Labels => ({
  name,
  labels,
  setBy: {},
  taints: [],
  ...more,
});
const template = (more: Partial<PodTemplate> = {}): PodTemplate => ({
  kind: 'Deployment',
  namespace: 'shop',
  name: 'cart',
  replicas: 2,
  running: 2,
  ...more,
});

/** Deployment shop/cart on node a of node group general (in place) or legacy (replaced at 1.33). */
function facts(more: Partial<Facts> = {}): Partial<Facts> {
  return {
    nodes: [inGroup('a', 'general')],
    nodeLabels: [labelled('a', {})],
    nodegroups: [aNodegroup('general', { version: '1.32', labels: {}, taints: [] })],
    karpenterPools: [],
    karpenterNodeClasses: [],
    fargateWorkloads: [],
    podTemplates: [template()],
    ...more,
  };
}

const legacy = (more: Partial<Facts> = {}): Partial<Facts> =>
  facts({
    nodes: [inGroup('a', 'legacy')],
    nodeLabels: [labelled('a', { [groupLabel]: 'legacy' })],
    nodegroups: [aNodegroup('legacy', { version: '1.32', amiType: 'AL2_x86_64', labels: {}, taints: [] })],
    podTemplates: [template({ nodeSelector: { [groupLabel]: 'legacy' } })],
    ...more,
  });

const inTwo = { current: '1.32', target: '1.33' };
const cart = { kind: 'Deployment', namespace: 'shop', name: 'cart' };
const byHand = (more: Partial<Facts> = {}, setBy: Labels['setBy'] = { tier: 'person' }): Partial<Facts> =>
  facts({
    nodeLabels: [labelled('a', { tier: 'db' }, { setBy })],
    podTemplates: [template({ nodeSelector: { tier: 'db' } })],
    ...more,
  });
const dedicated = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };
const volume = {
  name: 'pv-1',
  driver: 'ebs.csi.aws.com',
  inTreeEbs: false,
  phase: 'Bound',
  claim: 'shop/data',
  storageClass: null,
  reach: { zones: ['eu-west-1a'], local: false },
};
const withVolume = (more: Partial<Facts> = {}): Partial<Facts> =>
  facts({
    nodegroups: [aNodegroup('general', { version: '1.32', labels: {}, taints: [], desiredSize: 1 })],
    vpcSubnets: [
      { id: 'subnet-0a', cidrs: [], zone: 'eu-west-1a' },
      { id: 'subnet-0b', cidrs: [], zone: 'eu-west-1b' },
    ],
    pods: [aPod('cart-1')],
    drainTraits: [{ namespace: 'shop', name: 'cart-1', claims: ['data'] }],
    persistentVolumes: [volume],
    ...more,
  });

const cases: Case[] = [
  { it: 'is silent about pods that require nothing', ...inTwo, facts: facts(), findings: [] },
  {
    it: 'is silent about a node group that is updated in place: its name stays',
    ...inTwo,
    facts: facts({
      nodeLabels: [labelled('a', { [groupLabel]: 'general' })],
      podTemplates: [template({ nodeSelector: { [groupLabel]: 'general' } })],
    }),
    findings: [],
  },
  {
    it: 'fails pods that select a node group that another one replaces',
    ...inTwo,
    facts: legacy(),
    findings: [
      {
        level: 'fail',
        rule: 'group',
        at: 33,
        resource: cart,
        groups: ['node group legacy'],
        message: `requires ${groupLabel}=legacy, and nodes of legacy-al2023, which replaces node group legacy, lack it: no node matches its pods after the update`,
        evidence: [
          {
            observed: '2 pods run, its node matches today',
            required: `${groupLabel}=legacy`,
            resource: 'node group legacy',
            fact: 'nodeLabels',
          },
        ],
        fix: [
          'Before you replace `legacy`, let its pods run on both groups: the label that names a group changes with the group. The change restarts the pods. Afterwards, remove the old name, or select a custom label that you set on each group. Where a chart, a manifest or a module defines it, set a required node affinity that allows `legacy-al2023` beside `legacy` there first. Then:',
          '```sh',
          'kubectl -n shop patch deployment cart --type merge \\',
          "  --patch '{",
          '  "spec": {',
          '    "template": {',
          '      "spec": {',
          '        "nodeSelector": {"eks.amazonaws.com/nodegroup":null},',
          '        "affinity": {',
          '          "nodeAffinity": {',
          '            "requiredDuringSchedulingIgnoredDuringExecution": {',
          '              "nodeSelectorTerms": [',
          '                {',
          '                  "matchExpressions": [',
          '                    {',
          '                      "key": "eks.amazonaws.com/nodegroup",',
          '                      "operator": "In",',
          '                      "values": ["legacy","legacy-al2023"]',
          '                    }',
          '                  ]',
          '                }',
          '              ]',
          '            }',
          '          }',
          '        }',
          '      }',
          '    }',
          '  }',
          "}'",
          '```',
        ].join('\n'),
      },
    ],
  },
  {
    it: 'is silent about them below the version that EKS has no image for',
    current: '1.31',
    target: '1.32',
    facts: legacy(),
    findings: [],
  },
  {
    it: 'is silent about pods that another group matches, too',
    ...inTwo,
    facts: legacy({
      podTemplates: [
        template({
          terms: [{ labels: [{ key: groupLabel, operator: 'In', values: ['legacy', 'legacy-al2023'] }], fields: [] }],
        }),
      ],
    }),
    findings: [],
  },
  {
    it: 'fails pods that require it in each term of their affinity',
    ...inTwo,
    facts: legacy({
      podTemplates: [
        template({
          terms: [
            {
              labels: [
                { key: groupLabel, operator: 'In', values: ['legacy'] },
                { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
              ],
              fields: [],
            },
          ],
        }),
      ],
      nodeLabels: [labelled('a', { [groupLabel]: 'legacy', 'kubernetes.io/os': 'linux' })],
    }),
    findingsLike: [{ level: 'fail', rule: 'group' }],
  },
  {
    it: 'only warns of a workload without replicas',
    ...inTwo,
    facts: legacy({ podTemplates: [template({ replicas: 0, running: 0, nodeSelector: { [groupLabel]: 'legacy' } })] }),
    findingsLike: [{ level: 'warn', rule: 'group' }],
  },
  {
    it: 'fails a CronJob that does not run at the moment',
    ...inTwo,
    facts: legacy({
      podTemplates: [
        template({ kind: 'CronJob', replicas: null, running: 0, nodeSelector: { [groupLabel]: 'legacy' } }),
      ],
    }),
    findingsLike: [{ level: 'fail', rule: 'group', resource: { ...cart, kind: 'CronJob' } }],
  },
  {
    it: 'is silent about pods that match no node today either',
    ...inTwo,
    facts: legacy({ podTemplates: [template({ running: 0, nodeSelector: { [groupLabel]: 'other' } })] }),
    findings: [],
  },
  {
    it: 'waives what only an admission webhook adds to the pods',
    ...inTwo,
    facts: legacy({
      nodeLabels: [labelled('a', { [groupLabel]: 'legacy' }, { taints: [dedicated] })],
      nodegroups: [
        aNodegroup('legacy', {
          version: '1.32',
          amiType: 'AL2_x86_64',
          labels: {},
          taints: [{ key: 'dedicated', value: 'db', effect: 'NO_SCHEDULE' }],
        }),
      ],
      pods: [aPod('cart-1')],
    }),
    findingsLike: [{ level: 'fail', rule: 'group' }],
  },
  {
    it: 'fails pods that require a label that a person set on the nodes',
    ...inTwo,
    facts: byHand(),
    findingsLike: [
      {
        level: 'fail',
        rule: 'label',
        message:
          'requires tier=db, and new nodes of node group general lack it: no node matches its pods after the update',
      },
    ],
  },
  {
    it: 'does not know about such a label if a program in the cluster runs kubectl',
    ...inTwo,
    facts: byHand({
      podTemplates: [
        template({ nodeSelector: { tier: 'db' } }),
        template({ kind: 'DaemonSet', name: 'labels', replicas: null, runsKubectl: true }),
      ],
    }),
    findingsLike: [{ level: 'unknown', rule: 'label-unknown', resource: cart }],
  },
  { it: 'is silent about a label that software sets', ...inTwo, facts: byHand({}, { tier: 'software' }), findings: [] },
  {
    it: 'does not know about a label of which nothing shows who set it',
    ...inTwo,
    facts: byHand({}, {}),
    findingsLike: [{ level: 'unknown', rule: 'label-unknown' }],
  },
  {
    it: 'is silent about a label that the node group sets as well',
    ...inTwo,
    facts: byHand({ nodegroups: [aNodegroup('general', { version: '1.32', labels: { tier: 'db' }, taints: [] })] }),
    findings: [],
  },
  {
    it: 'is silent about nodes that the update does not replace',
    ...inTwo,
    facts: byHand({ nodes: [inGroup('a', 'general', { kubeletVersion: 'v1.33.1' })] }),
    findings: [],
  },
  {
    it: 'fails pods that do not tolerate a taint that the node group gives to new nodes only',
    ...inTwo,
    facts: facts({
      nodegroups: [
        aNodegroup('general', {
          version: '1.32',
          labels: {},
          taints: [{ key: 'dedicated', value: 'db', effect: 'NO_SCHEDULE' }],
        }),
      ],
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'taint',
        message:
          'does not tolerate dedicated=db:NoSchedule, and new nodes of node group general have it: no node matches its pods after the update',
      },
    ],
  },
  {
    it: 'fails pods that require a label that their NodePool no longer sets',
    ...inTwo,
    facts: byHand({
      nodes: [aNode('a', 'v1.32.9', { computeType: 'karpenter', group: 'default' })],
      nodegroups: [],
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default')],
    }),
    findingsLike: [{ level: 'fail', rule: 'label', groups: ['NodePool default'] }],
  },
  ...(['labels', 'requirements'] as const).map((field) => ({
    it: `is silent where the NodePool sets it in its ${field}`,
    ...inTwo,
    facts: byHand({
      nodes: [aNode('a', 'v1.32.9', { computeType: 'karpenter', group: 'default' })],
      nodegroups: [],
      karpenterNodeClasses: [aNodeClass('default')],
      karpenterPools: [
        aNodePool(
          'default',
          field === 'labels'
            ? { labels: { tier: 'db' } }
            : { requirements: [{ key: 'tier', operator: 'In', values: ['db', 'web'] }] },
        ),
      ],
    }),
    findings: [],
  })),
  {
    it: 'is silent about a label that Karpenter chooses for the pod',
    ...inTwo,
    facts: facts({
      nodes: [aNode('a', 'v1.32.9', { computeType: 'karpenter', group: 'default' })],
      nodeLabels: [labelled('a', { 'karpenter.k8s.aws/instance-family': 'm6i' })],
      nodegroups: [],
      karpenterPools: [aNodePool('default')],
      podTemplates: [template({ nodeSelector: { 'karpenter.k8s.aws/instance-family': 'm6i' } })],
    }),
    findings: [],
  },
  {
    it: 'does not know about self-managed nodes whose label has no manager',
    ...inTwo,
    facts: byHand({ nodes: [aNode('a', 'v1.32.9')], nodegroups: [] }, {}),
    findingsLike: [{ level: 'unknown', rule: 'label-unknown', groups: ['self-managed nodes'] }],
  },
  {
    it: 'fails them where a person set it',
    ...inTwo,
    facts: byHand({ nodes: [aNode('a', 'v1.32.9')], nodegroups: [] }),
    findingsLike: [{ level: 'fail', rule: 'label' }],
  },
  {
    it: 'is silent about hybrid nodes, which keep their labels',
    ...inTwo,
    facts: byHand({ nodes: [aNode('a', 'v1.32.9', { computeType: 'hybrid' })], nodegroups: [] }),
    findings: [],
  },
  {
    it: 'is silent about workloads on Fargate',
    ...inTwo,
    facts: byHand({ fargateWorkloads: [{ ...cart, nodes: ['fargate-1'] }] }),
    findings: [],
  },
  {
    it: 'does not call anything lost if the NodePools were not read',
    ...inTwo,
    facts: byHand({ karpenterPoolKinds: [] }),
    findingsLike: [
      { level: 'unknown', message: 'no node after the update is known to match it: NodePools were not read' },
    ],
  },
  {
    it: 'warns of volumes in a zone where the group may have no node',
    ...inTwo,
    facts: withVolume(),
    findingsLike: [
      {
        level: 'warn',
        rule: 'volume-zone',
        message:
          'the volumes of 1 pod are in eu-west-1a, and node group general has 1 node for 2 zones: its new nodes may all be in other zones',
      },
    ],
  },
  {
    it: 'is silent about a group with a node for each zone',
    ...inTwo,
    facts: withVolume({
      nodegroups: [aNodegroup('general', { version: '1.32', labels: {}, taints: [], desiredSize: 2 })],
    }),
    findings: [],
  },
  {
    it: 'is silent where Karpenter starts a node in the zone',
    ...inTwo,
    facts: withVolume({ karpenterPools: [aNodePool('default')] }),
    findings: [],
  },
];

checkCases(check, cases);
