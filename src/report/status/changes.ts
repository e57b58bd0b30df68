import { groupChanges } from './group-changes.ts';
import type { StatusAddon, StatusDocument, StatusGroup } from './schema.ts';
import { updateChanges } from './update-changes.ts';

/** A change between two looks. */
export interface Change {
  /** What has changed: `general`, `control plane`, `add-on coredns`. */
  part: string;
  /** How, in a few words. */
  text: string;
}

/**
 * What has changed between two looks at a cluster, in the order in which an update changes it. Both must have seen the
 * same: what one of them has not read looks like a change (`alignLooks`).
 */
export function listChanges(before: StatusDocument, after: StatusDocument): Change[] {
  return [
    ...controlPlaneChanges(before, after).map((text) => ({ part: 'control plane', text })),
    ...changesInGroups(before, after),
    ...changesInAddons(before, after),
  ];
}

function controlPlaneChanges(
  { controlPlane: before }: StatusDocument,
  { controlPlane: after, readAt }: StatusDocument,
) {
  const ofUpdate = updateChanges({ before: before.update, after: after.update }, readAt);
  return [
    ...(before.version === after.version ? [] : [`${before.version} -> ${after.version}`]),
    ...(before.status === after.status || ofUpdate.length > 0 ? [] : [`the cluster is ${after.status}`]),
    ...ofUpdate,
  ];
}

function changesInGroups(before: StatusDocument, after: StatusDocument): Change[] {
  const [earlier, later] = [byKey(before.groups), byKey(after.groups)];
  const all = [...after.groups, ...before.groups.filter((group) => !later.has(toKey(group)))];
  return all.toSorted(byName).flatMap((group) => {
    const [was, is] = [earlier.get(toKey(group)), later.get(toKey(group))];
    const part = group.kind === 'managed' && group.group !== null ? group.group : group.name;
    return groupTexts(was, is, after.readAt).map((text) => ({ part, text }));
  });
}

function groupTexts(was: StatusGroup | undefined, is: StatusGroup | undefined, now: string): string[] {
  if (was !== undefined && is !== undefined) return groupChanges(was, is, now);
  if (is !== undefined) return [`is new: ${is.text}`];
  return [was?.kind === 'managed' ? 'is no longer listed' : 'has no nodes left'];
}

function changesInAddons(before: StatusDocument, after: StatusDocument): Change[] {
  const earlier = new Map(before.addons.map((one) => [one.name, one]));
  const later = new Set(after.addons.map(({ name }) => name));
  const removed = before.addons.filter(({ name }) => !later.has(name));
  return [
    ...after.addons.toSorted(byName).flatMap((is) => {
      const was = earlier.get(is.name);
      const texts = was === undefined ? [`is new: ${is.version}, ${is.status}`] : addonTexts(was, is);
      return texts.map((text) => ({ part: `add-on ${is.name}`, text }));
    }),
    ...removed.map(({ name }) => ({ part: `add-on ${name}`, text: 'is no longer listed' })),
  ];
}

function addonTexts(was: StatusAddon, is: StatusAddon): string[] {
  const codes = is.status === was.status ? [] : (is.update?.errors ?? []).map(({ code }) => code);
  const version = was.version === is.version ? '' : `${was.version} -> ${is.version}, `;
  const why = codes.length === 0 ? '' : ` (${[...new Set(codes)].join(', ')})`;
  return [
    ...(version === '' && was.status === is.status ? [] : [`${version}${is.status}${why}`]),
    ...is.issues.filter((issue) => !was.issues.includes(issue)).map((issue) => `EKS reports ${issue}`),
    ...podTexts(was, is),
  ];
}

/** Not each pod that starts: only that pods are missing, or are all there again. */
function podTexts({ pods: was }: StatusAddon, { pods: is }: StatusAddon): string[] {
  if (was === null || is === null) return [];
  const [wasWhole, isWhole] = [was.available >= was.wanted, is.available >= is.wanted];
  return wasWhole === isWhole ? [] : [`${is.available} of ${is.wanted} pods available`];
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function byKey(groups: readonly StatusGroup[]): ReadonlyMap<string, StatusGroup> {
  return new Map(groups.map((group) => [toKey(group), group]));
}

/** The kind of a group without nodes is not always known: its name is enough. */
function toKey({ name }: StatusGroup): string {
  return name;
}
