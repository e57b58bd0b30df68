import type { LogGroup } from '@aws-sdk/client-cloudwatch-logs';
import type { Facts } from '../../facts/facts.ts';
import { ScanError } from '../../facts/reason.ts';
import { fileSize } from '../../syntax/file-size.ts';
import type { AwsSource } from '../../sources/aws/contract.ts';
import { present } from '../require-field.ts';
import { firstLogEvent } from '../../sources/aws/first-log-event.ts';
import { everyPage } from '../../sources/aws/every-page.ts';

/** The part of the audit log that one query reads. Times are in milliseconds. */
export interface AuditLog {
  group: string;
  from: number;
  to: number;
  /** Estimate of the bytes that a query of this part scans: control plane logs of all types, not only the audit log. */
  bytes: number;
}

const day = 24 * 3_600_000;
/** The prefix of the log streams with audit events. */
export const auditStreams = 'kube-apiserver-audit-';
/** The longest time that a query goes back: as long as EKS keeps calls in its insights. */
const window = 30 * day;

/**
 * The control plane's log group, the time from which it has every request, and the size of a query: an estimate, as AWS
 * does not report the age of stored bytes. The group may be that of an earlier cluster with the same name.
 * @param updates updates of the cluster: the audit log is complete only after the last change of its logging
 * @throws ScanError (`absent`) if the log group does not exist, or if no audit events are found
 */
export async function resolveAuditLog(
  aws: AwsSource,
  { name, createdAt }: Pick<Facts['cluster'], 'name' | 'createdAt'>,
  updates: Facts['updates'],
  now: number,
): Promise<AuditLog> {
  const group = `/aws/eks/${name}/cluster`;
  const found = (await logGroups(aws, group)).find(({ logGroupName }) => logGroupName === group);
  if (found === undefined) throw new ScanError(absentReason(group));
  const { creationTime, retentionInDays, storedBytes } = found;
  const created = present(creationTime, 'logGroup.creationTime');
  const oldest = Math.max(created, retentionInDays === undefined ? 0 : now - retentionInDays * day);
  const changes = updates
    .filter(({ type }) => type === 'LoggingUpdate')
    .map(({ createdAt }) => Date.parse(present(createdAt, 'update.createdAt')));
  const from = Math.min(
    now,
    Math.max(oldest, now - window, createdAt === null ? 0 : Date.parse(createdAt), ...changes),
  );
  const first = await firstLogEvent(aws, { group, streams: auditStreams, from, to: now });
  if (first === undefined) throw new ScanError(silentReason(group));
  // If the first event is later than expected, the log has nothing older: the query scans all of its bytes.
  const share = first === from && now > oldest ? (now - from) / (now - oldest) : 1;
  return { group, from: first, to: now, bytes: Math.ceil(present(storedBytes, 'logGroup.storedBytes') * share) };
}

async function logGroups(aws: AwsSource, logGroupNamePrefix: string): Promise<LogGroup[]> {
  const { paginateDescribeLogGroups } = await import('../../sources/aws/sdk/logs.ts');
  const client = await aws.client('logs');
  return aws.call('logs:DescribeLogGroups', () =>
    everyPage(paginateDescribeLogGroups({ client }, { logGroupNamePrefix }), 'logGroups', (page) => page.logGroups),
  );
}

function absentReason(group: string) {
  const message = `the log group ${group} does not exist, although the audit log is enabled`;
  return { kind: 'absent' as const, message, hint: 'EKS creates it with the first log event: scan again later' };
}

function silentReason(group: string) {
  const message = `the log group ${group} has no audit events of the last hour, although the audit log is enabled`;
  return { kind: 'absent' as const, message, hint: 'EKS delivers them within minutes: scan again later' };
}

/**
 * Refuses a query that would scan more than `mostBytes`: AWS charges for the bytes scanned.
 * @throws ScanError (`truncated`)
 */
export function refuseLarge({ group, bytes }: AuditLog, mostBytes: number): void {
  if (bytes <= mostBytes) return;
  throw new ScanError({
    kind: 'truncated',
    message: `the query would scan about ${fileSize(bytes)} of ${group}, more than --logs-max ${fileSize(mostBytes)}`,
    hint: 'Raise the limit (--logs-max), or scan without --with logs.',
  });
}
