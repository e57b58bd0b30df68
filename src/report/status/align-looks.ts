import { isLeaving } from './group.ts';
import type { StatusAddon, StatusDocument, StatusGroup } from './schema.ts';

/**
 * What one look has read, by section: null if something of it was not read this time; else the names of the facts that
 * cannot be read in this cluster, such as those without a permission: an empty text if there are none.
 */
export interface ReadSections {
  /** The updates of the control plane. */
  controlPlane: string | null;
  /** The groups, as AWS describes them. */
  groups: string | null;
  /** Nodes, pods and what holds them. */
  nodes: string | null;
  addons: string | null;
}

/** A look, and what it has read. */
export interface Look {
  document: StatusDocument;
  read: ReadSections;
}

/**
 * Makes two looks comparable: what was not read this time is as it was known, and what was never read before is taken as
 * it is now. Neither is a change.
 * @param known what is known from the looks before: the `after` and `read` of their alignment
 */
export function alignLooks(
  known: Look,
  look: Look,
): { before: StatusDocument; after: StatusDocument; read: ReadSections } {
  const { read } = look;
  const isNew = (section: keyof ReadSections): boolean =>
    read[section] !== null && read[section] !== known.read[section];
  const old = known.document;
  const now = look.document;
  const { version, status } = now.controlPlane;
  const groups = alignGroups(known, look);
  return {
    before: {
      ...old,
      controlPlane: isNew('controlPlane')
        ? { ...now.controlPlane, version: old.controlPlane.version, status: old.controlPlane.status }
        : old.controlPlane,
      groups: groups.before,
      addons: isNew('addons') ? now.addons : old.addons,
    },
    after: {
      ...now,
      controlPlane: read.controlPlane === null ? { ...old.controlPlane, version, status } : now.controlPlane,
      groups: groups.after,
      addons: read.addons === null ? old.addons : withKnownPods(now.addons, old.addons),
    },
    read: {
      controlPlane: read.controlPlane ?? known.read.controlPlane,
      groups: read.groups ?? known.read.groups,
      nodes: read.groups === null ? known.read.nodes : (read.nodes ?? (groups.keepsNodes ? known.read.nodes : null)),
      addons: read.addons ?? known.read.addons,
    },
  };
}

interface AlignedGroups {
  before: StatusGroup[];
  after: StatusGroup[];
  /** The nodes of `after` are those that were known. */
  keepsNodes: boolean;
}

function alignGroups({ document: old, read: was }: Look, { document: now, read }: Look): AlignedGroups {
  if (read.groups === null) return { before: old.groups, after: old.groups, keepsNodes: true };
  if (read.groups !== was.groups) return { before: now.groups, after: now.groups, keepsNodes: false };
  if (read.nodes === null) {
    const keepsNodes = was.nodes !== null;
    const after = keepsNodes ? withKnownNodes(now.groups, old.groups) : now.groups;
    return { before: old.groups, after, keepsNodes };
  }
  const before = read.nodes === was.nodes ? old.groups : withNewNodes(old.groups, now.groups);
  return { before, after: withFewestPods(now.groups, old.groups), keepsNodes: false };
}

/** The nodes and what holds them as they were known, and groups that only nodes show. */
function withKnownNodes(groups: readonly StatusGroup[], known: readonly StatusGroup[]): StatusGroup[] {
  return joinGroups(groups, known, (group, { nodes, holds, state }) => ({
    ...group,
    nodes,
    holds,
    state: group.state === 'running' && state === 'stuck' ? state : group.state,
  }));
}

/** The nodes as they are now; what holds them is still to be said. */
function withNewNodes(groups: readonly StatusGroup[], now: readonly StatusGroup[]): StatusGroup[] {
  const unheld = now.map((group): StatusGroup => ({ ...group, holds: [], state: 'idle' }));
  return joinGroups(groups, unheld, (group, { nodes }) => ({ ...group, nodes }));
}

function joinGroups(
  groups: readonly StatusGroup[],
  others: readonly StatusGroup[],
  join: (group: StatusGroup, other: StatusGroup) => StatusGroup,
): StatusGroup[] {
  const byName = new Map(others.map((one) => [one.name, one]));
  const own = new Set(groups.map(({ name }) => name));
  return [
    ...groups.map((group) => {
      const other = byName.get(group.name);
      return other === undefined ? group : join(group, other);
    }),
    ...others.filter(({ name }) => !own.has(name)),
  ];
}

/**
 * The fewest pods since the cordon: a pod that tolerates the taint may return and leave again and again, which is no
 * progress.
 */
function withFewestPods(groups: readonly StatusGroup[], known: readonly StatusGroup[]): StatusGroup[] {
  const earlier = new Map(known.map((group) => [group.name, group.nodes.filter(isLeaving)]));
  return groups.map((group) => {
    if (!group.nodes.some(isLeaving)) return group;
    const before = new Map((earlier.get(group.name) ?? []).map(({ name, pods }) => [name, pods]));
    const nodes = group.nodes.map((node) => {
      const pods = before.get(node.name) ?? node.pods;
      return isLeaving(node) && pods !== null && pods < (node.pods ?? 0) ? { ...node, pods } : node;
    });
    return { ...group, nodes };
  });
}

function withKnownPods(addons: readonly StatusAddon[], known: readonly StatusAddon[]): StatusAddon[] {
  const pods = new Map(known.map((one) => [one.name, one.pods]));
  return addons.map((one) => (one.pods === null ? { ...one, pods: pods.get(one.name) ?? null } : one));
}
