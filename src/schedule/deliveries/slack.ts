import { cut } from '../../formats/markdown/shorten.ts';
import { toWording } from './any-wording.ts';
import type { AnyMessage, Delivery, DeliveryContext, DeliveryLimits, Target } from './contract.ts';
import { mostThat } from './json.ts';
import { lineText } from './plain.ts';
import { post } from './post.ts';
import type { Section } from './sections.ts';

/** Sources: https://docs.slack.dev/reference/block-kit/blocks and .../block-kit/composition-objects/text-object */
const limits = { header: 150, section: 3_000, blocks: 50 } as const;
/** Slack rejects messages that are too long in total (`msg_blocks_too_long`), but does not document the limit. */
const mostCharacters = 12_000;
const most = { lines: 10, longest: 400 } as const;

/** Only for our own words: in mrkdwn, nothing escapes `*`, `_`, `~`, back-ticks and `:emoji:`. */
interface MarkdownText {
  type: 'mrkdwn';
  text: string;
  /** Keeps Slack from turning words into links, channels or mentions. */
  verbatim: true;
}
/** For text from the cluster: Slack shows it as it is. */
type PlainText = { type: 'plain_text'; text: string; emoji: false };
/** The Block Kit blocks that this program uses. */
export type SlackBlock =
  | { type: 'header'; text: PlainText }
  | { type: 'section'; text: MarkdownText | PlainText }
  | { type: 'context'; elements: readonly PlainText[] }
  | { type: 'actions'; elements: readonly { type: 'button'; text: PlainText; url: string }[] };

/** The body that an incoming webhook of Slack accepts. */
export interface SlackMessage {
  /** Shown in notifications and read by screen readers. */
  text: string;
  /** Keeps Slack from interpreting `text`. Source: https://docs.slack.dev/reference/methods/chat.postMessage */
  mrkdwn: false;
  blocks: readonly SlackBlock[];
  unfurl_links: false;
  unfurl_media: false;
}

/** Posts the message to an incoming webhook. */
export async function sendSlack(
  { message }: Delivery,
  { name, url }: Extract<Target, { kind: 'slack' | 'teams' }>,
  context: DeliveryContext,
  deliveryLimits: DeliveryLimits,
): Promise<void> {
  const body = JSON.stringify(slackMessage(message));
  await post({ target: name, url: url(), body, headers: () => ({}), isChat: true }, context, deliveryLimits);
}

/** Formats the message as Block Kit, with as many lines as the limits allow. */
export function slackMessage(message: AnyMessage): SlackMessage {
  const fits = (lines: number) => {
    const { blocks } = shaped(message, lines);
    return blocks.length <= limits.blocks && JSON.stringify(blocks).length <= mostCharacters;
  };
  return shaped(message, mostThat(fits, most.lines));
}

function shaped(message: AnyMessage, lines: number): SlackMessage {
  const { headline, lead, sections, notes, place, link } = toWording(message, { ...most, lines });
  return {
    text: packed([headline, ...lead].map(escaped))[0] ?? '',
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(cut(headline, limits.header - 1)) },
      ...packed(lead).map(plainSection),
      ...sections.flatMap(changeBlocks),
      ...packed(notes).map(plainSection),
      { type: 'context', elements: [plain(place)] },
      ...(link === null ? [] : [toButton(link)]),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function toButton(url: string): SlackBlock {
  return { type: 'actions', elements: [{ type: 'button', text: plain('Open report'), url }] };
}

/** The heading, which has only our own words, and the changes. */
function changeBlocks({ heading, lines, more }: Section): SlackBlock[] {
  const texts = [...lines.map((line) => `• ${lineText(line)}`), ...(more === null ? [] : [more])];
  const bold: SlackBlock = { type: 'section', text: { type: 'mrkdwn', text: `*${heading}*`, verbatim: true } };
  return [bold, ...packed(texts).map(plainSection)];
}

/**
 * Escapes the text of notifications: Slack reads `<...>` in it in any case.
 * Source: https://docs.slack.dev/messaging/formatting-message-text
 */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function plainSection(text: string): SlackBlock {
  return { type: 'section', text: plain(text) };
}

function plain(text: string): PlainText {
  return { type: 'plain_text', text, emoji: false };
}

/** Joins lines into as few texts as the length of a section allows. Cuts longer lines, but never within an escape. */
function packed(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const whole =
      line.length > limits.section ? `${line.slice(0, limits.section - 1).replace(/&[a-z]{0,3}$/, '')}…` : line;
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + whole.length <= limits.section)
      texts[texts.length - 1] = `${last}\n${whole}`;
    else texts.push(whole);
  }
  return texts;
}
