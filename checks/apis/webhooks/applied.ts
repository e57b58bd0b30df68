import type { AdmissionWebhook } from '../../../src/facts/api-extensions.ts';
import { whereToChange } from '../../../src/for-checks/managed-changes.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import type { Advice } from '../../../src/syntax/advice.ts';
import type { Tables } from '../../../src/tables/tables.ts';

/** Where Argo CD or Flux keeps a configuration; undefined for other managers, which `changeByOwner` describes. */
export function whereApplied(webhook: AdmissionWebhook, rows: Tables['managed-changes']): Advice | undefined {
  const owner = resolveOwner(webhook);
  return owner.kind === 'gitops' ? whereToChange('webhook', owner, rows) : undefined;
}
