import { defineCollector, type Collector } from '../collect.ts';
import type { Gap } from '../../facts/reading.ts';
import { formatCount } from '../../syntax/english.ts';
import { fileSize } from '../../syntax/file-size.ts';
import { runLogsQuery } from '../../sources/aws/logs-query.ts';
import { loadTable } from '../../tables/tables.ts';
import { resolveAuditLog, refuseLarge, type AuditLog } from './audit-log.ts';
import { auditQuery, callsIn, mostRows } from './audit-query.ts';

/** How the audit log is read. */
export interface LogsOptions {
  /** In bytes; a query that would scan more is not started. */
  mostBytes: number;
  /** Called before the query starts, because the query costs money. */
  notify(line: string): void;
  /** Aborted shortly before the scan's time limit, so that the query can still be stopped. */
  signal?: AbortSignal;
}

/** The default of `--logs-max`. */
export const standardLogsMax = 50e9;

/** The collector of `auditedCalls` with the options of a scan. */
export function auditedCallsWith({
  mostBytes,
  notify,
  signal,
}: LogsOptions): Collector<'auditedCalls', 'cluster' | 'servedApis' | 'updates'> {
  return defineCollector('auditedCalls', {
    permissions: [
      { iam: 'logs:DescribeLogGroups' },
      { iam: 'logs:FilterLogEvents' },
      { iam: 'logs:StartQuery' },
      { iam: 'logs:GetQueryResults' },
      { iam: 'logs:StopQuery' },
    ],
    from: ['cluster', 'servedApis', 'updates'],
    async collect({ aws }, facts) {
      const cluster = await facts.read('cluster');
      const now = Date.now();
      const until = new Date(now).toISOString();
      const served = await facts.reading('servedApis');
      // Clients cannot call an API that is not served, so no query is needed.
      if (served.ok && served.value.length === 0) return { value: { since: until, until, calls: [] } };
      if (cluster.auditLog !== true) return { value: { since: null, until, calls: [] } };
      const log = await resolveAuditLog(aws, cluster, await facts.read('updates'), now);
      refuseLarge(log, mostBytes);
      notify(costLine(log));
      const users = loadTable('control-plane-users').rows;
      const rows = await runLogsQuery(aws, { ...log, mostBytes, text: auditQuery(users), rows: mostRows }, signal);
      return {
        value: { since: new Date(log.from).toISOString(), until, calls: callsIn(rows, users) },
        gaps: rows.length < mostRows ? [] : [moreRows(log)],
      };
    },
  });
}

export const auditedCalls = auditedCallsWith({ mostBytes: standardLogsMax, notify: () => undefined });

function costLine({ group, from, to, bytes }: AuditLog): string {
  const days = Math.max(1, Math.floor((to - from) / 86_400_000));
  return `--with logs: querying the last ${formatCount(days, 'day')} of ${group}; CloudWatch Logs scans about ${fileSize(bytes)} and charges for it`;
}

function moreRows({ group }: AuditLog): Gap {
  const message = `the query returned its maximum of ${mostRows} rows; further requests are unknown`;
  const hint = 'Update the clients that were found, and scan again.';
  return { what: `the audit log ${group}`, reason: { kind: 'truncated', message, hint } };
}
