import type { Context, Finding, Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import type { Command } from '../../../src/syntax/shell.ts';
import { format } from '../../../src/syntax/versions.ts';

/**
 * The finding for a node group that is being updated: until that completes, EKS starts no rollback of the control plane.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function updatingBeforeRollback(
  { status, version }: Facts['nodegroups'][number],
  resource: Resource,
  look: Command,
  { target }: Pick<Context, 'target'>,
): Finding {
  const observed = version === null ? status : `${status}, version ${version}`;
  return {
    level: 'fail',
    rule: 'status',
    blocks: 'control-plane',
    short: 'is being updated',
    resource,
    message: `the node group is being updated, and EKS starts no rollback until that completes: its status is ${status}`,
    evidence: [{ observed, required: 'ACTIVE', fact: 'nodegroups' }],
    fix: advice`Wait until the update completes. Then the group must be at ${format(target)}: if it is not, update it to
      ${format(target)} before you roll back the control plane.\n${commands(look)}`,
  };
}
