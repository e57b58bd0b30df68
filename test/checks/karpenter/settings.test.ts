import { expect } from 'vitest';
import check from '../../../checks/karpenter/settings/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { aKarpenter, checkCases, karpenterPath, type Case } from '../cases.ts';
import { byArgo } from '../managers.ts';
import { theCrds } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };

function facts(
  more: Partial<KarpenterController>,
  others: Partial<Facts> = {},
): Pick<Facts, 'karpenterControllers' | 'karpenterEndpoints'> & Partial<Facts> {
  return { karpenterControllers: [aKarpenter(more)], karpenterEndpoints: [], ...others };
}

/** Settings in the ConfigMap, which Karpenter reads from 0.19 to 0.32. */
const inConfigMap = { 'configMap:aws.clusterName': 'prod' };
const old = (version: string, settings: Record<string, string> = {}) =>
  facts({ version, settings: { ...inConfigMap, ...settings } });
const own = 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com';
const webhookCrd: Partial<Facts['karpenterCrds'][number]> = {
  name: 'nodepools.karpenter.sh',
  group: 'karpenter.sh',
  conversion: { strategy: 'Webhook', service: null, caBundle: true },
};
const crds = [webhookCrd as Facts['karpenterCrds'][number]];

checkCases(check, [
  {
    it: 'says that Argo CD manages Karpenter whose values have to change',
    facts: facts({ version: '0.18.1', settings: { CLUSTER_NAME: 'staging' }, owner: byArgo }),
    findingsLike: [
      {
        rule: 'cluster-name',
        fix: 'Set `clusterName: prod` in the values of the chart (variable CLUSTER_NAME). Argo CD manages Karpenter, and may revert a change made elsewhere.',
      },
    ],
  },
  {
    it: 'says that Argo CD manages Karpenter before the list of values that move',
    facts: facts({
      version: '0.32.10',
      settings: { CLUSTER_NAME: 'prod', 'configMap:aws.clusterName': 'prod' },
      owner: byArgo,
    }),
    findingsLike: [
      {
        rule: 'config-map',
        fix: expect.stringMatching(
          / Argo CD manages Karpenter, and may revert a change made elsewhere\.\s+- `/,
        ) as string,
      },
    ],
  },
  { it: 'is silent about a controller that is set to this cluster', facts: facts({}), findings: [] },
  {
    it: 'is silent about the gates that a chart writes, and about variables of the version',
    facts: facts({
      settings: {
        CLUSTER_NAME: 'prod',
        FEATURE_GATES:
          'ReservedCapacity=true,SpotToSpotConsolidation=false,NodeRepair=false,NodeOverlay=false,StaticCapacity=false',
        PREFERENCE_POLICY: 'Ignore',
        DISABLE_DRY_RUN: 'true',
        EKS_CONTROL_PLANE: 'true',
      },
    }),
    findings: [],
  },
  { it: 'is silent about 0.30 that stays, whose ConfigMap is in force', facts: old('0.30.0'), findings: [] },
  {
    it: 'is silent about 0.18, which reads the environment',
    facts: facts({ version: '0.18.1', settings: { CLUSTER_NAME: 'prod' } }),
    findings: [],
  },
  {
    it: 'fails the step to 0.19, where the ConfigMap replaces it',
    facts: facts({ version: '0.18.1', settings: { CLUSTER_NAME: 'prod' } }),
    karpenter: karpenterPath('0.18.1', '0.31.5'),
    findingsLike: [
      { level: 'fail', rule: 'cluster-name', atKarpenter: '0.31.5' },
      {
        level: 'warn',
        rule: 'variable:CLUSTER_NAME',
        message: 'Karpenter 0.31.5 ignores CLUSTER_NAME: it was removed in 0.19.0',
      },
    ],
  },
  {
    it: 'warns of a variable that stands in the environment of 0.30, which reads the ConfigMap',
    facts: old('0.30.0', { INTERRUPTION_QUEUE: 'prod' }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'variable:INTERRUPTION_QUEUE',
        message: 'Karpenter 0.30.0 ignores INTERRUPTION_QUEUE: it is read from 0.32.0 on',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [], karpenterEndpoints: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'does not know what a Karpenter of unknown version reads',
    facts: facts({ version: null, image: 'mirror.example/karpenter@sha256:0' }),
    findings: [
      {
        level: 'unknown',
        rule: 'version',
        resource,
        message: 'the version of Karpenter is unknown, and so are the settings that it reads',
        evidence: [{ observed: 'mirror.example/karpenter@sha256:0', required: 'the image tag of a release' }],
        fix: expect.stringContaining('Find out which release this image contains'),
      },
    ],
  },
  {
    it: 'fails a controller that is set to another cluster',
    facts: facts({ settings: { CLUSTER_NAME: 'staging' } }),
    findings: [
      {
        level: 'fail',
        rule: 'cluster-name',
        resource,
        short: 'configured for another cluster',
        message: 'is configured for cluster staging (CLUSTER_NAME), but runs in prod',
        evidence: [{ observed: 'CLUSTER_NAME: staging', required: 'prod' }],
        fix: expect.stringContaining('settings.clusterName: prod'),
      },
    ],
  },
  {
    it: 'fails one that is set to another cluster by the ConfigMap',
    facts: facts({ version: '0.30.0', settings: { 'configMap:aws.clusterName': 'staging' } }),
    findingsLike: [
      {
        rule: 'cluster-name',
        level: 'fail',
        message:
          'is configured for cluster staging (aws.clusterName of ConfigMap karpenter-global-settings), but runs in prod',
        fix: 'Set `settings.aws.clusterName: prod` in the values of the chart (ConfigMap karpenter-global-settings).',
      },
    ],
  },
  {
    it: 'names the key that 0.30 reads where it has no cluster name at all',
    facts: facts({ version: '0.30.0', settings: {} }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'cluster-name',
        message:
          'Karpenter 0.30.0 finds no cluster name and does not start: aws.clusterName of ConfigMap karpenter-global-settings is not set',
        evidence: [{ observed: 'nowhere', required: 'aws.clusterName of ConfigMap karpenter-global-settings: prod' }],
        fix: 'Set `settings.aws.clusterName: prod` in the values of the chart (ConfigMap karpenter-global-settings).',
      },
    ],
  },
  {
    it: 'names the key that 0.32 prefers',
    facts: facts({ version: '0.32.10', settings: { CLUSTER_NAME: 'staging' } }),
    findingsLike: [
      {
        rule: 'cluster-name',
        fix: 'Set `settings.clusterName: prod` in the values of the chart (variable CLUSTER_NAME).',
      },
    ],
  },
  {
    it: 'names the value that the chart of 0.18 has',
    facts: facts({ version: '0.18.1', settings: { CLUSTER_NAME: 'staging' } }),
    findingsLike: [
      { rule: 'cluster-name', fix: 'Set `clusterName: prod` in the values of the chart (variable CLUSTER_NAME).' },
    ],
  },
  {
    it: 'takes the environment before the ConfigMap in 0.32',
    facts: facts({ version: '0.32.10', settings: { CLUSTER_NAME: 'prod', 'configMap:aws.clusterName': 'staging' } }),
    findingsLike: [{ rule: 'config-map', level: 'warn' }],
  },
  {
    it: 'fails one that has no cluster name at all',
    facts: facts({ settings: {} }),
    findings: [
      {
        level: 'fail',
        rule: 'cluster-name',
        resource,
        message: 'Karpenter 1.8.1 finds no cluster name and does not start: CLUSTER_NAME is not set',
        evidence: [{ observed: 'nowhere', required: 'CLUSTER_NAME: prod' }],
        fix: expect.stringContaining('settings.clusterName: prod'),
      },
    ],
  },
  {
    it: 'does not know the cluster name where it comes from a place that is not read',
    facts: facts({ settings: {}, settingsUnread: ['CLUSTER_NAME'] }),
    findingsLike: [{ level: 'unknown', rule: 'cluster-name' }],
  },
  {
    it: 'fails the step to 0.33 while only the ConfigMap names the cluster, and lists what has to move',
    facts: old('0.30.0', {
      'configMap:aws.interruptionQueueName': 'prod',
      'configMap:aws.defaultInstanceProfile': 'nodes',
    }),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findings: [
      {
        level: 'fail',
        rule: 'cluster-name',
        atKarpenter: '0.33.12',
        resource,
        message:
          'Karpenter 0.33.12 finds no cluster name and does not start: it is in only aws.clusterName of ConfigMap karpenter-global-settings',
        evidence: [
          { observed: 'only aws.clusterName of ConfigMap karpenter-global-settings', required: 'CLUSTER_NAME: prod' },
        ],
        fix: expect.stringContaining('settings.clusterName: prod'),
      },
      {
        level: 'warn',
        rule: 'config-map',
        atKarpenter: '0.33.12',
        resource: { kind: 'ConfigMap', namespace: 'kube-system', name: 'karpenter-global-settings' },
        message:
          'Karpenter 0.33.12 no longer reads it: aws.clusterName, aws.defaultInstanceProfile, aws.interruptionQueueName',
        evidence: [
          {
            observed: 'aws.clusterName, aws.defaultInstanceProfile, aws.interruptionQueueName',
            required: 'variables of the Deployment from 0.33.0 on',
            fact: 'karpenterControllers',
          },
        ],
        fix: expect.stringMatching(
          /settings\.aws\.clusterName` becomes `settings\.clusterName`[\s\S]*defaultInstanceProfile` becomes `spec\.role`[\s\S]*interruptionQueueName` becomes `settings\.interruptionQueue`/,
        ),
      },
    ],
  },
  {
    it: 'warns of the ConfigMap on the way to 0.32.1, the last minor that reads it',
    facts: old('0.30.0'),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'config-map',
        atKarpenter: '0.32.1',
        message: 'Karpenter 0.32.1 is the last minor version that reads it: aws.clusterName',
      },
    ],
  },
  {
    it: 'says after the update that the ConfigMap is left over',
    facts: facts({ version: '0.37.8', settings: { CLUSTER_NAME: 'prod', 'configMap:aws.clusterName': 'prod' } }),
    findingsLike: [
      {
        level: 'warn',
        rule: 'config-map',
        phase: 'after',
        message: 'is left over: Karpenter 0.37.8 does not read it (aws.clusterName)',
      },
    ],
  },
  {
    it: 'is silent about an endpoint that is the own one',
    facts: facts(
      { settings: { CLUSTER_NAME: 'prod', CLUSTER_ENDPOINT: own } },
      { karpenterEndpoints: [{ endpoint: own, isOwn: true }] },
    ),
    findings: [],
  },
  {
    it: 'fails the endpoint of another cluster',
    facts: facts(
      { settings: { CLUSTER_NAME: 'prod', CLUSTER_ENDPOINT: own } },
      { karpenterEndpoints: [{ endpoint: own, isOwn: false }] },
    ),
    findingsLike: [
      {
        level: 'fail',
        rule: 'cluster-endpoint',
        message: `configures its nodes with the endpoint ${own}, which is not the endpoint of prod`,
      },
    ],
  },
  {
    it: 'fails the endpoint of another cluster in the ConfigMap, in China, dual-stack',
    facts: old('0.30.0', {
      'configMap:aws.clusterEndpoint': 'https://abc.eks-cluster.cn-north-1.api.amazonwebservices.com.cn',
    }),
    findingsLike: [{ level: 'fail', rule: 'cluster-endpoint' }],
  },
  {
    it: 'warns of an endpoint of an own name',
    facts: facts(
      { settings: { CLUSTER_NAME: 'prod', CLUSTER_ENDPOINT: 'https://api.corp.example' } },
      { karpenterEndpoints: [{ endpoint: 'https://api.corp.example', isOwn: false }] },
    ),
    findingsLike: [{ level: 'warn', rule: 'cluster-endpoint' }],
  },
  {
    it: 'does not know an endpoint or gates that stand elsewhere',
    facts: facts({ settingsUnread: ['CLUSTER_ENDPOINT', 'FEATURE_GATES'] }),
    findingsLike: [
      { level: 'unknown', rule: 'cluster-endpoint' },
      { level: 'unknown', rule: 'feature-gates' },
    ],
  },
  {
    it: "warns of document 003's DriftEnabled, and of a gate that nobody knows",
    facts: facts({
      version: '0.33.12',
      settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'DriftEnabled=false,Speed=true' },
    }),
    findings: [
      {
        level: 'warn',
        rule: 'gate:DriftEnabled',
        resource,
        message: 'Karpenter 0.33.12 ignores the feature gate DriftEnabled=false: the gate is Drift',
        evidence: [{ observed: 'DriftEnabled=false', required: 'a gate of this version' }],
        fix: 'Remove DriftEnabled from the feature gates, or write `Drift`.',
      },
      {
        level: 'warn',
        rule: 'gate:Speed',
        resource,
        message: 'Karpenter 0.33.12 ignores the feature gate Speed=true: this gate does not exist',
        evidence: [{ observed: 'Speed=true', required: 'a gate of this version' }],
        fix: 'Remove Speed from the feature gates.',
      },
    ],
  },
  {
    it: 'warns of a dead gate that would turn off what is always on, not of one that agrees',
    facts: facts({ settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'Drift=false' } }),
    findingsLike: [
      {
        rule: 'gate:Drift',
        level: 'warn',
        message: 'Karpenter 1.8.1 ignores the feature gate Drift=false: the feature is always on',
      },
    ],
  },
  {
    it: 'is silent about Drift=true on 1.8, and about a gate that a step brings',
    facts: facts({
      version: '1.0.14',
      settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'Drift=true,NodeRepair=true' },
    }),
    karpenter: karpenterPath('1.0.14', '1.1.10'),
    findings: [],
  },
  {
    it: 'warns of a gate of a later version',
    facts: facts({ version: '1.0.14', settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'NodeRepair=true' } }),
    findingsLike: [
      {
        rule: 'gate:NodeRepair',
        message: 'Karpenter 1.0.14 ignores the feature gate NodeRepair=true: this version does not have the gate',
      },
    ],
  },
  {
    it: 'fails gates that no Karpenter reads',
    facts: facts({ settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'NodeRepair=true,Drift=yes' } }),
    findingsLike: [
      { level: 'fail', rule: 'feature-gates', message: 'Karpenter does not start with the feature gate "Drift=yes"' },
    ],
  },
  {
    it: 'fails a gate without a value',
    facts: facts({ settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'NodeRepair' } }),
    findingsLike: [{ level: 'fail', rule: 'feature-gates' }],
  },
  {
    it: 'is silent about a gate that is on, and on by default later',
    facts: facts({ version: '1.5.8', settings: { CLUSTER_NAME: 'prod', FEATURE_GATES: 'ReservedCapacity=true' } }),
    karpenter: karpenterPath('1.5.8', '1.8.8'),
    findings: [],
  },
  {
    it: 'warns of variables that a step drops',
    facts: facts({
      version: '0.37.8',
      settings: { CLUSTER_NAME: 'prod', ASSUME_ROLE_ARN: 'arn:aws:iam::111122223333:role/x' },
    }),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'variable:ASSUME_ROLE_ARN',
        atKarpenter: '1.0.14',
        message: 'Karpenter 1.0.14 ignores ASSUME_ROLE_ARN: it was removed in 1.0.0',
      },
    ],
  },
  {
    it: 'warns of a variable that this version does not know yet, unless a step brings it',
    facts: facts({
      version: '1.0.14',
      settings: { CLUSTER_NAME: 'prod', ENABLE_ZONAL_SHIFT: 'true', PREFERENCE_POLICY: 'Ignore' },
    }),
    karpenter: karpenterPath('1.0.14', '1.4.4'),
    findingsLike: [
      {
        level: 'warn',
        rule: 'variable:ENABLE_ZONAL_SHIFT',
        message: 'Karpenter 1.0.14 ignores ENABLE_ZONAL_SHIFT: it is read from 1.12.0 on',
      },
    ],
  },
  ...[
    { variable: 'AMI_REFRESH_INTERVAL', value: '5m', last: '1.12.2', from: '1.13.0' },
    { variable: 'SUBNET_REFRESH_INTERVAL', value: '5m', last: '1.12.2', from: '1.13.0' },
    { variable: 'IGNORE_DRA_REQUESTS', value: 'false', last: '1.6.8', from: '1.7.0' },
  ].flatMap(({ variable, value, last, from }): Case[] => [
    {
      it: `warns of ${variable} under ${last}`,
      facts: facts({ version: last, settings: { CLUSTER_NAME: 'prod', [variable]: value } }),
      findingsLike: [
        {
          level: 'warn',
          rule: `variable:${variable}`,
          message: `Karpenter ${last} ignores ${variable}: it is read from ${from} on`,
        },
      ],
    },
    {
      it: `is silent about ${variable} under ${from}`,
      facts: facts({ version: from, settings: { CLUSTER_NAME: 'prod', [variable]: value } }),
      findings: [],
    },
  ]),
  ...[
    { variable: 'AMI_REFRESH_INTERVAL', value: '30s' },
    { variable: 'SUBNET_REFRESH_INTERVAL', value: '59s999ms' },
    { variable: 'SUBNET_REFRESH_INTERVAL', value: '0' },
    { variable: 'AMI_REFRESH_INTERVAL', value: '-5m' },
  ].map(({ variable, value }): Case => ({
    it: `fails ${variable}=${value} under 1.13, which does not start`,
    facts: facts({ version: '1.13.1', settings: { CLUSTER_NAME: 'prod', [variable]: value } }),
    findings: [
      {
        level: 'fail',
        rule: `interval:${variable}`,
        resource,
        message: `Karpenter 1.13.1 does not start: ${variable} is ${value}, and the minimum is 1m`,
        evidence: [{ observed: `${variable}: ${value}`, required: '1m or more' }],
        fix: `Set ${variable} to 1m or more in the values of the chart.`,
        links: ['https://github.com/aws/karpenter-provider-aws/blob/v1.13.0/pkg/operator/options/options.go'],
      },
    ],
  })),
  {
    it: 'fails the step to 1.13 with an interval that 1.12 ignores',
    facts: facts({ version: '1.12.2', settings: { CLUSTER_NAME: 'prod', AMI_REFRESH_INTERVAL: '30s' } }),
    karpenter: karpenterPath('1.12.2', '1.13.1'),
    findingsLike: [{ level: 'fail', rule: 'interval:AMI_REFRESH_INTERVAL', atKarpenter: '1.13.1' }],
  },
  ...['1m', '0.5h', '60000ms', '30', ''].map((value): Case => ({
    it: `is silent about an interval of "${value}" under 1.13, which is long enough or read as the default`,
    facts: facts({ version: '1.13.1', settings: { CLUSTER_NAME: 'prod', AMI_REFRESH_INTERVAL: value } }),
    findings: [],
  })),
  {
    it: 'does not know an interval that stands elsewhere',
    facts: facts({ version: '1.13.1', settingsUnread: ['SUBNET_REFRESH_INTERVAL'] }),
    findingsLike: [
      {
        level: 'unknown',
        rule: 'interval:SUBNET_REFRESH_INTERVAL',
        message: 'unknown whether SUBNET_REFRESH_INTERVAL is at least 1m: it comes from a source that is not read',
      },
    ],
  },
  {
    it: 'fails webhooks that are off while a CRD converts by them',
    facts: facts(
      { version: '1.0.14', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      { karpenterCrds: crds },
    ),
    findingsLike: [
      {
        level: 'fail',
        rule: 'webhook',
        message:
          'its webhooks are off, but CRD nodepools.karpenter.sh needs them to convert its objects: none of them can be read',
      },
    ],
  },
  {
    it: 'warns of webhooks that are off while every object is stored as v1: only clients of v1beta1 need them',
    facts: facts(
      { version: '1.0.14', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      {
        karpenterCrds: theCrds({
          conversion: { strategy: 'Webhook', service: null, caBundle: true },
          served: ['v1', 'v1beta1'],
          storage: 'v1',
          storedVersions: ['v1'],
        }),
      },
    ),
    findingsLike: [
      {
        level: 'warn',
        rule: 'webhook',
        message:
          'its webhooks are off, but CRD nodepools.karpenter.sh needs them for clients of versions other than v1: their requests fail',
        fix: 'Before the step, set `webhook.enabled: true` in the values of the chart, and open port 8443 from the control plane.',
      },
    ],
  },
  {
    it: 'is silent about webhooks that are off where every object is stored as v1, and nothing is converted',
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    facts: facts(
      { version: '0.37.8', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      { karpenterCrds: theCrds() },
    ),
    findings: [],
  },
  {
    it: 'fails the step to 1.0 while webhooks are switched off by hand',
    facts: facts(
      { version: '0.37.8', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      { karpenterCrds: [] },
    ),
    karpenter: karpenterPath('0.37.8', '1.0.14'),
    findingsLike: [{ level: 'fail', rule: 'webhook', atKarpenter: '1.0.14' }],
  },
  {
    it: 'is silent where the chart itself leaves them off, and the step turns them on',
    facts: facts(
      { version: '0.37.0', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      { karpenterCrds: [] },
    ),
    karpenter: karpenterPath('0.37.0', '0.37.8', '1.0.14'),
    findings: [],
  },
  {
    it: 'says what stays where it is, and leaves out what is empty',
    facts: facts(
      {
        version: '0.32.10',
        settings: { 'configMap:batchIdleDuration': '1s', 'configMap:aws.clusterEndpoint': '', CLUSTER_NAME: 'prod' },
      },
      { karpenterCrds: [] },
    ),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [
      {
        rule: 'config-map',
        message: 'Karpenter 0.33.12 no longer reads it: batchIdleDuration',
        fix: expect.stringMatching(
          /no longer exist from 0\.33 on\.\n\n- `settings\.batchIdleDuration` does not change$/,
        ),
      },
    ],
  },
  {
    it: 'warns of webhooks that are off before Kubernetes 1.25',
    current: '1.24',
    facts: facts(
      { version: '0.33.5', settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } },
      { karpenterCrds: [] },
    ),
    findingsLike: [{ level: 'warn', rule: 'webhook' }],
  },
  {
    it: 'is silent about webhooks in a version that has none',
    facts: facts({ settings: { CLUSTER_NAME: 'prod', DISABLE_WEBHOOK: 'true' } }, { karpenterCrds: crds }),
    findings: [],
  },
  {
    it: 'judges each controller by its own version, today alone where the path is not its own',
    facts: {
      karpenterControllers: [aKarpenter(), aKarpenter({ namespace: 'old', version: '0.30.0', settings: inConfigMap })],
      karpenterEndpoints: [],
    },
    karpenter: karpenterPath('1.8.1', '1.9.2'),
    findings: [],
  },
  {
    it: 'speaks of the ConfigMap alone where webhooks are off under the settings of old',
    current: '1.24',
    facts: old('0.32.1', { DISABLE_WEBHOOK: 'true' }),
    findingsLike: [{ rule: 'config-map' }],
  },
]);
