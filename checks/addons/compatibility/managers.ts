import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { behindAddonManager } from '../../../src/for-checks/eks-addon.ts';

type Addon = Facts['addons'][number];
type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/** A finding with what manages the add-on, if its fix updates the add-on. */
export function nameManager(finding: Finding, addon: Addon, { cluster, tables }: Here): Finding {
  const { rule, fix } = finding;
  if (fix === undefined || rule === 'platform-version' || rule === 'no-version') return finding;
  return { ...finding, fix: behindAddonManager(fix, addon, { cluster, rows: tables['managed-changes'] }) };
}
