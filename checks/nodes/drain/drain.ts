import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { DrainTraits } from '../../../src/facts/drain-traits.ts';
import { listRolledGroups, type RolledFrom, type RolledGroup } from '../../../src/for-checks/rolled-groups.ts';
import type { Minor } from '../../../src/syntax/versions.ts';

type Pod = Facts['pods'][number];

/** A pod with a trait that matters, on a node that the update replaces. */
export interface Drained {
  pod: Pod;
  traits: DrainTraits;
  node: NodeFact;
  group: RolledGroup;
}

/** What the update drains. */
export interface Drain {
  groups: readonly RolledGroup[];
  /** The group of each node that is replaced, by the node's name. */
  groupOf: ReadonlyMap<string, RolledGroup>;
  /** Pods with traits on these nodes. */
  drained: readonly Drained[];
  pods: Facts['pods'];
}

/** Joins the pods that have a trait with the nodes that the update replaces. */
export function toDrain(
  { pods, drainTraits, ...from }: RolledFrom & Pick<Facts, 'pods' | 'drainTraits'>,
  target: Minor,
): Drain {
  const groups = listRolledGroups(from, target);
  const nodes = new Map(groups.flatMap((group) => group.nodes.map((node) => [node.name, { node, group }] as const)));
  const traitsOf = new Map(drainTraits.map((traits) => [`${traits.namespace}/${traits.name}`, traits]));
  const drained = pods.flatMap((pod) => {
    const place = nodes.get(pod.node ?? '');
    const traits = traitsOf.get(`${pod.namespace}/${pod.name}`);
    return place === undefined || traits === undefined || pod.terminating ? [] : [{ pod, traits, ...place }];
  });
  return { groups, groupOf: new Map([...nodes].map(([name, { group }]) => [name, group])), drained, pods };
}
