import type { FleetMessage } from '../../schedule/changes/fleet-message.ts';
import type { ClusterPlace } from '../../schedule/changes/state.ts';
import { readState } from '../../schedule/history/history.ts';
import { isClusterPlace } from '../../schedule/history/paths.ts';
import type { Place } from '../../schedule/history/place.ts';
import type { ScannedCluster } from './fleet-schedule.ts';

type Removed = FleetMessage['removed'];

const most = { read: 500, listed: 100 } as const;

/**
 * Finds the clusters that the previous run scanned, but that `--all-clusters` no longer lists: those with a state that
 * was written since then.
 * @param regions the Regions whose clusters were listed
 * @param now when the run began, ISO 8601
 * @throws ScanError if the place cannot be read
 */
export async function findRemoved(
  place: Place,
  { scanned, regions, now }: { scanned: readonly ScannedCluster[]; regions: readonly string[]; now: string },
): Promise<Removed> {
  const accounts = new Set(scanned.flatMap(({ row }) => row.account ?? []));
  const listed = new Set(scanned.map(({ row }) => `${row.region}/${row.name}`));
  const others: ClusterPlace[] = [];
  for (const account of accounts)
    for (const region of regions) {
      const names = isClusterPlace({ account, region, name: 'any' })
        ? await place.folders(`${account}/${region}/`)
        : [];
      const gone = names.filter((name) => !listed.has(`${region}/${name}`));
      others.push(...gone.map((name) => ({ account, region, name })).filter(isClusterPlace));
    }
  const since = findPreviousRun(scanned, Date.parse(now));
  const removed: Removed = [];
  for (const cluster of others.slice(0, most.read)) {
    const lastRun = (await readState(place, cluster)).state?.updatedAt;
    if (lastRun !== undefined && Date.parse(lastRun) >= since) removed.push({ ...cluster, lastRun });
  }
  return removed.slice(0, most.listed);
}

/**
 * When the previous run began at the earliest. A cluster that is still there may have been scanned later than the one
 * that was removed, so half the time between two runs is added.
 * @returns milliseconds; minus infinity if there was no previous run
 */
function findPreviousRun(scanned: readonly ScannedCluster[], now: number): number {
  const times = scanned.flatMap(({ messages }) =>
    messages
      .slice(0, 1)
      .flatMap(({ news: { comparedTo, couldNotScanSince } }) =>
        comparedTo === null || couldNotScanSince !== undefined ? [] : [Date.parse(comparedTo)],
      ),
  );
  const first = times.reduce((a, b) => Math.min(a, b), Infinity);
  return first === Infinity ? -Infinity : now - 1.5 * (now - first);
}
