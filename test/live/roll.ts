import { setTimeout as sleep } from 'node:timers/promises';
import { aNodeObject, aPodObject } from '../world/manifests.ts';
import { each, evict, keyOf, podPath, type Answer } from './budget-cluster.ts';
import { withinMs } from './processes.ts';
import { hasCondition, look, playCluster, say, type Habits, type RolledPod, type Seen } from './roll-cluster.ts';
import type { ScannedCluster } from './scanned-cluster.ts';
import { applyAll, type Manifest } from './seed.ts';

/** The update of a node group as EKS does it: it cordons the old nodes, and empties and removes one after the other. */
export interface Roll {
  cluster: ScannedCluster;
  /** The ID of the update. */
  id: string;
  old: readonly string[];
  /** The last answer of the eviction API about each pod, by `namespace/name`. */
  answers: Map<string, Answer>;
  habits: Habits;
}

const group = 'general';
const labels = { 'eks.amazonaws.com/nodegroup': group };
const kubelets = { old: 'v1.33.5-eks-113cf36', new: 'v1.34.1-eks-113cf36' };

/**
 * Adds nodes of the group, each with a pod of a DaemonSet and a static one.
 * @param room how many pods fit on each
 */
export async function addNodes(
  { live }: ScannedCluster,
  names: readonly string[],
  age: keyof typeof kubelets,
  room = 29,
): Promise<void> {
  const ready = { type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() };
  const nodes = names.map((name): Manifest => {
    const node = aNodeObject(name, { kubelet: kubelets[age], labels, conditions: [ready] }) as Manifest;
    const annotations = { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' };
    const allocatable = { cpu: '2', memory: '8Gi', pods: String(room) };
    return {
      ...node,
      metadata: { ...node.metadata, annotations },
      status: { ...(node.status as object), capacity: allocatable, allocatable },
    };
  });
  const own = names.flatMap((name) => {
    const [host = name] = name.split('.');
    const mirrored = { annotations: { 'kubernetes.io/config.mirror': '0a1b' } };
    return [
      aPodObject(`kube-system/aws-node-${host}`, name, { kind: 'DaemonSet', name: 'aws-node' }),
      aPodObject(`kube-system/agent-${host}`, name, { kind: 'Node', name }, mirrored),
    ];
  });
  await applyAll(live, [...nodes, ...(own as Manifest[])]);
}

/**
 * Starts the update: the new nodes are ready, the old ones cordoned. The controller taints these, and the taint shows
 * since when they are cordoned.
 */
export async function startRoll(roll: Roll, fresh: readonly string[], room?: number): Promise<void> {
  const { cluster, old } = roll;
  tellAccount(roll, 'InProgress');
  await addNodes(cluster, fresh, 'new', room);
  const excluded = { 'node.kubernetes.io/exclude-from-external-load-balancers': 'true' };
  await each(old, (name) =>
    say(cluster.live, 'PATCH', `/api/v1/nodes/${name}`, {
      metadata: { labels: excluded },
      spec: { unschedulable: true },
    }),
  );
  await advance({ ...roll, old: [] }, ({ nodes }) =>
    nodes.every(
      ({ spec }) => spec.unschedulable !== true || spec.taints?.some(({ timeAdded }) => timeAdded !== undefined),
    ),
  );
}

/** Lets time pass until `isReached`; while there are old nodes, EKS empties them. */
export async function advance(roll: Roll, isReached: (seen: Seen) => boolean): Promise<Seen> {
  const { live } = roll.cluster;
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look(live);
    if (isReached(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`not reached: ${JSON.stringify([...roll.answers])}`);
    await playCluster(live, seen, roll.habits);
    await drainNext(roll, seen);
    await sleep(50);
  }
}

/** Continues the update to its end, when every pod runs again. */
export async function finishRoll(roll: Roll): Promise<Seen> {
  const end = await advance(roll, ({ nodes, pods }) => {
    const isGone = !nodes.some(({ metadata }) => roll.old.includes(metadata.name));
    return isGone && pods.every((pod) => hasCondition(pod, 'Ready') && pod.metadata.deletionTimestamp === undefined);
  });
  tellAccount(roll, 'Successful');
  return end;
}

/** Evicts the pods of the first old node that is left; removes the node once they have left. */
async function drainNext({ cluster: { live }, old, answers }: Roll, { nodes, pods }: Seen): Promise<void> {
  const node = old.find((name) => nodes.some(({ metadata }) => metadata.name === name));
  const own = pods.filter(({ spec }) => spec.nodeName === node);
  if (node === undefined) return;
  const left = own.filter((pod) => !isLeft(pod));
  await each(
    left.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
    async (pod) => answers.set(keyOf(pod.metadata), await evict(live, pod)),
  );
  if (left.length > 0) return;
  await say(live, 'DELETE', `/api/v1/nodes/${node}`);
  await each(own, (pod) => say(live, 'DELETE', `${podPath(pod)}?gracePeriodSeconds=0`));
}

/** Pods of DaemonSets and mirror pods stay until the instance ends. */
export function isLeft({ metadata }: RolledPod): boolean {
  return metadata.ownerReferences?.some(({ kind }) => kind === 'DaemonSet' || kind === 'Node') === true;
}

/** What the account says about the group and its update. */
function tellAccount({ cluster: { world }, id }: Roll, status: 'InProgress' | 'Successful'): void {
  const { aws } = world;
  const [version, releaseVersion] = ['1.34', '1.34.1-20251103'];
  const params = Object.entries({ Version: version, ReleaseVersion: releaseVersion });
  const update = {
    id,
    of: `nodegroup/${group}`,
    status,
    type: 'VersionUpdate',
    params: params.map(([type, value]) => ({ type, value })),
    createdAt: aws.updates[id]?.['createdAt'] ?? Math.floor(Date.now() / 1000),
    errors: [],
  };
  const state = status === 'Successful' ? { status: 'ACTIVE', version, releaseVersion } : { status: 'UPDATING' };
  const changed = { ...aws.nodegroups[group], version: '1.33', releaseVersion: '1.33.5-20251103', ...state };
  world.aws = {
    ...aws,
    updates: { ...aws.updates, [id]: update },
    nodegroups: { ...aws.nodegroups, [group]: changed },
  };
}
