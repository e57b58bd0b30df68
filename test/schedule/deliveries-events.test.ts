import { describe, expect, it } from 'vitest';
import type { PutEventsCommand, PutEventsRequestEntry, PutEventsResultEntry } from '@aws-sdk/client-eventbridge';
import { deliverWithin } from '../../src/schedule/deliveries/deliver.ts';
import { deliveryLimits, type DeliveryContext } from '../../src/schedule/deliveries/contract.ts';
import { parseTargets } from '../../src/schedule/deliveries/targets.ts';
import type { AwsSource } from '../../src/sources/aws/contract.ts';
import { buildMessage, nights } from './deliveries/messages.ts';

/** An event bus that accepts only some entries: moto accepts all. */

type Answer = (entry: PutEventsRequestEntry, tries: number) => PutEventsResultEntry;

function createBus(answer: Answer) {
  const requests: PutEventsRequestEntry[][] = [];
  const tries = new Map<string, number>();
  const send = ({ input: { Entries = [] } }: PutEventsCommand) => {
    requests.push(Entries);
    const answers = Entries.map((entry) => {
      const count = (tries.get(entry.Detail ?? '') ?? 0) + 1;
      tries.set(entry.Detail ?? '', count);
      return answer(entry, count);
    });
    return Promise.resolve({ Entries: answers });
  };
  const source = { client: () => Promise.resolve({ send }), call: (_action: string, run: () => unknown) => run() };
  const context: DeliveryContext = {
    env: {},
    userAgent: 'eks-preflight/0.2.0',
    aws: () => Promise.resolve(source as unknown as AwsSource),
    encryption: null,
    signal: new AbortController().signal,
    log: () => undefined,
    stdout: () => undefined,
  };
  return { requests, context };
}

async function deliver(answer: Answer, message = nights.changed) {
  const { requests, context } = createBus(answer);
  const limits = { ...deliveryLimits, waitMs: 1 };
  const delivery = { message, needsMessage: true, page: null, place: '' };
  const failures = await deliverWithin(limits, delivery, parseTargets(['events:ops'], {}), context);
  return { requests, failures: failures.map(({ reason: { kind, message: text } }) => `${kind}: ${text}`) };
}

const taken = { EventId: '1' };
const throttled = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };

describe('a bus', () => {
  it('is given again what it rejects in passing, and nothing else', async () => {
    const { requests, failures } = await deliver(({ DetailType }, tries) =>
      DetailType === 'Finding New' && tries < 3 ? throttled : taken,
    );
    expect(failures).toEqual([]);
    expect(requests.map((entries) => entries.map(({ DetailType }) => DetailType))).toEqual([
      ['Scan Completed', 'Finding New', 'Finding Worse', 'Finding Fixed', 'Finding No Longer Seen', 'Support Ending'],
      ['Finding New'],
      ['Finding New'],
    ]);
    expect(new Set(requests.flat().map(({ EventBusName }) => EventBusName))).toEqual(new Set(['ops']));
  });

  it('that rejects four times is a failure', async () => {
    const { requests, failures } = await deliver(() => throttled);
    expect(requests.length).toBe(4);
    expect(failures).toEqual([
      'unreadable: events:PutEvents: the bus rejected 6 events (ThrottlingException: Rate exceeded) (4 attempts)',
    ]);
  });

  it.each([
    [
      { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'no' },
      /^denied: .*NotAuthorizedForSourceException: no\)$/,
    ],
    [{ ErrorCode: 'MalformedDetail' }, /^unreadable: .*\(MalformedDetail\)$/],
    [{}, /^unreadable: .*\(no answer\)$/],
  ])('that rejects for good is not asked again: %j', async (entry, text) => {
    const { requests, failures } = await deliver(() => entry);
    expect([requests.length, failures.length]).toEqual([1, 1]);
    expect(failures[0]).toMatch(text);
  });

  it('gets thousands of events in requests of ten', async () => {
    const changes = Array.from({ length: 2_500 }, () => nights.first.changes).flat();
    const { requests, failures } = await deliver(() => taken, buildMessage({ ...nights.first, changes }));
    expect(failures).toEqual([]);
    expect([requests.length, requests.flat().length]).toEqual([501, 5_001]);
    expect(Math.max(...requests.map(({ length }) => length))).toBe(10);
  });
});
