import type { Evidence, Finding, Resource } from '../check.ts';
import type { DrainTraits } from '../facts/drain-traits.ts';
import type { Facts, NodeFact } from '../facts/facts.ts';
import type { PathEnds } from '../syntax/versions.ts';
import { grouped } from '../syntax/grouped.ts';
import { groupEvidence } from './pods-by-group.ts';
import { listRolledGroups, type RolledFrom, type RolledGroup } from './rolled-groups.ts';

type Pod = Facts['pods'][number];

/** A pod with a trait that matters, on a node that the update replaces. */
export interface Drained {
  pod: Pod;
  traits: DrainTraits;
  node: NodeFact;
  group: RolledGroup;
}

/** True for static pods and those of DaemonSets, which a drain leaves. Source: the filters of kubectl drain. */
export function isLeftByDrain({ controller }: Pick<Pod, 'controller'>): boolean {
  return controller?.kind === 'DaemonSet' || controller?.kind === 'Node';
}

/** True for a pod that has finished; it stays listed until it is deleted. */
export function isFinished({ phase }: Pick<Pod, 'phase'>): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** What the update drains. */
export interface Drain {
  groups: readonly RolledGroup[];
  /** The group of each node that is replaced, by the node's name. */
  groupOf: ReadonlyMap<string, RolledGroup>;
  /** Pods with traits on these nodes. */
  drained: readonly Drained[];
  /** All pods and nodes of the cluster. */
  pods: Facts['pods'];
  nodes: Facts['nodes'];
}

/** Joins the pods that have a trait with the nodes that the update replaces. */
export function toDrain(
  { pods, drainTraits, ...from }: RolledFrom & Pick<Facts, 'pods' | 'drainTraits'>,
  path: PathEnds,
): Drain {
  const groups = listRolledGroups(from, path);
  const nodes = new Map(groups.flatMap((group) => group.nodes.map((node) => [node.name, { node, group }] as const)));
  const findTraits = traitsFinder(drainTraits);
  const drained = pods.flatMap((pod) => {
    const place = nodes.get(pod.node ?? '');
    const traits = findTraits(pod);
    return place === undefined || traits === undefined || pod.terminating ? [] : [{ pod, traits, ...place }];
  });
  const groupOf = new Map([...nodes].map(([name, { group }]) => [name, group]));
  return { groups, groupOf, drained, pods, nodes: from.nodes };
}

/** Returns a function that finds the traits of a pod. There may be 100,000 pods: it builds no text for each. */
export function traitsFinder(
  drainTraits: Facts['drainTraits'],
): (pod: Pick<Pod, 'namespace' | 'name'>) => DrainTraits | undefined {
  const byNamespace = new Map<string, Map<string, DrainTraits>>();
  for (const traits of drainTraits) {
    const own = byNamespace.get(traits.namespace) ?? new Map<string, DrainTraits>();
    byNamespace.set(traits.namespace, own.set(traits.name, traits));
  }
  return ({ namespace, name }) => byNamespace.get(namespace)?.get(name);
}

/** Pods of one controller. */
export type OfWorkload<Item> = readonly [Item, ...Item[]];

/** The drained pods by controller; a pod without one is alone. */
export function byWorkload(drained: readonly Drained[]): OfWorkload<Drained>[] {
  return [...grouped(drained, ({ pod }) => workloadKey(pod)).values()];
}

/** Equal for pods of one controller. */
export function workloadKey({ namespace, name, controller }: Pod): string {
  return controller === null ? `${namespace}/Pod/${name}` : `${namespace}/${controller.kind}/${controller.name}`;
}

/** The controller of a pod; the pod itself if it has none. */
export function toWorkload({ namespace, name, controller }: Pod): Resource & { namespace: string } {
  return { kind: controller?.kind ?? 'Pod', namespace, name: controller?.name ?? name };
}

/**
 * What every finding for a workload contains: where its pods run, after the trait that causes the problem.
 * @param pods pods of one controller
 */
export function aboutWorkload(
  pods: OfWorkload<Drained>,
  trait: Evidence,
): { resource: ReturnType<typeof toWorkload> } & Pick<Finding, 'groups' | 'evidence'> {
  const groups = [...grouped(pods, ({ group }) => group)]
    .map(([{ text, computeType }, own]) => ({ text, computeType, pods: own.map(({ pod }) => pod) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  return {
    resource: toWorkload(pods[0].pod),
    groups: groups.map(({ text }) => text),
    evidence: [trait, ...groupEvidence(groups)],
  };
}

/** Whether nodes of these kinds run one of the pods. */
export function runsOn(pods: OfWorkload<Drained>, ...types: readonly Drained['group']['computeType'][]): boolean {
  return pods.some(({ group }) => types.includes(group.computeType));
}

/** The volumes bound to the claims of a pod. */
export function findVolumes<Volume extends Pick<Facts['persistentVolumes'][number], 'claim' | 'phase'>>(
  volumes: readonly Volume[],
): (drained: Pick<Drained, 'traits'>) => Volume[] {
  const bound = new Map(volumes.filter(({ phase }) => phase === 'Bound').map((volume) => [volume.claim, volume]));
  return ({ traits }) => (traits.claims ?? []).flatMap((claim) => bound.get(`${traits.namespace}/${claim}`) ?? []);
}
