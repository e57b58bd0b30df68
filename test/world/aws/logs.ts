import type { World } from '../world.ts';
import { pageOf } from './pages.ts';
import type { AwsFailure, Outcome } from './reply.ts';
import { textOf, type AwsRequest } from './request.ts';

type Operation = (world: World, request: AwsRequest) => Outcome;

/** CloudWatch Logs, as far as one query of Logs Insights needs it. A query does not filter: its rows are the world's. */
export const logsOperations: Readonly<Record<string, Operation>> = {
  'logs:DescribeLogGroups': describeLogGroups,
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
  const prefix = textOf(form['logGroupNamePrefix']) ?? '';
  const groups = groupsIn(world, request).filter(({ logGroupName }) => String(logGroupName).startsWith(prefix));
  const page = pageOf(action, groups, textOf(form['nextToken']), textOf(form['limit']), world.aws.pageSize);
  return 'error' in page ? page : { output: { logGroups: page.items, nextToken: page.next } };
}

function startQuery(world: World, request: AwsRequest): Outcome {
  const name = textOf(request.form['logGroupName']);
  const isThere = groupsIn(world, request).some(({ logGroupName }) => logGroupName === name);
  const failure = { error: 'ResourceNotFoundException', status: 400, message: `Log group '${name}' does not exist.` };
  return isThere ? { output: { queryId } } : failure;
}

function getQueryResults(world: World, { action, form }: AwsRequest): Outcome {
  if (form['queryId'] !== queryId) return unknownQuery;
  const { rows = [], status = 'Complete', rowsInPage = 10_000 } = world.aws.logs ?? {};
  const page = pageOf(action, status === 'Complete' ? rows : [], textOf(form['nextToken']), null, rowsInPage);
  if ('error' in page) return page;
  const results = page.items.map((row) => Object.entries(row).map(([field, value]) => ({ field, value })));
  return { output: { status, results, nextToken: page.next, statistics: { bytesScanned: 1_000_000 } } };
}

const unknownQuery: AwsFailure = {
  error: 'ResourceNotFoundException',
  status: 400,
  message: 'The specified query does not exist.',
};
