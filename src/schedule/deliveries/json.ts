import type { ClusterNews, FleetMessage } from '../changes/fleet-message.ts';
import type { Change, Message } from '../changes/message.ts';
import { printableData, printableJson } from '../../syntax/printable.ts';
import { jsonWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { cut } from '../../formats/markdown/shorten.ts';
import type { AnyMessage } from './contract.ts';

/** The limit of SNS and EventBridge, which most receivers of webhooks accept, too. */
export const mostBytes = 256 * 1024;

const longest = { title: 2_000, note: 300, region: 60 } as const;
const most = { names: 1_000, storms: 20, regions: 40, removed: 100 } as const;

/**
 * Serializes the message as JSON of at most `largest` bytes. Changes, or clusters, that do not fit are omitted from the
 * end of their list, and `changesOmitted` or `clustersOmitted` counts them.
 */
export function messageJson(message: AnyMessage, largest: number): string {
  if (message.kind === 'fleet') {
    const { clusters, ...frame } = boundedFleet(message);
    return jsonWithList(frame, { name: 'clusters', items: clusters, toItem: boundedNews }, largest);
  }
  const { changes, ...frame } = boundedFrame(message);
  return jsonWithList(frame, { name: 'changes', items: changes, toItem: boundedChange }, largest);
}

function jsonWithList<Item>(
  frame: object,
  { name, items, toItem }: { name: 'changes' | 'clusters'; items: readonly Item[]; toItem(item: Item): Item },
  largest: number,
): string {
  const omittedName = `${name}Omitted`;
  let bytes = Buffer.byteLength(jsonText({ ...frame, [omittedName]: items.length, [name]: [] }));
  const kept: Item[] = [];
  for (const item of items) {
    const own = toItem(item);
    bytes += Buffer.byteLength(jsonText(own)) + 1;
    if (bytes > largest) break;
    kept.push(own);
  }
  const omitted = items.length - kept.length;
  return jsonText({ ...frame, [name]: kept, ...(omitted === 0 ? {} : { [omittedName]: omitted }) });
}

/** JSON without control characters and workflow commands, safe for terminals, logs and CI runners. */
export function jsonText(value: unknown): string {
  return jsonWithoutWorkflowCommands(printableJson(JSON.stringify(printableData(value))));
}

/** Limits the texts and lists of a change. */
export function boundedChange(change: Change): Change {
  const { title, reason, checks, fingerprints } = change;
  return {
    ...change,
    title: cut(title, longest.title),
    reason: reason === null ? null : cut(reason, longest.title),
    checks: checks.slice(0, most.names),
    fingerprints: fingerprints.slice(0, most.names),
  };
}

function boundedFleet(message: FleetMessage): FleetMessage {
  const { unlisted, removed, link } = message;
  return {
    ...message,
    unlisted: unlisted
      .slice(0, most.regions)
      .map(({ region, reason }) => ({ region: short(region, longest.region), reason: short(reason, longest.note) })),
    removed: removed.slice(0, most.removed),
    link: boundedLink(link),
  };
}

/** Limits the texts and lists of what changed in a cluster. */
function boundedNews(news: ClusterNews): ClusterNews {
  const { cluster, error, storms, stateError, link } = news;
  return {
    ...news,
    cluster: { ...cluster, name: short(cluster.name, longest.note) },
    storms: boundedStorms(storms),
    stateError: short(stateError, longest.note),
    error: error === null ? null : { ...error, message: short(error.message, longest.title) },
    link: boundedLink(link),
  };
}

function short<Text extends string | null>(text: Text, most: number): Text {
  return (text === null ? text : cut(text, most)) as Text;
}

function boundedLink(link: string | null): string | null {
  return link !== null && link.length <= longest.title ? link : null;
}

function boundedStorms(storms: Message['storms']): Message['storms'] {
  return storms.slice(0, most.storms).map((storm) => ({ ...storm, text: cut(storm.text, longest.note) }));
}

/** Limits texts outside of the changes: names and errors may come from a host that responds instead of AWS. */
function boundedFrame(message: Message): Message {
  const { cluster, error, storms, link, stateError } = message;
  const { title, note } = longest;
  return {
    ...message,
    cluster: { ...cluster, name: cut(cluster.name, note) },
    storms: boundedStorms(storms),
    stateError: short(stateError, title),
    error: error === null ? null : { ...error, message: cut(error.message, title), hint: short(error.hint, title) },
    link: boundedLink(link),
  };
}

/**
 * The largest count up to `highest` that `suits` accepts, or 0. `suits` must accept every count below one that it
 * accepts.
 */
export function mostThat(suits: (count: number) => boolean, highest: number): number {
  let [low, high] = [0, highest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (suits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
