import { concludeScan } from './conclude-scan.ts';
import type { Io } from './io.ts';
import type { Settings } from './options/settings.ts';
import { refuseBadScanOptions } from './options/values.ts';
import { setFields } from '../syntax/set-fields.ts';
import { withCatalog } from './plugins.ts';
import { chooseChecks, type LoadCatalog } from './select-checks.ts';

/**
 * Judges the bundled inventory. A target from the user replaces the demo's own.
 * @returns the exit code of the gate
 */
export async function demo(given: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  await refuseBadScanOptions(given, io.env);
  return withCatalog(loadCatalog, given, io, (load) => demoWith(given, load, io));
}

async function demoWith(given: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const [{ demoInventory, demoOptions }, catalog] = await Promise.all([import('./demo/bundled.ts'), loadCatalog()]);
  const options = given.target === undefined ? { ...demoOptions, ...given } : given;
  const { checks, collectors, selection, plugins } = chooseChecks(catalog, options);
  const judging = {
    checks,
    collectors,
    selection,
    ...setFields({ plugins }),
    options,
    source: 'inventory',
    io,
  } as const;
  const { exitCode } = await concludeScan(demoInventory(), judging);
  return exitCode;
}
