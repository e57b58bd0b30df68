import type { Context } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { besideClassManager } from '../../../src/for-checks/managed-pools.ts';
import type { NodeIdentity } from '../../../src/karpenter/node-identities.ts';
import { noteClusterManager } from '../shared/cluster-manager.ts';
import { resolveRole, type Outcome } from './identities.ts';

/** The rules of findings whose fix creates a role or an instance profile, or sets another one. */
const ofRole: ReadonlySet<string> = new Set(['missing-role', 'profile']);

/** {@link resolveRole}, with what manages the node class, and what manages the cluster where the fix creates a role. */
export function resolveManagedRole(
  identity: NodeIdentity,
  roles: Facts['karpenterNodeRoles'],
  nodeClasses: Facts['karpenterNodeClasses'],
  { cluster, tables }: Pick<Context<'managed-changes'>, 'cluster' | 'tables'>,
): Outcome {
  const outcome = resolveRole(identity, roles, { cluster });
  if (!('finding' in outcome) || outcome.finding?.fix === undefined) return outcome;
  const { rule, resource, fix } = outcome.finding;
  const defined = ofRole.has(rule ?? '') ? noteClusterManager(fix, cluster) : fix;
  const managers = { pools: [], nodeClasses, rows: tables['managed-changes'] };
  return { finding: { ...outcome.finding, fix: besideClassManager(defined, resource, managers) } };
}
