import { toWording } from './any-wording.ts';
import { mostThat } from './json.ts';
import type { AnyMessage, Delivery, DeliveryContext, DeliveryLimits, Target } from './contract.ts';
import { labelText } from './plain.ts';
import { post } from './post.ts';
import type { Section } from './sections.ts';
import type { Mood } from './wording.ts';

/**
 * Teams accepts "approximately 28 KB", including what it adds.
 * Source: https://learn.microsoft.com/connectors/teams/#known-issues-and-limitations-with-actions
 */
const mostBytes = 20_000;
const most = { lines: 10, longest: 400 } as const;

/** Unlike a TextBlock, it does not interpret Markdown, so names from the cluster are not formatted. */
interface TextRun {
  type: 'TextRun';
  text: string;
  weight?: 'Bolder';
  size?: 'Large';
  color?: 'Attention' | 'Warning' | 'Good';
  isSubtle?: true;
}
interface RichTextBlock {
  type: 'RichTextBlock';
  inlines: readonly TextRun[];
  separator?: true;
  spacing?: 'Small' | 'Medium';
}
/** The parts of Adaptive Cards 1.4 that this program uses. */
export interface AdaptiveCard {
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  type: 'AdaptiveCard';
  version: '1.4';
  fallbackText: string;
  body: readonly RichTextBlock[];
  actions: readonly { type: 'Action.OpenUrl'; title: string; url: string }[];
  msteams: { width: 'Full' };
}
/** The body that a workflow which posts to a channel accepts. */
export interface TeamsMessage {
  type: 'message';
  attachments: readonly [
    { contentType: 'application/vnd.microsoft.card.adaptive'; contentUrl: null; content: AdaptiveCard },
  ];
}

/**
 * What a client that cannot show the card shows instead. It may contain Markdown, so it names nothing from the cluster.
 * Source: https://learn.microsoft.com/adaptive-cards/schema-explorer/adaptive-card
 */
const fallbackText = 'A message of eks-preflight. This version of Teams cannot show it.';

/** Posts the message to the webhook of a workflow. */
export async function sendTeams(
  { message }: Delivery,
  { name, url }: Extract<Target, { kind: 'slack' | 'teams' }>,
  context: DeliveryContext,
  limits: DeliveryLimits,
): Promise<void> {
  const body = JSON.stringify(teamsMessage(message));
  await post({ target: name, url: url(), body, headers: () => ({}), isChat: true }, context, limits);
}

/** Formats the message as a card, with as many lines as the size allows. */
export function teamsMessage(message: AnyMessage): TeamsMessage {
  const fits = (lines: number) => Buffer.byteLength(JSON.stringify(envelope(message, lines))) <= mostBytes;
  return envelope(message, mostThat(fits, most.lines));
}

function envelope(message: AnyMessage, lines: number): TeamsMessage {
  const content = buildCard(message, lines);
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

const colors: { readonly [Each in Mood]: NonNullable<TextRun['color']> } = {
  bad: 'Attention',
  doubtful: 'Warning',
  good: 'Good',
};

function buildCard(message: AnyMessage, lines: number): AdaptiveCard {
  const { headline, mood, lead, sections, notes, place, link } = toWording(message, { ...most, lines });
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText,
    body: [
      block([{ type: 'TextRun', text: headline, size: 'Large', weight: 'Bolder', color: colors[mood] }]),
      ...lead.map((text) => block([run(text)], { spacing: 'Small' })),
      ...sections.flatMap(sectionBlocks),
      ...notes.map((text, index) => block([run(text)], index === 0 ? { separator: true } : { spacing: 'Small' })),
      block([{ ...run(place), isSubtle: true }], { spacing: 'Medium' }),
    ],
    actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open report', url: link }],
    msteams: { width: 'Full' },
  };
}

function sectionBlocks({ heading, lines, more }: Section): RichTextBlock[] {
  return [
    block([{ ...run(heading), weight: 'Bolder' }], { separator: true }),
    ...lines.map((line) =>
      block([{ ...run(`${labelText(line)} `), weight: 'Bolder' }, run(line.title)], { spacing: 'Small' }),
    ),
    ...(more === null ? [] : [block([{ ...run(more), isSubtle: true }], { spacing: 'Small' })]),
  ];
}

function run(text: string): TextRun {
  return { type: 'TextRun', text };
}

function block(inlines: readonly TextRun[], more: Pick<RichTextBlock, 'separator' | 'spacing'> = {}): RichTextBlock {
  return { type: 'RichTextBlock', inlines, ...more };
}
