import check from '../../../checks/nodes/feature-gates/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { BootSettings } from '../../../src/facts/launch-templates.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { aComponent, aNode, aNodegroup, checkCases, type Case } from '../cases.ts';
import { aNodeClass, aNodePool } from '../karpenter/objects.ts';
import { aBoot, aLaunchTemplate, aScalingGroup, ofTemplate } from './launches.ts';

const source = 'https://example.com/gates';
const tables: Partial<Tables> = {
  'feature-gates': [
    { gate: 'AllAlpha', from: 35, isGroup: true, source },
    { gate: 'AppArmor', from: 33, source },
    { gate: 'Older', from: 30, source },
    { gate: 'Later', from: 36, source },
  ],
};
const to33 = { current: '1.32', target: '1.33', tables };
const boot = (featureGates: BootSettings['featureGates']) => aBoot(featureGates === undefined ? {} : { featureGates });

function managed(settings: BootSettings | null, kubelet = 'v1.32.9'): Partial<Facts> {
  return {
    nodes: [aNode('a', kubelet, { computeType: 'managed', group: 'blue' })],
    nodegroups: [aNodegroup('blue', { version: '1.32', ...ofTemplate })],
    launchTemplates: [aLaunchTemplate(settings)],
  };
}

const proxy = (
  more: Partial<Extract<Facts['kubeProxyModes'][number]['configuration'], { state: 'read' }>>,
  version = '1.32.0',
) => ({
  nodes: [],
  kubeProxyModes: [
    {
      ...aComponent({ kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy', replicas: null, version }),
      configuration: { state: 'read' as const, mode: 'iptables', configMap: 'kube-proxy-config', ...more },
    },
  ],
});

const cases: Case[] = [
  { it: 'is silent without user data', ...to33, facts: managed(null), findings: [] },
  { it: 'is silent about user data without such gates', ...to33, facts: managed(boot({})), findings: [] },
  {
    it: 'fails user data with a gate that the next kubelets do not know',
    ...to33,
    facts: managed(boot({ AppArmor: true })),
    findingsLike: [
      {
        level: 'fail',
        at: 33,
        rule: 'user-data',
        resource: { kind: 'LaunchTemplate', name: 'lt-0a', note: 'version 2' },
        message: 'sets the feature gate AppArmor (removed in 1.33): new nodes of node group blue do not join',
        evidence: [
          {
            observed: 'AppArmor=true',
            required: 'feature gates that kubelet 1.33 knows',
            resource: 'LaunchTemplate lt-0a version 2',
            fact: 'launchTemplates',
          },
        ],
      },
    ],
  },
  {
    it: 'fails a gate that is off, too',
    ...to33,
    facts: managed(boot({ AppArmor: false })),
    findingsLike: [{ level: 'fail', at: 33, links: [source] }],
  },
  {
    it: 'is silent about a gate that a running kubelet has accepted',
    ...to33,
    facts: managed(boot({ Older: true })),
    findings: [],
  },
  {
    it: 'is silent about a gate that the path does not reach',
    ...to33,
    facts: managed(boot({ Later: true })),
    findings: [],
  },
  {
    it: 'names two gates, and the first version that refuses one',
    current: '1.34',
    target: '1.36',
    tables,
    facts: managed(boot({ Later: true, AppArmor: true, AllAlpha: true }), 'v1.34.1'),
    findingsLike: [
      {
        level: 'fail',
        at: 35,
        message:
          'sets the feature gates AllAlpha (from 1.35 on) and Later (removed in 1.36): new nodes of node group blue do not join',
      },
    ],
  },
  {
    it: 'warns of AllAlpha alone, which a kubelet may refuse',
    current: '1.34',
    target: '1.35',
    tables,
    facts: managed(boot({ AllAlpha: true }), 'v1.34.1'),
    findingsLike: [
      {
        level: 'warn',
        at: 35,
        message:
          'sets the feature gate AllAlpha (from 1.35 on): if one of its gates depends on one that is off, new nodes of node group blue do not join',
      },
    ],
  },
  {
    it: 'is silent about AllAlpha that is off',
    current: '1.34',
    target: '1.35',
    tables,
    facts: managed(boot({ AllAlpha: false }), 'v1.34.1'),
    findings: [],
  },
  {
    it: 'fails the node class of a pool',
    ...to33,
    facts: {
      nodes: [aNode('a', 'v1.32.9', { computeType: 'karpenter', group: 'default' })],
      karpenterPools: [aNodePool('default')],
      karpenterNodeClasses: [aNodeClass('default', { boot: boot({ AppArmor: true }) })],
    },
    findingsLike: [{ level: 'fail', resource: { kind: 'EC2NodeClass', name: 'default' } }],
  },
  {
    it: 'fails the launch template of a self-managed group',
    ...to33,
    facts: {
      nodes: [aNode('a', 'v1.32.9', { instanceId: 'i-0a' })],
      autoScalingGroups: [aScalingGroup('gpu')],
      launchTemplates: [aLaunchTemplate(boot({ AppArmor: true }))],
    },
    findingsLike: [
      {
        level: 'fail',
        message: 'sets the feature gate AppArmor (removed in 1.33): new nodes of Auto Scaling group gpu do not join',
      },
    ],
  },
  {
    it: 'does not know about user data that was not read',
    ...to33,
    facts: managed(aBoot({ unread: true })),
    findingsLike: [
      { level: 'unknown', at: 33, rule: 'user-data-not-read', remedy: 'read-user-data:LaunchTemplate/lt-0a' },
    ],
  },
  {
    it: 'does not know about gates that come from elsewhere',
    ...to33,
    facts: managed(boot(undefined)),
    findingsLike: [
      {
        level: 'unknown',
        message: 'its feature gates come from elsewhere, or this inventory does not contain them (node group blue)',
      },
    ],
  },
  {
    it: 'is silent about them where the path removes no gate',
    current: '1.30',
    target: '1.31',
    tables,
    facts: managed(boot(undefined), 'v1.30.1'),
    findings: [],
  },
  {
    it: 'fails a kube-proxy that sets a removed gate in its ConfigMap',
    ...to33,
    facts: proxy({ featureGates: { AppArmor: true } }),
    findings: [
      {
        level: 'fail',
        at: 33,
        rule: 'kube-proxy',
        blocks: 'workloads',
        resource: { kind: 'DaemonSet', namespace: 'kube-system', name: 'kube-proxy' },
        message: 'sets the feature gate AppArmor (removed in 1.33): kube-proxy 1.33 does not start',
        evidence: [
          { observed: 'AppArmor=true', required: 'feature gates that kube-proxy 1.33 knows', fact: 'kubeProxyModes' },
        ],
        fix: [
          'Before you update kube-proxy to 1.33, remove AppArmor from `featureGates` in ConfigMap kube-proxy-config. An EKS add-on sets it in its configuration values.',
          '```sh',
          'kubectl -n kube-system edit configmap kube-proxy-config',
          '```',
        ].join('\n'),
        links: [source],
      },
    ],
  },
  {
    it: 'fails one that sets it as an argument',
    ...to33,
    facts: proxy({ featureGates: { AppArmor: false }, configMap: null }),
    findingsLike: [{ level: 'fail', rule: 'kube-proxy' }],
  },
  { it: 'is silent about a kube-proxy without gates', ...to33, facts: proxy({}), findings: [] },
  {
    it: 'is silent about a newer kube-proxy that runs',
    ...to33,
    facts: proxy({ featureGates: { AppArmor: true } }, '1.33.0'),
    findings: [],
  },
];

checkCases(check, cases);
