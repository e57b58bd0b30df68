import { advice } from '../../../syntax/advice.ts';
import { defineCollector } from '../../collect.ts';
import type { Facts } from '../../../facts/facts.ts';
import type { KarpenterController } from '../../../facts/karpenter.ts';
import type { KarpenterQueue } from '../../../facts/karpenter-account.ts';
import type { Gap } from '../../../facts/reading.ts';
import { ScanError } from '../../../facts/reason.ts';
import { isRoleArn, roleChain } from '../../../karpenter/role-chain.ts';
import { loadTable } from '../../../tables/tables.ts';
import type { AwsSource } from '../../../sources/aws/contract.ts';
import { present, presentText } from '../../require-field.ts';
import { requireSame } from '../../require-same.ts';
import { describeEach } from '../describe-each.ts';
import { everyName } from '../../../sources/aws/every-page.ts';
import { tokenPages } from '../../../sources/aws/pages.ts';
import { orAbsent } from '../or-absent.ts';
import { matchEventPattern } from './event-pattern.ts';
import { sh } from '../../../syntax/shell.ts';
import { allInOrder } from '../../all-in-order.ts';

type Cluster = Facts['cluster'];
type Found = NonNullable<KarpenterQueue['found']>;
type Rule = NonNullable<Found['rules']>[number];

/** Settings that name a queue: the variable's name, and the ConfigMap's key before 0.33. */
const settings = ['INTERRUPTION_QUEUE', 'configMap:aws.interruptionQueueName'] as const;

/** SQS's rule for queue names: SQS rejects a request with any other string. */
const isName = (text: string): boolean => /^[\w-]{1,80}$|^[\w-]{1,75}\.fifo$/.test(text);

export const karpenterQueues = defineCollector('karpenterQueues', {
  permissions: [{ iam: 'sqs:GetQueueUrl' }, { iam: 'events:ListRuleNamesByTarget' }, { iam: 'events:DescribeRule' }],
  from: ['cluster', 'karpenterControllers'],
  async collect({ aws }, facts) {
    const [cluster, controllers] = await allInOrder([facts.read('cluster'), facts.read('karpenterControllers')]);
    const accountByQueue = new Map(
      controllers.flatMap((one) => namesIn(one).map((name) => [name, resolveAccount(one, cluster)] as const)),
    );
    const read = await describeEach('queue', [...accountByQueue.keys()].sort(), async (name) => {
      refuseElsewhere(name, accountByQueue.get(name), cluster);
      return queueNamed(aws, name, cluster);
    });
    return {
      value: read.value.map(({ value }) => value),
      gaps: [...read.gaps, ...read.value.flatMap(({ gaps }) => gaps)],
    };
  },
});

function namesIn(controller: KarpenterController): string[] {
  return settings.flatMap((name) => controller.settings[name] ?? []).filter(isName);
}

/**
 * The account in which SQS looks for a name: that of the role that Karpenter uses today. Without a role, Karpenter uses
 * the node's role, in the cluster's account. Undefined if the controller's identity is unknown, a setting makes the
 * role uncertain, or the role's ARN is invalid.
 */
function resolveAccount(controller: KarpenterController, { account }: Cluster): string | undefined {
  const { acting } = roleChain(controller, controller.version, loadTable('karpenter-settings').rows);
  if (acting === null) return account;
  return acting !== undefined && isRoleArn(acting) ? acting.split(':')[4] : undefined;
}

/** @throws ScanError (`not-offered`) if the queue is in an account that is not scanned, or in an unknown one */
function refuseElsewhere(name: string, account: string | undefined, cluster: Cluster): void {
  if (account === cluster.account) return;
  const where = account === undefined ? 'in the account of an unknown role' : `in account ${account}`;
  const whose = account === undefined ? 'the credentials of that role' : "that account's credentials";
  throw new ScanError({
    kind: 'not-offered',
    message: `the queue ${name} is ${where}, and is not looked for`,
    hint: advice`Look with ${whose}: ${sh`aws sqs get-queue-url --queue-name ${name} --region ${cluster.region}`}`.text,
  });
}

/** The queue's ARN follows from its name, so its rules are requested at the same time. */
async function queueNamed(
  aws: AwsSource,
  name: string,
  { partition, account }: Cluster,
): Promise<{ value: KarpenterQueue; gaps: Gap[] }> {
  const arn = `arn:${partition}:sqs:${aws.region}:${account}:${name}`;
  const [exists, { rules, gaps }] = await allInOrder([queueExists(aws, name), rulesTo(aws, arn, name)]);
  return exists ? { value: { name, found: { arn, rules } }, gaps } : { value: { name, found: null }, gaps: [] };
}

async function queueExists(aws: AwsSource, QueueName: string): Promise<boolean> {
  const { GetQueueUrlCommand } = await import('../../../sources/aws/sdk/sqs.ts');
  const client = await aws.client('sqs');
  const command = new GetQueueUrlCommand({ QueueName });
  const answer = await orAbsent(() => aws.call('sqs:GetQueueUrl', () => client.send(command)));
  if (answer === undefined) return false;
  requireSame(presentText(answer.QueueUrl, 'QueueUrl').split('/').at(-1), QueueName, 'queue');
  return true;
}

/** All of the rules or none: a partial list cannot show which events lack a rule. */
async function rulesTo(aws: AwsSource, arn: string, queue: string): Promise<{ rules: Rule[] | null; gaps: Gap[] }> {
  try {
    const names = await ruleNamesTo(aws, arn);
    const { value, gaps } = await describeEach('event rule', names.sort(), (name) => ruleNamed(aws, name));
    return { rules: gaps.length === 0 ? value : null, gaps };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return { rules: null, gaps: [{ what: `the event rules of queue ${queue}`, reason: error.reason }] };
  }
}

async function ruleNamesTo(aws: AwsSource, TargetArn: string): Promise<string[]> {
  const { ListRuleNamesByTargetCommand } = await import('../../../sources/aws/sdk/event-bridge.ts');
  const client = await aws.client('events');
  const pages = tokenPages((NextToken) => client.send(new ListRuleNamesByTargetCommand({ TargetArn, NextToken })));
  return aws.call('events:ListRuleNamesByTarget', () => everyName(pages, 'RuleNames', (page) => page.RuleNames));
}

async function ruleNamed(aws: AwsSource, Name: string): Promise<Rule> {
  const { DescribeRuleCommand } = await import('../../../sources/aws/sdk/event-bridge.ts');
  const client = await aws.client('events');
  const command = new DescribeRuleCommand({ Name });
  const answer = await aws.call('events:DescribeRule', () => client.send(command));
  requireSame(answer.Name, Name, 'event rule');
  const { State, EventPattern } = answer;
  const matches = loadTable('karpenter-events').rows.map((row) => ({
    row,
    match: matchEventPattern(EventPattern, row),
  }));
  const those = (wanted: string) => matches.flatMap(({ row, match }) => (match === wanted ? [row.detailType] : []));
  return {
    ruleName: Name,
    enabled: present(State, 'State') !== 'DISABLED',
    detailTypes: those('yes'),
    unread: those('unread'),
  };
}
