import { formatCount } from '../../syntax/english.ts';
import type { NodeFact } from '../../facts/facts.ts';
import type { DrainedGroup } from '../drain.ts';
import { describeMoves, type DrainedWorkload, type PodIndex } from './drained-workloads.ts';
import type { Draft, Known } from './draft.ts';
import type { Surge } from './node-surge.ts';
import type { PlannedMove } from './planned-moves.ts';

/** What decides what a move does to nodes and pods. */
interface Disturbing {
  workloads: readonly DrainedWorkload[];
  drain: Known['drain'];
  index: PodIndex;
  /** The new nodes that EKS starts first; undefined: none, or unknown. */
  surge: Surge | undefined;
}

/** What a move does to nodes and pods; null if it drains nothing. */
export function describeDisturbance(
  { owner, replaced, mode }: PlannedMove,
  nodes: readonly NodeFact[],
  { workloads, drain, index, surge }: Disturbing,
): Draft['disturbs'] {
  if (nodes.length === 0 || owner.computeType === 'virtual') return null;
  if (owner.computeType === 'fargate') {
    const pods = workloads.reduce((sum, { moved }) => sum + moved, 0) || nodes.length;
    return { nodes: 0, pods, text: ['Each Fargate pod is deleted, and a new one starts: no node is drained.'] };
  }
  const group = drain?.find((one) => one.group === owner.group);
  const pace = replaced === undefined ? group : newGroup(nodes.length);
  // Which pods will run on the nodes of a new group is unknown.
  const isRead = index.isRead && replaced === undefined;
  const isEmpty = isRead && workloads.length === 0;
  const isByHand = (mode === 'replace' && owner.computeType === 'managed') || !(owner.computeType in drains);
  const texts = isByHand ? [byHand].filter(() => !isEmpty) : paceTexts(pace, owner.computeType);
  const starts = surge === undefined ? [] : [surge.starts];
  return { nodes: nodes.length, pods: 0, text: [...starts, ...texts, ...describeMoves(workloads, { isRead })] };
}

type Pace = Pick<DrainedGroup, 'parallel' | 'rounds' | 'minutes' | 'outcome'>;

/** A new managed group has the default settings. */
function newGroup(nodes: number): Pace {
  return { parallel: { from: 1, to: 1 }, rounds: { from: nodes, to: nodes }, minutes: 15, outcome: 'fails' };
}

const byHand = 'The drain waits, without a time limit, until the budgets of the pods allow each eviction.';

const drains: Readonly<Record<string, string>> = { managed: 'EKS', auto: 'EKS', karpenter: 'Karpenter' };

function paceTexts(pace: Pace | undefined, computeType: NodeFact['computeType']): string[] {
  const who = drains[computeType] ?? 'EKS';
  const atOnce = pace?.parallel ?? null;
  const rounds = pace?.rounds ?? null;
  const inRounds = rounds === null ? '' : `, in ${rangeText(rounds, 'round')}`;
  const one = atOnce === null ? [] : [`${who} drains ${rangeText(atOnce, 'node')} at a time${inRounds}.`];
  return [...one, ...limitTexts(pace, who)];
}

function limitTexts({ minutes, outcome }: Partial<Pace> = {}, who: string): string[] {
  if (outcome === 'fails')
    return [`A node that still has pods after ${minutes ?? 15} minutes fails the update (PodEvictionFailure).`];
  if (outcome === 'deletes' && typeof minutes === 'number')
    return [`After ${hoursText(minutes)}, ${who} deletes the pods that are still on a node.`];
  return outcome === 'waits' ? [`${who} waits, without a time limit, until the pods of a node can be evicted.`] : [];
}

function hoursText(minutes: number): string {
  return minutes >= 60 && minutes % 60 === 0 ? formatCount(minutes / 60, 'hour') : formatCount(minutes, 'minute');
}

function rangeText({ from, to }: { from: number; to: number }, unit: string): string {
  return from === to ? formatCount(from, unit) : `${from} to ${formatCount(to, unit)}`;
}
