import { listMissingGrants, parseGrants } from '../../facts/optional-grants.ts';
import type { PluginFacts } from '../../facts/plugin-facts.ts';
import type { Inventory, StoredInventory } from '../../inventory/inventory.ts';
import { printable } from '../../syntax/printable.ts';
import { readInventory } from '../files/inventory-file.ts';
import type { Io } from '../io.ts';
import type { ScanOptions } from '../options/options.ts';

/** Reads an inventory; warnings about it go to stderr. */
export async function readStored(
  file: string,
  options: ScanOptions,
  plugins: PluginFacts | undefined,
  io: Io,
): Promise<Inventory> {
  return withNotes(await readInventory(file, io.version, { plugins }), file, options, io);
}

/** An inventory that was read; warnings about it go to stderr. */
export function withNotes(
  { unknownFacts, writtenBy, ...inventory }: StoredInventory,
  file: string,
  options: ScanOptions,
  io: Io,
): Inventory {
  if (unknownFacts.length > 0) {
    const facts = `unknown facts, which are ignored: ${unknownFacts.join(', ')}`;
    io.stderr(`${printable(`eks-preflight: ${file}, written by ${writtenBy}, contains ${facts}`)}\n`);
  }
  const lacking = listMissingGrants(inventory.readings, parseGrants(options.with ?? []));
  if (lacking.length > 0) {
    io.stderr(`eks-preflight: ${file} was taken without --with ${lacking.join(',')}: take a new inventory with it\n`);
  }
  if (options.refreshInsights === true) {
    io.stderr(`${printable(`eks-preflight: --refresh-insights has no effect on the stored inventory ${file}`)}\n`);
  }
  if (inventory.redacted === true) io.stderr(`eks-preflight: ${file} is redacted: its names are pseudonyms\n`);
  return inventory;
}
