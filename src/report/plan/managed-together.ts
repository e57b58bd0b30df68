import { whereToChange } from '../../for-checks/managed-changes.ts';
import type { Owner } from '../../for-checks/owners.ts';
import { forCount, formatList } from '../../syntax/english.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';
import type { Known } from './draft.ts';
import { managedAddon, managedCluster, managedGroup } from './managed-objects.ts';
import type { PlannedMove } from './planned-moves.ts';
import { readValue } from './read.ts';

/** That one change of the manager can update other node groups, too: each has a task, and some may be done at once. */
export function movedTogether(
  { owner: { computeType, resource }, mode, replaced }: PlannedMove,
  known: Known,
): string[] {
  if (computeType !== 'managed' || mode !== 'update' || replaced !== undefined) return [];
  const own = managedGroup(resource.name, known).owner;
  const others = listGroups(known).filter(({ name, owner }) => name !== resource.name && isOneChange(own, owner));
  if (others.length === 0) return [];
  const names = others.map(({ name }) => name);
  const text = `${forCount(names.length, 'node group', 'node groups')} ${formatList(names)}, too`;
  return [
    own.kind === 'terraform'
      ? `If one argument sets the version of several groups, the same change updates ${text}.`
      : `The same update of the stack can change ${text}.`,
  ];
}

/** Whether one change can be for objects of both managers. */
function isOneChange(a: Owner, b: Owner): boolean {
  if (a.kind === 'terraform') return b.kind === 'terraform' && a.tool === b.tool;
  const isStack = a.kind === 'cloudformation' || a.kind === 'cdk';
  return isStack && b.kind === a.kind && a.stack !== undefined && a.stack === b.stack;
}

/**
 * That the apply that updates the control plane can update node groups as well, before the hold: modules give a group
 * without a version that of the cluster.
 */
export function nodesWithCluster(known: Known, from: Minor): string[] {
  const { owner } = managedCluster(known, from);
  if (owner.kind !== 'terraform') return [];
  const groups = listGroups(known).filter(
    (group) => isOneChange(owner, group.owner) && (parseMinor(group.version ?? '') ?? from) <= from,
  );
  const where = whereToChange('node-group-version', owner, loadTable('managed-changes').rows);
  if (groups.length === 0 || where === undefined) return [];
  const names = groups.map(({ name }) => name);
  return [
    `The same apply may update ${forCount(names.length, 'node group', 'node groups')} ${formatList(names)} before the hold, if the configuration gives the groups the version of the cluster. To keep them at ${format(from)}, set that version for the groups first. ${where.text}`,
  ];
}

/** That the same apply can also update add-ons: modules install the newest version, unless one is set. */
export function addonsWithCluster(known: Known, from: Minor): string[] {
  const { owner } = managedCluster(known, from);
  if (owner.kind !== 'terraform') return [];
  const addons = (readValue(known.readings.addons) ?? []).filter(({ name }) =>
    isOneChange(owner, managedAddon(name, known).owner),
  );
  if (addons.length === 0) return [];
  return [
    'The same apply may update add-ons for which the configuration sets `most_recent`, or no `addon_version`: set their versions first.',
  ];
}

function listGroups(known: Known): { name: string; version: string | null; owner: Owner }[] {
  return (readValue(known.readings.nodegroups) ?? []).map(({ name, version }) => ({
    name,
    version,
    owner: managedGroup(name, known).owner,
  }));
}
