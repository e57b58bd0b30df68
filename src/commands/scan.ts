import { readBaseline } from './baseline.ts';
import { concludeScan } from './conclude-scan.ts';
import type { Io } from './io.ts';
import { readLive } from './scan/live.ts';
import type { Settings } from './options/settings.ts';
import { refuseBadScanOptions } from './options/values.ts';
import { readSchedule } from './schedule/options.ts';
import { setFields } from '../syntax/set-fields.ts';
import { withCatalog } from './plugins.ts';
import type { Report } from '../report/schema.ts';
import { chooseChecks, type Chosen, type LoadCatalog } from './select-checks.ts';
import { readStored } from './scan/stored.ts';

/**
 * Judges a live cluster, or an inventory.
 * @returns the exit code of the gate
 * @throws ScanError if the scan cannot run
 */
export async function scan(options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  await refuseBadScanOptions(options, io.env);
  const schedule = await readSchedule(options, io.env);
  if (schedule === undefined) return (await concluded(options, loadCatalog, io)).exitCode;
  const { concludeScheduled, tellFailure } = await import('./schedule/deliver.ts');
  // Stdout gets the message instead of the report.
  const isSilent = schedule.targets.some(({ kind }) => kind === 'stdout');
  const quiet = isSilent ? { ...io, stdout: () => undefined } : io;
  let report: Report;
  try {
    report = await concluded(options, loadCatalog, quiet);
  } catch (error) {
    await tellFailure(error, schedule, options, io);
    throw error;
  }
  return concludeScheduled(report, schedule, options, io);
}

/** Reads and judges the cluster, and writes the report where the options say. */
function concluded(options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<Report> {
  return judged(options, loadCatalog, io, concludeScan);
}

/**
 * Reads and judges the cluster, or an inventory.
 * @param conclude what to do with the facts
 * @throws ScanError if the scan cannot run
 */
export function judged(
  options: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
  conclude: typeof concludeScan,
): Promise<Report> {
  return withCatalog(loadCatalog, options, io, (load) => judgedWith(options, load, io, conclude));
}

async function judgedWith(
  options: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
  conclude: typeof concludeScan,
): Promise<Report> {
  let chosen: Promise<Chosen> | undefined;
  const choose = (): Promise<Chosen> => (chosen ??= loadCatalog().then((catalog) => chooseChecks(catalog, options)));
  const { only, skip, require, plugin, inventory: file, accept, levels, thresholds } = options;
  // Validate the baseline first: reading a cluster takes minutes.
  const baseline = await readBaseline(options);
  // The first request goes out before the checks are loaded, unless the options name some that may not exist, or plug-ins.
  if ([only, skip, require, plugin, accept, levels, thresholds].some((names) => names !== undefined)) await choose();
  const inventory =
    file === undefined
      ? await readLive(choose, options, io)
      : await readStored(file, options, (await choose()).plugins?.facts, io);
  const { checks, collectors, selection, plugins } = await choose();
  return conclude(inventory, {
    checks,
    collectors,
    selection,
    ...setFields({ plugins }),
    options,
    source: file === undefined ? 'live' : 'inventory',
    baseline,
    io,
  });
}
