import type { AnyCheck } from '../check.ts';
import type { Collectors } from '../collectors/collect.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { inventoryText, writeInventory } from './files/inventory-file.ts';
import type { Io } from './io.ts';
import { neededFacts } from '../permissions/needed.ts';
import { printable } from '../languages/printable.ts';
import { usageError } from '../facts/reason.ts';
import type { Settings } from './options/settings.ts';
import { readLive } from './live.ts';
import { redactForSharing } from './redact.ts';
import { clusterOf, select } from './scan.ts';
import { refuseBadFiles, refuseBadValues } from './options/values.ts';

/** The exit code of a scan that could not see everything. */
const incomplete = 2;

/**
 * Reads the facts of the chosen checks and writes them; judges nothing. Facts that could not be read are in the file with
 * their reasons, and told on stderr.
 * @param output the file, or `-` for stdout; else the one where inventories are saved
 * @returns 0, or 2 where something of a chosen check was not read
 * @throws SourceError where no file is named, the cluster cannot be described or the file not written
 */
export async function collectFacts(
  checks: readonly AnyCheck[],
  collectors: Collectors,
  output: string | undefined,
  options: Settings,
  io: Io,
): Promise<number> {
  const file = output ?? options.saveInventory;
  if (file === undefined || file === '') {
    throw usageError('no file for the facts', 'Pass --output FILE, or --output - for stdout.');
  }
  if (/^\s*\w+=/.test(file)) {
    throw usageError(
      `--output ${file}: collect writes facts, in one format`,
      'Write it as --output FILE, or as ./FILE where the name holds =.',
    );
  }
  refuseBadValues(options);
  await refuseBadFiles(options, file === '-' ? [] : [{ file, flag: '--output' }], io.env);
  const selection = select(checks, options);
  const chosen = checks.filter(({ id }) => selection.ids.has(id));
  const load = () => Promise.resolve({ collectors, needed: neededFacts(chosen) });
  const read = await readLive(load, options, io);
  clusterOf(read.readings, options, 'what was read');
  const inventory = options.redact === true ? await redactForSharing(checks, read, selection, {}, io) : read;
  if (file === '-') io.stdout(await inventoryText(inventory, io.version));
  else await writeInventory(file, inventory, io.version);
  const unread = unreadLines(read);
  io.stderr(unread);
  return unread === '' ? 0 : incomplete;
}

/** What is missing in an inventory: how many facts, and the permissions that would bring them. Empty where nothing is. */
function unreadLines({ readings }: Inventory): string {
  const all = Object.values(readings).filter((reading) => reading.ok || reading.reason.kind !== 'not-asked');
  const unread = all.filter(({ ok }) => !ok).length;
  const partly = all.filter((reading) => reading.ok && (reading.gaps ?? []).length > 0).length;
  if (unread + partly === 0) return '';
  const reasons = all.flatMap((reading) =>
    reading.ok ? (reading.gaps ?? []).map(({ reason }) => reason) : [reading.reason],
  );
  const missing = [...new Set(reasons.flatMap(({ permission }) => permission ?? []))].sort();
  const others = [
    ...new Set(
      reasons.flatMap(({ permission, shared, message }) => (permission === undefined ? [shared ?? message] : [])),
    ),
  ];
  const counts = `${unread} of ${all.length} facts could not be read${partly > 0 ? `, ${partly} only in part` : ''}`;
  return [
    `eks-preflight: ${counts}`,
    ...(missing.length > 0 ? [printable(`Missing permissions: ${missing.join(', ')}`)] : []),
    ...others.map((text) => printable(`Not read: ${text}`)),
    '',
  ].join('\n');
}
