import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { ManagedChange } from '../../../src/for-checks/managed-changes.ts';
import { behindGroupManager } from '../../../src/for-checks/managed-groups.ts';
import { besidePoolManager } from '../../../src/for-checks/managed-pools.ts';

interface Managers {
  nodegroups: Facts['nodegroups'];
  karpenterPools?: Facts['karpenterPools'] | undefined;
}

/** What a fix changes of a node group, by the rule of its finding. */
const changes: Readonly<Record<string, ManagedChange>> = {
  none: 'node-group-update-settings',
  few: 'node-group-update-settings',
  spare: 'node-group-update-settings',
  reserved: 'node-group-update-settings',
  'no-subnet': 'node-group-subnets',
};

/** A finding with what manages the node group or the pool that its fix changes. */
export function nameManager(
  finding: Finding,
  { nodegroups, karpenterPools: pools = [] }: Managers,
  { cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
): Finding {
  const { rule, resource, fix } = finding;
  if (fix === undefined || rule === undefined) return finding;
  if (rule === 'pool-none' || rule === 'pool-few')
    return { ...finding, fix: besidePoolManager(fix, resource, { pools, rows: tables['managed-changes'] }) };
  const change = changes[rule];
  if (change === undefined) return finding;
  return { ...finding, fix: behindGroupManager(fix, resource, change, { cluster, nodegroups, tables }) };
}
