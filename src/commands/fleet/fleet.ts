import { usageError } from '../../facts/reason.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import { findGroup, parseGroupBy, type GroupBy } from '../../report/fleet/group-by.ts';
import { invalid } from '../../syntax/quoted.ts';
import { parseDuration } from '../duration.ts';
import { refuseSameFile, type NamedFile } from '../files/files.ts';
import type { Io } from '../io.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { isBucketAddress } from '../../schedule/history/paths.ts';
import { printable } from '../../syntax/printable.ts';
import { maxAgeOption } from '../max-age.ts';
import { parseFailOn } from '../options/parsers.ts';
import type { Settings } from '../options/settings.ts';
import { loadOwnBuild } from '../read-report.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { deliverFleet, parseFleetOutputs } from './outputs.ts';
import { readPlaces } from './read-places.ts';

/** The arguments of `fleet`, and the options that only `fleet` has. */
export interface FleetOptions {
  paths?: readonly string[];
  maxAge?: string;
  groupBy?: string;
  format?: string;
  output?: readonly string[];
}

/** The age from which a report does not count: a night that failed, and half a day. */
const usualMaxAge = '36h';

/**
 * Shows the reports of several clusters as one table, and applies the gate to each.
 * @returns the exit code of several clusters: `toFleetExitCode`
 * @throws ScanError (`usage`) if a place cannot be read or has no reports, or an option is invalid
 */
export async function fleet(
  given: FleetOptions,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<number> {
  const { paths = [], maxAge = usualMaxAge } = given;
  const groupBy = given.groupBy === undefined ? undefined : requireGroupBy(given.groupBy);
  const outputs = parseFleetOutputs(given);
  const ms = parseDuration(maxAge, maxAgeOption);
  const failOn = parseFailOn(settings.failOn ?? []);
  const now = io.now().toISOString();
  const own = await loadOwnBuild(loadCatalog, io);
  const judging = { settings, own, now, maxAge: { ms, text: maxAge.trim() } };
  const { clusters, problems } = await readPlaces(paths, judging);
  const gate = { failOn, maxAge: maxAge.trim() };
  refuseSameFile(
    outputs.files.map(({ file }) => ({ file, flag: '--output' })),
    outputs.files.length === 0 ? [] : listLocalReports(clusters),
  );
  for (const value of listUnusedValues(clusters, groupBy))
    io.stderr(`${printable(`eks-preflight: no cluster has ${groupBy?.text.split('=')[0]}=${value}`)}\n`);
  const report = assembleFleet({ version: io.version, now, gate, groupBy, clusters, problems });
  await deliverFleet(report, outputs, settings, io);
  return report.exitCode;
}

/** The values of `--group-by` that no cluster has: a mistyped one would silently change the order of updates. */
function listUnusedValues(clusters: readonly FleetCluster[], groupBy: GroupBy | undefined): string[] {
  if (groupBy === undefined) return [];
  const used = new Set(clusters.map((cluster) => findGroup(cluster, groupBy)));
  return groupBy.values.filter((value) => !used.has(value));
}

function listLocalReports(clusters: readonly FleetCluster[]): NamedFile[] {
  return clusters.flatMap(({ report }) =>
    report === null || isBucketAddress(report) ? [] : [{ file: report, flag: 'the report' }],
  );
}

/**
 * Reads the value of `--group-by`.
 * @throws ScanError (`usage`)
 */
export function requireGroupBy(text: string): GroupBy {
  const groupBy = parseGroupBy(text);
  if (groupBy !== undefined) return groupBy;
  throw usageError(invalid('--group-by', text, 'account, region, tag:KEY or tag:KEY=VALUE,...'));
}
