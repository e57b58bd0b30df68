import type { Inventory } from '../inventory/inventory.ts';
import { inventoryText, writeInventory } from './files/inventory-file.ts';
import { printError, type Io } from './io.ts';
import { printable } from '../syntax/printable.ts';
import { exitCodes } from '../judge/exit-codes.ts';
import { usageError } from '../facts/reason.ts';
import { refuseKubectlWord } from './kubectl-words.ts';
import type { Settings } from './options/settings.ts';
import { withCatalog } from './plugins.ts';
import { offerClusters } from './require-cluster.ts';
import { sh } from '../syntax/shell.ts';
import { setFields } from '../syntax/set-fields.ts';
import { readLive } from './scan/live.ts';
import { redactForSharing } from './scan/redact.ts';
import { chooseChecks, type LoadCatalog } from './select-checks.ts';
import { refuseBadFiles, refuseBadValues } from './options/values.ts';
import { sayWritten } from './written.ts';

/**
 * Reads the facts of the chosen checks and writes them; judges nothing. Facts that could not be read are in the file
 * with their reasons, and reported on stderr.
 * @param output the file, or `-` for stdout; if it is not a string, `options.saveInventory` is used
 * @returns the exit code: incomplete if something that a chosen check needs was not read
 * @throws ScanError if no file is named, the cluster cannot be described, or the file cannot be written
 */
export function collect(output: unknown, options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  return withCatalog(loadCatalog, options, io, (load) => collectWith(output, options, load, io));
}

async function collectWith(output: unknown, options: Settings, loadCatalog: LoadCatalog, io: Io): Promise<number> {
  const file = factsFile(typeof output === 'string' ? output : options.saveInventory);
  refuseBadValues(options);
  await refuseBadFiles(options, file === '-' ? [] : [{ file, flag: '--output' }], io.env);
  const chosen = chooseChecks(await loadCatalog(), options, options.rollback === true ? 'both' : 'up');
  const { checks, selection, plugins } = chosen;
  const read = await readLive(() => Promise.resolve(chosen), options, io).catch(async (error: unknown) => {
    throw await offerClusters(error, sh`eks-preflight collect --output ${file}`, options, io);
  });
  const inventory =
    options.redact === true
      ? await redactForSharing(read, { checks, selection, ...setFields({ plugins }), options: {}, io })
      : read;
  if (file === '-') io.stdout(await inventoryText(inventory, io.version, plugins?.facts));
  else {
    await writeInventory(file, inventory, io.version, plugins?.facts);
    sayWritten(file, io);
  }
  const unread = unreadLines(read);
  printError(io, unread);
  return unread === '' ? exitCodes.ready : exitCodes.incomplete;
}

function factsFile(named: string | undefined): string {
  if (named === undefined || named === '') {
    throw usageError('no file for the facts', 'Pass --output FILE, or --output - for stdout.');
  }
  refuseKubectlWord(named, 'collect writes facts, in one format.');
  if (/^\s*\w+=/.test(named)) {
    throw usageError(
      `--output ${named}: collect writes facts, in one format`,
      'Write it as --output FILE, or as ./FILE if the name contains =.',
    );
  }
  return named;
}

/**
 * What is missing in an inventory: how many facts, the missing permissions, and other reasons. Empty if nothing is
 * missing.
 */
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
