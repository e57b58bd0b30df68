import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CreateEventBusCommand,
  EventBridgeClient,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateTopicCommand, PublishCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Message } from '../../src/schedule/changes/message.ts';
import type { Delivery, DeliveryContext } from '../../src/schedule/deliveries/contract.ts';
import { deliverAll } from '../../src/schedule/deliveries/deliver.ts';
import { parseTargets } from '../../src/schedule/deliveries/targets.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { createAwsSource } from '../../src/sources/aws/source.ts';
import { nights } from '../schedule/deliveries/messages.ts';
import { startMoto, type RunningMoto } from './moto.ts';

/** Deliveries to SNS, EventBridge and S3 in moto, read back by other clients. */

const account = '123456789012';
const place = '111122223333/eu-west-1/prod/2026-11-22T02-00-00.000Z';
const page = { html: '<!doctype html><title>prod</title>' };

let moto: RunningMoto;
let source: AwsSource;
let clients: { s3: S3Client; sns: SNSClient; sqs: SQSClient; events: EventBridgeClient };
const before = { ...process.env };

function config() {
  const credentials = { accessKeyId: 'testing', secretAccessKey: 'testing' };
  return { endpoint: moto.url, region: 'eu-west-1', credentials };
}

beforeAll(async () => {
  moto = await startMoto((line) => console.error(`live tests: ${line}`));
  Object.assign(process.env, moto.env);
  clients = {
    s3: new S3Client({ ...config(), forcePathStyle: true }),
    sns: new SNSClient(config()),
    sqs: new SQSClient(config()),
    events: new EventBridgeClient(config()),
  };
  source = await createAwsSource({ cluster: 'prod' }, { userAgent: 'eks-preflight/test', env: process.env });
});
afterAll(async () => {
  source?.close();
  await moto?.close();
  for (const name of Object.keys(moto?.env ?? {})) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

function buildContext(more: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    env: process.env,
    userAgent: 'eks-preflight/test',
    aws: () => Promise.resolve(source),
    encryption: null,
    signal: new AbortController().signal,
    log: () => undefined,
    stdout: () => undefined,
    ...more,
  };
}

async function deliver(target: string, more: Partial<Delivery> = {}, context: Partial<DeliveryContext> = {}) {
  const delivery = { message: nights.changed, needsMessage: true, page, place, ...more };
  const failures = await deliverAll(delivery, parseTargets([target], {}), buildContext(context));
  return failures.map(({ target: name, reason }) => `${name}: ${reason.kind}: ${reason.message}`);
}

async function queue(name: string, fifo = false): Promise<{ url: string; arn: string }> {
  const attributes = fifo ? { Attributes: { FifoQueue: 'true' } } : {};
  const { QueueUrl = '' } = await clients.sqs.send(new CreateQueueCommand({ QueueName: name, ...attributes }));
  const { Attributes = {} } = await clients.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return { url: QueueUrl, arn: Attributes['QueueArn'] ?? '' };
}

async function readBodies(url: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await clients.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies;
    // A message that is not deleted blocks the rest of its group.
    for (const { Body = '', ReceiptHandle } of Messages) {
      bodies.push(Body);
      await clients.sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }));
    }
  }
}

describe('SNS', () => {
  it('is played: what is published comes to a queue', async () => {
    const { TopicArn } = await clients.sns.send(new CreateTopicCommand({ Name: 'shown' }));
    const { url, arn } = await queue('shown');
    await clients.sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arn }));
    await clients.sns.send(new PublishCommand({ TopicArn, Message: 'hello' }));
    expect((await readBodies(url)).map((body) => (JSON.parse(body) as { Message: string }).Message)).toEqual(['hello']);
  });

  it('takes the message, as JSON for what is no person', async () => {
    const { TopicArn = '' } = await clients.sns.send(new CreateTopicCommand({ Name: 'nights' }));
    const { url, arn } = await queue('nights');
    await clients.sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arn }));
    expect(await deliver(`sns:${TopicArn}`)).toEqual([]);
    const [body = '{}'] = await readBodies(url);
    const got = JSON.parse(body) as { Subject: string; Message: string; MessageAttributes: Record<string, unknown> };
    expect(JSON.parse(got.Message)).toEqual(nights.changed);
    expect(got.Subject).toBe(
      'eks-preflight: BLOCKED prod in eu-west-1 (was READY): 1 new, 1 worse, 1 fixed, 1 no longer seen',
    );
    expect(Object.keys(got.MessageAttributes).sort()).toEqual(['account', 'cluster', 'kind', 'region', 'verdict']);
  });

  it('drops the repetition on a FIFO topic, by the ID of the message', async () => {
    const fifo = { FifoTopic: 'true', ContentBasedDeduplication: 'false' };
    const { TopicArn = '' } = await clients.sns.send(new CreateTopicCommand({ Name: 'nights.fifo', Attributes: fifo }));
    const { url, arn } = await queue('nights.fifo', true);
    await clients.sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint: arn }));
    expect(await deliver(`sns:${TopicArn}`)).toEqual([]);
    expect(await deliver(`sns:${TopicArn}`)).toEqual([]);
    expect(await deliver(`sns:${TopicArn}`, { message: { ...nights.denied, id: 'f'.repeat(32) } })).toEqual([]);
    const bodies = (await readBodies(url)).map((body) => JSON.parse(body) as { Message: string });
    const verdicts = bodies.map(({ Message: text }) => (JSON.parse(text) as Message).verdict);
    expect(verdicts).toEqual(['blocked', 'incomplete']);
  });

  it('that has no such topic is a failure', async () => {
    const arn = `arn:aws:sns:eu-west-1:${account}:none`;
    expect(await deliver(`sns:${arn}`)).toEqual([expect.stringMatching(/^sns \(arn:[^)]+:none\): absent: /)]);
  });

  it('of another Region is asked there', async () => {
    const there = new SNSClient({ ...config(), region: 'eu-central-1' });
    const { TopicArn = '' } = await there.send(new CreateTopicCommand({ Name: 'there' }));
    expect(TopicArn).toContain(':eu-central-1:');
    expect(await deliver(`sns:${TopicArn}`)).toEqual([]);
  });
});

describe('EventBridge', () => {
  const busWithQueue = async (name: string): Promise<string> => {
    const { url, arn } = await queue(`bus-${name}`);
    await clients.events.send(new CreateEventBusCommand({ Name: name }));
    const EventPattern = '{"source":["eks-preflight"]}';
    await clients.events.send(new PutRuleCommand({ Name: name, EventBusName: name, EventPattern }));
    await clients.events.send(
      new PutTargetsCommand({ Rule: name, EventBusName: name, Targets: [{ Id: 'queue', Arn: arn }] }),
    );
    return url;
  };
  interface Event {
    source: string;
    'detail-type': string;
    resources: string[];
    detail: Record<string, unknown>;
  }
  const eventsIn = async (url: string) => (await readBodies(url)).map((body) => JSON.parse(body) as Event);

  it('is played: an event comes to the queue of a rule', async () => {
    const url = await busWithQueue('shown');
    const entry = { EventBusName: 'shown', Source: 'eks-preflight', DetailType: 'Test', Detail: '{"a":1}' };
    await clients.events.send(new PutEventsCommand({ Entries: [entry, { ...entry, Source: 'other' }] }));
    expect((await eventsIn(url)).map(({ detail }) => detail)).toEqual([{ a: 1 }]);
  });

  it('takes an event for the run and for each change', async () => {
    const url = await busWithQueue('ops');
    expect(await deliver('events:ops')).toEqual([]);
    const events = await eventsIn(url);
    expect(events.map((event) => event['detail-type']).sort()).toEqual([
      'Finding Fixed',
      'Finding New',
      'Finding No Longer Seen',
      'Finding Worse',
      'Scan Completed',
      'Support Ending',
    ]);
    for (const { detail, resources } of events) {
      expect(detail).toMatchObject({ id: nights.changed.id, cluster: nights.changed.cluster });
      expect(resources).toEqual([nights.changed.cluster.arn]);
    }
    const found = events.find((event) => event['detail-type'] === 'Finding New');
    expect(found?.detail['change']).toEqual(nights.changed.changes[0]);
  });

  it('takes dozens of events in requests of ten, by the ARN of the bus', async () => {
    const url = await busWithQueue('many');
    const changes = Array.from({ length: 26 }, () => nights.first.changes).flat();
    const arn = `events:arn:aws:events:eu-west-1:${account}:event-bus/many`;
    expect(await deliver(arn, { message: { ...nights.first, changes } })).toEqual([]);
    expect((await eventsIn(url)).length).toBe(53);
  });
});

describe('S3', () => {
  it('is played: an object is kept with its headers', async () => {
    await clients.s3.send(
      new CreateBucketCommand({ Bucket: 'reports', CreateBucketConfiguration: { LocationConstraint: 'eu-west-1' } }),
    );
    await clients.s3.send(
      new PutObjectCommand({ Bucket: 'reports', Key: 'shown', Body: 'x', CacheControl: 'no-cache' }),
    );
    const { Body, CacheControl } = await clients.s3.send(new GetObjectCommand({ Bucket: 'reports', Key: 'shown' }));
    expect([await Body?.transformToString(), CacheControl]).toEqual(['x', 'no-cache']);
  });

  it.each([
    ['s3://reports', '', null],
    ['s3://reports/eks/pages', 'eks/pages/', { sse: 'aws:kms', kmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/k' }],
  ] as const)('takes the page and its copy: %s', async (target, prefix, encryption) => {
    expect(await deliver(target, { needsMessage: false }, { encryption })).toEqual([]);
    for (const [name, cache] of [
      [`${place}.html`, 'private, max-age=86400'],
      ['111122223333/eu-west-1/prod/latest.html', 'no-cache'],
    ]) {
      const found = await clients.s3.send(new GetObjectCommand({ Bucket: 'reports', Key: `${prefix}${name}` }));
      expect(await found.Body?.transformToString()).toBe(page.html);
      expect([found.ContentType, found.CacheControl]).toEqual(['text/html; charset=utf-8', cache]);
      if (encryption !== null)
        expect([found.ServerSideEncryption, found.SSEKMSKeyId]).toEqual(['aws:kms', encryption.kmsKeyId]);
    }
  });

  it('that has no such bucket is a failure', async () => {
    expect(await deliver('s3://no-such-bucket')).toEqual([
      's3 (s3://no-such-bucket): absent: The specified bucket does not exist',
    ]);
  });
});

describe('AWS that cannot be reached', () => {
  it.each(['s3://reports', `sns:arn:aws:sns:eu-west-1:${account}:nights`, 'events:ops'])(
    'is a failure of %s, and of no other target',
    async (target) => {
      const aws = () => Promise.reject(new Error('planted4711'));
      const printed: string[] = [];
      const delivery = { message: nights.changed, needsMessage: true, page, place };
      const context = buildContext({ aws, stdout: (text) => printed.push(text) });
      const failures = await deliverAll(delivery, parseTargets([target, 'stdout'], {}), context);
      expect(failures.map(({ reason }) => reason.message)).toEqual(['crashed (Error)']);
      expect(printed.length).toBe(1);
    },
  );
});
