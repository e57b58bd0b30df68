import type { AnyCheck } from '../check.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { advice } from '../syntax/advice.ts';

/** Whether a check may look for names that redaction replaced: one of a plug-in, which was not judged alike before and after. */
export function isRedactedFor({ id, plugin }: AnyCheck, { alike }: Inventory): boolean {
  return plugin !== undefined && alike !== undefined && !alike.includes(id);
}

/** The check, which says that it was not judged where it may look for names that were replaced: it would find nothing. */
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
