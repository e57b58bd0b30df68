import { describe, expect, it } from 'vitest';
import * as cards from 'adaptivecards';
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { messageSchema, type Message } from '../../src/schedule/changes/message.ts';
import { toBatches, entrySize } from '../../src/schedule/deliveries/events.ts';
import { detailTypes, toEventEntries } from '../../src/schedule/deliveries/event-entries.ts';
import { messageJson } from '../../src/schedule/deliveries/json.ts';
import { plainText } from '../../src/schedule/deliveries/plain.ts';
import { slackMessage } from '../../src/schedule/deliveries/slack.ts';
import { buildPublication } from '../../src/schedule/deliveries/sns.ts';
import { teamsMessage } from '../../src/schedule/deliveries/teams.ts';
import { buildSubject, buildMessageWording } from '../../src/schedule/deliveries/wording.ts';
import { printable } from '../../src/syntax/printable.ts';
import { hostileTexts } from '../fuzz/mutate.ts';
import { hugeMessage, buildMessage, nights } from './deliveries/messages.ts';

/** Each receiver gets what its rules allow: for usual nights, for messages that are too large, for hostile strings. */

const topic = 'arn:aws:sns:eu-west-1:111122223333:nights';
const kib = 1_024;

/** Strings with a special meaning for at least one receiver. */
const hostile = [
  '<!channel> <!here> <@U012AB3CD> <!subteam^S123> @here @channel',
  '<https://attacker.example|Open report>',
  '[Open report](https://attacker.example) ![x](https://attacker.example/x.png)',
  '</script><script>alert(1)</script>',
  '*bold* _it_ ~no~ `code` ```block``` :fire:',
  '<at>everyone</at> {{DATE(2026-11-22T00:00:00Z)}} ${secret} {expr}',
  '\u202Egnp.evil \u2066x\u2069 a\u200Bb \u{E0041}',
  'one\ntwo\r\n- three\u0085four\u2028five\u0000six\u001B[31mred',
  '##[error]x ::error::y ##vso[task.complete]',
  '\uD800 lone \uDC00',
  '"quoted" \\back\\slash',
];

const strange: readonly (readonly [string, Message])[] = [
  ...hostile.map((text): readonly [string, Message] => [JSON.stringify(text), hostileMessage(text)]),
  ['too much of x', hugeMessage('x')],
  ['too much of emoji', hugeMessage('\u{1F600}')],
  ['too much of quotes', hugeMessage('"\\')],
];
const all: readonly (readonly [string, Message])[] = [...Object.entries(nights), ...strange];

function hostileMessage(text: string): Message {
  const { changes, ...changed } = nights.changed;
  return buildMessage({
    ...changed,
    changes: changes.map((change) => ({ ...change, title: text, reason: change.reason === null ? null : text })),
    cluster: { ...changed.cluster, name: text },
    storms: [{ cause: 'selection', text, findings: 2 }],
    stateError: text,
  });
}

/** What Slack or Markdown would interpret: emphasis, code, links, mentions, emoji, quotes, lists, headings. */
const markup = [
  '*bold* _it_ ~no~ `code` ```block``` :fire: :+1:',
  '> quoted &gt; &amp; a&b',
  '<!channel> <@U012AB3CD> <#C012AB3CD> <https://attacker.example|Open report>',
  'https://attacker.example www.attacker.example attacker.example @here #general',
  '[Open report](https://attacker.example) ![x](https://attacker.example/x.png)',
  '1. one 2) two',
  '- item * item + item',
  '# heading ## heading',
  '**bold** __bold__ \\*escaped\\* | table | row |',
  '<at>everyone</at> {{DATE(2026-11-22T00:00:00Z)}}',
  ...hostileTexts,
];

/** A night whose text from outside is this one. */
function nightWith(text: string): Message {
  const [change] = nights.first.changes;
  if (change === undefined) throw new Error('no change');
  return buildMessage({
    kind: 'changed',
    verdict: 'blocked',
    cluster: { ...nights.changed.cluster, name: text },
    counts: { new: 1, worse: 0, fixed: 0, noLongerSeen: 0, open: { fail: 0, unknown: 0, warn: 0 } },
    changes: [
      {
        ...change,
        kind: 'new',
        number: 1,
        level: 'fail',
        blocks: 'control-plane',
        at: null,
        title: text,
        reason: text,
      },
    ],
    storms: [{ cause: 'selection', text, findings: 2 }],
    link: null,
  });
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
const run = (text: string) => ({ type: 'TextRun', text });
const toEntities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ownHeading = /^\*(?:New|Worse|Fixed|No longer seen, still open|Open) \(\d+\)\*$/;

/** The texts that Slack interprets. */
function textsWithMarkup(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, text } = value as { type?: unknown; text?: unknown };
  if (type === 'mrkdwn') return [String(text)];
  return Object.values(value).flatMap(textsWithMarkup);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('sentences', () => {
  it.each(Object.entries(nights))('of a night: %s', (_name, message) => {
    expect(
      `${buildSubject(message)}\n\n${plainText(buildMessageWording(message, { lines: 10, longest: 400 }))}`,
    ).toMatchSnapshot();
  });

  it('count what is not listed', () => {
    const changes = Array.from({ length: 23 }, () => nights.first.changes).flatMap((some) => some.slice(0, 1));
    const message = buildMessage({
      ...nights.changed,
      changes,
      counts: { ...nights.changed.counts, new: 23, worse: 0, fixed: 0, noLongerSeen: 0 },
    });
    const text = plainText(buildMessageWording(message, { lines: 11, longest: 400 }));
    expect(text).toContain('New (23)\n  #1 blocker');
    expect(text).toContain('\n  and 12 more\n');
  });

  it('say that scans run again, and how support ends', () => {
    const lead = (fields: Partial<Message>) =>
      buildMessageWording(buildMessage({ kind: 'changed', ...fields }), { lines: 1, longest: 9 });
    expect(lead({ stateAhead: '2027-11-20T02:00:00.000Z' }).lead[0]).toBe(
      'The last scan is dated 2027-11-20 02:00 UTC, in the future: check the clocks of the machines that scan.',
    );
    expect(lead({ couldNotScanSince: '2026-11-20T02:00:00.000Z' }).lead[0]).toBe(
      'Scans run again. They could not run since 2026-11-20 02:00 UTC.',
    );
    const notes = (until: string, days: number) => lead({ support: { kind: 'extended', until, days } }).notes;
    expect(notes('2026-11-23', 1)).toEqual(['Extended support for Kubernetes 1.33 ends in 1 day, on 2026-11-23.']);
    expect(notes('2026-11-22', 0)).toEqual(['Extended support for Kubernetes 1.33 ends today, 2026-11-22.']);
    expect(notes('2026-11-01', 0)).toEqual(['Extended support for Kubernetes 1.33 ended on 2026-11-01.']);
  });

  it.each<[Message['rollback'], string]>([
    [
      { open: true, to: '1.32', until: '2026-11-24T12:00:00.000Z', days: 2 },
      'EKS can roll back to 1.32 at least until 2026-11-24 12:00 UTC: 2 days are left. Updating nodes rules it out.',
    ],
    [
      { open: true, to: '1.32', until: '2026-11-23', days: 0 },
      'EKS can roll back to 1.32 until 2026-11-23: less than a day is left. Updating nodes rules it out.',
    ],
    [
      { open: false, to: '1.32', until: '2026-11-23T12:00:00.000Z', days: 1 },
      'A rollback to 1.32 is blocked (rollback window: at least until 2026-11-23 12:00 UTC): 1 day is left.',
    ],
    [
      { open: null, to: '1.32', until: '2026-11-23', days: 1 },
      'It is unknown whether EKS can roll back to 1.32 (rollback window: until 2026-11-23): 1 day is left.',
    ],
  ])('say how long EKS can roll back: %j', (rollback, note) => {
    const message = buildMessage({ kind: 'changed', rollback });
    expect(buildMessageWording(message, { lines: 1, longest: 9 }).notes).toEqual([note]);
    expect(toEventEntries(message).map(({ DetailType }) => DetailType)).toEqual(['Scan Completed', 'Rollback Ending']);
  });
});

describe('every receiver', () => {
  it.each(all)('gets printable lines only: %s', (_name, message) => {
    const { lead, sections, notes, headline, place } = buildMessageWording(message, { lines: 10, longest: 400 });
    const texts = [headline, place, ...lead, ...notes, ...textsIn(sections)];
    expect(texts.filter((text) => /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text))).toEqual([]);
  });
});

describe('Slack', () => {
  it.each(all)('takes it: %s', (_name, message) => {
    const { text, blocks } = slackMessage(message);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(12_000);
    for (const block of blocks) {
      const shown = textsIn(block).filter((one) => !one.startsWith('https:'));
      const most = block.type === 'header' ? 150 : block.type === 'actions' ? 75 : 3_000;
      expect(shown.filter((one) => one.length > most || one === '')).toEqual([]);
    }
    // No < or >, and no & except in the three entities.
    expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/);
  });

  it.each([...all, ...markup.map((text) => [text, hostileMessage(text)] as const)])(
    'interprets our own words only: %s',
    (_name, message) => {
      const sent = slackMessage(message);
      expect(textsWithMarkup(sent.blocks).filter((text) => !ownHeading.test(text))).toEqual([]);
      expect(sent.mrkdwn).toBe(false);
    },
  );

  it.each(markup.filter((text) => text.length < 100))('gets it as plain text: %s', (text) => {
    const shown = printable(text);
    expect(slackMessage(nightWith(text))).toEqual({
      text: expect.stringContaining(`BLOCKED ${toEntities(shown)}`),
      mrkdwn: false,
      blocks: [
        { type: 'header', text: plain(`BLOCKED ${shown} 1.33 -> 1.34`) },
        { type: 'section', text: plain('Changed since 2026-11-21 02:00 UTC: 1 new.\nFound: nothing.') },
        { type: 'section', text: { type: 'mrkdwn', text: '*New (1)*', verbatim: true } },
        { type: 'section', text: plain(`• #1 blocker (control plane, now): ${shown} (${shown})`) },
        {
          type: 'section',
          text: plain(`2 findings changed because of ${shown}, not because of the cluster. They are not listed.`),
        },
        { type: 'context', elements: [plain('eu-west-1, account 111122223333, scanned 2026-11-22 02:00 UTC')] },
      ],
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  it('links its button to the page', () => {
    expect(slackMessage(nights.changed).blocks.at(-1)).toEqual({
      type: 'actions',
      elements: [
        { type: 'button', text: { type: 'plain_text', text: 'Open report', emoji: false }, url: nights.changed.link },
      ],
    });
    expect(slackMessage(nights.first).blocks.at(-1)?.type).toBe('context');
  });

  it('is shaped so', () => {
    expect(slackMessage(nights.changed)).toMatchSnapshot();
  });
});

describe('Teams', () => {
  it.each(all)('takes it: %s', (_name, message) => {
    const sent = teamsMessage(message);
    expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(28 * kib);
    const context = new cards.SerializationContext();
    const card = new cards.AdaptiveCard();
    card.parse(structuredClone(sent.attachments[0].content), context);
    const events = Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message);
    expect(events).toEqual([]);
    expect(card.validateProperties().validationEvents.map(({ message: said }) => said)).toEqual([]);
    expect(card.getItemCount()).toBe(sent.attachments[0].content.body.length);
    // A TextBlock would be Markdown; a RichTextBlock is not.
    expect(sent.attachments[0].content.body.map(({ type }) => type).filter((type) => type !== 'RichTextBlock')).toEqual(
      [],
    );
  });

  it.each(markup.filter((text) => text.length < 100))('gets it as texts that are not Markdown: %s', (text) => {
    const shown = printable(text);
    const { content } = teamsMessage(nightWith(text)).attachments[0];
    expect(content).toEqual({
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      fallbackText: 'A message of eks-preflight. This version of Teams cannot show it.',
      body: [
        [
          {
            ...run(`BLOCKED ${shown} 1.33 -> 1.34`),
            size: 'Large',
            weight: 'Bolder',
            color: 'Attention',
          },
        ],
        [run('Changed since 2026-11-21 02:00 UTC: 1 new.')],
        [run('Found: nothing.')],
        [{ ...run('New (1)'), weight: 'Bolder' }],
        [{ ...run('#1 blocker (control plane, now) '), weight: 'Bolder' }, run(`${shown} (${shown})`)],
        [run(`2 findings changed because of ${shown}, not because of the cluster. They are not listed.`)],
        [{ ...run('eu-west-1, account 111122223333, scanned 2026-11-22 02:00 UTC'), isSubtle: true }],
      ].map((inlines) => expect.objectContaining({ type: 'RichTextBlock', inlines })),
      actions: [],
      msteams: { width: 'Full' },
    });
  });

  it('would be told of a card that is none', () => {
    const context = new cards.SerializationContext();
    const card = new cards.AdaptiveCard();
    card.parse(
      { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'RichTextBlok' }], actions: [{ type: 'Action.OpenUrl' }] },
      context,
    );
    const said = [
      ...card.validateProperties().validationEvents,
      ...Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index)),
    ];
    expect(said.length).toBeGreaterThanOrEqual(2);
  });

  it('is shaped so', () => {
    expect(teamsMessage(nights.changed)).toMatchSnapshot();
  });
});

describe('SNS', () => {
  it.each(all)('takes it: %s', (_name, message) => {
    const {
      Subject,
      Message: text,
      MessageAttributes,
      MessageGroupId,
      MessageDeduplicationId,
    } = buildPublication(message, `${topic}.fifo`);
    expect(Subject).toMatch(/^[\x21-\x7E][\x20-\x7E]{0,98}$/);
    const attributes = Object.entries(MessageAttributes).map(
      ([name, { StringValue }]) => `${name}String${StringValue}`,
    );
    expect(Buffer.byteLength(text) + Buffer.byteLength(attributes.join(''))).toBeLessThanOrEqual(256 * kib);
    expect(MessageGroupId).toMatch(/^[\x21-\x7E]{1,128}$/);
    expect(MessageDeduplicationId).toBe(message.id);
    const protocols = JSON.parse(text) as Record<string, string>;
    expect(Object.keys(protocols)).toEqual(['default', 'email', 'sms']);
    expect(messageSchema.safeParse(JSON.parse(protocols['default'] ?? '')).success).toBe(true);
  });

  it('gets a group and an ID on FIFO topics only', () => {
    const { MessageGroupId } = buildPublication(nights.changed, `${topic}.fifo`);
    expect(MessageGroupId).toBe('eu-west-1/prod');
    expect(buildPublication(nights.changed, topic)).not.toHaveProperty('MessageGroupId');
    expect(buildPublication(nights.changed, topic)).not.toHaveProperty('MessageDeduplicationId');
  });
});

describe('EventBridge', () => {
  const sumEntrySizes = (entries: readonly PutEventsRequestEntry[]) =>
    entries.reduce((sum, entry) => sum + entrySize(entry), 0);

  it.each(all)('takes it: %s', (_name, message) => {
    const entries = toEventEntries(message);
    expect(Math.max(...entries.map(entrySize))).toBeLessThan(256 * kib);
    const batches = toBatches(entries);
    expect(batches.flat()).toEqual(entries);
    expect(batches.filter((batch) => batch.length > 10 || sumEntrySizes(batch) > 256 * kib)).toEqual([]);
    expect(entries.length).toBe(1 + message.changes.length + (message.support === null ? 0 : 1));
    for (const { Detail = '', DetailType = '' } of entries.slice(0, 50)) {
      expect(JSON.parse(Detail)).toMatchObject({ id: message.id, schemaVersion: 1 });
      expect(detailTypes).toContain(DetailType);
    }
  });

  it('gets an event for the run and one for each change', () => {
    const types = (message: Message) => toEventEntries(message).map(({ DetailType }) => DetailType);
    expect(types(nights.quiet)).toEqual(['Scan Completed']);
    expect(types(nights.expired)).toEqual(['Scan Failed']);
    expect(types(nights.first)).toEqual(['Scan Completed', 'Finding Open', 'Finding Open']);
    expect(types(nights.changed)).toEqual([
      'Scan Completed',
      'Finding New',
      'Finding Worse',
      'Finding Fixed',
      'Finding No Longer Seen',
      'Support Ending',
    ]);
    expect(toEventEntries(nights.changed)[0]).toMatchObject({
      Source: 'eks-preflight',
      Resources: ['arn:aws:eks:eu-west-1:111122223333:cluster/prod'],
    });
  });
});

describe('JSON', () => {
  it.each(all)('of a message has a bound, and says what is left out: %s', (_name, message) => {
    const text = messageJson(message, 256 * kib);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(256 * kib);
    const read = JSON.parse(text) as Message;
    expect(messageSchema.safeParse(read).success).toBe(true);
    expect(read.changes.length + (read.changesOmitted ?? 0)).toBe(message.changes.length);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]|##\[|##vso\[/u);
  });

  it('of a usual one is the message itself', () => {
    for (const message of Object.values(nights)) expect(JSON.parse(messageJson(message, 256 * kib))).toEqual(message);
  });
});
