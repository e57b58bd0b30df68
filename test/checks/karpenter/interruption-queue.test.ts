import { expect } from 'vitest';
import check from '../../../checks/karpenter/interruption-queue/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { KarpenterController } from '../../../src/facts/karpenter.ts';
import { aKarpenter, aNode, checkCases, karpenterPath } from '../cases.ts';
import { byArgo, byTerraform, definedInTerraform } from '../managers.ts';
import { anEventRule, aNodeClass, aNodePool, aQueue, aTerm } from './objects.ts';

const resource = { kind: 'Deployment', namespace: 'kube-system', name: 'karpenter' };
const onSpot = [aNodePool('default', { requirements: [] })];
const facts = (more: Partial<KarpenterController>) => ({
  karpenterControllers: [aKarpenter(more)],
  karpenterPools: onSpot,
});
/** One rule, for two kinds of events, neither about Spot. */
const noSpotRules = [anEventRule('most', ['AWS Health Event', 'EC2 Instance State-change Notification'])];
const noSpotRule = [aQueue('prod', noSpotRules)];
const old = (version: string, more: Record<string, string> = {}) =>
  facts({ version, settings: { 'configMap:aws.clusterName': 'prod', ...more } });
const queueArn = 'arn:aws:sqs:eu-west-1:111122223333:Karpenter-prod';

/** The controller's role, with the templates' statement for a queue. */
function grants(Resource: string): Facts['karpenterRoles'][number] {
  const Action = ['sqs:DeleteMessage', 'sqs:GetQueueUrl', 'sqs:ReceiveMessage'];
  const document = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource }] };
  const arn = 'arn:aws:iam::111122223333:role/KarpenterControllerRole-prod';
  const policies = [{ name: 'KarpenterController', arn: null, document }];
  return { arn, name: 'KarpenterControllerRole-prod', found: { trust: null, tags: {}, policies, boundary: null } };
}

/** A role with a different ARN, for controllers with two roles. */
const first = { ...grants('*'), arn: 'arn:aws:iam::111122223333:role/A-first', name: 'A-first' };

const named = { 'configMap:aws.interruptionQueueName': 'prod' };

const ofAutoMode = { group: 'eks.amazonaws.com', kind: 'NodeClass', name: 'default' };
const reserving = aNodeClass('reserved');
reserving.terms = { ...reserving.terms, capacityReservations: [aTerm({ id: 'cr-0a1' })] };

checkCases(check, [
  {
    it: 'says where Terraform defines a queue that does not exist',
    cluster: { tags: byTerraform },
    facts: { ...facts({}), karpenterQueues: [{ name: 'prod', found: null }] },
    findingsLike: [{ rule: 'no-queue', fix: definedInTerraform('enable_spot_termination') }],
  },
  {
    it: 'says where Terraform defines EventBridge rules that are missing',
    cluster: { tags: byTerraform },
    facts: { ...facts({}), karpenterQueues: noSpotRule },
    findingsLike: [{ rule: 'not-sent', fix: definedInTerraform('aws_cloudwatch_event_rule') }],
  },
  {
    it: 'says where Terraform defines an EventBridge rule that is disabled',
    cluster: { tags: byTerraform },
    facts: {
      ...facts({}),
      karpenterQueues: [
        aQueue('prod', [
          ...noSpotRules,
          anEventRule('spot', ['EC2 Spot Instance Interruption Warning'], { enabled: false }),
        ]),
      ],
    },
    findingsLike: [{ rule: 'disabled', fix: definedInTerraform('aws_cloudwatch_event_rule') }],
  },
  {
    it: 'says that Argo CD manages Karpenter whose key for the queue has to change',
    facts: facts({
      version: '0.30.0',
      settings: { 'configMap:aws.clusterName': 'prod', ...named },
      owner: byArgo,
    }),
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.1'),
    findingsLike: [
      {
        rule: 'old-key',
        fix: expect.stringMatching(/ Argo CD manages Karpenter, and may revert a change made elsewhere\.$/) as string,
      },
    ],
  },
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
          'the queue prod is set in aws.interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.32.1 is the last version to read',
        evidence: [
          { observed: 'settings.aws.interruptionQueueName: prod', required: 'settings.interruptionQueue: prod' },
        ],
        fix: expect.stringContaining('Do not use `settings.interruptionQueueName`'),
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
          'Karpenter 0.33.12 receives no interruption events: the queue prod is only set in aws.interruptionQueueName of ConfigMap karpenter-global-settings',
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
          'receives no interruption events: the queue prod is set in aws.interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.37.8 does not read',
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
          'receives no interruption events: the queue prod is set in interruptionQueueName of ConfigMap karpenter-global-settings, which Karpenter 0.30.0 does not read',
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
          'receives no interruption events: its role KarpenterControllerRole-prod can read the queue Karpenter-prod, but no setting names a queue',
        evidence: [
          {
            observed: 'sqs:ReceiveMessage on Karpenter-prod',
            required: 'settings.interruptionQueue: Karpenter-prod',
            fact: 'karpenterRoles',
          },
        ],
        fix: expect.stringContaining('Do not use `settings.interruptionQueueName`'),
      },
    ],
  },
  {
    it: 'goes by the grants of the role behind the first one',
    facts: {
      ...facts({
        version: '0.32.1',
        settings: { CLUSTER_NAME: 'prod' },
        identity: { kind: 'pod-identity', roleArn: first.arn, targetRoleArn: grants(queueArn).arn },
      }),
      karpenterRoles: [first, grants(queueArn)],
    },
    findingsLike: [{ rule: 'granted' }],
  },
  {
    it: 'goes by the grants of the role that settings of before 1.0 name',
    facts: {
      ...facts({
        version: '0.37.8',
        settings: { CLUSTER_NAME: 'prod', ASSUME_ROLE_ARN: grants(queueArn).arn },
        identity: { kind: 'irsa', roleArn: first.arn, targetRoleArn: null },
      }),
      karpenterRoles: [first, grants(queueArn)],
    },
    findingsLike: [{ rule: 'granted' }],
  },
  {
    it: 'does not know the grants where the role behind the first one was not read, or is not known',
    facts: {
      karpenterControllers: [
        aKarpenter({
          settings: { CLUSTER_NAME: 'prod' },
          identity: { kind: 'pod-identity', roleArn: grants(queueArn).arn, targetRoleArn: first.arn },
        }),
        aKarpenter({
          version: '0.37.8',
          settings: { CLUSTER_NAME: 'prod' },
          settingsUnread: ['ASSUME_ROLE_ARN'],
          identity: { kind: 'irsa', roleArn: grants(queueArn).arn, targetRoleArn: null },
        }),
        aKarpenter({
          settings: { CLUSTER_NAME: 'prod' },
          identity: { kind: 'unknown', roleArn: null, targetRoleArn: null },
        }),
      ],
      karpenterRoles: [grants(queueArn)],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'granted',
        message: `unknown whether it has permissions for a queue that no setting names: its role ${first.arn} was not read`,
      },
      {
        level: 'unknown',
        rule: 'granted',
        message:
          'unknown whether it has permissions for a queue that no setting names: ASSUME_ROLE_ARN comes from a source that is not read',
      },
      {
        level: 'unknown',
        rule: 'granted',
        message: 'unknown whether it has permissions for a queue that no setting names: its role is unknown',
      },
    ],
  },
  {
    it: 'is silent about grants where a setting names the queue that is read, whatever role acts',
    facts: facts({ version: '0.37.8', settingsUnread: ['ASSUME_ROLE_ARN'] }),
    findings: [],
  },
  {
    it: 'is silent about the grants of a role that does not exist, or is no ARN',
    facts: {
      karpenterControllers: ['karpenter', first.arn].map((roleArn) =>
        aKarpenter({
          settings: { CLUSTER_NAME: 'prod' },
          identity: { kind: 'irsa', roleArn, targetRoleArn: null },
        }),
      ),
      karpenterRoles: [{ ...first, found: null }],
    },
    findings: [],
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
    it: 'names the key that 0.30 reads where its role may read a queue and no setting names one',
    facts: { ...old('0.30.0'), karpenterRoles: [grants(queueArn)] },
    findingsLike: [
      {
        rule: 'granted',
        evidence: [
          {
            observed: 'sqs:ReceiveMessage on Karpenter-prod',
            required: 'settings.aws.interruptionQueueName: Karpenter-prod',
            fact: 'karpenterRoles',
          },
        ],
        fix: expect.stringContaining(
          'Set `settings.aws.interruptionQueueName: Karpenter-prod` in the values of the chart (ConfigMap karpenter-global-settings).',
        ),
      },
    ],
  },
  {
    it: 'names the key that 0.30 reads where an ARN stands in the place of the name',
    facts: old('0.30.0', { 'configMap:aws.interruptionQueueName': queueArn }),
    findingsLike: [{ rule: 'name', fix: 'Set only the name: `settings.aws.interruptionQueueName: Karpenter-prod`.' }],
  },
  {
    it: 'warns of an ARN where the name belongs',
    facts: facts({ settings: { INTERRUPTION_QUEUE: 'arn:aws:sqs:eu-west-1:111122223333:prod' } }),
    findings: [
      {
        level: 'warn',
        rule: 'name',
        blocks: 'workloads',
        resource,
        message: 'INTERRUPTION_QUEUE is an ARN instead of the queue name: Karpenter receives no interruption events',
        evidence: [{ observed: 'arn:aws:sqs:eu-west-1:111122223333:prod', required: 'prod' }],
        fix: 'Set only the name: `settings.interruptionQueue: prod`.',
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
        message: 'INTERRUPTION_QUEUE is a URL instead of the queue name: Karpenter 1.3.8 does not start',
      },
    ],
  },
  {
    it: 'has unknown for a queue that is not there while the role of Karpenter is unknown',
    facts: {
      ...facts({
        settings: { INTERRUPTION_QUEUE: 'prod' },
        identity: { kind: 'unknown', roleArn: null, targetRoleArn: null },
      }),
      karpenterQueues: [{ name: 'prod', found: null }],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'no-queue',
        message:
          'the queue prod does not exist in account 111122223333, and the role of Karpenter is unknown: it may belong to another account',
      },
    ],
  },
  {
    it: 'names the queue of a URL that ends with a slash',
    facts: facts({ settings: { INTERRUPTION_QUEUE: 'https://sqs.eu-west-1.amazonaws.com/111122223333/prod/' } }),
    findingsLike: [{ rule: 'name', fix: 'Set only the name: `settings.interruptionQueue: prod`.' }],
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
      { level: 'unknown', message: 'unknown whether it has an interruption queue: its version is unknown' },
      {
        level: 'unknown',
        message:
          'unknown whether it has an interruption queue: INTERRUPTION_QUEUE comes from a source that is not read',
      },
    ],
  },
  {
    it: 'skips a cluster without Karpenter',
    facts: { karpenterControllers: [] },
    skip: 'Karpenter is not installed in this cluster',
  },
  {
    it: 'speaks of the ConfigMap, and not of the grant, where both name a queue; where it is not read, of neither',
    facts: {
      ...facts({ version: '1.8.1', settings: { CLUSTER_NAME: 'prod', ...named } }),
      karpenterRoles: [grants(queueArn)],
    },
    findingsLike: [{ rule: 'unread' }],
  },
  {
    it: 'is silent about a queue that is there, with its rules',
    facts: { ...facts({}), karpenterQueues: [aQueue()] },
    findings: [],
  },
  {
    it: 'warns of a queue that does not exist, and names the one that the role may read',
    facts: { ...facts({}), karpenterQueues: [{ name: 'prod', found: null }], karpenterRoles: [grants(queueArn)] },
    findings: [
      {
        level: 'warn',
        rule: 'no-queue',
        blocks: 'workloads',
        resource,
        message:
          'the queue prod does not exist in account 111122223333, eu-west-1: Karpenter receives no interruption events; its role KarpenterControllerRole-prod can read Karpenter-prod',
        evidence: [{ observed: 'no queue prod', required: 'Karpenter-prod', fact: 'karpenterQueues' }],
        fix: expect.stringContaining('aws sqs create-queue --queue-name prod'),
      },
    ],
  },
  {
    it: 'quotes the name of a queue that a shell would take for a command',
    facts: {
      ...facts({ settings: { INTERRUPTION_QUEUE: '$(reboot)' } }),
      karpenterQueues: [{ name: '$(reboot)', found: null }],
    },
    findingsLike: [
      { rule: 'name' },
      { rule: 'no-queue', fix: expect.stringContaining("aws sqs create-queue --queue-name '$(reboot)' --attributes") },
    ],
  },
  {
    it: 'fails at the first step to a version that ends at its start without the queue',
    facts: {
      ...facts({ version: '0.32.10', settings: { INTERRUPTION_QUEUE: 'prod' } }),
      karpenterQueues: [{ name: 'prod', found: null }],
    },
    karpenter: karpenterPath('0.32.10', '0.33.12', '0.37.8', '1.0.14'),
    findingsLike: [
      {
        level: 'fail',
        atKarpenter: '0.33.12',
        blocks: 'karpenter',
        message:
          'the queue prod does not exist in account 111122223333, eu-west-1: Karpenter receives no interruption events, and Karpenter 0.33.12 does not start',
      },
    ],
  },
  {
    it: 'warns of 0.30 alone where the next versions do not read the name any more',
    facts: { ...old('0.30.0', named), karpenterQueues: [{ name: 'prod', found: null }] },
    karpenter: karpenterPath('0.30.0', '0.31.5', '0.32.10', '0.33.12'),
    findingsLike: [{ rule: 'old-key' }, { level: 'warn', rule: 'no-queue' }],
  },
  {
    it: 'warns of events that no rule sends, with the commands that make the rules',
    facts: {
      ...facts({}),
      karpenterQueues: [aQueue('prod', [anEventRule('spot', ['EC2 Spot Instance Interruption Warning'])])],
    },
    findings: [
      {
        level: 'warn',
        rule: 'not-sent',
        resource,
        message:
          'no EventBridge rule sends AWS Health Event, EC2 Instance State-change Notification to the queue prod: nodes are not drained before scheduled maintenance of EC2; Karpenter notices late that others have stopped or terminated an instance',
        evidence: [
          { observed: 'no rule', required: 'a rule for AWS Health Event', fact: 'karpenterQueues' },
          {
            observed: 'no rule',
            required: 'a rule for EC2 Instance State-change Notification',
            fact: 'karpenterQueues',
          },
        ],
        fix: expect.stringContaining(
          `aws events put-rule --name prod-health-events --event-pattern '{"source":["aws.health"],"detail-type":["AWS Health Event"]}' --region eu-west-1\naws events put-targets --rule prod-health-events --targets Id=KarpenterInterruptionQueue,Arn=arn:aws:sqs:eu-west-1:111122223333:prod`,
        ),
      },
    ],
  },
  {
    it: 'asks for no event of Spot where all pools are on-demand and no Spot node runs',
    facts: {
      ...facts({}),
      karpenterQueues: noSpotRule,
      karpenterPools: [aNodePool('default'), aNodePool('auto', { requirements: [], nodeClass: ofAutoMode })],
      nodes: [
        aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'default' }),
        aNode('b', 'v1.33.5', { computeType: 'auto', group: 'auto', spot: true }),
      ],
    },
    findings: [],
  },
  ...(
    [
      ['a pool allows Spot', { karpenterPools: onSpot }],
      [
        'a Spot node still runs',
        {
          karpenterPools: [aNodePool('default')],
          nodes: [aNode('a', 'v1.33.5', { computeType: 'karpenter', group: 'default', spot: true })],
        },
      ],
    ] as const
  ).map(([it, more]) => ({
    it: `warns of the missing event of Spot where ${it}`,
    facts: { ...facts({}), karpenterQueues: noSpotRule, ...(more as Partial<Facts>) },
    findingsLike: [
      {
        level: 'warn' as const,
        rule: 'not-sent',
        message:
          'no EventBridge rule sends EC2 Spot Instance Interruption Warning to the queue prod: nodes are not drained in the two minutes before EC2 interrupts their Spot Instance',
      },
    ],
  })),
  {
    it: 'warns of a rule that is disabled, and of none that another does the work of',
    facts: {
      ...facts({}),
      karpenterQueues: [
        aQueue('prod', [
          anEventRule('all', ['AWS Health Event', 'EC2 Instance State-change Notification']),
          anEventRule('health', ['AWS Health Event'], { enabled: false }),
          anEventRule('spot', ['EC2 Spot Instance Interruption Warning'], { enabled: false }),
        ]),
      ],
    },
    findings: [
      {
        level: 'warn',
        rule: 'disabled',
        resource,
        message:
          'EC2 Spot Instance Interruption Warning would be sent to the queue prod by spot of EventBridge, which is disabled: nodes are not drained in the two minutes before EC2 interrupts their Spot Instance',
        evidence: [{ observed: 'DISABLED', required: 'ENABLED', resource: 'rule spot', fact: 'karpenterQueues' }],
        fix: expect.stringContaining('aws events enable-rule --name spot --region eu-west-1'),
      },
    ],
  },
  {
    it: 'does not know what a pattern that it does not understand lets through',
    facts: {
      ...facts({}),
      karpenterQueues: [
        aQueue('prod', [
          anEventRule('most', ['AWS Health Event', 'EC2 Instance State-change Notification']),
          anEventRule('odd', [], { unread: ['EC2 Spot Instance Interruption Warning', 'AWS Health Event'] }),
        ]),
      ],
    },
    findingsLike: [
      {
        level: 'unknown',
        rule: 'pattern',
        message:
          'unknown whether EC2 Spot Instance Interruption Warning reaches the queue: cannot evaluate the event pattern of odd',
        fix: 'Check which events it matches: `aws events describe-rule --name odd --region eu-west-1`.',
      },
    ],
  },
  {
    it: 'leaves rules that were not read to the gap that says so',
    facts: { ...facts({}), karpenterQueues: [aQueue('prod', null)] },
    findings: [],
  },
  {
    it: 'asks for the event of capacity reservations from 1.10 on, where a node class selects them',
    facts: {
      ...facts({ version: '1.8.8' }),
      karpenterQueues: [
        aQueue('prod', [
          anEventRule('all', [
            'AWS Health Event',
            'EC2 Instance State-change Notification',
            'EC2 Spot Instance Interruption Warning',
          ]),
        ]),
      ],
      karpenterNodeClasses: [reserving],
    },
    karpenter: karpenterPath('1.8.8', '1.9.2', '1.10.2'),
    findingsLike: [
      {
        rule: 'not-sent',
        atKarpenter: '1.10.2',
        message:
          'no EventBridge rule sends EC2 Capacity Reservation Instance Interruption Warning to the queue prod: nodes in interruptible capacity reservations are not drained before EC2 reclaims them',
        fix: expect.stringContaining(`--event-pattern '{
  "source": ["aws.ec2"],
  "detail-type": ["EC2 Capacity Reservation Instance Interruption Warning"]
}' --region eu-west-1`),
      },
    ],
  },
]);
