import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of stored inventories, each with its report. */
export const storedFolder = fileURLToPath(new URL('../inventories', import.meta.url));

/** The demo's inventory is part of the command. */
const demo = fileURLToPath(new URL('../../src/commands/demo/inventory.json', import.meta.url));

/** The file of a stored inventory, by its name, such as `demo` or `healthy`. */
export function storedInventory(name: string): string {
  return name === 'demo' ? demo : path.join(storedFolder, `${name}.json`);
}

/** The names of all stored inventories, including the demo's, sorted. */
export function storedNames(): string[] {
  const names = readdirSync(storedFolder).filter((file) => file.endsWith('.json'));
  return [...names.map((file) => path.basename(file, '.json')), 'demo'].toSorted();
}
