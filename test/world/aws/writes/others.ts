import type { World } from '../../world.ts';
import type { AwsRequest, Form } from '../request.ts';
import { missing, required, type Write } from './write.ts';

/** What KMS, SQS and EventBridge change. */
export const otherWrites: Readonly<Record<string, Write>> = {
  'events:ListRules': ({ aws }) => ({ Rules: Object.keys(aws.eventRules ?? {}).map((Name) => ({ Name })) }),
  'events:EnableRule': (world, { form }) => changeRule(world, required(form, 'Name'), { State: 'ENABLED' }),
  'events:PutRule': putRule,
  'events:PutTargets': putTargets,
  'kms:CancelKeyDeletion': (world, request) => setKeyState(world, request, 'Disabled'),
  'kms:EnableKey': (world, request) => setKeyState(world, request, 'Enabled'),
  'sqs:CreateQueue': createQueue,
};

function setKeyState(world: World, { form }: AwsRequest, KeyState: string): ReturnType<Write> {
  const id = required(form, 'KeyId');
  const found = world.aws.keys?.[id];
  if (found === undefined) return missing('NotFoundException', `Key '${id}' does not exist`, 400);
  if (KeyState === 'Enabled' && found.key['KeyState'] === 'PendingDeletion')
    return missing('KMSInvalidStateException', `${id} is pending deletion.`, 400);
  world.aws.keys = { ...world.aws.keys, [id]: { ...found, key: { ...found.key, KeyState } } };
  return { KeyId: id };
}

function changeRule(world: World, name: string, rule: Record<string, unknown>): ReturnType<Write> {
  const found = world.aws.eventRules?.[name];
  if (found === undefined) return missing('ResourceNotFoundException', `Rule ${name} does not exist.`, 400);
  world.aws.eventRules = { ...world.aws.eventRules, [name]: { ...found, rule: { ...found.rule, ...rule } } };
  return {};
}

/** Replaces a rule of that name; arguments that are omitted become null. Its targets stay. */
function putRule(world: World, { form }: AwsRequest): ReturnType<Write> {
  const name = required(form, 'Name');
  const targets = world.aws.eventRules?.[name]?.targets ?? [];
  const rule = { State: 'ENABLED', EventPattern: required(form, 'EventPattern') };
  world.aws.eventRules = { ...world.aws.eventRules, [name]: { targets, rule } };
  return { RuleArn: `arn:${world.partition}:events:${world.region}:${world.account}:rule/${name}` };
}

function putTargets(world: World, { form }: AwsRequest): ReturnType<Write> {
  const name = required(form, 'Rule');
  const found = world.aws.eventRules?.[name];
  if (found === undefined) return missing('ResourceNotFoundException', `Rule ${name} does not exist.`, 400);
  const added = (form['Targets'] as Form[]).map((target) => required(target, 'Arn'));
  const targets = [...new Set([...found.targets, ...added])];
  world.aws.eventRules = { ...world.aws.eventRules, [name]: { ...found, targets } };
  return { FailedEntryCount: 0, FailedEntries: [] };
}

function createQueue(world: World, { form, region }: AwsRequest): ReturnType<Write> {
  const name = required(form, 'QueueName');
  world.aws.queues = [...new Set([...(world.aws.queues ?? []), name])];
  return { QueueUrl: `https://sqs.${region}.amazonaws.com/${world.account}/${name}` };
}
