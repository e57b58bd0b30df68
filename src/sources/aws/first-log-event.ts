import type { FilteredLogEvent } from '@aws-sdk/client-cloudwatch-logs';
import { unreadableError } from '../../facts/reason.ts';
import type { AwsSource } from './contract.ts';

type Aws = Pick<AwsSource, 'client' | 'call'>;

/** Log streams of one log group, and the time range of the search. Times are in milliseconds. */
export interface LogStreams {
  group: string;
  /** The prefix of the streams' names. */
  streams: string;
  from: number;
  to: number;
}

const hour = 3_600_000;
/** CloudWatch Logs may return pages without an event while it still searches. */
const mostPages = 20;

/**
 * The time of the first event of streams that get events continuously. The age of a log group does not show it: an
 * earlier, shorter retention period may have deleted events. Unlike a query, this is free of charge.
 * @returns `from` if there is an event in the hour after it; undefined if there is none in the last hour either
 */
export async function firstLogEvent(aws: Aws, log: LogStreams): Promise<number | undefined> {
  const { from, to } = log;
  if ((await eventFrom(aws, log, from)) !== undefined) return from;
  let found = to - from > hour ? await eventFrom(aws, log, to - hour) : undefined;
  if (found === undefined) return undefined;
  let [empty, held] = [0, Math.ceil((to - from) / hour)];
  while (held - empty > 1) {
    const middle = Math.floor((empty + held) / 2);
    const event = await eventFrom(aws, log, from + middle * hour);
    if (event === undefined) empty = middle;
    else [held, found] = [middle, event];
  }
  return found;
}

/** The time of the first event in the hour after `from`; undefined if there is none. */
async function eventFrom(aws: Aws, { group, streams }: LogStreams, from: number): Promise<number | undefined> {
  const { FilterLogEventsCommand } = await import('./sdk/logs.ts');
  const client = await aws.client('logs');
  const request = {
    logGroupName: group,
    logStreamNamePrefix: streams,
    startTime: Math.floor(from),
    endTime: Math.floor(from + hour),
    limit: 1,
  };
  let nextToken: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const command = new FilterLogEventsCommand({ ...request, ...(nextToken === undefined ? {} : { nextToken }) });
    const answer = await aws.call('logs:FilterLogEvents', () => client.send(command));
    if (!Array.isArray(answer.events)) throw unreadableError('the answer lacks events');
    const [event] = answer.events;
    if (event !== undefined) return requestedTime(event, request);
    if (answer.nextToken === undefined || answer.nextToken === nextToken) return undefined;
    nextToken = answer.nextToken;
  }
  return undefined;
}

/** @throws ScanError (`unreadable`) if the event has no time, or one that was not requested */
function requestedTime(
  { timestamp }: FilteredLogEvent,
  { startTime, endTime }: { startTime: number; endTime: number },
): number {
  if (timestamp === undefined) throw unreadableError('the answer lacks the timestamp of a log event');
  if (startTime <= timestamp && timestamp <= endTime) return timestamp;
  throw unreadableError('the answer has a log event from outside the requested time range');
}
