import type { World } from '../world.ts';
import { selectPage } from './pages.ts';
import type { AwsFailure, Outcome } from './reply.ts';
import { toText, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** The supported operations of CloudWatch Logs. Queries of Logs Insights do not filter the world's rows. */
export const logsOperations: Readonly<Record<string, Operation>> = {
  'logs:DescribeLogGroups': describeLogGroups,
  'logs:FilterLogEvents': filterLogEvents,
  'logs:StartQuery': startQuery,
  'logs:GetQueryResults': getQueryResults,
  'logs:StopQuery': ({ aws }) => ({ output: { success: aws.logs?.status === 'Running' } }),
};

const queryId = '12ab3456-12ab-123a-789e-1234567890ab';

function groupsIn(world: World, { region }: AwsRequest): readonly Record<string, unknown>[] {
  return region === world.region ? (world.aws.logs?.groups ?? []) : [];
}

function describeLogGroups(world: World, request: AwsRequest): Outcome {
  const { action, form } = request;
  const prefix = toText(form['logGroupNamePrefix']) ?? '';
  const groups = groupsIn(world, request).filter(({ logGroupName }) => String(logGroupName).startsWith(prefix));
  const page = selectPage(action, groups, toText(form['nextToken']), toText(form['limit']), world.aws.pageSize);
  return 'error' in page ? page : { output: { logGroups: page.items, nextToken: page.next } };
}

/** After `emptyPages`, returns the first event of the requested period: from `firstEvent` on, every moment has one. */
function filterLogEvents(world: World, request: AwsRequest): Outcome {
  const { logGroupName, startTime, endTime, nextToken } = request.form;
  if (!groupsIn(world, request).some((group) => group['logGroupName'] === toText(logGroupName)))
    return noGroup(request);
  const { firstEvent = 0, emptyPages = 0 } = world.aws.logs ?? {};
  const page = Number(toText(nextToken) ?? 0);
  if (page < emptyPages) return { output: { events: [], nextToken: String(page + 1) } };
  const time = Math.max(Number(startTime), firstEvent);
  return { output: { events: time < Number(endTime) ? [{ timestamp: time, message: '{}' }] : [] } };
}

function noGroup({ form }: AwsRequest): AwsFailure {
  const message = `Log group '${toText(form['logGroupName'])}' does not exist.`;
  return { error: 'ResourceNotFoundException', status: 400, message };
}

function startQuery(world: World, request: AwsRequest): Outcome {
  const name = toText(request.form['logGroupName']);
  const isThere = groupsIn(world, request).some(({ logGroupName }) => logGroupName === name);
  return isThere ? { output: { queryId } } : noGroup(request);
}

function getQueryResults(world: World, { action, form }: AwsRequest): Outcome {
  if (form['queryId'] !== queryId) return unknownQuery;
  const { rows = [], status = 'Complete', rowsInPage = 10_000, scans = 1_000_000 } = world.aws.logs ?? {};
  const page = selectPage(action, status === 'Complete' ? rows : [], toText(form['nextToken']), null, rowsInPage);
  if ('error' in page) return page;
  const results = page.items.map((row) => Object.entries(row).map(([field, value]) => ({ field, value })));
  return { output: { status, results, nextToken: page.next, statistics: { bytesScanned: scans } } };
}

const unknownQuery: AwsFailure = {
  error: 'ResourceNotFoundException',
  status: 400,
  message: 'The specified query does not exist.',
};
