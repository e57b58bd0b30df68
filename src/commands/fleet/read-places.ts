import { ScanError, usageError } from '../../facts/reason.ts';
import { notScanned } from '../../report/fleet/cluster.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import type { Problems } from '../../report/fleet/shared.ts';
import { formatFirst } from '../../syntax/english.ts';
import { printableData } from '../../syntax/printable.ts';
import { findReports } from './find-reports.ts';
import { openFleetPlace } from './places.ts';
import { readClusters, withPermission, type Judging } from './read-clusters.ts';
import { joinRepeated } from './repeated.ts';

/**
 * Reads all reports in the places that the user named, each once, even if two places contain it. A place that cannot be
 * read is a cluster that was not scanned, unless there is nothing else.
 * @throws ScanError (`usage`) if a place does not exist, nothing can be read, or there are no reports
 */
export async function readPlaces(
  named: readonly string[],
  judging: Judging,
): Promise<{ clusters: FleetCluster[]; problems: Problems }> {
  const problems: Problems = new Map();
  const seen = new Set<string>();
  const clusters: FleetCluster[] = [];
  const failed: FleetCluster[] = [];
  for (const name of new Set(named)) {
    const read = await readPlace(name, { judging, problems, seen });
    if (read instanceof ScanError)
      failed.push(printableData(notScanned({ name, report: null }, withPermission(read.reason))));
    else for (const cluster of read) clusters.push(cluster);
  }
  const [first] = failed;
  if (clusters.length > 0) return { clusters: joinRepeated([...clusters, ...failed], problems), problems };
  if (first !== undefined) throw unreadable(first);
  throw usageError(`no reports in ${formatFirst(named)}`, 'Write them with scan --state or --output json=FILE.');
}

function unreadable({ name, reason }: FleetCluster): ScanError {
  const said = `cannot read ${name}: `;
  return usageError(reason?.startsWith(said) === true ? reason : `${said}${reason ?? ''}`);
}

interface Reading {
  judging: Judging;
  problems: Problems;
  /** The paths of the reports that were found. */
  seen: Set<string>;
}

/** Returns the error of a place that exists, but cannot be listed. */
async function readPlace(named: string, { judging, problems, seen }: Reading): Promise<FleetCluster[] | ScanError> {
  const opened = await openFleetPlace(named);
  try {
    const found = await findReports(opened);
    const added = found.filter(({ path }) => seen.size < seen.add(path).size);
    return await readClusters(added, 'report' in opened ? 1 : opened.atOnce, judging, problems);
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind === 'usage') throw error;
    return error;
  } finally {
    if ('close' in opened) opened.close();
  }
}
