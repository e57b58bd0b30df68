import type { Inventory } from '../../inventory/inventory.ts';
import { readBaseline, readBaselineFile } from '../baseline.ts';
import { isClusterFolder } from '../files/cluster-folder.ts';
import type { Io } from '../io.ts';
import type { OptionName } from '../options/options.ts';
import type { Settings } from '../options/settings.ts';
import type { Chosen, LoadCatalog } from '../select-checks.ts';
import { removeOldReports } from '../outputs.ts';
import { removeClusterOutputs } from '../old-outputs.ts';
import type { ReadScan } from './judge.ts';
import { readLive, requireConnection } from './live.ts';
import { readStored } from './stored.ts';

/** Options that may name checks that do not exist, or plug-ins. */
const namingOptions: readonly OptionName[] = ['only', 'skip', 'require', 'plugin', 'accept', 'levels', 'thresholds'];

/**
 * Reads all that a scan judges: a live cluster or a stored inventory, the checks and the baseline. Once the options are
 * known to be valid, removes the reports of an earlier run.
 * @throws ScanError if one of them cannot be read, or an option is wrong
 */
export async function readScan(
  options: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<ReadScan & { modes: ReadonlyMap<string, number> }> {
  let chosen: Promise<Chosen> | undefined;
  const choose = (): Promise<Chosen> => (chosen ??= loadChosen(loadCatalog, options));
  // Validate the baseline first: reading a cluster takes minutes.
  const { baseline: file } = options;
  const loadOwn = async () => {
    const [{ checks }, { toOwnBuild }] = await Promise.all([choose(), import('../read-report.ts')]);
    return toOwnBuild(checks, io.version);
  };
  const named = file === undefined || isClusterFolder(file) ? undefined : await readBaselineFile(file, await loadOwn());
  // Validate names before any request. Without names, the checks are loaded while the first request is in progress.
  if (namingOptions.some((name) => options[name] !== undefined)) await choose();
  if (options.inventory === undefined) requireConnection(options);
  const modes = removeOldReports(options);
  const { apiUsage, left, ...inventory } = await readInventory(options, choose, io);
  const { cluster } = inventory.readings;
  const source = options.inventory === undefined ? 'live' : 'inventory';
  const read = { inventory, source, chosen: await choose(), apiUsage, left } as const;
  if (cluster?.ok !== true) return { ...read, baseline: named, modes };
  const baseline = named ?? (await readBaseline(options, cluster.value, io, loadOwn));
  const ofCluster = await removeClusterOutputs(options, cluster.value);
  return { ...read, baseline, modes: new Map([...modes, ...ofCluster]) };
}

async function loadChosen(loadCatalog: LoadCatalog, options: Settings): Promise<Chosen> {
  const [catalog, { chooseChecks }] = await Promise.all([loadCatalog(), import('../select-checks.ts')]);
  return chooseChecks(catalog, options);
}

async function readInventory(
  options: Settings,
  choose: () => Promise<Chosen>,
  io: Io,
): Promise<Inventory & Pick<ReadScan, 'apiUsage' | 'left'>> {
  const { inventory: file } = options;
  if (file === undefined) return readLive(choose, options, io);
  const { plugins } = await choose();
  return readStored(file, options, plugins?.facts, io);
}
