import stored from './inventory.json' with { type: 'json' };
import type { ScanOptions } from '../options/options.ts';
import { parseInventory, type Inventory } from '../../inventory/inventory.ts';

/** The demo's default Karpenter target: shows Karpenter's upgrade path next to that of the control plane. */
export const demoOptions = { karpenterTarget: '1.8.8' } as const satisfies ScanOptions;

/** The bundled inventory: saved from the simulated APIs that `npm run demo` scans over real sockets. */
export function demoInventory(): Inventory {
  return parseInventory(JSON.stringify(stored), 'the bundled inventory', stored.tool.version);
}
