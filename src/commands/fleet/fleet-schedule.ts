import type { FleetCluster } from '../../report/fleet/schema.ts';
import { newsWithoutMessage } from '../../schedule/changes/cluster-news.ts';
import type { ClusterNews } from '../../schedule/changes/fleet-message.ts';
import { buildFleetNews, isFleetSent, type FleetNews, type FleetParts } from '../../schedule/changes/fleet-news.ts';
import type { NotifyOn } from '../../schedule/changes/notify-on.ts';
import type { TargetNews } from './apart-messages.ts';

/** A cluster of a run: its row, and what its scan sent about it. */
export interface ScannedCluster {
  row: FleetCluster;
  /** Each message, with the destinations that receive it; empty if the scan sent none. */
  messages: readonly TargetNews[];
  /** The exit code of the report; 3 without one. */
  exitCode: number;
  /** True if `--require-delivery` changed the exit code of the scan. */
  isUndelivered: boolean;
}

/** The message about several clusters for some targets; {@link FleetNews} with its targets. */
export interface PlannedFleetMessage {
  news: FleetNews;
  isSent: boolean;
  targets: string[];
}

/**
 * Plans the message about several clusters for each target: it sums up what the messages about the clusters report to
 * that target, so that one which missed a message receives what it missed.
 * @param targets names of all targets that receive messages
 * @returns at least one message, even without targets
 */
export function planFleetMessages(
  scanned: readonly ScannedCluster[],
  targets: readonly string[],
  parts: Omit<FleetParts, 'clusters'>,
  when: NotifyOn,
): PlannedFleetMessage[] {
  const planned = new Map<string, PlannedFleetMessage>();
  for (const target of targets.length === 0 ? [undefined] : targets) {
    const clusters = scanned.map((one) => findNews(one, target));
    const key = JSON.stringify(clusters.map(({ message }) => message));
    const known = planned.get(key) ?? planMessage(buildFleetNews({ ...parts, clusters }), when);
    if (target !== undefined) known.targets.push(target);
    planned.set(key, known);
  }
  return [...planned.values()];
}

function planMessage(news: FleetNews, when: NotifyOn): PlannedFleetMessage {
  return { news, isSent: isFleetSent(news, when), targets: [] };
}

/** What the cluster's message to a target reports. A scan that is not in the table was not scanned, whatever it sent. */
function findNews({ row, messages, exitCode }: ScannedCluster, target: string | undefined): ClusterNews {
  const found = messages.find(({ targets }) => target !== undefined && targets.includes(target)) ?? messages[0];
  const isScanned = row.status !== 'not-scanned';
  if (found !== undefined && (isScanned || found.news.error !== null)) return found.news;
  const { name, region, account, arn, version, entries, reason } = row;
  return newsWithoutMessage({
    cluster: { name, region, account, arn, version },
    verdict: isScanned ? row.verdict : null,
    exitCode,
    found: isScanned ? entries : null,
    reason: reason ?? 'no report',
  });
}
