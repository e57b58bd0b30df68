import type { AnyCheck } from '../../check.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import { advice } from '../../syntax/advice.ts';

/**
 * True if a check may look for names that redaction replaced: a plug-in's check, unless its result was found to be the
 * same after redaction.
 */
export function isRedactedFor({ id, plugin }: AnyCheck, { alike }: Inventory): boolean {
  return plugin !== undefined && alike !== undefined && !alike.includes(id);
}

/**
 * The check, or one that reports unknown if the check may look for names that were replaced, which it would not find.
 */
export function unlessRedacted(check: AnyCheck, inventory: Inventory): AnyCheck {
  if (!isRedactedFor(check, inventory)) return check;
  const { applies: _, ...always } = check;
  return {
    ...always,
    run: () => [
      {
        level: 'unknown',
        rule: 'redacted',
        resource: { kind: 'Check', name: check.id },
        message: 'the inventory is redacted: the check may look for names that were replaced',
        fix: advice`Judge the cluster, or an inventory that is not redacted.`,
      },
    ],
  };
}
