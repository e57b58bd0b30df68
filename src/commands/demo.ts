import { concludeScan } from './conclude-scan.ts';
import type { Io } from './io.ts';
import type { Settings } from './options/settings.ts';
import { refuseBadScanOptions } from './options/values.ts';
import { chooseChecks, type LoadCatalog } from './select-checks.ts';

/**
 * Judges the bundled inventory. A target from the user replaces the demo's own.
 * @returns the exit code of the gate
 */
export async function demo(given: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  await refuseBadScanOptions(given, io.env);
  const [{ demoInventory, demoOptions }, catalog] = await Promise.all([import('./demo/bundled.ts'), loadCatalog()]);
  const options = given.target === undefined ? { ...demoOptions, ...given } : given;
  const { checks, selection } = chooseChecks(catalog, options);
  const { exitCode } = await concludeScan(demoInventory(), { checks, selection, options, source: 'inventory', io });
  return exitCode;
}
