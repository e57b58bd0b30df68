import stored from './inventory.json' with { type: 'json' };
import type { ScanOptions } from '../options/options.ts';
import { parseInventory, type Inventory } from '../../inventory/inventory.ts';

/** What the demo asks for unless told otherwise: Karpenter's way beside that of the control plane. */
export const demoOptions = { karpenterTarget: '1.8.8' } as const satisfies ScanOptions;

/** The bundled inventory: saved from the loopback world that `npm run demo` scans over real sockets. */
export function demoInventory(): Inventory {
  return parseInventory(JSON.stringify(stored), 'the bundled inventory', stored.tool.version);
}
