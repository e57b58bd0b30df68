import type { Facts } from '../facts/facts.ts';
import { advice, type Advice } from '../syntax/advice.ts';
import type { Tables } from '../tables/tables.ts';
import { whereToChange, type ManagedChange } from './managed-changes.ts';
import { behindManager, insertBeforeBlock } from './managed-fix.ts';
import { formatManager, resolveOwner } from './owners.ts';

/** A fix that changes the cluster with the EKS API, with what manages the cluster, according to its tags. */
export function behindClusterManager(
  fix: Advice,
  { name, tags }: Pick<Facts['cluster'], 'name' | 'tags'>,
  change: ManagedChange,
  tables: Pick<Tables, 'managed-changes'>,
): Advice {
  return behindManager(fix, {
    of: { tags },
    isOnly: true,
    subject: 'the cluster',
    change,
    rows: tables['managed-changes'],
    values: { cluster: name },
  });
}

/** A fix that creates an object of the cluster, with where to define it: what manages the cluster reverts nothing. */
export function besideClusterManager(
  fix: Advice,
  { name, tags }: Pick<Facts['cluster'], 'name' | 'tags'>,
  change: ManagedChange,
  tables: Pick<Tables, 'managed-changes'>,
): Advice {
  const owner = resolveOwner({ tags });
  if (owner.kind === 'not told') return fix;
  const where = whereToChange(change, owner, tables['managed-changes'], { cluster: name });
  const manager = advice`The tags of the cluster name ${formatManager(owner)}: define it there, too.`;
  return insertBeforeBlock(fix, where === undefined ? manager : advice`${manager} ${where}`);
}
