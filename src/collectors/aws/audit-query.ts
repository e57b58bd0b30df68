import { mostObjects, type AuditedCall } from '../../facts/api-calls.ts';
import { present } from '../require-field.ts';
import { auditStreams } from './audit-log.ts';
import { grouped } from '../../syntax/grouped.ts';
import type { LogsRow } from '../../sources/aws/logs-query.ts';
import { loadTable, type Tables } from '../../tables/tables.ts';

type Users = Tables['control-plane-users'];

/** The maximum number of rows in a result. */
export const mostRows = 10_000;

/**
 * Builds the query for requests to deprecated API versions. Its result has one row for each caller, verb and object.
 * The filter searches the text of the entry for the annotation, because annotations come last and Logs Insights
 * discovers only the first 200 fields of an entry.
 */
export function auditQuery(users: Users): string {
  return [
    `filter @logStream like /^${auditStreams}/`,
    String.raw`filter @message like /"k8s\.io\/deprecated" ?: ?"true"/`,
    ...users.map(notBy),
    `stats count(*) as requests, max(@timestamp) as last by ${fields.join(', ')}`,
    'sort requests desc',
    `limit ${mostRows}`,
  ].join('\n| ');
}

const fields = [
  'user.username',
  'userAgent',
  'verb',
  'objectRef.apiGroup',
  'objectRef.apiVersion',
  'objectRef.resource',
  'objectRef.namespace',
  'objectRef.name',
] as const;

function notBy({ user, match, agent }: Users[number]): string {
  const isUser = `user.username like /^${escaped(user)}${match === 'exact' ? '$' : ''}/`;
  return agent === null ? `filter not (${isUser})` : `filter not (${isUser} and userAgent like /^${escaped(agent)}/)`;
}

/** The query omits these users only to stay below its row limit; this comparison decides. */
function isBy({ user, match, agent }: Users[number], row: LogsRow): boolean {
  const name = row.get('user.username') ?? '';
  const isUser = match === 'exact' ? name === user : name.startsWith(user);
  return isUser && (agent === null || row.get('userAgent')?.startsWith(agent) === true);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\w:-]/g, String.raw`\$&`);
}

/**
 * The calls in the rows, one for each caller, verb, version and resource. Omits calls by `users`, and those at versions
 * that the table `api-removals` does not list.
 */
export function callsIn(rows: readonly LogsRow[], users: Users): AuditedCall[] {
  const removals = loadTable('api-removals').rows;
  const known = rows.filter(
    (row) =>
      !users.some((one) => isBy(one, row)) &&
      removals.some(({ api, resource }) => api === formatApiVersion(row) && resource === row.get('objectRef.resource')),
  );
  const byCaller = grouped(known, (row) =>
    [
      ...fields.slice(0, 3).map((field) => row.get(field) ?? ''),
      formatApiVersion(row),
      row.get('objectRef.resource'),
    ].join('\n'),
  );
  return [...byCaller.values()].map(toAuditedCall);
}

function formatApiVersion(row: LogsRow): string {
  const group = row.get('objectRef.apiGroup');
  const version = row.get('objectRef.apiVersion') ?? '';
  return group === undefined ? version : `${group}/${version}`;
}

function toAuditedCall(rows: readonly [LogsRow, ...LogsRow[]]): AuditedCall {
  const [first] = rows;
  const objects = rows.flatMap((row) => {
    const [namespace, name] = [row.get('objectRef.namespace') ?? null, row.get('objectRef.name') ?? null];
    return namespace === null && name === null ? [] : [{ namespace, name }];
  });
  return {
    user: first.get('user.username') ?? '',
    userAgent: first.get('userAgent') ?? '',
    verb: present(first.get('verb'), 'the verb of an audit event'),
    api: formatApiVersion(first),
    resource: present(first.get('objectRef.resource'), 'the resource of an audit event'),
    requests: rows.reduce((sum, row) => sum + Number(row.get('requests') ?? 0), 0),
    lastRequestTime: new Date(Math.max(...rows.map((row) => parseTimestamp(row.get('last') ?? '')))).toISOString(),
    objects: objects.slice(0, mostObjects),
    objectCount: objects.length,
  };
}

/** Logs Insights returns `max(@timestamp)` in milliseconds, and a plain timestamp as UTC: `2026-11-19 08:00:00.000`. */
function parseTimestamp(text: string): number {
  const time = /^[\d.]+(?:e\+?\d+)?$/i.test(text) ? Number(text) : Date.parse(`${text.replace(' ', 'T')}Z`);
  return present(Number.isNaN(time) ? undefined : time, 'the time of an audit event');
}
