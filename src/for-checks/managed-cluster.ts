import type { Facts } from '../facts/facts.ts';
import { advice, managedBy, type Advice } from '../syntax/advice.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';
import { whereToChange, type ManagedChange } from './managed-changes.ts';
import { behindManager, behindSentence, insertBeforeBlock, toSharedOwner } from './managed-fix.ts';
import { formatManager, managerTool, resolveOwner, type Owner } from './owners.ts';

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

/**
 * A fix that creates an object of the cluster, with where to define it: what manages the cluster reverts nothing.
 * Unchanged if the table has no place for such an object.
 */
export function besideClusterManager(
  fix: Advice,
  { name, tags }: Pick<Facts['cluster'], 'name' | 'tags'>,
  change: ManagedChange,
  tables: Pick<Tables, 'managed-changes'>,
): Advice {
  const owner = resolveOwner({ tags });
  if (owner.kind === 'not seen') return fix;
  const where = whereToChange(change, toSharedOwner(owner), tables['managed-changes'], { cluster: name });
  if (where === undefined) return fix;
  return insertBeforeBlock(fix, advice`${defineBeside(owner)} ${where}`);
}

/** That what manages the cluster should define an object that a fix creates: a sentence. */
export function defineBeside(owner: Owner): Advice {
  return managedBy(
    advice`The tags of the cluster name ${formatManager(owner)}: define the new object there${afterwards(owner)}.`,
    managerTool(owner),
  );
}

/** These tools refuse to create what exists. */
function afterwards({ kind }: Owner): string {
  return kind === 'terraform' || kind === 'pulumi' || kind === 'cloudformation' || kind === 'cdk'
    ? ', or import it there after the direct command'
    : ', too';
}

/**
 * A fix that changes an object beside the cluster whose own tags were not read, such as its VPC: what manages the cluster
 * may manage the object, too.
 */
export function behindLikelyManager(
  fix: Advice,
  { subject, change }: { subject: string; change: ManagedChange },
  { name, tags }: Pick<Facts['cluster'], 'name' | 'tags'>,
  tables: Pick<Tables, 'managed-changes'>,
): Advice {
  const owner = resolveOwner({ tags });
  if (owner.kind === 'not seen') return fix;
  const where = whereToChange(change, toSharedOwner(owner), tables['managed-changes'], { cluster: name });
  const manager = advice`The tags of the cluster name ${formatManager(owner)}: find out whether it manages ${subject}, too.`;
  return behindSentence(fix, where === undefined ? manager : advice`${manager} ${where}`);
}

/**
 * That the definition of a cluster still has the version before a rollback: the table has no row for a rollback. Undefined
 * if no manager was seen.
 */
export function noteDefinedVersion(owner: Owner, to: Minor): string | undefined {
  const tool = managerTool(owner);
  return tool === undefined
    ? undefined
    : `Set ${format(to)} where ${tool} has the version of the cluster, too: otherwise, its next run updates the cluster again.`;
}
