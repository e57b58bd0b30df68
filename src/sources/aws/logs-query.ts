import { setTimeout as sleep } from 'node:timers/promises';
import type { GetQueryResultsCommandOutput } from '@aws-sdk/client-cloudwatch-logs';
import { ScanError, stopError } from '../../facts/reason.ts';
import { fileSize } from '../../syntax/file-size.ts';
import type { AwsSource } from './contract.ts';
import { everyPage } from './every-page.ts';
import { tokenPages } from './pages.ts';
import { notTwice } from './retry.ts';

type Aws = Pick<AwsSource, 'client' | 'call'>;

/** One query of CloudWatch Logs Insights over one log group. Times are in milliseconds. */
export interface LogsQuery {
  group: string;
  from: number;
  to: number;
  text: string;
  /** The maximum number of rows in the result. */
  rows: number;
  /** The maximum number of bytes to scan; a query that exceeds it while it runs is stopped. */
  mostBytes: number;
}

/** A row of a result; fields without a value are omitted. */
export type LogsRow = ReadonlyMap<string, string>;

const firstPause = 500;
/** Longest pause between two checks of how much a query has scanned, in milliseconds. */
const longestPause = 2_000;

/**
 * Runs a query and waits for its result. AWS charges for the bytes scanned, so the query is stopped if waiting ends
 * early.
 * @param signal ends the wait; must be aborted while the request that stops the query can still be sent
 * @throws ScanError if the query cannot be started, fails, is still running after `mostBytes`, or when the signal is
 *   aborted
 */
export async function runLogsQuery(aws: Aws, query: LogsQuery, signal?: AbortSignal): Promise<LogsRow[]> {
  const queryId = await startQuery(aws, query);
  try {
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      await wait(pause, signal);
      const { status, first, scanned } = await readResults(aws, queryId);
      if (status === 'Complete') return await allRows(aws, queryId, first);
      if (status !== 'Scheduled' && status !== 'Running') throw ended(status);
      if (scanned > query.mostBytes) throw scannedTooMuch(scanned, query);
    }
  } catch (error) {
    await stopQuery(aws, queryId);
    throw error;
  }
}

async function startQuery(aws: Aws, { group, from, to, text, rows }: LogsQuery): Promise<string> {
  const { StartQueryCommand } = await import('./sdk/logs.ts');
  const client = await aws.client('logs');
  const command = new StartQueryCommand({
    logGroupName: group,
    startTime: Math.floor(from / 1000),
    endTime: Math.ceil(to / 1000),
    queryString: text,
    limit: rows,
  });
  const { queryId } = await aws.call('logs:StartQuery', () => client.send(notTwice(command)));
  if (queryId === undefined) throw new ScanError({ kind: 'unreadable', message: 'the answer lacks queryId' });
  return queryId;
}

interface Results {
  status: string;
  first: GetQueryResultsCommandOutput;
  /** Bytes scanned so far. */
  scanned: number;
}

async function readResults(aws: Aws, queryId: string): Promise<Results> {
  const first = await readPage(aws, queryId, undefined);
  return { status: first.status ?? 'no status', first, scanned: first.statistics?.bytesScanned ?? 0 };
}

async function readPage(aws: Aws, queryId: string, nextToken: string | undefined) {
  const { GetQueryResultsCommand } = await import('./sdk/logs.ts');
  const client = await aws.client('logs');
  const command = new GetQueryResultsCommand({ queryId, nextToken });
  return aws.call('logs:GetQueryResults', () => client.send(command));
}

/** The rows of a finished query, on all pages. */
async function allRows(aws: Aws, queryId: string, first: GetQueryResultsCommandOutput): Promise<LogsRow[]> {
  const pages = tokenPages((token) => (token === undefined ? Promise.resolve(first) : readPage(aws, queryId, token)));
  const rows = await everyPage(pages, 'results', (page) => page.results);
  return rows.map((fields) => new Map(fields.flatMap(({ field, value }) => (field && value ? [[field, value]] : []))));
}

/** Failures are ignored: a finished query cannot be stopped, and any other ends after an hour at most. */
async function stopQuery(aws: Aws, queryId: string): Promise<void> {
  const { StopQueryCommand } = await import('./sdk/logs.ts');
  const client = await aws.client('logs');
  try {
    await aws.call('logs:StopQuery', () => client.send(new StopQueryCommand({ queryId })));
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
  }
}

function scannedTooMuch(scanned: number, { group, mostBytes }: LogsQuery): ScanError {
  const limit = `--logs-max ${fileSize(mostBytes)}`;
  return new ScanError({
    kind: 'truncated',
    message: `the query scanned ${fileSize(scanned)} of ${group}, more than ${limit}, and was stopped`,
    hint: 'Raise the limit (--logs-max), or scan without --with logs.',
  });
}

function ended(status: string): ScanError {
  const kind = status === 'Timeout' ? 'time-out' : 'unreadable';
  return new ScanError({ kind, message: `CloudWatch Logs did not complete the query of the audit log: ${status}` });
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch {
    throw stopError(signal);
  }
}
