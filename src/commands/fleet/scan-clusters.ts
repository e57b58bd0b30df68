import { setMaxListeners } from 'node:events';
import { ScanError } from '../../facts/reason.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import { notScanned } from '../../report/fleet/cluster.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import type { Problems } from '../../report/fleet/shared.ts';
import { atMost } from '../../sources/kube/concurrency.ts';
import { formatCount } from '../../syntax/english.ts';
import { printable } from '../../syntax/printable.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { isClusterFolder } from '../files/cluster-folder.ts';
import { removeFiles } from '../files/files.ts';
import type { Io } from '../io.ts';
import { parseFailOn, parseParallel, usualParallel } from '../options/parsers.ts';
import type { Merged, Settings } from '../options/settings.ts';
import { refuseBadScanOptions, refuseSeveralRegions } from '../options/values.ts';
import { readFleetSchedule, type Schedule } from '../schedule/options.ts';
import { listWarnings } from '../warnings.ts';
import { createBroker } from './broker.ts';
import type { ClustersToScan, ClusterToScan } from './cluster-to-scan.ts';
import { findClustersToScan } from './clusters-to-scan.ts';
import { mergeSame } from './listed-twice.ts';
import { deliverFleet, parseFleetOutputs, type FleetOutputs } from './outputs.ts';
import type { RequestedClusters, ScanArguments } from './requested-clusters.ts';
import { parseOutputs } from '../outputs.ts';
import { sayWritten } from '../written.ts';
import { folderOutputs, refuseForSeveral } from './scan-arguments.ts';
import type { ScannedCluster } from './fleet-schedule.ts';
import { scanApart, type FleetRun } from './scan-apart.ts';
import { printsMessages, sendFleet, sendListFailure } from './send-fleet.ts';

/**
 * Scans several clusters, each in a separate process, and prints one table. A cluster that cannot be scanned is a row
 * with the reason. A signal ends the scans; the table then has what exists.
 * @returns the exit code of several clusters: `toFleetExitCode`; 3 instead of 0 if `--require-delivery` says so
 * @throws ScanError if an option is invalid, or no cluster is found
 */
export async function scanClusters(
  requested: RequestedClusters,
  { flags = {} }: ScanArguments,
  merged: Merged,
  io: Io,
): Promise<number> {
  const { settings } = merged;
  const outputs = await resolveOutputs(requested, merged, io);
  const schedule = await readFleetSchedule(settings, io.env);
  const found = await findOrReport(requested, schedule, merged, io);
  // If this run fails, a pipeline must not publish an old table.
  const modes = removeFiles(outputs.files.map(({ file }) => file));
  io.endsItself?.();
  setMaxListeners(0, io.signal);
  printNotes(found.notes, io);
  const problems: Problems = new Map();
  const now = io.now().toISOString();
  const printed = new Set([...listWarnings(io), ...(merged.note === undefined ? [] : [merged.note])]);
  const all = await scanAll(found.clusters, { flags, settings, io, now, problems, printed, connect: createBroker() });
  const rows = mergeSame(all.map(({ row }) => row));
  printNotes(rows.notes, io);
  const scanned = all.filter(({ row }) => rows.clusters.includes(row));
  const fleet = assembleFleet({
    version: io.version,
    now,
    gate: { failOn: parseFailOn(settings.failOn ?? []), maxAge: null },
    groupBy: undefined,
    clusters: [...rows.clusters, ...found.unlisted.map(toUnlisted)],
    problems,
  });
  const printing = printsMessages(schedule) ? { ...io, stdout: () => undefined } : io;
  sayFolders(scanned.filter(({ row }) => row.status !== 'not-scanned').length, settings, io);
  await deliverFleet(fleet, outputs, settings, printing, modes);
  if (schedule === undefined) return withUndelivered(fleet.exitCode, scanned);
  const { regions, unlisted } = found;
  const region = regions[0] ?? found.clusters[0]?.about.region ?? undefined;
  return sendFleet({ fleet, scanned, unlisted, regions }, schedule, { ...settings, ...setFields({ region }) }, io);
}

/** Says which folders the scans wrote to. */
function sayFolders(scanned: number, { output, saveInventory }: Settings, io: Io): void {
  if (scanned === 0) return;
  for (const { file } of parseOutputs(folderOutputs(output)))
    sayWritten(`${formatCount(scanned, 'report')} to ${file}`, io);
  if (saveInventory !== undefined)
    sayWritten(`${formatCount(scanned, 'inventory', 'inventories')} to ${saveInventory}`, io);
}

function toUnlisted({ about, reason }: ClustersToScan['unlisted'][number]): FleetCluster {
  return notScanned(about, printable(`the clusters cannot be listed: ${reason}`));
}

/** Exit code 3 instead of 0 if a scan could not deliver its report. */
function withUndelivered(exitCode: number, scanned: readonly ScannedCluster[]): number {
  const isUndelivered = exitCode === exitCodes.ready && scanned.some((one) => one.isUndelivered);
  return isUndelivered ? exitCodes.couldNotRun : exitCode;
}

/** Finds the clusters; if a scheduled run cannot list them, sends a message about it. */
async function findOrReport(
  requested: RequestedClusters,
  schedule: Schedule | undefined,
  merged: Merged,
  io: Io,
): Promise<ClustersToScan> {
  try {
    return await findClustersToScan(requested, merged, io);
  } catch (error) {
    if (schedule !== undefined && requested === 'all' && error instanceof ScanError)
      await sendListFailure(error, schedule, merged.settings, io);
    throw error;
  }
}

/** Refuses every option that can be refused before anything is read. */
async function resolveOutputs(requested: RequestedClusters, merged: Merged, io: Io): Promise<FleetOutputs> {
  const { cluster: _other, ...settings } = merged.settings;
  refuseForSeveral(merged);
  await refuseBadScanOptions(settings, io.env);
  if (requested !== 'all') refuseSeveralRegions(settings);
  const output = (settings.output ?? []).filter((one) => !isClusterFolder(one));
  return parseFleetOutputs({ ...settings, output });
}

function printNotes(notes: readonly string[], { stderr }: Io): void {
  for (const note of notes) stderr(`${printable(`eks-preflight: ${note}`)}\n`);
}

async function scanAll(clusters: readonly ClusterToScan[], run: FleetRun): Promise<ScannedCluster[]> {
  const { settings, io } = run;
  const inTurn = atMost(parseParallel(settings.parallel ?? usualParallel));
  let done = 0;
  const scanned = clusters.map((cluster) =>
    inTurn(async () => {
      const own = await scanWithTwin(cluster, run);
      done += 1;
      if (io.stderrIsTerminal) for (const { row } of own) io.stderr(progressLine(row, done, clusters.length));
      return own;
    }),
  );
  return (await Promise.all(scanned)).flat();
}

/** A cluster that is listed in two ways is two rows only if its ARN cannot be scanned, but its name can. */
async function scanWithTwin(cluster: ClusterToScan, run: FleetRun): Promise<ScannedCluster[]> {
  const scanned = await scanApart(cluster, run);
  if (cluster.twin === undefined || scanned.row.status !== 'not-scanned') return [scanned];
  const twin = await scanApart(cluster.twin, run);
  return twin.row.status === 'not-scanned' ? [scanned] : [scanned, twin];
}

function progressLine({ name, status, reason }: FleetCluster, done: number, all: number): string {
  const what = status === 'not-scanned' ? `not scanned: ${reason ?? ''}` : status;
  return `${printable(`${done} of ${formatCount(all, 'cluster')}: ${name} ${what}`)}\n`;
}
