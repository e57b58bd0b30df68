import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { FleetMessage } from '../changes/fleet-message.ts';
import type { Change, Message } from '../changes/message.ts';
import type { AnyMessage } from './contract.ts';
import { boundedChange, jsonText, messageJson } from './json.ts';

/** The `source` of the events. */
export const eventSource = 'eks-preflight';

/** An entry may have 256 KB; a rule's target (SQS, a Lambda function) receives about 500 bytes more. */
const longestDetail = 200 * 1_024;

const changeTypes: { readonly [Kind in Change['kind']]: string } = {
  new: 'Finding New',
  worse: 'Finding Worse',
  fixed: 'Finding Fixed',
  'no-longer-seen': 'Finding No Longer Seen',
};

/** All detail types, for the documentation and for event patterns. */
export const detailTypes = [
  'Scan Completed',
  'Scan Failed',
  'Finding Open',
  ...Object.values(changeTypes),
  'Support Ending',
  'Rollback Ending',
  'Fleet Scan Completed',
] as const;

/**
 * One event for the run, one for each change, one for each end of support or of the rollback window; all with the ID of
 * the message. Of several clusters, one event for the run.
 */
export function toEventEntries(message: AnyMessage): PutEventsRequestEntry[] {
  if (message.kind === 'fleet') return [toFleetEntry(message)];
  const { error, support, rollback, changes, kind } = message;
  const resources = message.cluster.arn === null ? {} : { Resources: [message.cluster.arn] };
  const frame = { Source: eventSource, Time: new Date(message.scannedAt), ...resources };
  const entry = (DetailType: string, Detail: string): PutEventsRequestEntry => ({ ...frame, DetailType, Detail });
  const isOpen = kind === 'first' || kind === 'state-lost';
  return [
    entry(error === null ? 'Scan Completed' : 'Scan Failed', runDetail(message)),
    ...changes.map((change) =>
      entry(
        isOpen ? 'Finding Open' : changeTypes[change.kind],
        buildDetail(message, { change: boundedChange(change) }),
      ),
    ),
    ...(support === null ? [] : [entry('Support Ending', buildDetail(message, { support }))]),
    ...(rollback === undefined ? [] : [entry('Rollback Ending', buildDetail(message, { rollback }))]),
  ];
}

/** One event: each change is an event of its cluster. */
function toFleetEntry(message: FleetMessage): PutEventsRequestEntry {
  const Detail = messageJson(message, longestDetail);
  return { Source: eventSource, Time: new Date(message.scannedAt), DetailType: 'Fleet Scan Completed', Detail };
}

/** The message without its changes, which are separate events. */
function runDetail(message: Message): string {
  return messageJson({ ...message, changes: [] }, longestDetail);
}

/** The properties that all events share, and those of one event. */
function buildDetail(message: Message, own: Readonly<Record<string, unknown>>): string {
  const { schemaVersion, id, cluster, scannedAt, target, verdict, link } = message;
  return jsonText({ schemaVersion, id, cluster, scannedAt, target, verdict, link, ...own });
}
