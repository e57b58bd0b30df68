import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { Outcome } from './reply.ts';
import { toText, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** The SQS and EventBridge operations that an interruption queue needs. */
export const queueOperations: Readonly<Record<string, Operation>> = {
  'sqs:GetQueueUrl': getQueueUrl,
  'events:ListRuleNamesByTarget': listRuleNamesByTarget,
  'events:DescribeRule': describeRule,
};

function getQueueUrl(world: World, { region, form }: AwsRequest): Outcome {
  const name = toText(form['QueueName']) ?? '';
  if (!/^[\w-]{1,80}(?:\.fifo)?$/.test(name))
    return { error: 'InvalidParameterValue', status: 400, message: 'The queue name is not valid.' };
  if (region !== world.region || world.aws.queues?.includes(name) !== true)
    return { error: 'QueueDoesNotExist', status: 400, message: 'The specified queue does not exist.' };
  const domain = world.partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return { output: { QueueUrl: `https://sqs.${region}.${domain}/${world.account}/${name}` } };
}

function listRuleNamesByTarget(world: World, { action, form }: AwsRequest): Outcome {
  const target = toText(form['TargetArn']) ?? '';
  const rules = Object.entries(world.aws.eventRules ?? {});
  const names = rules.flatMap(([name, { targets }]) => (targets.includes(target) ? [name] : []));
  const page = selectPage(action, names, toText(form['NextToken']), toText(form['Limit']), world.aws.pageSize);
  return 'error' in page ? page : { output: { RuleNames: page.items, NextToken: page.next } };
}

function describeRule(world: World, { form }: AwsRequest): Outcome {
  const name = toText(form['Name']) ?? '';
  const found = world.aws.eventRules?.[name];
  if (found === undefined)
    return {
      error: 'ResourceNotFoundException',
      status: 400,
      message: `Rule ${name} does not exist on EventBus default.`,
    };
  const Arn = `arn:${world.partition}:events:${world.region}:${world.account}:rule/${name}`;
  return { output: { Name: name, Arn, EventBusName: 'default', State: 'ENABLED', ...found.rule } };
}
