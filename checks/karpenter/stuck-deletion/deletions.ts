import type { Finding } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import type { KarpenterClaim, KarpenterPool } from '../../../src/facts/karpenter-objects.ts';
import { isFinished, isLeftByDrain, traitsFinder } from '../../../src/for-checks/drained-pods.ts';
import { toPoolKind } from '../../../src/for-checks/node-owners.ts';
import { selectPools, type ObjectKind, type OwnObjects } from '../../../src/karpenter/own-objects.ts';
import { parseMinutes } from '../../../src/syntax/cron.ts';
import { hoursBetween } from '../../../src/syntax/dates.ts';
import { grouped } from '../../../src/syntax/grouped.ts';

type Pod = Facts['pods'][number];
type PoolName = Pick<KarpenterPool, 'kind' | 'name'>;

/** How many minutes a deletion may take besides the wait that is configured. */
export const DELETION_MINUTES = 60;

/** An object whose deletion was requested. */
export interface Deletion {
  kind: ObjectKind | 'Node';
  name: string;
  /** When; undefined: the inventory does not contain it. */
  since: string | undefined;
  /** For how many minutes it may wait for pods. */
  patience: number;
  /** The pool of a NodeClaim, a Machine or a node. */
  pool?: PoolName | undefined;
  /** Its node. */
  node?: string | undefined;
  /** Pods on its node that a drain evicts. */
  pods: readonly Pod[];
  conditions: KarpenterClaim['conditions'];
}

type PodFacts = Pick<Facts, 'pods' | 'drainTraits'>;

/** True if it takes longer than it may; undefined if its start was not read. */
export function isStuck({ since, patience }: Deletion, now: string): boolean | undefined {
  return since === undefined ? undefined : hoursBetween(since, now) * 60 >= patience + DELETION_MINUTES;
}

/** NodeClaims, Machines and nodes that are being deleted. Omits the node of a NodeClaim that is listed. */
export function listDeletedNodes(objects: OwnObjects, nodes: readonly NodeFact[], facts: PodFacts): Deletion[] {
  const claims = objects.claims.filter(({ terminating }) => terminating);
  const known = new Set(claims.flatMap(({ node }) => node ?? []));
  const others = nodes.filter(
    ({ name, computeType, deletingSince }) => computeType === 'karpenter' && deletingSince !== null && !known.has(name),
  );
  const toWait = createWait(objects, new Set([...known, ...others.map(({ name }) => name)]), facts);
  return [
    ...claims.map(({ kind, name, pool, node, deletingSince: since, terminatesAt: end, conditions }): Deletion => {
      const own: PoolName | undefined =
        pool === null ? undefined : { kind: kind === 'Machine' ? 'Provisioner' : 'NodePool', name: pool };
      const wait = toWait(node, own);
      const patience = since === undefined || end === undefined ? wait.patience : hoursBetween(since, end) * 60;
      return { kind, name, since, pool: own, node, conditions, ...wait, patience: Math.max(0, patience) };
    }),
    ...others.map((node): Deletion => {
      const own = node.group === null ? undefined : { kind: toPoolKind(node), name: node.group };
      const since = node.deletingSince ?? undefined;
      return {
        kind: 'Node',
        name: node.name,
        since,
        pool: own,
        node: node.name,
        conditions: [],
        ...toWait(node.name, own),
      };
    }),
  ];
}

/**
 * Pools and node classes that are being deleted. Omits pools with claims that are being deleted, for which they wait.
 * @param reported findings about node classes to omit
 */
export function listDeletedParents(
  { pools, nodeClasses, claims }: OwnObjects,
  reported: readonly Pick<Finding, 'resource'>[],
): Deletion[] {
  const isReported = ({ kind, name }: { kind: string; name: string }) =>
    reported.some(({ resource }) => resource.kind === kind && resource.name === name);
  const nothing = { pods: [], conditions: [] };
  const going = pools.filter(({ terminating }) => terminating);
  return [
    ...going
      .filter(({ name }) => !claims.some(({ pool, terminating }) => pool === name && terminating))
      .map(({ kind, name, deletingSince: since }) => ({ kind, name, since, patience: 0, ...nothing })),
    ...nodeClasses
      .filter((one) => one.terminating && !isReported(one))
      .map((one) => {
        const patience = Math.max(0, ...selectPools(one, pools).map((pool) => parseGrace(pool) ?? 0));
        return { kind: one.kind, name: one.name, since: one.deletingSince, patience, ...nothing };
      }),
  ];
}

/** The `terminationGracePeriod` of a pool, in minutes; undefined if it has none. */
function parseGrace({ disruption: { terminationGracePeriod: grace } }: KarpenterPool): number | undefined {
  return grace === null ? undefined : parseMinutes(grace);
}

/** Returns a function that finds what the drain of a node waits for, and for how many minutes it may. */
function createWait({ pools }: OwnObjects, nodes: ReadonlySet<string>, { pods, drainTraits }: PodFacts) {
  const drained = pods.filter((pod) => pod.node !== null && nodes.has(pod.node) && isEvicted(pod));
  const onNodes = grouped(drained, ({ node }) => node);
  const findTraits = traitsFinder(drainTraits);
  return (node: string | undefined, own: PoolName | undefined): Pick<Deletion, 'pods' | 'patience'> => {
    const onNode = onNodes.get(node ?? null) ?? [];
    const pool = pools.find(({ kind, name }) => kind === own?.kind && name === own.name);
    const seconds = Math.max(0, ...onNode.map((pod) => findTraits(pod)?.graceSeconds ?? 0));
    return { pods: onNode, patience: (pool && parseGrace(pool)) ?? seconds / 60 };
  };
}

function isEvicted(pod: Pod): boolean {
  return !isLeftByDrain(pod) && !isFinished(pod);
}
