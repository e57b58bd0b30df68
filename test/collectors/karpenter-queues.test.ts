import { afterEach, describe, expect, it } from 'vitest';
import { collect } from '../../src/collectors/collect.ts';
import { matchEventPattern } from '../../src/collectors/aws/karpenter/event-pattern.ts';
import { collectors } from '../../src/collectors/index.ts';
import { parseReadings } from '../../src/facts/reading.ts';
import { openSources, type OpenSources } from '../fuzz/sources.ts';
import { healthyWorld } from '../world/healthy.ts';
import { karpenterObjects } from '../world/karpenter-manifests.ts';
import { withQueue } from '../world/karpenter-queue.ts';
import type { World } from '../world/world.ts';

/** Interruption queues and the rules that fill them, over real sockets. Pages hold two items. */

let open: OpenSources | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const arn = 'arn:aws:sqs:eu-west-1:111122223333:prod';
const elsewhere = 'arn:aws:iam::999988887777:role/karpenter';
const spot = 'EC2 Spot Instance Interruption Warning';

interface Parts {
  version?: string;
  env?: Record<string, string>;
  roleArn?: string;
  world?(world: World): World;
}

async function read({
  version = '1.8.8',
  env = { INTERRUPTION_QUEUE: 'prod' },
  roleArn,
  world = (base) => base,
}: Parts = {}) {
  const base = world(healthyWorld());
  const objects = [
    ...base.kube.objects,
    ...karpenterObjects({ version, env, ...(roleArn === undefined ? {} : { roleArn }) }),
  ];
  open = await openSources({ ...base, aws: { ...base.aws, pageSize: 2 }, kube: { ...base.kube, objects } });
  const readings = await collect(collectors, ['karpenterQueues'], open.sources());
  return parseReadings(JSON.parse(JSON.stringify(readings))).karpenterQueues;
}

const filled = (world: World): World => withQueue(world, 'prod');
const denied =
  (...deny: string[]) =>
  (world: World): World => ({ ...filled(world), deny });
const withRule =
  (rule: Record<string, unknown>) =>
  (world: World): World => ({
    ...world,
    aws: { ...world.aws, queues: ['prod'], eventRules: { one: { targets: [arn], rule } } },
  });

describe('karpenterQueues', () => {
  it('holds the queue that a setting names, and its rules beyond the second page', async () => {
    const reading = await read({ world: filled });
    expect(reading).toMatchObject({ ok: true, value: [{ name: 'prod', found: { arn } }] });
    const rules = reading?.ok === true ? reading.value[0]?.found?.rules : undefined;
    expect(rules?.map(({ ruleName, enabled, detailTypes }) => [ruleName, enabled, detailTypes])).toEqual([
      ['prod-capacity-reservation-interruption', true, ['EC2 Capacity Reservation Instance Interruption Warning']],
      ['prod-health-events', true, ['AWS Health Event']],
      ['prod-instance-state-changes', true, ['EC2 Instance State-change Notification']],
      ['prod-rebalance-recommendations', true, ['EC2 Instance Rebalance Recommendation']],
      ['prod-spot-interruption', true, [spot]],
    ]);
  });

  it('asks for nothing where nobody names a queue, or what is named is no name', async () => {
    expect(await read({ env: { CLUSTER_NAME: 'prod' }, world: filled })).toEqual({ ok: true, value: [] });
    await open?.close();
    expect(await read({ env: { INTERRUPTION_QUEUE: arn }, world: filled })).toEqual({ ok: true, value: [] });
  });

  it('holds that SQS knows no such queue', async () => {
    expect(await read()).toEqual({ ok: true, value: [{ name: 'prod', found: null }] });
  });

  it('leaves a queue out that it may not look for, with the permission', async () => {
    expect(await read({ world: denied('sqs:GetQueueUrl') })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'queue prod', reason: { kind: 'denied', permission: 'sqs:GetQueueUrl' } }],
    });
  });

  it.each([
    ['events:ListRuleNamesByTarget', ['the event rules of queue prod']],
    ['events:DescribeRule', expect.arrayContaining(['event rule prod-spot-interruption'])],
  ])('keeps the queue without its rules where %s is denied', async (permission, what) => {
    const reading = await read({ world: denied(permission) });
    expect(reading).toMatchObject({ ok: true, value: [{ name: 'prod', found: { arn, rules: null } }] });
    const gaps = reading?.ok === true ? (reading.gaps ?? []) : [];
    expect(gaps.map((gap) => gap.what)).toEqual(what);
    expect(gaps.every(({ reason }) => reason.permission === permission)).toBe(true);
  });

  it('holds that a rule is disabled, and keeps nothing of other events', async () => {
    const EventPattern = JSON.stringify({ source: ['aws.ec2', 'acme.shop'], 'detail-type': [spot, 'Order placed'] });
    expect(await read({ world: withRule({ State: 'DISABLED', EventPattern }) })).toMatchObject({
      value: [{ found: { rules: [{ ruleName: 'one', enabled: false, detailTypes: [spot], unread: [] }] } }],
    });
  });

  it('does not look in an account that is not scanned', async () => {
    expect(await read({ roleArn: elsewhere, world: filled })).toMatchObject({
      ok: true,
      value: [],
      gaps: [{ what: 'queue prod', reason: { kind: 'not-offered' } }],
    });
  });

  it.each([
    ['0.37.8', elsewhere, 'in account 999988887777'],
    ['0.37.8', 'admin', 'in the account of an unknown role'],
    ['1.8.8', elsewhere, undefined],
  ])('goes by the role that acts in %s where settings name %s', async (version, ASSUME_ROLE_ARN, refused) => {
    const env = { INTERRUPTION_QUEUE: 'prod', ASSUME_ROLE_ARN };
    const message = `the queue prod is ${refused}, and is not looked for`;
    expect(await read({ version, env, world: filled })).toMatchObject(
      refused === undefined
        ? { ok: true, value: [{ name: 'prod', found: { arn } }] }
        : { ok: true, value: [], gaps: [{ what: 'queue prod', reason: { kind: 'not-offered', message } }] },
    );
  });
});

describe('an event pattern', () => {
  const event = { eventSource: 'aws.ec2', detailType: spot };
  it.each([
    ['names both', { source: ['aws.ec2'], 'detail-type': [spot] }, 'yes'],
    ['names the source alone', { source: ['aws.ec2'] }, 'yes'],
    ['names another source', { source: ['aws.health'], 'detail-type': [spot] }, 'no'],
    ['names another type', { source: ['aws.ec2'], 'detail-type': ['AWS Health Event'] }, 'no'],
    ['goes by a prefix', { source: [{ prefix: 'aws.' }], 'detail-type': [{ prefix: 'EC2 Spot' }] }, 'yes'],
    ['goes by a suffix', { 'detail-type': [{ suffix: 'Warning' }] }, 'yes'],
    ['does not mind case', { 'detail-type': [{ 'equals-ignore-case': spot.toUpperCase() }] }, 'yes'],
    ['only wants the field', { 'detail-type': [{ exists: true }] }, 'yes'],
    [
      'narrows by the detail',
      { source: ['aws.ec2'], 'detail-type': [spot], detail: { 'instance-action': ['stop'] } },
      'unread',
    ],
    ['narrows another type by the detail', { 'detail-type': ['x'], detail: { state: ['y'] } }, 'no'],
    ['wants anything but', { source: ['aws.ec2'], 'detail-type': [{ 'anything-but': ['x'] }] }, 'unread'],
    ['has alternatives', { $or: [{ source: ['aws.ec2'] }] }, 'unread'],
    ['is another source, whatever else', { source: ['acme'], 'detail-type': [{ wildcard: '*' }] }, 'no'],
    ['is no list', { source: 'aws.ec2' }, 'unread'],
  ])('that %s', (_, pattern, expected) => {
    expect(matchEventPattern(JSON.stringify(pattern), event)).toBe(expected);
  });

  it('that is missing or no JSON', () => {
    expect(matchEventPattern(undefined, event)).toBe('no');
    expect(matchEventPattern('{', event)).toBe('unread');
  });
});
