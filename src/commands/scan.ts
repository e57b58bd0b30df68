import type { Report } from '../report/schema.ts';
import { sh } from '../syntax/shell.ts';
import { findRequestedClusters, type ScanArguments } from './fleet/requested-clusters.ts';
import type { Io } from './io.ts';
import type { Merged, Settings } from './options/settings.ts';
import { refuseBadScanOptions } from './options/values.ts';
import { withCatalog } from './plugins.ts';
import { readScan } from './scan/read.ts';
import { offerClusters } from './require-cluster.ts';
import { readSchedule, type Schedule } from './schedule/options.ts';
import type { LoadCatalog } from './select-checks.ts';

/**
 * Judges a live cluster, several of them, or an inventory.
 * @param own the arguments and flags of the command line
 * @returns the exit code of the gate
 * @throws ScanError if the scan cannot run
 */
export async function scan(merged: Merged, own: ScanArguments, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const requested = findRequestedClusters(own, merged);
  if (requested === undefined) return scanOne(merged.settings, loadCatalog, io);
  const { scanClusters } = await import('./fleet/scan-clusters.ts');
  return scanClusters(requested, own, merged, io);
}

async function scanOne(options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  await refuseBadScanOptions(options, io.env);
  const schedule = await readSchedule(options, io.env);
  if (schedule !== undefined) return runScheduled(schedule, options, loadCatalog, io);
  try {
    const { exitCode } = await runScan(options, loadCatalog, io);
    return exitCode;
  } catch (error) {
    throw await offerClusters(error, sh`eks-preflight scan`, options, io);
  }
}

function runScan(options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<Report> {
  return withCatalog(loadCatalog, options, io, async (load) => {
    const read = await readScan(options, load, io);
    const [{ judgeScan }, { deliverReport }] = await Promise.all([
      import('./scan/judge.ts'),
      import('./deliver-report.ts'),
    ]);
    const report = await judgeScan(read, options, io);
    await deliverReport(report, options, io, { modes: read.modes });
    return report;
  });
}

/** Runs the scan, then delivers the report, or the message that the scan could not run. */
async function runScheduled(schedule: Schedule, options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const { deliverFailure, deliverScheduled } = await import('./schedule/deliver.ts');
  // Stdout gets the message instead of the report, unless the process that started this one prints the message.
  const isSilent = io.toParent === undefined && schedule.targets.some(({ kind }) => kind === 'stdout');
  let report: Report;
  try {
    report = await runScan(options, loadCatalog, isSilent ? { ...io, stdout: () => undefined } : io);
  } catch (error) {
    await deliverFailure(error, schedule, options, io);
    throw error;
  }
  return deliverScheduled(report, schedule, options, io);
}
