import { ScanError, usageError } from '../../facts/reason.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import { parseGroupBy, type GroupBy } from '../../report/fleet/group-by.ts';
import { invalid } from '../../syntax/quoted.ts';
import { parseDuration } from '../duration.ts';
import type { Io } from '../io.ts';
import { maxAgeOption } from '../max-age.ts';
import { parseFailOn } from '../options/parsers.ts';
import type { Settings } from '../options/settings.ts';
import type { LoadCatalog } from '../select-checks.ts';
import { findReports, type FoundReport } from './find-reports.ts';
import { openFleetPlace } from './places.ts';
import { deliverFleet, parseFleetOutputs } from './outputs.ts';
import { readClusters } from './read-clusters.ts';

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
export async function fleet(own: FleetOptions, settings: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { paths = [], maxAge = usualMaxAge } = own;
  const groupBy = own.groupBy === undefined ? undefined : requireGroupBy(own.groupBy);
  const outputs = parseFleetOutputs(own);
  const ms = parseDuration(maxAge, maxAgeOption);
  const failOn = parseFailOn(settings.failOn ?? []);
  const { checks } = await loadCatalog();
  const now = io.now().toISOString();
  const judging = { settings, checks, version: io.version, now, maxAge: { ms, text: maxAge } };
  const { clusters, problems } = await withReports(paths, (found) => readClusters(found, judging));
  const gate = { failOn, maxAge };
  const report = assembleFleet({ version: io.version, now, gate, groupBy, clusters, problems });
  await deliverFleet(report, outputs, settings, io);
  return report.exitCode;
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

async function withReports<Value>(
  paths: readonly string[],
  read: (found: readonly FoundReport[]) => Promise<Value>,
): Promise<Value> {
  const places = await Promise.all(paths.map(openFleetPlace));
  try {
    const found = await Promise.all(places.map(findReports));
    const all = found.flat();
    if (all.length === 0)
      throw usageError(`no reports in ${paths.join(', ')}`, 'Write them with scan --state or --output json=FILE.');
    return await read(all);
  } catch (error) {
    if (!(error instanceof ScanError) || error.reason.kind === 'usage') throw error;
    throw usageError(`cannot read ${paths.join(', ')}: ${error.reason.message}`, error.reason.hint);
  } finally {
    for (const { close } of places) close();
  }
}
