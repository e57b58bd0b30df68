import { virtualKubelets } from '../../for-checks/node-owners.ts';
import { loadTable } from '../../tables/tables.ts';
import { grouped } from '../../syntax/grouped.ts';
import { format } from '../../syntax/versions.ts';
import { indexPods } from './drained-workloads.ts';
import type { Draft, Known } from './draft.ts';
import { hasRollback } from './hold-task.ts';
import { readMovedNodes, type MovedNodes, type NodesRead } from './moved-nodes.ts';
import { moveId, moveTask } from './move-task.ts';
import { allNodesTask, leftTasks, unreadableTask, virtualTask } from './other-node-tasks.ts';
import { listSurges } from './node-surge.ts';
import { endedTasks, listEnded } from './node-group-status.ts';
import { findPart } from './parts.ts';
import { byPlace } from './place.ts';
import { planMoves, type PlannedMove } from './planned-moves.ts';
import { poolFollows } from './pool-how.ts';

/**
 * The tasks for nodes: a task for each version that a group of nodes moves to, those that replace a group, and blockers
 * of nodes that no move closes.
 */
export function nodeTasks(known: Known): Draft[] {
  const index = indexPods(known.readings);
  const ended = endedTasks(known, index);
  const done = new Set(ended.flatMap(({ closes }) => closes));
  const found = known.found.filter((finding) => findPart(finding) === 'nodes' && !done.has(finding.fingerprint));
  const read = withoutEnded(readMovedNodes(known.cluster, known.readings), known);
  const planned = read === undefined ? [] : joinAlike(planAll(read, found, known));
  const around = { index, surges: listSurges(known) };
  const moves = planned.map((one) => moveTask(one, known, around));
  const closed = new Set(moves.flatMap(({ closes }) => closes));
  const left = found.filter(({ level, fingerprint }) => level === 'fail' && !closed.has(fingerprint));
  const others =
    read === undefined ? allNodesTask(known) : read.unreadable.flatMap((one) => unreadableTask(one, known));
  return withRollback(
    [...ended, ...moves, ...others, ...virtualTask(listVirtual(known), known), ...leftTasks(left, known)],
    known,
  );
}

/** Without the node groups that EKS never updates again. */
function withoutEnded(read: NodesRead | undefined, known: Known): NodesRead | undefined {
  if (read === undefined) return undefined;
  const names = new Set(listEnded(known).map(({ name }) => name));
  const isUpdated = ({ resource: { kind, name } }: Pick<MovedNodes, 'resource'>) =>
    kind !== 'NodeGroup' || !names.has(name);
  return { owners: read.owners.filter(isUpdated), unreadable: read.unreadable.filter(isUpdated) };
}

function planAll({ owners }: NodesRead, found: Known['found'], known: Known): PlannedMove[] {
  const { versions, target } = known.path;
  const { rows } = loadTable('skew');
  const { readings, steps } = known;
  const then = { readings, karpenter: steps.findLast(({ component }) => component === 'karpenter')?.to };
  const open = new Map(found.map((finding) => [finding.fingerprint, finding]));
  return owners.flatMap((owner) => {
    const isPool = owner.computeType === 'karpenter' && poolFollows(owner, target, then);
    const follows = owner.computeType === 'auto' || isPool;
    const moves = planMoves(owner, versions, { found: [...open.values()], rows, follows });
    for (const { fingerprint } of moves.flatMap(({ closes }) => closes)) open.delete(fingerprint);
    return moves;
  });
}

/** Nodes without a group, of several versions, that move to one version are one task. */
function joinAlike(planned: readonly PlannedMove[]): PlannedMove[] {
  return [...grouped(planned, moveId).values()].map(([first, ...others]) => {
    if (others.length === 0) return first;
    const all = [first, ...others];
    const oldest = all.reduce((best, one) => (one.move.from < best.move.from ? one : best));
    const owner: MovedNodes = { ...oldest.owner, nodes: all.flatMap((one) => one.owner.nodes) };
    return { ...oldest, owner, closes: all.flatMap(({ closes }) => closes) };
  });
}

function listVirtual({ readings: { nodes } }: Known): string[] {
  return nodes?.ok === true ? virtualKubelets(nodes.value).map(({ name }) => name) : [];
}

/**
 * The first task after each update says that newer nodes rule out a rollback. EKS itself sets back the nodes of Auto Mode.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
function withRollback(tasks: readonly Draft[], known: Known): Draft[] {
  if (!hasRollback(known)) return [...tasks];
  const after = tasks
    .filter(({ at, to, id }) => at !== null && to === at.version && !id.startsWith('nodes:auto/'))
    .toSorted(byPlace);
  const first = new Set([...grouped(after, ({ hop }) => hop).values()].map(([one]) => one.id));
  const { versions } = known.path;
  return tasks.map((task) => {
    const before = versions[task.hop];
    if (!first.has(task.id) || task.to === null || before === undefined) return task;
    const note = `When a node runs ${task.to}, EKS refuses to roll the control plane back until it is at ${format(before)} again.`;
    return { ...task, notes: [...task.notes, note] };
  });
}
