import { cut } from '../../formats/markdown/shorten.ts';
import { toSubject, toWording } from './any-wording.ts';
import type { AnyMessage, Delivery, DeliveryContext, Target } from './contract.ts';
import { messageJson, mostBytes, mostThat } from './json.ts';
import { plainText } from './plain.ts';

/** The input of Publish. Limits: https://docs.aws.amazon.com/sns/latest/api/API_Publish.html */
export interface Publication {
  TopicArn: string;
  Subject: string;
  MessageStructure: 'json';
  Message: string;
  MessageAttributes: Readonly<Record<string, { DataType: 'String'; StringValue: string }>>;
  MessageDeduplicationId?: string;
  MessageGroupId?: string;
}

/** SNS requires fewer than 100 characters. */
const longestSubject = 99;
const longestGroup = 128;
/** Reserved for the attributes, which count toward the size of the message. */
const attributeBytes = 1_024;

/** Publishes the message: as text for email and SMS, as JSON for all other protocols. */
export async function publish(
  { message }: Delivery,
  { topicArn }: Extract<Target, { kind: 'sns' }>,
  { aws, log }: DeliveryContext,
): Promise<void> {
  const source = await aws();
  const region = topicArn.split(':')[3];
  const [client, { PublishCommand }] = await Promise.all([
    source.client('sns', region),
    import('../../sources/aws/sdk/sns.ts'),
  ]);
  const command = new PublishCommand(buildPublication(message, topicArn));
  await source.call('sns:Publish', () => client.send(command));
  log(`sns: Publish ${topicArn}: ok`);
}

/** Builds the input of Publish. */
export function buildPublication(message: AnyMessage, topicArn: string): Publication {
  const subject = ascii(toSubject(message), longestSubject);
  return {
    TopicArn: topicArn,
    Subject: subject,
    MessageStructure: 'json',
    Message: protocolsJson(message, subject),
    MessageAttributes: buildAttributes(message),
    ...(topicArn.endsWith('.fifo')
      ? {
          MessageDeduplicationId: message.id,
          MessageGroupId: ascii(buildGroupId(message), longestGroup).replaceAll(' ', '_'),
        }
      : {}),
  };
}

/** The message by protocol. Escaping makes JSON within JSON longer, so the result is measured to find how much fits. */
function protocolsJson(message: AnyMessage, subject: string): string {
  const email = plainText(toWording(message, { lines: 20, longest: 1_000 }));
  const sms = message.link === null ? subject : `${subject} ${message.link}`;
  const written = (bytes: number) => JSON.stringify({ default: messageJson(message, bytes), email, sms });
  const fits = (kib: number) => Buffer.byteLength(written(kib * 1_024)) <= mostBytes - attributeBytes;
  return written(mostThat(fits, mostBytes / 1_024) * 1_024);
}

/** The attributes that filter policies of subscriptions can match. */
function buildAttributes(message: AnyMessage): Publication['MessageAttributes'] {
  return Object.fromEntries(
    Object.entries(attributeValues(message)).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, { DataType: 'String', StringValue: ascii(value, 100) } as const]],
    ),
  );
}

function attributeValues(message: AnyMessage): Readonly<Record<string, string | null>> {
  const { kind } = message;
  if (message.kind === 'fleet') return { kind };
  const { verdict, cluster } = message;
  return { kind, verdict, cluster: cluster.name, region: cluster.region, account: cluster.account };
}

function buildGroupId(message: AnyMessage): string {
  if (message.kind === 'fleet') return 'fleet';
  const { name, region } = message.cluster;
  return region === null ? name : `${region}/${name}`;
}

function ascii(text: string, longest: number): string {
  const plain = text.replaceAll('…', '...').replaceAll(/[^\x20-\x7E]+/g, '?');
  return plain.length <= longest ? plain : `${cut(plain, longest - 3).replace('…', '')}...`;
}
