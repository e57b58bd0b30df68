import { expect, it } from 'vitest';
import { defaultLogsMax, parseLogsMax } from '../../src/commands/logs-max.ts';
import { auditedCallsWith, standardLogsMax } from '../../src/collectors/aws/audited-calls.ts';
import { auditQuery } from '../../src/collectors/aws/audit-query.ts';
import { collect } from '../../src/collectors/collect.ts';
import { collectors } from '../../src/collectors/index.ts';
import { ScanError } from '../../src/facts/reason.ts';
import { loadTable } from '../../src/tables/tables.ts';
import { aDescribedCluster, aLogGroup } from '../world/healthy.ts';
import type { World } from '../world/world.ts';
import { runLogsQuery } from '../../src/sources/aws/logs-query.ts';
import { awsReadings, awsSource } from './aws-facts.ts';

type Logs = NonNullable<World['aws']['logs']>;

const day = 86_400_000;
const group = '/aws/eks/prod/cluster';
const groups = [aLogGroup(group)];

function aRow(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    requests: '12',
    last: '1795075200000',
    'user.username': 'system:serviceaccount:shop:scaler',
    userAgent: 'scaler/1.2',
    verb: 'update',
    'objectRef.apiGroup': 'autoscaling',
    'objectRef.apiVersion': 'v2beta2',
    'objectRef.resource': 'horizontalpodautoscalers',
    'objectRef.namespace': 'shop',
    'objectRef.name': 'cart',
    ...more,
  };
}

async function read(logs: Logs, more: Partial<World> = {}, parts: Partial<World['aws']> = {}) {
  const { readings, calls } = await awsReadings(['auditedCalls'], { ...parts, logs }, more);
  const actions = calls.map(({ action }) => action).filter((action) => action.startsWith('logs:'));
  return { reading: readings.auditedCalls, actions };
}

const countDaysRead = ({ reading }: Awaited<ReturnType<typeof read>>) =>
  reading?.ok === true && reading.value.since !== null
    ? (Date.parse(reading.value.until) - Date.parse(reading.value.since)) / day
    : reading;

it('folds the rows by caller, verb and version, and leaves out the control plane, EKS and other versions', async () => {
  const rows = [
    aRow(),
    aRow({ requests: '3', last: '2026-11-20 08:00:00.000', 'objectRef.name': 'pay' }),
    aRow({ verb: 'list', 'objectRef.namespace': '', 'objectRef.name': '' }),
    ...Array.from({ length: 7 }, (_, n) => aRow({ verb: 'get', 'objectRef.name': `a${n}` })),
    aRow({ 'user.username': 'system:apiserver' }),
    aRow({ 'user.username': 'eks:cloud-controller-manager' }),
    aRow({
      'user.username': 'system:serviceaccount:kube-system:generic-garbage-collector',
      userAgent: 'kube-controller-manager/v1.25.16 (linux/amd64) kubernetes/1234',
    }),
    aRow({ 'objectRef.apiGroup': 'example.com' }),
  ];
  const { reading, actions } = await read({ groups, rows, rowsInPage: 4 });
  const caller = {
    user: 'system:serviceaccount:shop:scaler',
    userAgent: 'scaler/1.2',
    api: 'autoscaling/v2beta2',
    resource: 'horizontalpodautoscalers',
  };
  const last = '2026-11-19T08:00:00.000Z';
  expect(reading).toMatchObject({
    ok: true,
    value: {
      calls: [
        {
          ...caller,
          verb: 'update',
          requests: 15,
          lastRequestTime: '2026-11-20T08:00:00.000Z',
          objects: [
            { namespace: 'shop', name: 'cart' },
            { namespace: 'shop', name: 'pay' },
          ],
          objectCount: 2,
        },
        { ...caller, verb: 'list', requests: 12, lastRequestTime: last, objects: [], objectCount: 0 },
        { ...caller, verb: 'get', requests: 84, lastRequestTime: last, objectCount: 7 },
      ],
    },
  });
  expect(reading?.ok === true && reading.value.calls[2]?.objects).toHaveLength(5);
  expect(actions.slice(0, 4)).toEqual([
    'logs:DescribeLogGroups',
    'logs:FilterLogEvents',
    'logs:StartQuery',
    'logs:GetQueryResults',
  ]);
  expect(actions).not.toContain('logs:StopQuery');
});

it('finds the log group on the second page', async () => {
  const archive = aLogGroup(`${group}-archive`);
  const { reading, actions } = await read({ groups: [archive, ...groups] }, {}, { pageSize: 1 });
  expect([reading?.ok, actions.filter((action) => action === 'logs:DescribeLogGroups').length]).toEqual([true, 2]);
});

it('reads nothing where EKS writes no audit log', async () => {
  const clusters = {
    prod: aDescribedCluster('prod', '1.33', { logging: { clusterLogging: [{ types: ['audit'], enabled: false }] } }),
  };
  const { reading, actions } = await read({ groups }, {}, { clusters });
  expect(reading).toMatchObject({ ok: true, value: { since: null, calls: [] } });
  expect(actions).toEqual([]);
});

const logging = (daysAgo: number) => ({
  updates: {
    u: {
      id: 'u',
      status: 'Successful',
      type: 'LoggingUpdate',
      createdAt: (Date.now() - daysAgo * day) / 1000,
      errors: [],
    },
  },
});

const createdAt = (daysAgo: number) => ({
  clusters: {
    prod: aDescribedCluster('prod', '1.33', {
      logging: { clusterLogging: [{ types: ['audit'], enabled: true }] },
      createdAt: (Date.now() - daysAgo * day) / 1000,
    }),
  },
});

it.each([
  ['30 days of an old log', groups, {}, 30],
  ['as long as the log group is kept', [aLogGroup(group, { retentionInDays: 7 })], {}, 7],
  ['30 days where it is kept for 30', [aLogGroup(group, { retentionInDays: 30 })], {}, 30],
  ['since the log group exists', [aLogGroup(group, { creationTime: Date.now() - 3 * day })], {}, 3],
  ['since its logging was changed', groups, logging(5), 5],
  ['since the cluster exists, whose name an earlier one had', groups, createdAt(4), 4],
])('covers %s', async (_it, own, parts, days) => {
  const since = countDaysRead(await read({ groups: own }, {}, parts));
  expect(since).toBeCloseTo(days, 2);
});

it.each([
  ['since its first event: a shorter retention period was raised', 6.5, 6.5],
  ['since its first event, an hour after the window begins', 29.9, 29.9],
  ['all where the first event comes within an hour', 29.98, 30],
  ['the last hours', 0.03, 0.03],
])('covers %s', async (_it, firstDaysAgo, days) => {
  const firstEvent = Date.now() - firstDaysAgo * day;
  const outcome = await read({ groups: [aLogGroup(group, { retentionInDays: 90 })], firstEvent });
  expect(countDaysRead(outcome)).toBeCloseTo(days, 3);
  expect(outcome.actions.filter((action) => action === 'logs:FilterLogEvents').length).toBeLessThan(14);
});

it('looks behind pages without events for the first one', async () => {
  const outcome = await read({ groups, emptyPages: 3 });
  expect(countDaysRead(outcome)).toBeCloseTo(30, 2);
});

it('is unknown where no audit events come', async () => {
  const { reading, actions } = await read({ groups, firstEvent: Date.now() + day });
  const message = `the log group ${group} has no audit events of the last hour, although the audit log is enabled`;
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'absent', message } });
  expect(actions).not.toContain('logs:StartQuery');
});

it('stops a query that scans more than was estimated', async () => {
  const { reading, actions } = await read({ groups, status: 'Running', scans: 60e9 });
  const message = `the query scanned 60 GB of ${group}, more than --logs-max 50 GB, and was stopped`;
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'truncated', message } });
  expect(actions.at(-1)).toBe('logs:StopQuery');
});

it.each([
  ['reset', 'unreachable'],
  ['cut', 'truncated'],
] as const)('starts no second query where the answer is lost (%s)', async (does, kind) => {
  const { aws, calls } = await awsSource({ logs: { groups } }, { faults: [{ on: 'logs:StartQuery', does }] }, 6);
  const query = { group, from: 0, to: 1, text: '', rows: 1, mostBytes: 1 };
  await expect(runLogsQuery(aws, query)).rejects.toMatchObject({ reason: { kind } });
  expect(calls.filter(({ action }) => action === 'logs:StartQuery')).toHaveLength(1);
});

it('starts a throttled query again', async () => {
  const does = { awsError: 'ThrottlingException', status: 400 };
  const faults = [{ on: 'logs:StartQuery', does, count: 1 }];
  const { aws, calls } = await awsSource({ logs: { groups } }, { faults }, 6);
  const query = { group, from: 0, to: 1, text: '', rows: 1, mostBytes: 1e9 };
  await expect(runLogsQuery(aws, query)).resolves.toEqual([]);
  expect(calls.filter(({ action }) => action === 'logs:StartQuery')).toHaveLength(2);
});

it.each([
  'logs:DescribeLogGroups',
  'logs:FilterLogEvents',
  'logs:StartQuery',
  'logs:GetQueryResults',
  'eks:ListUpdates',
])('without %s: unknown', async (action) => {
  const { reading } = await read({ groups }, { deny: [action] });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'denied', permission: action } });
});

it('needs logs:StopQuery only where it stops one', async () => {
  const { reading } = await read({ groups }, { deny: ['logs:StopQuery'] });
  expect(reading?.ok).toBe(true);
});

it.each([
  ['Failed', 'unreadable'],
  ['Timeout', 'time-out'],
] as const)('a query that ends with %s is unknown', async (status, kind) => {
  const { reading, actions } = await read({ groups, status });
  const message = `CloudWatch Logs did not complete the query of the audit log: ${status}`;
  expect(reading).toMatchObject({ ok: false, reason: { kind, message } });
  expect(actions.at(-1)).toBe('logs:StopQuery');
});

it('stops a query whose results it may not read', async () => {
  const { actions } = await read({ groups, status: 'Running' }, { deny: ['logs:GetQueryResults'] });
  expect(actions.at(-1)).toBe('logs:StopQuery');
});

it('is unknown where the log group does not exist', async () => {
  const { reading } = await read({ groups: [aLogGroup(`${group}-archive`)] });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'absent', message: expect.stringContaining(group) } });
});

it('is unknown where the pages of the result lead back', async () => {
  let first: unknown;
  const rewrite = (call: string, body: string): string => {
    if (call !== 'logs:GetQueryResults') return body;
    const answer = JSON.parse(body) as { nextToken?: unknown };
    first ??= answer.nextToken;
    return JSON.stringify({ ...answer, nextToken: first });
  };
  const rows = Array.from({ length: 4 }, (_, n) => aRow({ 'objectRef.name': `n${n}` }));
  const { reading } = await read({ groups, rows, rowsInPage: 2 }, { rewrite });
  const message = 'the list does not end: the token of the next page leads back';
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'truncated', message } });
});

it.each([
  ['logs:FilterLogEvents', '{}', 'the answer lacks events'],
  ['logs:FilterLogEvents', '{"events":null}', 'the answer lacks events'],
  ['logs:FilterLogEvents', '{"events":[{}]}', 'the answer lacks the timestamp of a log event'],
  [
    'logs:FilterLogEvents',
    '{"events":[{"timestamp":1}]}',
    'the answer has a log event from outside the requested time range',
  ],
  [
    'logs:FilterLogEvents',
    '{"events":[{"timestamp":9e15}]}',
    'the answer has a log event from outside the requested time range',
  ],
  ['logs:GetQueryResults', '{"status":"Complete"}', 'the answer lacks results'],
  ['logs:GetQueryResults', '{"status":"Complete","results":"none"}', 'results is not a list'],
  ['logs:GetQueryResults', '{"results":[]}', 'CloudWatch Logs did not complete the query of the audit log: no status'],
])('is unreadable where %s answers %s', async (call, body, message) => {
  const rewrite = (requested: string, sent: string): string => (requested === call ? body : sent);
  const { reading } = await read({ groups, rows: [aRow()] }, { rewrite });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'unreadable', message } });
});

it('has the default of the option for a default', () => {
  expect(parseLogsMax(defaultLogsMax)).toBe(standardLogsMax);
});

it('has a gap where the result is as long as it may be', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => aRow({ 'objectRef.name': `n${n}` }));
  const { reading } = await read({ groups, rows });
  expect(reading).toMatchObject({
    ok: true,
    value: { calls: [{ objectCount: 10_000 }] },
    gaps: [{ what: `the audit log ${group}`, reason: { kind: 'truncated' } }],
  });
});

/** Reads the fact once with these options. Also returns the collector's notices and the AWS calls. */
async function readWith(
  options: { mostBytes?: number; signal?: AbortSignal },
  logs: Logs,
  others: Partial<typeof collectors> = {},
) {
  const notices: string[] = [];
  const own = auditedCallsWith({ mostBytes: 50e9, notify: (line) => void notices.push(line), ...options });
  const { aws, calls } = await awsSource({ logs });
  const none = () => Promise.reject(new Error('not here'));
  const sources = { aws, kube: none, local: { run: none } };
  const { auditedCalls } = await collect({ ...collectors, ...others, auditedCalls: own }, ['auditedCalls'], sources);
  return { reading: auditedCalls, told: notices, actions: calls.map(({ action }) => action) };
}

it('tells what a query scans before it starts one', async () => {
  const creationTime = Date.now() - 60 * day;
  const { told: notices } = await readWith({}, { groups: [aLogGroup(group, { creationTime })] });
  expect(notices).toEqual([
    `--with logs: querying the last 30 days of ${group}; CloudWatch Logs scans about 20 GB and charges for it`,
  ]);
});

it('starts no query that scans more than is allowed', async () => {
  const creationTime = Date.now() - 60 * day;
  const {
    reading,
    told: notices,
    actions,
  } = await readWith({ mostBytes: 10e9 }, { groups: [aLogGroup(group, { creationTime })] });
  expect(reading).toMatchObject({
    ok: false,
    reason: {
      kind: 'truncated',
      message: `the query would scan about 20 GB of ${group}, more than --logs-max 10 GB`,
      hint: 'Raise the limit (--logs-max), or scan without --with logs.',
    },
  });
  expect([notices, actions.includes('logs:StartQuery')]).toEqual([[], false]);
});

it('starts no query where the API server serves no version that goes away', async () => {
  const servedApis = { permissions: [], collect: async () => ({ value: [] }) };
  const { reading, told: notices, actions } = await readWith({}, { groups }, { servedApis });
  expect(reading).toMatchObject({ ok: true, value: { calls: [] } });
  expect([notices, actions.filter((action) => action.startsWith('logs:'))]).toEqual([[], []]);
});

it('stops the query when the time is over', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(new ScanError({ kind: 'time-out', message: 'cut off by --timeout 1s' })), 1_500);
  const { reading, actions } = await readWith({ signal: stop.signal }, { groups, status: 'Running' });
  expect(reading).toMatchObject({ ok: false, reason: { kind: 'time-out', message: 'cut off by --timeout 1s' } });
  expect(actions.at(-1)).toBe('logs:StopQuery');
});

it('asks for the annotation, without the control plane, each kind of request once', () => {
  expect(auditQuery(loadTable('control-plane-users').rows))
    .toBe(String.raw`filter @logStream like /^kube-apiserver-audit-/
| filter @message like /"k8s\.io\/deprecated" ?: ?"true"/
| filter not (user.username like /^system:apiserver$/)
| filter not (user.username like /^system:kube-controller-manager$/)
| filter not (user.username like /^system:kube-scheduler$/)
| filter not (user.username like /^system:serviceaccount:kube-system:/ and userAgent like /^kube-controller-manager\//)
| filter not (user.username like /^eks:/)
| stats count(*) as requests, max(@timestamp) as last by user.username, userAgent, verb, objectRef.apiGroup, objectRef.apiVersion, objectRef.resource, objectRef.namespace, objectRef.name
| sort requests desc
| limit 10000`);
});
