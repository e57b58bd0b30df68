import { setMaxListeners } from 'node:events';
import { ScanError, usageError } from '../../facts/reason.ts';
import { assembleFleet } from '../../report/fleet/fleet.ts';
import { notScanned, toFleetCluster, type About } from '../../report/fleet/cluster.ts';
import type { FleetCluster } from '../../report/fleet/schema.ts';
import { addProblems, type Problems } from '../../report/fleet/shared.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import { formatCount } from '../../syntax/english.ts';
import { printable, printableData } from '../../syntax/printable.ts';
import { clusterFile, isClusterFolder } from '../files/cluster-folder.ts';
import { longestReport, parseReport } from '../files/report-file.ts';
import type { ApartEnded, Io } from '../io.ts';
import { parseOutputs } from '../outputs.ts';
import { parseFailOn, parseParallel } from '../options/parsers.ts';
import type { Merged, Settings } from '../options/settings.ts';
import { refuseBadScanOptions } from '../options/values.ts';
import { findClustersToScan, type ClusterToScan } from './clusters-to-scan.ts';
import { deliverFleet, parseFleetOutputs } from './outputs.ts';
import type { RequestedClusters, ScanArguments } from './requested-clusters.ts';
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
  const { clusters, unlisted } = await findClustersToScan(requested, settings, io);
  if (clusters.length + unlisted.length === 0) throw usageError('the Regions have no cluster', 'Pass --region.');
  io.endsItself?.();
  setMaxListeners(0, io.signal);
  const now = io.now().toISOString();
  const problems: Problems = new Map();
  const scanned = await scanAll(clusters, { flags, settings, io, now, problems });
  const failed = unlisted.map(({ about, reason }) => notScanned(about, reason));
  const fleet = assembleFleet({
    version: io.version,
    now,
    gate: { failOn: parseFailOn(settings.failOn ?? []), maxAge: null },
    groupBy: undefined,
    clusters: [...scanned, ...failed],
    problems,
  });
  await deliverFleet(fleet, outputs, settings, io);
  return fleet.exitCode;
}

/** What the scans of a run have in common. */
interface FleetRun {
  flags: Readonly<Record<string, unknown>>;
  settings: Settings;
  io: Io;
  now: string;
  problems: Problems;
}

async function scanAll(clusters: readonly ClusterToScan[], run: FleetRun): Promise<FleetCluster[]> {
  const { settings, io } = run;
  const left = clusters.entries();
  const scanned: FleetCluster[] = [];
  let done = 0;
  const scanSome = async (): Promise<void> => {
    for (const [index, cluster] of left) {
      const row = await scanOne(cluster, run);
      scanned[index] = row;
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
): Promise<FleetCluster> {
  const { about } = cluster;
  if (io.signal.aborted) return notScanned(about, 'the run was stopped before this scan began');
  const run = io.runApart ?? (await import('./run-apart.ts')).runApart;
  const args = toScanArguments(cluster, flags, settings.output);
  const ended = await run(args, { env: toScanEnvironment(io.env), signal: io.signal, longest: longestReport });
  if (io.signal.aborted) return notScanned(about, 'the run was stopped during this scan');
  printNotes(about, ended, io);
  try {
    const report = await parseReport(ended.stdout, 'the scan');
    const row = toFleetCluster(report, {
      report: reportFile(settings, report),
      changedAt: null,
      stale: undefined,
      now,
    });
    if (row.arn !== null) addProblems(problems, report, row.arn);
    return printableData(row);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return notScanned(about, printable(findFailure(ended) ?? error.reason.message));
  }
}

/** Notes of one scan go to stderr with the name of the cluster; the reason of a failure is in the table. */
function printNotes({ name }: About, { stderr, code }: ApartEnded, io: Io): void {
  if (code === 3) return;
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
