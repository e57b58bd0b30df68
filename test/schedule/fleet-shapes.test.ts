import { describe, expect, it } from 'vitest';
import * as cards from 'adaptivecards';
import { fleetMessageSchema, type FleetMessage } from '../../src/schedule/changes/fleet-message.ts';
import { toWording } from '../../src/schedule/deliveries/any-wording.ts';
import { entrySize } from '../../src/schedule/deliveries/events.ts';
import { detailTypes, toEventEntries } from '../../src/schedule/deliveries/event-entries.ts';
import { messageJson } from '../../src/schedule/deliveries/json.ts';
import { slackMessage } from '../../src/schedule/deliveries/slack.ts';
import { buildPublication } from '../../src/schedule/deliveries/sns.ts';
import { teamsMessage } from '../../src/schedule/deliveries/teams.ts';
import {
  buildBlockedNews,
  buildClusterNews,
  buildFailedNews,
  buildFleet,
  fleetExample,
  hugeFleet,
} from './deliveries/fleet-messages.ts';

/** Each receiver gets what its rules allow: for a usual message, for 1,000 clusters, for hostile names. */

const topic = 'arn:aws:sns:eu-west-1:111122223333:nights';
const kib = 1_024;

const hostile = [
  '<!channel> <!here> <@U012AB3CD> @here',
  '<https://attacker.example|Open report>',
  '[Open report](https://attacker.example)',
  '</script><script>alert(1)</script>',
  '*bold* _it_ ~no~ `code` :fire:',
  '<at>everyone</at> {{DATE(2026-11-22T00:00:00Z)}} ${secret}',
  '\u202Egnp.evil \u2066x\u2069 a\u200Bb \u{E0041}',
  'one\ntwo\r\n- three\u2028five\u0000six\u001B[31mred',
  '##[error]x ::error::y ##vso[task.complete]',
  '\uD800 lone \uDC00',
  '"quoted" \\back\\slash',
];

function hostileFleet(text: string): FleetMessage {
  const blocked = buildBlockedNews(text);
  const cluster = { name: text, region: text, account: text, arn: text, version: text };
  const clusters = [
    { ...blocked, cluster, stateError: text, storms: [{ cause: 'tool' as const, text, findings: 2 }] },
    buildFailedNews(text, text),
  ];
  const removed = [{ name: text, region: text, account: text, lastRun: '2026-11-21T02:00:00.000Z' }];
  return buildFleet(clusters, { unlisted: [{ region: text, reason: text }], removed }).message;
}

const all: readonly (readonly [string, FleetMessage])[] = [
  ['a usual one', fleetExample],
  ['nothing changed', buildFleet([buildClusterNews('prod')]).message],
  ...hostile.map((text) => [JSON.stringify(text), hostileFleet(text)] as const),
  ['1,000 clusters', hugeFleet(1_000, 'x')],
  ['1,000 clusters with emoji', hugeFleet(1_000, '\u{1F600}')],
  ['1,000 clusters with quotes', hugeFleet(1_000, '"\\')],
];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a message about several clusters', () => {
  it.each(all)('is printable lines only: %s', (_name, message) => {
    const { headline, place, lead, sections, notes } = toWording(message, { lines: 10, longest: 400 });
    const texts = [headline, place, ...lead, ...notes, ...textsIn(sections)];
    expect(texts.filter((text) => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text))).toEqual([]);
  });

  it.each(all)('fits Slack: %s', (_name, message) => {
    const { text, blocks } = slackMessage(message);
    expect([blocks.length <= 50, text.length <= 3_000, JSON.stringify(blocks).length <= 12_000]).toEqual([
      true,
      true,
      true,
    ]);
    for (const block of blocks) {
      const shown = textsIn(block).filter((one) => !one.startsWith('https:'));
      const most = block.type === 'header' ? 150 : block.type === 'actions' ? 75 : 3_000;
      expect(shown.filter((one) => one.length > most || one === '')).toEqual([]);
      if (block.type !== 'section' || block.text.type !== 'mrkdwn') continue;
      expect(block.text.text).toMatch(/^\*(?:Changed|Not scanned|No longer found) \(\d+\)\*$/);
    }
    expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
  });

  it.each(all)('fits Teams: %s', (_name, message) => {
    const sent = teamsMessage(message);
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(28 * kib);
    const context = new cards.SerializationContext();
    const card = new cards.AdaptiveCard();
    card.parse(structuredClone(sent.attachments[0].content), context);
    expect([context.eventCount, card.validateProperties().validationEvents]).toEqual([0, []]);
    expect(card.getItemCount()).toBe(sent.attachments[0].content.body.length);
  });

  it.each(all)('fits SNS: %s', (_name, message) => {
    const sent = buildPublication(message, `${topic}.fifo`);
    expect(sent.Subject).toMatch(/^eks-preflight: [\x20-\x7E]{1,84}$/);
    expect(sent.MessageAttributes).toEqual({ kind: { DataType: 'String', StringValue: 'fleet' } });
    expect([sent.MessageGroupId, sent.MessageDeduplicationId]).toEqual(['fleet', message.id]);
    expect(Buffer.byteLength(sent.Message)).toBeLessThanOrEqual(255 * kib);
    const protocols = JSON.parse(sent.Message) as Record<string, string>;
    expect(fleetMessageSchema.safeParse(JSON.parse(protocols['default'] ?? '')).success).toBe(true);
  });

  it.each(all)('is one event: %s', (_name, message) => {
    const [entry, ...others] = toEventEntries(message);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ Source: 'eks-preflight', DetailType: 'Fleet Scan Completed' });
    expect(entry).not.toHaveProperty('Resources');
    expect(detailTypes).toContain(entry?.DetailType);
    expect(entrySize(entry ?? {})).toBeLessThan(256 * kib);
    expect(JSON.parse(entry?.Detail ?? '')).toMatchObject({ id: message.id, kind: 'fleet' });
  });

  it.each(all)('says as JSON which clusters are omitted: %s', (_name, message) => {
    const text = messageJson(message, 256 * kib);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * kib);
    const read = fleetMessageSchema.parse(JSON.parse(text));
    expect(read.clusters.length + (read.clustersOmitted ?? 0)).toBe(message.clusters.length);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]|##\[|##vso\[/u);
  });

  it('is the message itself as JSON if it is a usual one', () => {
    expect(JSON.parse(messageJson(fleetExample, 256 * kib))).toEqual(fleetExample);
  });

  it('counts the clusters for which a chat has no room', () => {
    const texts = textsIn(slackMessage(hugeFleet(1_000, 'x')));
    expect(texts.some((text) => /\*Changed \(500\)\*/.test(text))).toBe(true);
    expect(texts.join('\n')).toMatch(/\nand \d+ more clusters$/m);
  });
});
