import { isFinished, isLeftByDrain, toWorkload, workloadKey } from '../../for-checks/drained-pods.ts';
import { listUnready } from '../../for-checks/workload-readiness.ts';
import type { Facts, NodeFact } from '../../facts/facts.ts';
import type { Readings } from '../../facts/reading.ts';
import { plainResource } from '../../judge/finding.ts';
import { formatCount } from '../../syntax/english.ts';
import { grouped } from '../../syntax/grouped.ts';
import { sh } from '../../syntax/shell.ts';
import { resourceName } from '../resource-name.ts';
import { shellTexts } from './conditions.ts';
import type { Condition } from './draft.ts';

type Pod = Facts['pods'][number];

/** A budget of pods: its name, as kubectl writes it, and how many disruptions it allows now. */
interface Guard {
  name: string;
  allows: number;
}

/** A workload with pods on nodes that a task drains. */
export interface DrainedWorkload {
  /** As kubectl writes it: `deploy/shop/cart`. */
  name: string;
  kind: string;
  namespace: string;
  /** Its own name. */
  own: string;
  /** Its pods on these nodes. */
  moved: number;
  /** All its pods, on any node, and those that are ready. */
  pods: { ready: number; all: number };
  guards: readonly Guard[];
}

/** The pods of a cluster, as {@link listDrainedWorkloads} needs them. */
export interface PodIndex {
  onNode: ReadonlyMap<string, readonly Pod[]>;
  ofWorkload: ReadonlyMap<string, readonly Pod[]>;
  /** By namespace and name of the pod. */
  guards: ReadonlyMap<string, readonly Guard[]>;
  /** False if the pods were not read: then it is unknown which pods a drain moves. */
  isRead: boolean;
}

/** Indexes the pods that a drain moves, once for a whole plan. Without pods, no workload is known. */
export function indexPods({ pods, budgetedPods, podDisruptionBudgets }: Readings): PodIndex {
  const all = pods?.ok === true ? pods.value.filter((pod) => !isLeftByDrain(pod) && !isFinished(pod)) : [];
  const allowed = new Map(
    (podDisruptionBudgets?.ok === true ? podDisruptionBudgets.value : []).map(
      ({ namespace, name, status }) => [`${namespace}/${name}`, status.disruptionsAllowed] as const,
    ),
  );
  const guards = new Map<string, Guard[]>();
  for (const { namespace, name, pods: own } of budgetedPods?.ok === true ? budgetedPods.value : []) {
    const guard = { name: `pdb/${namespace}/${name}`, allows: allowed.get(`${namespace}/${name}`) };
    if (guard.allows === undefined) continue;
    for (const pod of own) {
      const key = `${namespace}/${pod}`;
      guards.set(key, [...(guards.get(key) ?? []), { name: guard.name, allows: guard.allows }]);
    }
  }
  const onNode = grouped(all, ({ node }) => node ?? '');
  return { onNode, ofWorkload: grouped(all, workloadKey), guards, isRead: pods?.ok === true };
}

/** The workloads with pods on these nodes: those that a budget guards most strictly first. */
export function listDrainedWorkloads(nodes: readonly NodeFact[], index: PodIndex): DrainedWorkload[] {
  const moved = nodes.flatMap(({ name }) => index.onNode.get(name) ?? []);
  return [...grouped(moved, workloadKey)]
    .map(([key, own]) => toDrainedWorkload(own, index.ofWorkload.get(key) ?? own, index.guards))
    .toSorted((a, b) => leastAllowed(a) - leastAllowed(b) || (a.name < b.name ? -1 : 1));
}

function toDrainedWorkload(
  own: readonly [Pod, ...Pod[]],
  all: readonly Pod[],
  guards: PodIndex['guards'],
): DrainedWorkload {
  const resource = toWorkload(own[0]);
  const found = own.flatMap(({ namespace, name }) => guards.get(`${namespace}/${name}`) ?? []);
  return {
    name: resourceName({ ...resource, text: plainResource(resource) }),
    kind: resource.kind,
    namespace: resource.namespace,
    own: resource.name,
    moved: own.length,
    pods: { ready: all.filter(({ ready }) => ready).length, all: all.length },
    guards: [...new Map(found.map((guard) => [guard.name, guard])).values()],
  };
}

function leastAllowed({ guards }: DrainedWorkload): number {
  return Math.min(...guards.map(({ allows }) => allows), Number.MAX_SAFE_INTEGER);
}

const mostNamed = 5;

/** Which workloads move, with the budgets that guard them, each in a sentence; empty if the pods were not read. */
export function describeMoves(workloads: readonly DrainedWorkload[], { isRead }: Pick<PodIndex, 'isRead'>): string[] {
  if (workloads.length === 0) return isRead ? ['No pods move: only those of DaemonSets run there now.'] : [];
  const named = workloads.slice(0, mostNamed).map((one) => {
    const budgets = one.guards.map(({ name, allows }) => `${name} allows ${formatCount(allows, 'disruption')} now`);
    return [moveText(one), ...budgets].join('; ');
  });
  const rest = workloads.length - named.length;
  const more = rest > 0 ? [`Pods of ${formatCount(rest, 'more workload', 'more workloads')} move`] : [];
  return [...named, ...more].map((text) => `${text}.`);
}

function moveText({ name, kind, moved }: DrainedWorkload): string {
  if (kind === 'Pod') return `${name} is deleted, and no controller recreates it`;
  return `${formatCount(moved, 'pod')} of ${name} ${moved === 1 ? 'moves' : 'move'}`;
}

/** Kinds whose pods come back after a drain, and that `kubectl get` shows with the pods that are ready. */
const restored = new Set(['Deployment', 'StatefulSet', 'ReplicaSet']);

/** What shows that the workloads of drained nodes run again. */
export function workloadConditions(workloads: readonly DrainedWorkload[]): Condition[] {
  const own = workloads.filter(({ kind }) => restored.has(kind));
  const named = own.slice(0, mostNamed).map(({ name, kind, namespace, own: workload, pods }): Condition => ({
    kind: 'workload',
    text: `${name} has ${pods.ready} of ${pods.all} pods ready, as before`,
    commands: shellTexts(sh`kubectl -n ${namespace} get ${`${kind.toLowerCase()}/${workload}`}`),
    object: name,
    pods,
  }));
  return own.length <= mostNamed
    ? named
    : [
        ...named,
        { kind: 'health', text: 'no workload has fewer ready pods than before', commands: shellTexts(listUnready) },
      ];
}
