import type { ManagedChange } from '../../for-checks/managed-changes.ts';
import { resolveOwner, type Owned, type Owner } from '../../for-checks/owners.ts';
import { isOfEksctl } from '../../for-checks/eksctl-groups.ts';
import type { Facts } from '../../facts/facts.ts';
import type { KarpenterPool } from '../../facts/karpenter-objects.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { formatList, forCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import type { Known } from './draft.ts';
import type { ManagedObject } from './managed.ts';
import { readValue } from './read.ts';

/** What shows the manager of an object. */
type Marks = Pick<ManagedObject, 'owner' | 'marks' | 'isRead'>;
type Source = Pick<Known, 'cluster' | 'readings'>;
type Resource = Pick<ReportedFinding['resource'], 'kind' | 'namespace' | 'name'>;

/** The cluster, whose version a task changes. */
export function managedCluster({ cluster }: Source, to: Minor): ManagedObject {
  const { name, region, tags } = cluster;
  return {
    subject: 'the cluster',
    owner: resolveOwner({ tags }),
    marks: 'tags',
    isRead: tags !== undefined,
    change: 'control-plane-version',
    values: { cluster: name, region, version: format(to) },
  };
}

/** An EKS add-on, whose version a task changes. */
export function managedAddon(name: string, known: Source): ManagedObject {
  const { cluster, readings } = known;
  return {
    subject: 'the add-on',
    ...byTags(readValue(readings.addons)?.find((addon) => addon.name === name)),
    change: 'add-on-version',
    values: { cluster: cluster.name, region: cluster.region },
  };
}

/**
 * A managed node group. eksctl also labels the nodes of its groups.
 * @param as another name, of the group that replaces it: the manager of the old group is to create the new one
 */
export function managedGroup(
  name: string,
  known: Source,
  { change, to, as }: { change?: ManagedChange | undefined; to?: Minor; as?: string } = {},
): ManagedObject {
  const { cluster, readings } = known;
  const group = readValue(readings.nodegroups)?.find((one) => one.name === name);
  const marked = withLabels(byTags(group), group !== undefined && isOfEksctl(group));
  const version = to === undefined ? {} : { version: format(to) };
  return {
    subject: as === undefined ? 'the node group' : `node group ${name}`,
    ...marked,
    owner: as === undefined ? marked.owner : withoutNames(marked.owner),
    change,
    values: { cluster: cluster.name, region: cluster.region, nodegroup: as ?? name, ...version },
  };
}

/** The manager of a group whose nodes may have the labels of eksctl: the tags may name another one. */
function withLabels(byTag: Marks, isOfEksctl: boolean): Marks {
  const { owner } = byTag;
  const eksctl = { kind: 'eksctl' } as const;
  if (!isOfEksctl) return byTag;
  if (owner.kind === 'not seen' || (owner.kind === 'terraform' && owner.assumed))
    return { owner: eksctl, marks: 'labels', isRead: true };
  if (owner.kind !== 'terraform') return byTag;
  return { owner: { kind: 'contradicting', owners: [eksctl, owner] }, marks: 'tags and labels', isRead: true };
}

/** The manager of another object: what its marks say about the object itself does not apply to the other one. */
function withoutNames(owner: Owner): Owner {
  switch (owner.kind) {
    case 'eksctl':
      return { kind: 'eksctl' };
    case 'cloudformation':
      return { kind: 'cloudformation', stack: owner.stack };
    case 'cdk':
      return { kind: 'cdk' };
    case 'crossplane':
      return { kind: 'crossplane' };
    default:
      return owner;
  }
}

/** Auto Scaling groups of self-managed nodes, by their managers; empty if there are none. */
export function managedScalingGroups(names: readonly string[], known: Source): ManagedObject[] {
  const read = readValue(known.readings.autoScalingGroups) ?? [];
  return byManager(
    ['Auto Scaling group', 'Auto Scaling groups'],
    names.map((name) => ({
      name,
      ...byTags(read.find((one) => one.name === name)),
    })),
  ).map((one) => ({ ...one, change: 'self-managed-node-group-version' }));
}

/** NodePools, by their managers. */
export function managedPools(pools: readonly KarpenterPool[]): ManagedObject[] {
  return byManager(
    ['NodePool', 'NodePools'],
    pools.map(({ name, owner }) => ({ name, ...byMarks({ owner }) })),
  ).map((one) => ({ ...one, change: 'node-pool' }));
}

/** The node class of a pool, whose AMIs a task changes; undefined if it was not read. */
export function managedNodeClass({ kind, name }: Resource, { readings }: Source): ManagedObject | undefined {
  const pool = readValue(readings.karpenterPools)?.find((one) => one.kind === kind && one.name === name)?.nodeClass;
  const found = readValue(readings.karpenterNodeClasses)?.find(
    (one) => one.kind === pool?.kind && one.name === pool.name,
  );
  if (found === undefined) return undefined;
  return { subject: 'the node class', ...byMarks({ owner: found.owner }), change: 'node-class' };
}

/** A PodDisruptionBudget; undefined for anything else. */
export function managedBudget({ kind, namespace, name }: Resource, { readings }: Source): ManagedObject | undefined {
  if (kind !== 'PodDisruptionBudget') return undefined;
  const budget = readValue(readings.podDisruptionBudgets)?.find(
    (one) => one.namespace === namespace && one.name === name,
  );
  const controller = budget?.owner ?? undefined;
  const marks = byMarks({ owner: budget?.appliedBy }, budget !== undefined);
  const owner: Owner = controller === undefined ? marks.owner : { kind: 'controller', controller };
  return { subject: 'the budget', ...marks, owner, change: 'disruption-budget' };
}

/** The Deployment of a controller, which a release or a repository installs. */
export function managedDeployment(owned: Owned, change: ManagedChange | undefined): ManagedObject {
  return { subject: 'the Deployment', ...byMarks(owned), change };
}

/** The CRDs of Karpenter. */
export function managedCrds(crds: readonly Owned[]): ManagedObject {
  const owned = crds.find((crd) => resolveOwner(crd).kind !== 'not seen');
  return { subject: 'the CRDs', ...byMarks(owned ?? {}, crds.length > 0) };
}

function byMarks(owned: Owned, isRead = true): Marks {
  return { owner: resolveOwner(owned), marks: 'labels and annotations', isRead };
}

/** Inventories from before the tags were kept have none. */
function byTags(found: { tags?: Facts['nodegroups'][number]['tags'] } | undefined): Marks {
  const tags = found?.tags;
  return { owner: resolveOwner({ tags }), marks: 'tags', isRead: tags !== undefined };
}

/** Objects with the same manager are one; its subject names them. */
function byManager(
  [one, many]: readonly [string, string],
  found: readonly ({ name: string } & Marks)[],
): ManagedObject[] {
  const groups = [...grouped(found, ({ owner, isRead }) => JSON.stringify([owner, isRead])).values()];
  return groups.map((same) => {
    const [{ name: _name, ...marks }] = same;
    const names = same.map(({ name }) => name);
    return { subject: `${forCount(names.length, one, many)} ${formatList(names)}`, ...marks };
  });
}
