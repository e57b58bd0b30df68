import { ownerText } from '../../../for-checks/pods-by-group.ts';
import type { NodeFact } from '../../../facts/facts.ts';
import type { Task } from '../../plan/draft.ts';

/** A group of nodes that a task of the plan removes. */
export interface ReplacedGroup {
  /** The group as the health names it: `node group legacy`. */
  text: string;
  /** Its name. */
  name: string;
  /** The task that removes it. */
  task: number;
  /** The groups that replace it, one after the other; empty if the task only deletes it. */
  successors: readonly { text: string; name: string }[];
}

/** Keys are the place of a group in conditions: `managed/legacy`. */
export type ReplacedGroups = ReadonlyMap<string, ReplacedGroup>;

/** The kind of a condition that an object no longer exists. */
const gone: string = 'gone';

/** The groups that tasks of a plan remove. */
export function findReplacedGroups(tasks: readonly Task[]): ReplacedGroups {
  const moves = new Map(tasks.flatMap((task) => toMoves(task).map((move) => [move.from, move] as const)));
  return new Map(
    [...moves].map(([from, { task }]) => [
      from,
      { text: toText(from), name: toName(from), task, successors: listSuccessors(from, moves) },
    ]),
  );
}

interface Move {
  from: string;
  to: string | null;
  task: number;
}

/** `nodes:managed/legacy:replace` has the condition that the nodes of `nodes/managed/legacy-al2023` are at a version. */
function toMoves({ id, kind, done, number }: Task): Move[] {
  if (kind !== 'nodes') return [];
  const [, place = '', what] = id.split(':');
  const to = done.flatMap(({ kind: own, object = '' }) =>
    own === 'version' && object.startsWith('nodes/') ? [object.slice('nodes/'.length)] : [],
  )[0];
  const ended = done.flatMap(({ kind: own, object = '' }) =>
    own === gone && object.startsWith('nodegroup/') ? [`managed/${object.slice('nodegroup/'.length)}`] : [],
  );
  const isReplaced = to !== undefined && to !== place;
  const from = new Set([...ended, ...(isReplaced || what === 'delete' ? [place] : [])]);
  return [...from].map((one) => ({ from: one, to: to === undefined || to === one ? null : to, task: number }));
}

/** A group that replaces another may be replaced itself. The plan is a file: its moves may go in circles. */
function listSuccessors(from: string, moves: ReadonlyMap<string, Move>): ReplacedGroup['successors'] {
  const passed = new Set([from]);
  for (let next = moves.get(from)?.to; typeof next === 'string' && !passed.has(next); next = moves.get(next)?.to)
    passed.add(next);
  return [...passed].slice(1).map((place) => ({ text: toText(place), name: toName(place) }));
}

function toName(place: string): string {
  return place.slice(place.indexOf('/') + 1);
}

function toText(place: string): string {
  const computeType = place.slice(0, place.indexOf('/')) as NodeFact['computeType'];
  return ownerText({ computeType, group: toName(place) }) ?? place;
}

/** The places of the group that a label of a node names. eksctl labels managed groups, too. */
const placesByLabel: Readonly<Record<string, readonly string[]>> = {
  'eks.amazonaws.com/nodegroup': ['managed'],
  'alpha.eksctl.io/nodegroup-name': ['managed', 'self-managed'],
  'karpenter.sh/nodepool': ['karpenter', 'auto'],
};

/** The removed group that a label and its value select; undefined if no task removes it. */
export function findSelected(label: string, value: string, replaced: ReplacedGroups): ReplacedGroup | undefined {
  const places = placesByLabel[label] ?? [];
  return places.flatMap((kind) => replaced.get(`${kind}/${value}`) ?? [])[0];
}
