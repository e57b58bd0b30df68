import type { Inventory } from '../../inventory/inventory.ts';
import type { Policy } from '../../report/conclusions.ts';
import type { Report } from '../../report/schema.ts';
import { setFields } from '../../syntax/set-fields.ts';
import { inventoryEnding, isClusterFolder, makeClusterFile } from '../files/cluster-folder.ts';
import { writeInventory } from '../files/inventory-file.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { requireCluster } from '../require-cluster.ts';
import { warnOfAcceptances } from '../policy-warnings.ts';
import type { Chosen } from '../select-checks.ts';
import { sayWritten } from '../written.ts';
import { judgeInventory, type Judging } from './judge-inventory.ts';
import { redactForSharing } from './redact.ts';

/** What a scan has read, from any origin. */
export interface ReadScan {
  inventory: Inventory;
  source: Report['source'];
  chosen: Chosen;
  /** The report that `--baseline` names. */
  baseline?: Policy['baseline'] | undefined;
  /** The API requests of a live scan. */
  apiUsage?: Report['apiUsage'];
  /** The milliseconds that a live scan has left. */
  left?: (() => number) | undefined;
}

/**
 * Saves what was read if the options say so, and judges it. Warnings about acceptances go to stderr.
 * @throws ScanError if the cluster itself was not read, or the target is invalid
 */
export async function judgeScan(
  { inventory, source, chosen, baseline, apiUsage, left }: ReadScan,
  options: Settings,
  io: Io,
): Promise<Report> {
  const judging = { ...chosen, options, source, baseline, apiUsage, left, io };
  if (options.saveInventory !== undefined) await saveInventory(options.saveInventory, inventory, judging);
  const report = await judgeInventory(inventory, judging);
  warnOfAcceptances(report, io);
  return report;
}

async function saveInventory(named: string, inventory: Inventory, judging: Judging & { io: Io }): Promise<void> {
  const file = await inventoryFile(named, inventory, judging.options);
  const { redact, target, karpenterTarget } = judging.options;
  const targets = setFields({ target, karpenterTarget });
  const saved = redact === true ? await redactForSharing(inventory, { ...judging, options: targets }) : inventory;
  await writeInventory(file, saved, judging.io.version, judging.plugins?.facts);
  sayWritten(file, judging.io);
}

async function inventoryFile(named: string, { readings }: Inventory, options: Settings): Promise<string> {
  if (!isClusterFolder(named)) return named;
  return makeClusterFile(named, requireCluster(readings, options, 'what was read'), inventoryEnding);
}
