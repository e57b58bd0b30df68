import type { Resource } from '../check.ts';
import type { Facts } from '../facts/facts.ts';
import type { Advice } from '../syntax/advice.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Tables } from '../tables/tables.ts';
import type { ChangeValues, ManagedChange } from './managed-changes.ts';
import { behindManager } from './managed-fix.ts';
import { hasAmazonLinux2, isAmazonLinux2Type } from './node-images.ts';

/** The node groups with their tags, and the table of where changes are made. */
export interface GroupManagers {
  cluster: Pick<Facts['cluster'], 'name'>;
  /** Undefined: not read. */
  nodegroups: readonly Facts['nodegroups'][number][] | undefined;
  tables: Pick<Tables, 'managed-changes'>;
}

/** The tables with which a fix of nodes of another version names where their node group is managed. */
export interface VersionManagers extends GroupManagers {
  tables: Pick<Tables, 'managed-changes' | 'amazon-linux-2'>;
}

/**
 * A fix of a node group that says first where the group is managed. Unchanged for nodes of anything else.
 * @param values what the change sets, besides the cluster
 */
export function behindGroupManager(
  fix: Advice,
  { kind, name }: Pick<Resource, 'kind' | 'name'>,
  change: ManagedChange,
  { cluster, nodegroups = [], tables }: GroupManagers,
  values: ChangeValues = {},
): Advice {
  const group = kind === 'NodeGroup' ? nodegroups.find((one) => one.name === name) : undefined;
  return behindManager(fix, {
    of: { tags: group?.tags },
    subject: 'the node group',
    change,
    rows: tables['managed-changes'],
    values: { cluster: cluster.name, ...values },
  });
}

/** {@link behindGroupManager} for nodes of another version: with the change that replaces the group's nodes with them. */
export function behindVersionManager(
  fix: Advice,
  { resource, amiType }: { resource: Resource; amiType: string | null },
  to: Minor,
  managers: VersionManagers,
): Advice {
  const change = toVersionChange(amiType, to, managers.tables['amazon-linux-2']);
  return behindGroupManager(fix, resource, change, managers, { version: format(to) });
}

function toVersionChange(amiType: string | null, to: Minor, rows: Tables['amazon-linux-2']): ManagedChange {
  if (amiType === 'CUSTOM') return 'node-group-launch-template';
  return isAmazonLinux2Type(amiType) && !hasAmazonLinux2(to, rows) ? 'ami-type' : 'node-group-version';
}
