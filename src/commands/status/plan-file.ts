import { usageError } from '../../facts/reason.ts';
import { clusterNamed } from '../../report/cluster-named.ts';
import type { PlanDocument } from '../../report/plan/document.ts';
import { findDamage } from '../../report/status/since/damage.ts';
import { isInFuture } from '../../syntax/dates.ts';
import type { Io } from '../io.ts';
import type { Settings } from '../options/settings.ts';
import { readOlder } from '../plan/older.ts';
import { refuseOtherThan } from '../require-cluster.ts';
import type { LoadCatalog } from '../select-checks.ts';

/** The plan that `status --since` names. */
export interface SincePlan {
  document: PlanDocument;
  file: string;
}

/**
 * Reads the plan that `--since` names, which may come from anywhere.
 * @throws ScanError (`usage`) if it cannot be read, is of another cluster, or its parts do not fit together
 */
export async function readSincePlan(
  file: string,
  settings: Settings,
  loadCatalog: LoadCatalog,
  io: Io,
): Promise<SincePlan> {
  const older = await readOlder(file, loadCatalog, io);
  if (older === undefined) throw usageError('--since names no plan');
  const { document } = older;
  refuseOtherThan(clusterNamed(document), settings, file);
  if (isInFuture(document.scannedAt, io.now().toISOString()))
    throw usageError(`${file} is dated in the future`, 'Check the clocks of both computers.');
  const damage = findDamage(document);
  if (damage !== undefined)
    throw usageError(`${file} is damaged or was edited: ${damage}`, 'Make the plan again, before the update.');
  return { document, file };
}
