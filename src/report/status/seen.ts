import type { Facts, FactName } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import type { Hold } from '../../for-checks/hold.ts';
import { findHolds, isDrainedPod, type LeavingNode } from '../../for-checks/pod-holds.ts';
import { findLeavingNodes } from '../../karpenter/leaving-nodes.ts';
import { grouped } from '../../syntax/grouped.ts';
import { parseMinor, type Minor } from '../../syntax/versions.ts';
import { loadTable } from '../../tables/tables.ts';

type Pod = Facts['pods'][number];

/** What one look at a cluster has seen, joined once for all parts of the status. */
export interface Seen {
  readings: Readings;
  cluster: Facts['cluster'];
  /** The version of the control plane. */
  version: Minor;
  /** ISO 8601. */
  now: string;
  /** The pods of each node that a drain evicts; undefined if pods were not read. */
  podsOn: ((node: string) => readonly Pod[]) | undefined;
  /** A pod by its namespace and name. */
  podAt: (path: string) => Pod | undefined;
  holds: ReadonlyMap<Pod, readonly Hold[]>;
  /** Names of the nodes that are cordoned or being deleted. */
  leaving: ReadonlySet<string>;
  /** Since when the NodeClaim of a node is being deleted, by the name of the node. */
  deletedClaims: ReadonlyMap<string, string>;
}

/** The value of a fact; undefined if it was not read. */
export function valueIn<Name extends FactName>(readings: Readings, name: Name): Facts[Name] | undefined {
  const reading = readings[name];
  return reading?.ok === true ? reading.value : undefined;
}

/** Joins nodes, pods and what holds them. */
export function toSeen(readings: Readings, cluster: Facts['cluster'], now: string): Seen {
  const version = parseMinor(cluster.version) ?? 0;
  const nodes = valueIn(readings, 'nodes') ?? [];
  const pods = valueIn(readings, 'pods');
  const karpenterClaims = valueIn(readings, 'karpenterClaims') ?? [];
  const leavingNodes = findLeavingNodes({ nodes, karpenterClaims });
  const byNode = grouped((pods ?? []).filter(isDrainedPod), ({ node }) => node ?? '');
  const byPath = new Map((pods ?? []).map((pod) => [`${pod.namespace}/${pod.name}`, pod]));
  const podsOn = (name: string): readonly Pod[] => byNode.get(name) ?? [];
  const left: LeavingNode[] = leavingNodes.map((node) => ({ node, pods: podsOn(node.name) }));
  return {
    readings,
    cluster,
    version,
    now,
    podsOn: pods === undefined ? undefined : podsOn,
    podAt: (path) => byPath.get(path),
    holds: findHolds(left, { ...factsOfHolds(readings), nodes, pods: pods ?? [] }, toContext(version, now)),
    leaving: new Set(leavingNodes.map(({ name }) => name)),
    deletedClaims: new Map(
      karpenterClaims.flatMap(({ node, deletingSince }) =>
        node === undefined || deletingSince === undefined ? [] : [[node, deletingSince] as const],
      ),
    ),
  };
}

function factsOfHolds(readings: Readings) {
  return {
    waitingPods: valueIn(readings, 'waitingPods'),
    drainTraits: valueIn(readings, 'drainTraits'),
    podDisruptionBudgets: valueIn(readings, 'podDisruptionBudgets'),
    budgetedPods: valueIn(readings, 'budgetedPods'),
    admissionWebhooks: valueIn(readings, 'admissionWebhooks'),
    webhookServices: valueIn(readings, 'webhookServices'),
  };
}

/** The fixes of budgets name who manages them. */
function toContext(version: Minor, now: string) {
  const tables = { 'managed-changes': loadTable('managed-changes').rows };
  return { version, now, current: version, target: version, tables };
}
