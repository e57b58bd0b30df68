import type { Context } from '../../../src/check.ts';
import { defineBeside } from '../../../src/for-checks/managed-cluster.ts';
import { insertBeforeBlock } from '../../../src/for-checks/managed-fix.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import type { Advice } from '../../../src/syntax/advice.ts';

/**
 * A fix that creates what the table of changes does not contain, such as a role, with what manages the cluster. Unchanged
 * if no manager was seen.
 */
export function noteClusterManager(fix: Advice, { tags }: Pick<Context['cluster'], 'tags'>): Advice {
  const owner = resolveOwner({ tags });
  if (owner.kind === 'not seen') return fix;
  return insertBeforeBlock(fix, defineBeside(owner));
}
