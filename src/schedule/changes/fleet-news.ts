import { createHash } from 'node:crypto';
import type { ClusterNews, FleetMessage } from './fleet-message.ts';
import type { NotifyOn } from './notify-on.ts';

/** The message about several clusters, and whether it reports a change. */
export interface FleetNews {
  message: FleetMessage;
  isChange: boolean;
}

/** What the message about several clusters is made of. */
export interface FleetParts {
  version: string;
  /** When the run began, ISO 8601. */
  now: string;
  exitCode: number;
  /** One for each cluster. */
  clusters: readonly ClusterNews[];
  unlisted: FleetMessage['unlisted'];
  removed: FleetMessage['removed'];
  link: string | null;
}

/**
 * Builds the message about several clusters: what changed in which of them. What is new in a cluster is what its message
 * reports: there is no other state. A Region that cannot be listed is a change in each run.
 */
export function buildFleetNews(parts: FleetParts): FleetNews {
  const { version, now, exitCode, clusters, unlisted, removed, link } = parts;
  const counts = countClusters(clusters);
  const message: FleetMessage = {
    schemaVersion: 1,
    id: buildId(parts),
    kind: 'fleet',
    tool: { name: 'eks-preflight', version },
    scannedAt: now,
    exitCode,
    counts,
    clusters: orderClusters(clusters.filter(({ changed, verdict }) => changed || verdict === null)),
    unlisted,
    removed,
    link,
  };
  return { message, isChange: counts.changed + unlisted.length + removed.length > 0 };
}

/** True if `--notify-on` includes the message. */
export function isFleetSent({ message: { counts, unlisted }, isChange }: FleetNews, when: NotifyOn): boolean {
  if (isChange || when === 'always') return true;
  return when === 'fail' && counts.blocked + counts.incomplete + counts.notScanned + unlisted.length > 0;
}

function countClusters(clusters: readonly ClusterNews[]): FleetMessage['counts'] {
  const count = (suits: (one: ClusterNews) => boolean) => clusters.filter(suits).length;
  const named = clusters.flatMap(({ cluster }) => cluster.account ?? []);
  return {
    clusters: clusters.length,
    accounts: new Set(named).size,
    changed: count(({ changed }) => changed),
    blocked: count(({ verdict }) => verdict === 'blocked'),
    incomplete: count(({ verdict }) => verdict === 'incomplete'),
    partial: count(({ verdict }) => verdict === 'partial'),
    ready: count(({ verdict }) => verdict === 'ready'),
    notScanned: count(({ verdict }) => verdict === null),
    newlyBlocked: count(({ verdict, verdictBefore }) => verdict === 'blocked' && verdictBefore !== null),
    newlyIncomplete: count(({ verdict, verdictBefore }) => verdict === 'incomplete' && verdictBefore !== null),
    newlyNotScanned: count(isNewlyUnscanned),
  };
}

function isNewlyUnscanned({ verdict, couldNotScanSince, comparedTo }: ClusterNews): boolean {
  return verdict === null && couldNotScanSince === undefined && comparedTo !== null;
}

/** The most important first: what became blocked, then further blockers, then what is no longer seen. */
function orderClusters(clusters: readonly ClusterNews[]): ClusterNews[] {
  const keyed = clusters.map((one) => ({ one, rank: toRank(one) }));
  return keyed
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        b.one.counts.new.fail - a.one.counts.new.fail ||
        b.one.counts.new.unknown - a.one.counts.new.unknown ||
        compare(toSortKey(a.one), toSortKey(b.one)),
    )
    .map(({ one }) => one);
}

function toRank(one: ClusterNews): number {
  const { verdict, verdictBefore, kind, counts } = one;
  const ranked = [
    verdict === 'blocked' && verdictBefore !== null,
    counts.new.fail > 0,
    isNewlyUnscanned(one) || kind === 'not-compared' || kind === 'state-lost',
    verdict === 'incomplete' && verdictBefore !== null,
    counts.new.unknown > 0 || counts.noLongerSeen > 0,
    kind === 'first' && verdict === 'blocked',
    verdict === null,
    kind === 'first',
    counts.worse > 0,
  ];
  const rank = ranked.indexOf(true);
  return rank === -1 ? ranked.length : rank;
}

function toSortKey({ cluster: { account, region, name } }: ClusterNews): string {
  return [account ?? '~', region ?? '~', name].join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * The ID of the message: the same if it is repeated. The IDs of the messages about the clusters contain the time of
 * their states, so that the message of the next run has another ID. What has no such message is identified by the day.
 */
function buildId({ exitCode, clusters, unlisted, removed, now }: FleetParts): string {
  const day = now.slice(0, 10);
  const ids = clusters.map(({ message, cluster, error }) => message ?? JSON.stringify([day, cluster, error]));
  return createHash('sha256')
    .update(JSON.stringify([exitCode, ids.toSorted(), unlisted, removed, clusters.length === 0 ? day : '']))
    .digest('hex')
    .slice(0, 32);
}
