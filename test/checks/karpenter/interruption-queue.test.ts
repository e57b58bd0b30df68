import { expect } from 'vitest';
import check from '../../../checks/karpenter/interruption-queue.ts';
import type { Facts } from '../../../src/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { aKarpenter, checkCases, karpenterPath } from '../cases.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const facts = (more: Partial<KarpenterController>) => ({ karpenterControllers: [aKarpenter(more)] });
const old = (version: string, more: Record<string, string> = {}) =>
  facts({ version, settings: { 'configMap:aws.clusterName': 'prod', ...more } });
const queueArn = 'arn:aws:sqs:eu-west-1:111122223333:Karpenter-prod';

/** The controller's role, with the statement of the templates for a queue. */
function grants(Resource: string): Facts['karpenterRoles'][number] {
  const Action = ['sqs:DeleteMessage', 'sqs:GetQueueUrl', 'sqs:ReceiveMessage'];
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource }] };
  const arn = 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod';
  const policies = [{ name: 'KarpenterController', arn: null, document }];
  return { arn, name: 'KarpenterControllerRole-prod', found: { trust: null, tags: {}, policies, boundary: null } };
}

const named = { 'configMap:aws.interruptionQueueName': 'prod' };

checkCases(check, [
  { it: 'is silent about a queue under the key that is read', facts: facts({}), findings: [] },
  {
    it: 'is silent where nobody speaks of a queue',
    facts: facts({ settings: { CLUSTER_NAME: 'prod' } }),
    findings: [],
  },
  { it: 'is silent about 0.30 with its ConfigMap, while it stays', facts: old('0.30.0', named), findings: [] },
  {
    it: 'warns on the way to 0.32.1 of the key that is read for the last time (document 002)',
    facts: old('0.30.0', named),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findings: [
      {
        level: 'warn',
        rule: 'old-key',
        atKarpenter: '0.32.1',
        resource,
        message:
          'the queue prod is named by aws.interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.32.1 reads for the last time',
        evidence: [
          { observed: 'settings.aws.interruptionQueueName: prod', required: 'settings.interruptionQueue: prod' },
        ],
        fix: expect.stringContaining('It is not `settings.interruptionQueueName`'),
      },
    ],
  },
  {
    it: 'warns of the step to 0.33, behind which nothing is read',
    facts: old('0.30.0', named),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findingsLike: [
      {
        rule: 'old-key',
        atKarpenter: '0.33.12',
        message:
          'Karpenter 0.33.12 hears of no interruption: the queue prod is only named by aws.interruptionQueueName of ConfigMap karpenter-global-settings',
      },
    ],
  },
  {
    it: 'is silent about 0.32 that has both, and goes on',
    facts: facts({ version: '0.32.10', settings: { INTERRUPTION_QUEUE: 'prod' } }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findings: [],
  },
  {
    it: 'warns where only the left-over ConfigMap names a queue',
    facts: facts({ version: '0.37.8', settings: { CLUSTER_NAME: 'prod', ...named } }),
    findings: [
      {
        level: 'warn',
        rule: 'unread',
        resource,
        message:
          'hears of no interruption: the queue prod is named by aws.interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.37.8 does not read',
        evidence: [
          {
            observed: 'aws.interruptionQueueName of ConfigMap karpenter-global-settings: prod',
            required: 'settings.interruptionQueue',
          },
        ],
        fix: expect.stringContaining('`settings.interruptionQueue: prod`'),
      },
    ],
  },
  {
    it: 'warns of the key that has never been one, which the chart of 0.30 wrote to the ConfigMap',
    facts: old('0.30.0', { 'configMap:interruptionQueueName': 'prod' }),
    findingsLike: [
      {
        rule: 'unread',
        message:
          'hears of no interruption: the queue prod is named by interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.30.0 does not read',
        evidence: [
          {
            observed: 'interruptionQueueName of ConfigMap karpenter-global-settings: prod',
            required: 'settings.aws.interruptionQueueName',
          },
        ],
      },
    ],
  },
  {
    it: 'warns of a variable that 0.30 does not read',
    facts: old('0.30.0', { INTERRUPTION_QUEUE: 'prod' }),
    findingsLike: [{ rule: 'unread', evidence: [{ observed: 'INTERRUPTION_QUEUE: prod' }] }],
  },
  {
    it: 'warns where the role may read a queue and no setting names one (document 002 after its update)',
    facts: { ...facts({ version: '0.32.1', settings: { CLUSTER_NAME: 'prod' } }), karpenterRoles: [grants(queueArn)] },
    findings: [
      {
        level: 'warn',
        rule: 'granted',
        resource,
        message:
          'hears of no interruption: its role KarpenterControllerRole-prod may read the queue Karpenter-prod, and no setting names one',
        evidence: [
          {
            observed: 'sqs:ReceiveMessage on Karpenter-prod',
            required: 'settings.interruptionQueue: Karpenter-prod',
            fact: 'karpenterRoles',
          },
        ],
        fix: expect.stringContaining('It is not `settings.interruptionQueueName`'),
      },
    ],
  },
  {
    it: 'is silent about a grant on any queue, and about another role',
    facts: {
      ...facts({ settings: { CLUSTER_NAME: 'prod' } }),
      karpenterRoles: [grants('*'), { ...grants(queueArn), arn: 'arn:aws:iam::111122223333:role/other' }],
    },
    findings: [],
  },
  {
    it: 'warns of an ARN where the name belongs',
    facts: facts({ settings: { INTERRUPTION_QUEUE: 'arn:aws:sqs:eu-west-1:111122223333:prod' } }),
    findings: [
      {
        level: 'warn',
        rule: 'name',
        atKarpenter: '1.8.1',
        blocks: 'workloads',
        resource,
        message: "INTERRUPTION_QUEUE is an ARN, where the queue's name belongs: no interruption is heard of",
        evidence: [{ observed: 'arn:aws:sqs:eu-west-1:111122223333:prod', required: 'prod' }],
        fix: 'Write the name alone: `settings.interruptionQueue: prod`.',
      },
    ],
  },
  {
    it: 'fails a URL where 0.33 to 1.3 end at their start',
    facts: facts({
      version: '1.3.8',
      settings: { INTERRUPTION_QUEUE: 'https://sqs.eu-west-1.amazonaws.com/111122223333/prod' },
    }),
    findingsLike: [
      {
        level: 'fail',
        rule: 'name',
        blocks: 'karpenter',
        message: "INTERRUPTION_QUEUE is a URL, where the queue's name belongs: Karpenter 1.3.8 does not start",
      },
    ],
  },
  {
    it: 'fails it at the step that leads there',
    facts: facts({ version: '0.32.10', settings: { INTERRUPTION_QUEUE: 'prod queue' } }),
    karpenter: karpenterPath('0.32.10', '0.33.12'),
    findingsLike: [{ level: 'fail', rule: 'name', atKarpenter: '0.33.12' }],
  },
  {
    it: 'does not know it where the version or the setting is not readable',
    facts: {
      karpenterControllers: [
        aKarpenter({ version: null }),
        aKarpenter({ name: 'second', settings: {}, settingsUnread: ['INTERRUPTION_QUEUE'] }),
      ],
    },
    findingsLike: [
      { level: 'unknown', message: 'whether it has an interruption queue is not known: its version is not known' },
      {
        level: 'unknown',
        message:
          'whether it has an interruption queue is not known: INTERRUPTION_QUEUE comes from a place that is not read',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed here',
  },
  {
    it: 'speaks of the ConfigMap, and not of the grant, where both name a queue; where it is not read, of neither',
    facts: {
      ...facts({ version: '1.8.1', settings: { CLUSTER_NAME: 'prod', ...named } }),
      karpenterRoles: [grants(queueArn)],
    },
    findingsLike: [{ rule: 'unread' }],
  },
]);
