import { isAmazonLinux2Type } from '../../for-checks/node-images.ts';
import type { NodeFact } from '../../facts/facts.ts';
import { loadTable } from '../../tables/tables.ts';
import { formatCount } from '../../syntax/english.ts';
import { advice } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, parseMinor } from '../../syntax/versions.ts';
import { controlPlaneId } from './control-plane-tasks.ts';
import { listDrainedWorkloads, workloadConditions, type PodIndex } from './drained-workloads.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, findProgram } from './draft-task.ts';
import { holdId } from './hold-task.ts';
import { describeDisturbance } from './node-disturbance.ts';
import { moveConditions } from './node-conditions.ts';
import { statusNotes } from './node-group-status.ts';
import { managedFields } from './managed.ts';
import { movedTogether } from './managed-together.ts';
import { listManaged } from './managed-moves.ts';
import { howToMove } from './node-how.ts';
import { moveReasons } from './node-moves.ts';
import type { Surge } from './node-surge.ts';
import { undoMove } from './node-undo.ts';
import { type PlannedMove } from './planned-moves.ts';

/** The id of the task that makes a move: `nodes:managed/general:1.34`. */
export function moveId({ owner, move, mode }: PlannedMove): string {
  return `nodes:${owner.key}:${mode === 'replace' ? 'replace' : format(move.to)}`;
}

/** Where a move stands: before the first update, or after the update to its version. */
export function placeOfMove(index: number, isPath: boolean): Pick<Draft, 'hop' | 'stage'> {
  if (index === 0) return { hop: 0, stage: isPath ? 'nodes-before' : 'nodes' };
  return { hop: index - 1, stage: 'nodes' };
}

const ranks: Readonly<Record<string, number>> = {
  managed: 0,
  'self-managed': 1,
  hybrid: 2,
  fargate: 3,
  karpenter: 4,
  auto: 5,
};

/** What the moves of a plan have in common: the pods of the cluster, and the new nodes of each group. */
export interface Around {
  index: PodIndex;
  surges: ReadonlyMap<string, Surge>;
}

/** The task that makes a move. */
export function moveTask(planned: PlannedMove, known: Known, { index, surges }: Around): Draft {
  const { owner, move, mode, closes, replaced } = planned;
  const { versions } = known.path;
  const isPath = versions.length > 1;
  const nodes = owner.nodes.filter(({ kubeletVersion }) => (parseMinor(kubeletVersion) ?? 0) < move.to);
  const affected = mode === 'replace' ? owner.nodes : nodes;
  const workloads = listDrainedWorkloads(affected, index);
  const isMove = move.from < move.to;
  const how = howToMove(planned, affected, known);
  const undo = undoMove(planned, known);
  const surge = isRolled(planned) ? surges.get(owner.group) : undefined;
  return draftTask({
    id: moveId(planned),
    kind: 'nodes',
    title: buildTitle(planned, affected),
    ...placeOfMove(move.index, isPath),
    rank: ranks[owner.computeType] ?? 6,
    at: move.index === 0 ? null : { component: 'kubernetes', version: format(move.to) },
    closes: closes.map(({ fingerprint }) => fingerprint),
    ...resolveStops(planned, isPath),
    area: 'nodes',
    groups: replaced === undefined ? [owner.group] : [owner.group, replaced.group],
    after: [
      ...(move.index === 0 ? [] : [controlPlaneId(move.to), holdId(move.to)]),
      ...(replaced === undefined ? [] : [`nodes:${replaced.key}:replace`]),
    ],
    from: isMove ? format(move.from) : null,
    to: isMove ? format(move.to) : null,
    ...managedFields(listManaged(planned, known), how, whoMoves(planned, how)),
    how,
    done: moveConditions(planned, affected, { known, workloads: workloadConditions(workloads) }),
    disturbs: describeDisturbance(planned, affected, { workloads, drain: known.drain, index, surge }),
    notes: [...listNotes(planned, known), ...movedTogether(planned, known)],
    ...(surge === undefined || surge.room.length === 0 ? {} : { room: surge.room }),
    ...(affected.length === 0 || mode === 'follow' ? {} : { stopIf: stopText(planned) }),
    ...(undo === undefined ? {} : { undo }),
  });
}

/** Whether EKS replaces the nodes of a managed node group that is there today. */
function isRolled({ owner, mode, replaced }: PlannedMove): boolean {
  return owner.computeType === 'managed' && mode === 'update' && replaced === undefined;
}

/** When to stop a move: the update fails, or a pod finds no node. */
export function stopText({ owner, mode }: PlannedMove): string {
  const failed =
    owner.computeType === 'managed' && mode === 'update' ? advice`the update is \`Failed\`, or ` : advice``;
  return advice`${failed}a pod is \`Pending\` that was not before: ${sh`kubectl get pods --all-namespaces --field-selector status.phase=Pending`} lists them.`
    .text;
}

/** A pool whose AMIs are changed stops only its own nodes, unless an update rejects their kubelet. */
function resolveStops({ owner, move, mode }: PlannedMove, isPath: boolean): Pick<Draft, 'stops' | 'stopsGroups'> {
  if (mode === 'replace' && owner.computeType === 'karpenter' && move.rejectedAt === undefined)
    return { stops: ['nodes'], stopsGroups: [owner.group] };
  return { stops: isPath && (move.rejectedAt !== undefined || move.index === 0) ? ['control-plane'] : [] };
}

function whoMoves({ owner: { computeType, resource }, mode }: PlannedMove, how: Draft['how']): string {
  if (mode === 'follow') return computeType === 'auto' ? 'EKS' : 'Karpenter';
  if (computeType === 'managed') return findProgram(how.commands);
  if (computeType === 'fargate') return 'kubectl';
  if (computeType === 'self-managed') return resource.kind === 'SelfManagedNodeGroup' ? 'eksctl' : 'aws';
  if (computeType === 'karpenter') return 'kubectl';
  return computeType === 'auto' ? 'EKS' : 'by hand';
}

function buildTitle({ owner, mode, creates, replaced }: PlannedMove, nodes: readonly NodeFact[]): string {
  const { computeType, resource } = owner;
  const group = owner.group.replace(/ of EKS Auto Mode$/, '');
  const none = owner.nodes.length === 0 ? ', no nodes' : '';
  if (creates !== undefined) return `Replace ${group} by ${creates}${none}`;
  if (mode === 'follow') return `Wait for ${computeType === 'auto' ? 'EKS' : 'Karpenter'}: nodes of ${group}`;
  if (computeType === 'fargate') return fargateTitle(owner.resource, nodes.length);
  if (mode === 'replace') return `Change the AMIs of ${group}${none}`;
  if (computeType === 'managed')
    return `Update ${group}${replaced === undefined ? none : `, which replaces ${replaced.resource.name}`}`;
  if (computeType === 'auto') return `Let EKS replace the nodes of ${group}`;
  if (computeType === 'karpenter' && resource.kind !== 'Node') return `Replace the nodes of ${group}`;
  if (computeType === 'hybrid') return `Upgrade ${formatCount(nodes.length, 'hybrid node')}`;
  return resource.kind === 'Node'
    ? `Replace ${formatCount(nodes.length, computeType === 'karpenter' ? 'Karpenter node' : 'self-managed node')}`
    : `Replace ${group}${none}`;
}

function fargateTitle({ kind, namespace, name }: PlannedMove['owner']['resource'], nodes: number): string {
  if (kind === 'Node') return `Recreate ${formatCount(nodes, 'Fargate pod')}`;
  const of = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  return kind === 'Pod' ? `Recreate ${of} on Fargate` : `Restart ${of} on Fargate`;
}

function listNotes({ owner, move, mode, closes, replaced }: PlannedMove, known: Known): string[] {
  const { versions } = known.path;
  const isManaged = owner.computeType === 'managed' && replaced === undefined;
  const isRefusable =
    move.index > 0 && mode !== 'follow' && closes.some(({ check }) => check === 'nodes/version-behind');
  const isRolled = owner.computeType === 'managed' && mode === 'update' && !isAmazonLinux2Type(owner.amiType);
  return [
    ...(isManaged ? statusNotes(owner.resource.name, known) : []),
    ...(mode === 'follow' ? [] : moveReasons(move, versions, loadTable('skew').rows)),
    ...(isRolled && owner.nodes.length > 0 ? ['Do not use `--force`: it deletes pods regardless of budgets.'] : []),
    ...(isRefusable
      ? [
          'If EKS refuses an update of the control plane because of these nodes, do this before that update, with the version that the control plane has then.',
        ]
      : []),
  ];
}
