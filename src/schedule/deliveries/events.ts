import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { Reason } from '../../facts/reason.ts';
import { formatCount } from '../../syntax/english.ts';
import { oneLine } from '../../syntax/one-line.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { toEventEntries } from './event-entries.ts';
import type { Delivery, DeliveryContext, DeliveryLimits, Target } from './contract.ts';
import { withRetries } from './retries.ts';

/**
 * The maximum number of entries in one request. Source:
 * https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 */
const entriesOfRequest = 10;
/** The maximum size of all entries of one request. */
const requestBytes = 256 * 1_024;
/** Concurrent requests: a first message may have thousands of entries. */
const atOnce = 4;

const passingCodes = /throttl|internal|unavailable/i;

/**
 * Puts the events of the message ({@link toEventEntries}). Rejected entries of a request are put again if all of their
 * errors are transient.
 */
export async function putEvents(
  { message }: Delivery,
  { bus, name }: Extract<Target, { kind: 'events' }>,
  context: DeliveryContext,
  limits: DeliveryLimits,
): Promise<void> {
  const source = await context.aws();
  const batches = toBatches(toEventEntries(message).map((entry) => ({ ...entry, EventBusName: bus })));
  const send = createSender(source, bus);
  const queue = batches.values();
  const worker = async (): Promise<void> => {
    for (const batch of queue) await putAll(batch, send, context, limits);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, worker));
  context.log(`${name}: PutEvents: ${batches.flat().length} events`);
}

type Send = (batch: readonly PutEventsRequestEntry[]) => Promise<readonly Rejected[]>;

/** An entry that the bus rejected. */
interface Rejected {
  entry: PutEventsRequestEntry;
  code: string;
  message: string;
}

function createSender(source: AwsSource, bus: string): Send {
  const region = bus.startsWith('arn:') ? bus.split(':')[3] : undefined;
  return async (batch) => {
    const [client, { PutEventsCommand }] = await Promise.all([
      source.client('events', region),
      import('../../sources/aws/sdk/event-bridge.ts'),
    ]);
    const command = new PutEventsCommand({ Entries: [...batch] });
    const { Entries = [] } = await source.call('events:PutEvents', () => client.send(command));
    return batch.flatMap((entry, index) => {
      const { EventId, ErrorCode, ErrorMessage } = Entries[index] ?? {};
      const isTaken = EventId !== undefined && ErrorCode === undefined;
      return isTaken ? [] : { entry, code: ErrorCode ?? 'no answer', message: ErrorMessage ?? '' };
    });
  };
}

async function putAll(
  batch: readonly PutEventsRequestEntry[],
  send: Send,
  { signal }: DeliveryContext,
  limits: DeliveryLimits,
): Promise<void> {
  let waiting = batch;
  await withRetries(limits, signal, async () => {
    const rejected = await send(waiting);
    const [first] = rejected;
    if (first === undefined) return undefined;
    waiting = rejected.map(({ entry }) => entry);
    const passing = rejected.every(({ code }) => passingCodes.test(code));
    return { reason: rejectedReason(first, rejected.length), passing, waitMs: null };
  });
}

function rejectedReason({ code, message }: Rejected, count: number): Reason {
  const said = message === '' ? '' : `: ${oneLine(message, 200)}`;
  const text = `events:PutEvents: the bus rejected ${formatCount(count, 'event')} (${oneLine(code, 60)}${said})`;
  if (/AccessDenied|NotAuthorized/i.test(code))
    return { kind: 'denied', message: text, permission: 'events:PutEvents' };
  return { kind: 'unreadable', message: text };
}

/** Splits entries into requests within the limits of number and size. */
export function toBatches(entries: readonly PutEventsRequestEntry[]): PutEventsRequestEntry[][] {
  const batches: PutEventsRequestEntry[][] = [];
  let bytes = Infinity;
  for (const entry of entries) {
    const size = entrySize(entry);
    const last = batches.at(-1);
    if (last === undefined || last.length === entriesOfRequest || bytes + size > requestBytes) {
      batches.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return batches;
}

/**
 * The size of an entry in bytes.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html
 */
export function entrySize({ Time, Source = '', DetailType = '', Detail = '', Resources = [] }: PutEventsRequestEntry) {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : 14);
}
