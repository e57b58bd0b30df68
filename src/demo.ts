import stored from '../test/inventories/demo.json' with { type: 'json' };
import { parseInventory, type Inventory } from './inventory.ts';

/** The bundled inventory: saved from the loopback world that `npm run demo` scans over real sockets. */
export function demoInventory(): Inventory {
  return parseInventory(JSON.stringify(stored), 'the bundled inventory', stored.tool.version);
}
