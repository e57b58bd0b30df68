import { createHash } from 'node:crypto';
import type { Reason } from '../../facts/reason.ts';
import { levelRank } from '../../judge/result.ts';
import { grouped } from '../../syntax/grouped.ts';
import { printable } from '../../syntax/printable.ts';
import type { Report } from '../../report/schema.ts';
import { changesBetween, everythingOpen } from './changes.ts';
import type { Change, Message } from './message.ts';
import type { NotifyOn } from './notify-on.ts';
import type { Known, NotifiedContent } from './state.ts';
import { findEndingRollback, rollbackNews } from './rollback.ts';
import { supportNews, findSupport } from './support.ts';
import { isTroubleDue } from './notified.ts';

/** What a message is compared with. */
export interface Basis {
  /** The content of the target's last message; null if there is none, or it cannot be read. */
  notified: NotifiedContent | null;
  /**
   * When the state was written; part of the ID, so that a repeated message has the same ID. Null if no state was read;
   * without `--state`, the time of the scan.
   */
  updatedAt: string | null;
  /** Why the state could not be read; null if it was read, or does not exist. */
  stateError: string | null;
  /** The time of the state's scan if that is more than an hour in the future, else null. */
  stateAhead: string | null;
}

/** A message, and whether it reports a change. */
export interface News {
  message: Message;
  isChange: boolean;
}

/** True if `--notify-on` includes the message. */
export function isSent({ message, isChange }: News, when: NotifyOn): boolean {
  if (isChange || when === 'always') return true;
  return when === 'fail' && message.verdict !== 'ready' && message.verdict !== 'partial';
}

/**
 * Builds the message about a report.
 * @param now what `buildNotifiedAfterScan` returns for the report
 */
export function newsOfScan(report: Report, now: NotifiedContent, basis: Basis, link: string | null): News {
  const { notified, stateError, stateAhead } = basis;
  const before = notified?.scan ?? null;
  const isFirst = notified === null || before === null;
  const { changes, storms } = isFirst ? everythingOpen(now, report) : changesBetween(notified, now, report);
  const support = supportNews(notified?.support ?? null, findSupport(report));
  const rollback = rollbackNews(notified?.rollback ?? null, findEndingRollback(report));
  const hasNewVerdict = before !== null && (before.verdict !== report.verdict || before.exitCode !== report.exitCode);
  const since = notified?.trouble?.since ?? null;
  const isEnding = support !== null || rollback !== null;
  const isNews = changes.length > 0 || storms.length > 0 || isEnding || hasNewVerdict || since !== null;
  const isChange = isFirst || isNews || stateAhead !== null;
  const kind = stateError !== null ? 'state-lost' : isFirst ? 'first' : isChange ? 'changed' : 'unchanged';
  const message: Omit<Message, 'id'> = {
    schemaVersion: 1,
    kind,
    tool: { name: report.tool.name, version: report.tool.version },
    cluster: toMessageCluster(report),
    scannedAt: report.scannedAt,
    comparedTo: before?.at ?? null,
    target: report.target,
    verdict: report.verdict,
    verdictBefore: before === null || before.verdict === report.verdict ? null : before.verdict,
    exitCode: report.exitCode,
    counts: { ...countChanges(isFirst ? [] : changes), open: countOpen(report), ...countNotSeen(now) },
    changes,
    storms,
    support,
    ...(rollback === null ? {} : { rollback }),
    error: null,
    stateError: stateError === null ? null : printable(stateError),
    link,
    ...(report.selection.selected === report.selection.total ? {} : { selection: report.selection }),
    ...(before === null || before.exitCode === report.exitCode ? {} : { exitCodeBefore: before.exitCode }),
    ...(since === null ? {} : { couldNotScanSince: since }),
    ...(stateAhead === null ? {} : { stateAhead }),
  };
  return { message: { ...message, id: buildMessageId(message, basis) }, isChange };
}

/** A scan that could not run. */
export interface Failure {
  reason: Pick<Reason, 'message' | 'hint'> & { kind: string };
  cluster: Message['cluster'];
  version: string;
  /** ISO 8601. */
  now: string;
}

/** Builds the message about a scan that could not run. */
export function newsOfFailure({ reason, cluster, version, now }: Failure, basis: Basis): News {
  const message: Omit<Message, 'id'> = {
    schemaVersion: 1,
    kind: 'could-not-scan',
    tool: { name: 'eks-preflight', version },
    cluster,
    scannedAt: now,
    comparedTo: basis.notified?.scan?.at ?? null,
    target: null,
    verdict: null,
    verdictBefore: null,
    exitCode: 3,
    counts: { ...countChanges([]), open: { fail: 0, unknown: 0, warn: 0 } },
    changes: [],
    storms: [],
    support: null,
    error: {
      code: reason.kind,
      message: printable(reason.message),
      hint: reason.hint === undefined ? null : printable(reason.hint),
      lastSuccess: basis.notified?.scan?.at ?? null,
    },
    stateError: basis.stateError === null ? null : printable(basis.stateError),
    link: null,
    ...(basis.notified?.trouble == null ? {} : { couldNotScanSince: basis.notified.trouble.since }),
    ...(basis.stateAhead === null ? {} : { stateAhead: basis.stateAhead }),
  };
  return { message: { ...message, id: buildMessageId(message, basis) }, isChange: isTroubleDue(basis.notified, now) };
}

function toMessageCluster({ cluster }: Report): Message['cluster'] {
  const { name = '', region = null, account = null, arn = null, version = null } = cluster ?? {};
  return { name, region, account, arn, version };
}

function countChanges(changes: readonly Change[]): Omit<Message['counts'], 'open'> {
  const count = (wanted: Change['kind']) => changes.filter(({ kind }) => kind === wanted).length;
  return {
    new: count('new'),
    worse: count('worse'),
    fixed: count('fixed'),
    noLongerSeen: count('no-longer-seen'),
  };
}

function countOpen({ entries }: Report): Message['counts']['open'] {
  const count = (wanted: string) => entries.filter(({ level }) => level === wanted).length;
  return { fail: count('fail'), unknown: count('unknown'), warn: count('warn') };
}

/** Counts the open entries without a finding in the report: a scan that lacks permissions does not close them. */
function countNotSeen({ findings }: NotifiedContent): Pick<Message['counts'], 'notSeen'> {
  const entries = [...grouped(findings, ({ entry }) => entry).values()];
  const unseen = entries.filter((entry) => entry.every(({ notSeen }) => notSeen !== null));
  if (unseen.length === 0) return {};
  const ranks = unseen.map((entry) => Math.min(...entry.map(levelRank)));
  const count = (level: Known['level']) => ranks.filter((rank) => rank === levelRank({ level })).length;
  return { notSeen: { fail: count('fail'), unknown: count('unknown'), warn: count('warn') } };
}

/**
 * The message's ID: the same if the message is repeated after a crash, when only the time of the scan differs. If the
 * state cannot be read, the date of the scan replaces the time of the state, so that the message of the next night has
 * another ID.
 */
function buildMessageId(message: Omit<Message, 'id'>, { updatedAt, stateError }: Basis): string {
  const { scannedAt, link: _, ...said } = message;
  const compared = stateError === null ? updatedAt : scannedAt.slice(0, 10);
  return createHash('sha256')
    .update(JSON.stringify([compared, said]))
    .digest('hex')
    .slice(0, 32);
}
