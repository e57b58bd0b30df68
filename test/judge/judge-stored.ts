import { readFileSync } from 'node:fs';
import { checks } from '../../checks/index.ts';
import { judgeByOwnChecks } from '../../src/commands/scan/judge-inventory.ts';
import type { ScanOptions } from '../../src/commands/options/options.ts';
import { select } from '../../src/commands/select-checks.ts';
import { parseInventory, type Inventory } from '../../src/inventory/inventory.ts';
import { setFields } from '../../src/syntax/set-fields.ts';
import type { Report } from '../../src/report/schema.ts';
import { storedInventory } from '../world/stored.ts';
import { scenarios } from '../world/scenarios/index.ts';

const version = '0.1.0';

/** A stored inventory as it was taken. */
export function readStoredInventory(name: string): Inventory {
  const { takenAt, readings } = parseInventory(readFileSync(storedInventory(name), 'utf8'), name, version);
  return { takenAt, readings };
}

/** The targets in the options of a stored scenario, and the direction. */
export function parseTargets(name: string): Pick<ScanOptions, 'target' | 'karpenterTarget' | 'rollback'> {
  const words = scenarios[name]?.options ?? [];
  const after = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
  return {
    ...setFields({ target: after('--target'), karpenterTarget: after('--karpenter-target') }),
    ...(words.includes('--rollback') ? { rollback: true } : {}),
  };
}

/**
 * Judges an inventory in this process.
 * @throws ScanError if the cluster was not read, or if a target is not valid for it
 */
export function judged(inventory: Inventory, options: ScanOptions): Report {
  const io = { version, now: () => new Date(inventory.takenAt) };
  return judgeByOwnChecks(inventory, { checks, selection: select(checks, options), options, source: 'inventory', io });
}
