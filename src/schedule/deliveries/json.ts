import type { Change, Message } from '../changes/message.ts';
import { printableData, printableJson } from '../../syntax/printable.ts';
import { jsonWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import { cut } from '../../formats/markdown/shorten.ts';

/** The limit of SNS and EventBridge, which most receivers of webhooks accept, too. */
export const mostBytes = 256 * 1024;

const longest = { title: 2_000, note: 300 } as const;
const most = { names: 1_000, storms: 20 } as const;

/**
 * Serializes the message as JSON of at most `largest` bytes. Changes that do not fit are omitted from the end of the
 * list, and `changesOmitted` counts them.
 */
export function messageJson(message: Message, largest: number): string {
  const { changes, ...frame } = boundedFrame(message);
  let bytes = Buffer.byteLength(jsonText({ ...frame, changesOmitted: changes.length, changes: [] }));
  const kept: Change[] = [];
  for (const change of changes) {
    const own = boundedChange(change);
    bytes += Buffer.byteLength(jsonText(own)) + 1;
    if (bytes > largest) break;
    kept.push(own);
  }
  const omitted = changes.length - kept.length;
  return jsonText({ ...frame, changes: kept, ...(omitted === 0 ? {} : { changesOmitted: omitted }) });
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

/** Limits texts outside of the changes: names and errors may come from a host that responds instead of AWS. */
function boundedFrame(message: Message): Message {
  const { cluster, error, storms, link } = message;
  const short = <Text extends string | null>(text: Text) => (text === null ? text : cut(text, longest.title));
  return {
    ...message,
    cluster: { ...cluster, name: cut(cluster.name, longest.note) },
    storms: storms.slice(0, most.storms).map((storm) => ({ ...storm, text: cut(storm.text, longest.note) })),
    stateError: short(message.stateError),
    error: error === null ? null : { ...error, message: cut(error.message, longest.title), hint: short(error.hint) },
    link: link !== null && link.length <= longest.title ? link : null,
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
