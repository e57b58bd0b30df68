import { setMaxListeners } from 'node:events';
import { ScanError, usageError } from '../../facts/reason.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import { notScanned, toFleetCluster, type About } from '../../report/fleet/cluster.ts';
import { addProblems, type Problems } from '../../report/fleet/shared.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import { exitCodes } from '../../judge/exit-codes.ts';
import { formatCount } from '../../syntax/english.ts';
import { printable, printableData } from '../../syntax/printable.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { clusterFile, isClusterFolder } from '../files/cluster-folder.ts';
import { longestReport, parseReport } from '../files/report-file.ts';
import type { ApartEnded, Io } from '../io.ts';
import { parseOutputs } from '../outputs.ts';
import { parseFailOn, parseParallel } from '../options/parsers.ts';
import type { Merged, Settings } from '../options/settings.ts';
import { refuseBadScanOptions } from '../options/values.ts';
import { readFleetSchedule, type Schedule } from '../schedule/options.ts';
import { parseApartMessage, type TargetNews } from './apart-messages.ts';
import { findClustersToScan, type ClustersToScan, type ClusterToScan } from './clusters-to-scan.ts';
import type { ScannedCluster } from './fleet-schedule.ts';
import { deliverFleet, parseFleetOutputs } from './outputs.ts';
import type { RequestedClusters, ScanArguments } from './requested-clusters.ts';
import { printsMessages, sendFleet, sendListFailure } from './send-fleet.ts';
import { folderOutputs, refuseForSeveral, toScanArguments, toScanEnvironment } from './scan-arguments.ts';

const usualParallel = '4';

/**
 * Scans several clusters, each in a process of its own, and prints one table. A cluster that cannot be scanned is a row
 * with the reason. A signal ends the scans; the table then has what exists.
 * @returns the exit code of several clusters: `toFleetExitCode`
 * @throws ScanError if an option is invalid, or no cluster is found
 */
export async function scanClusters(
  requested: RequestedClusters,
  { flags = {} }: ScanArguments,
  merged: Merged,
  io: Io,
): Promise<number> {
  const { settings } = merged;
  refuseForSeveral(merged);
  await refuseBadScanOptions(settings, io.env);
  const outputs = parseFleetOutputs({
    ...settings,
    output: (settings.output ?? []).filter((one) => !isClusterFolder(one)),
  });
  const schedule = await readFleetSchedule(settings, io.env);
  const { clusters, regions, unlisted } = await findOrReport(requested, schedule, settings, io);
  io.endsItself?.();
  setMaxListeners(0, io.signal);
  const now = io.now().toISOString();
  const problems: Problems = new Map();
  const scanned = await scanAll(clusters, { flags, settings, io, now, problems });
  const failed = unlisted.map(({ about, reason }) =>
    notScanned(about, printable(`the clusters cannot be listed: ${reason}`)),
  );
  const fleet = assembleFleet({
    version: io.version,
    now,
    gate: { failOn: parseFailOn(settings.failOn ?? []), maxAge: null },
    groupBy: undefined,
    clusters: [...scanned.map(({ row }) => row), ...failed],
    problems,
  });
  await deliverFleet(fleet, outputs, settings, printsMessages(schedule) ? { ...io, stdout: () => undefined } : io);
  if (schedule === undefined) return fleet.exitCode;
  const region = regions[0] ?? clusters[0]?.region;
  return sendFleet({ fleet, scanned, unlisted, regions }, schedule, { ...settings, ...setFields({ region }) }, io);
}

/** Finds the clusters; if a scheduled run cannot list them, sends a message about it. */
async function findOrReport(
  requested: RequestedClusters,
  schedule: Schedule | undefined,
  settings: Settings,
  io: Io,
): Promise<ClustersToScan> {
  try {
    const found = await findClustersToScan(requested, settings, io);
    if (found.clusters.length + found.unlisted.length > 0) return found;
    throw usageError('the Regions have no cluster', 'Pass --region.');
  } catch (error) {
    if (schedule !== undefined && requested === 'all' && error instanceof ScanError)
      await sendListFailure(error, schedule, settings, io);
    throw error;
  }
}

/** What the scans of a run have in common. */
interface FleetRun {
  flags: Readonly<Record<string, unknown>>;
  settings: Settings;
  io: Io;
  now: string;
  problems: Problems;
}

async function scanAll(clusters: readonly ClusterToScan[], run: FleetRun): Promise<ScannedCluster[]> {
  const { settings, io } = run;
  const left = clusters.entries();
  const scanned: ScannedCluster[] = [];
  let done = 0;
  const scanSome = async (): Promise<void> => {
    for (const [index, cluster] of left) {
      const one = await scanOne(cluster, run);
      const { row } = one;
      scanned[index] = one;
      done += 1;
      if (io.stderrIsTerminal)
        io.stderr(`${printable(`${done} of ${formatCount(clusters.length, 'cluster')}: ${row.name} ${row.status}`)}\n`);
    }
  };
  const atOnce = parseParallel(settings.parallel ?? usualParallel);
  await Promise.all(Array.from({ length: Math.min(atOnce, clusters.length) }, scanSome));
  return scanned;
}

async function scanOne(
  cluster: ClusterToScan,
  { flags, settings, io, now, problems }: FleetRun,
): Promise<ScannedCluster> {
  const { about } = cluster;
  const messages: TargetNews[] = [];
  const without = (reason: string): ScannedCluster => ({
    row: notScanned(about, reason),
    messages,
    exitCode: exitCodes.couldNotRun,
    isUndelivered: false,
  });
  if (io.signal.aborted) return without('the run was stopped before this scan began');
  const run = io.runApart ?? (await import('./run-apart.ts')).runApart;
  const args = toScanArguments(cluster, flags, settings.output);
  const ended = await run(args, {
    env: toScanEnvironment(io.env),
    signal: io.signal,
    longest: longestReport,
    onMessage: (data) => takeMessage(data, messages, io),
  });
  if (io.signal.aborted) return without('the run was stopped during this scan');
  try {
    const report = await parseReport(ended.stdout, 'the scan');
    printNotes(about, ended, io);
    const row = toFleetCluster(report, {
      report: reportFile(settings, report),
      changedAt: null,
      stale: undefined,
      now,
    });
    if (row.arn !== null) addProblems(problems, report, row.arn);
    const isUndelivered = report.exitCode === exitCodes.ready && ended.code === exitCodes.couldNotRun;
    return { row: printableData(row), messages, exitCode: report.exitCode, isUndelivered };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    if (ended.code !== exitCodes.couldNotRun) printNotes(about, ended, io);
    return without(printable(findFailure(ended) ?? error.reason.message));
  }
}

/** Keeps what a scan sends about its cluster, and prints the messages of `--deliver stdout`. */
function takeMessage(data: unknown, messages: TargetNews[], io: Io): void {
  const message = parseApartMessage(data);
  if (message?.kind === 'news') messages.push(...message.messages);
  if (message?.kind === 'printed') io.stdout(message.text);
}

/** Notes of one scan go to stderr with the name of the cluster; the reason of a failure is in the table. */
function printNotes({ name }: About, { stderr }: ApartEnded, io: Io): void {
  for (const line of stderr.split('\n').filter((one) => one !== ''))
    io.stderr(`${printable(`${name}: ${line.replace(/^eks-preflight: /, '')}`)}\n`);
}

/** Why a scan ended without a report. */
function findFailure({ stdout, stderr, code }: ApartEnded): string | undefined {
  try {
    const { error } = Object(JSON.parse(stdout)) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string') return error.message;
  } catch {
    const last = stderr
      .trimEnd()
      .split('\n')
      .at(-1)
      ?.replace(/^eks-preflight: /, '');
    return code === null ? 'the scan was ended by the system' : last;
  }
  return undefined;
}

/** The JSON report of a cluster, if `--output` writes it to a folder. */
function reportFile({ output }: Settings, report: Parameters<typeof clusterNamed>[0]): string | null {
  const json = parseOutputs(folderOutputs(output)).find(({ format }) => format === 'json');
  return json?.ending === undefined ? null : clusterFile(json.file, clusterNamed(report), json.ending);
}
