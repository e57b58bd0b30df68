import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { readNamedBytes, writeWhole } from './files.ts';
import type { Inventory, StoredInventory } from '../../inventory/inventory.ts';
import { printableJson } from '../../syntax/printable.ts';
import { jsonWithoutWorkflowCommands } from '../../syntax/workflow-commands.ts';
import type { PluginFacts } from '../../facts/plugin-facts.ts';
import { usageError } from '../../facts/reason.ts';

/**
 * The maximum size of an inventory's JSON in bytes, unpacked, against malicious files; Node's longest string is not
 * much longer. The inventory of a cluster of 10,000 pods has a few million bytes.
 */
export const longestInventory = 500_000_000;

/**
 * Writes an inventory atomically, compressed if the file's name ends in `.gz`.
 * @throws ScanError (`usage`) if it cannot be written
 */
export async function writeInventory(
  file: string,
  inventory: Inventory,
  version: string,
  plugins?: PluginFacts,
): Promise<void> {
  const text = await inventoryText(inventory, version, plugins);
  writeWhole(file, file.endsWith('.gz') ? gzipSync(text) : text);
}

/**
 * The text of an inventory as it is written to a file, without control characters for terminals and without workflow
 * commands. The module that formats it contains the schemas of all facts; a scan that saves no inventory does not load
 * it.
 */
export async function inventoryText(inventory: Inventory, version: string, plugins?: PluginFacts): Promise<string> {
  const { formatInventory } = await import('../../inventory/inventory.ts');
  return jsonWithoutWorkflowCommands(printableJson(formatInventory(inventory, version, plugins)));
}

/**
 * Reads an inventory, compressed or not: its first bytes decide, not its name.
 * @param longest the maximum size of the unpacked JSON in bytes
 * @param plugins the facts that plug-ins declare; the readings of these are parsed as well
 * @throws ScanError (`usage`) if it cannot be read, is damaged, too long or not an inventory
 */
export async function readInventory(
  file: string,
  version: string,
  { longest = longestInventory, plugins }: { longest?: number; plugins?: PluginFacts | undefined } = {},
): Promise<StoredInventory> {
  return parseInventoryBytes(await readNamedBytes(file, 'the inventory', longest), file, version, { longest, plugins });
}

/**
 * Like {@link readInventory}, for the bytes of a file.
 * @throws ScanError (`usage`) if they are damaged, too long or not an inventory
 */
export async function parseInventoryBytes(
  bytes: Buffer,
  file: string,
  version: string,
  { longest = longestInventory, plugins }: { longest?: number; plugins?: PluginFacts | undefined } = {},
): Promise<StoredInventory> {
  if (bytes.length > longest) throw tooLong(file, longest);
  const text = isGzip(bytes) ? await unpacked(bytes, file, longest) : bytes;
  if (text.length > longest) throw tooLong(file, longest);
  if (text.length === 0) throw usageError(`${file} is empty`, 'Copy it again, or take a new one.');
  const { parseInventory } = await import('../../inventory/inventory.ts');
  return parseInventory(text.toString('utf8').replace(byteOrderMark, ''), file, version, plugins);
}

/** Some editors and shells write a byte order mark; JSON does not allow one. */
const byteOrderMark = /^\uFEFF/;

/** True for gzip data, by its first bytes. */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

async function unpacked(bytes: Buffer, file: string, longest: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: longest });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(file, longest);
    const flaw = code === 'Z_BUF_ERROR' ? 'is cut off' : 'is damaged';
    throw usageError(`${file} ${flaw}: the gzip data cannot be unpacked`, 'Copy it again, or take a new one.');
  }
}

function tooLong(file: string, longest: number) {
  const megabytes = longest / 1_000_000;
  return usageError(`${file} holds more than ${megabytes} MB`, 'An inventory is the file that --save-inventory wrote.');
}
