import { updateAddon } from '../../for-checks/eks-addon.ts';
import { hasAvoided, listUpdateVersions, resolveListing, type Offered } from '../../for-checks/offered.ts';
import type { Facts } from '../../facts/facts.ts';
import { format, parseMinor, type Minor } from '../../syntax/versions.ts';
import { withinLimits, type AddonMove } from './addon-moves.ts';
import type { Draft, Known } from './draft.ts';

/** The update of an add-on, and what EKS lists for the add-on. */
export interface AddonUpdate {
  addon: Facts['addons'][number];
  offered: Offered;
  move: AddonMove;
}

type Path = Pick<Known, 'cluster' | 'path'>;

/** Why an update has its place, and what it means for a rollback, each in a sentence. */
export function addonNotes(update: AddonUpdate, known: Path): string[] {
  const { addon, move } = update;
  if (move.when === 'before') return whyBefore(update, known);
  return [
    ...(move.when === 'at once' ? [whyAtOnce(update, known)] : []),
    ...(addon.name === 'kube-proxy'
      ? ['kube-proxy comes after the nodes: it may be older than the control plane, never newer.']
      : []),
    ...beforeRollback(update, known),
  ];
}

function whyBefore({ offered, move }: AddonUpdate, { cluster, path }: Path): string[] {
  const { from, versions, minor, hop } = move;
  const to = versions.at(-1) ?? versions[0];
  const next = path.versions[hop + 1];
  const why = next === undefined ? undefined : describeMissing(offered, from, next, cluster);
  return why === undefined ? [] : [`EKS lists ${to} for ${format(minor)}. ${why}.`];
}

/** The listing may be complete, but a version may have a known defect, or not be for the control plane. */
function whyAtOnce({ offered, move: { minor } }: AddonUpdate, { cluster }: Path): string {
  const before = minor - 1;
  const both = offered.versions.some(({ version }) =>
    [before, minor].every((one) => resolveListing(offered, version, one, cluster) === 'yes'),
  );
  const minors = `both ${format(before)} and ${format(minor)}`;
  const avoided = hasAvoided(offered, before) && hasAvoided(offered, minor) ? ' without a known defect' : '';
  const none = both ? `No version supports ${minors}` : `EKS lists no version${avoided} for ${minors}`;
  return `${none}: do this directly after the update of the control plane.`;
}

function beforeRollback({ offered, move }: AddonUpdate, { cluster, path }: Path): string[] {
  const { from, versions, minor, hop } = move;
  const before = path.versions[hop];
  const to = versions.at(-1) ?? versions[0];
  const why = before === undefined || before === minor ? undefined : describeMissing(offered, to, before, cluster);
  if (before === undefined || why === undefined) return [];
  const isUndone = [before, minor].every((one) => isFor(offered, from, one, cluster));
  const how = isUndone ? 'undo this task' : 'install an earlier version of the add-on';
  return [`${why}: before a rollback to ${format(before)}, ${how}.`];
}

function isFor(offered: Offered, version: string, minor: Minor, cluster: Known['cluster']): boolean {
  return resolveListing(withinLimits(offered), version, minor, cluster) === 'yes';
}

/** Why a version of an add-on is not for a version of Kubernetes; undefined if it is. */
function describeMissing(
  offered: Offered,
  version: string,
  minor: Minor,
  cluster: Known['cluster'],
): string | undefined {
  if (resolveListing(offered, version, minor, cluster) !== 'no')
    return resolveListing(withinLimits(offered), version, minor, cluster) === 'no'
      ? `${format(minor)} does not support ${version}, although EKS lists it`
      : undefined;
  const row = offered.versions.find((one) => one.version === version);
  const isElsewhere = row?.compatibilities.some((one) => parseMinor(one.cluster) === minor) === true;
  return `EKS does not list ${version} for ${format(minor)}${isElsewhere ? ' on the platform version of this cluster' : ''}`;
}

/** How to undo an update, if the old version is for the control plane of that time. */
export function undoAddon({ addon, offered, move }: AddonUpdate, { cluster }: Path): Pick<Draft, 'undo'> {
  const { from, versions, minor } = move;
  if (!isFor(offered, from, minor, cluster)) return {};
  const back = listUpdateVersions(offered, { from: versions.at(-1) ?? versions[0], to: from }, minor, cluster);
  const { commands } = updateAddon(cluster, addon, back);
  return { undo: { text: `Update the add-on back to ${from}.`, commands: [...commands] } };
}
