import type { ManagedChange } from '../../for-checks/managed-changes.ts';
import type { Known } from './draft.ts';
import type { ManagedObject } from './managed.ts';
import { managedGroup, managedNodeClass, managedScalingGroups } from './managed-objects.ts';
import { needsItsOwnFix, type PlannedMove } from './planned-moves.ts';
import { followsTo } from './pool-how.ts';
import { scalingGroups } from './self-managed-how.ts';

/** The objects that a move changes, with what manages them; empty if it changes none, such as a rollout on Fargate. */
export function listManaged(planned: PlannedMove, known: Known): ManagedObject[] {
  const { owner, move, mode, creates, replaced } = planned;
  const { resource, computeType } = owner;
  if (mode === 'follow') return [];
  if (computeType === 'managed') {
    const change = findChange(planned);
    if (replaced === undefined) return [managedGroup(resource.name, known, { change, to: move.to })];
    return [managedGroup(replaced.resource.name, known, { change, to: move.to, as: resource.name })];
  }
  if (computeType === 'self-managed') return listScalingGroups(planned, known);
  const changesClass = mode === 'replace' || followsTo(resource, move.to, known.readings) === false;
  if (computeType !== 'karpenter' || creates !== undefined || !changesClass) return [];
  return [managedNodeClass(resource, known)].filter((object) => object !== undefined);
}

/** What a move changes of a managed node group; undefined if only the fix of a check can tell. */
function findChange({ owner, creates, closes }: PlannedMove): ManagedChange | undefined {
  if (creates !== undefined || closes.some(({ check, level }) => check === 'nodes/amazon-linux-2' && level === 'fail'))
    return 'ami-type';
  if (closes.some(needsItsOwnFix)) return undefined;
  return owner.amiType === 'CUSTOM' ? 'node-group-launch-template' : 'node-group-version';
}

/** eksctl labels the nodes of its groups, and replaces a group by another one. */
function listScalingGroups({ owner }: PlannedMove, known: Known): ManagedObject[] {
  const { kind, name } = owner.resource;
  const found = managedScalingGroups(
    scalingGroups(owner, known).map((group) => group.name),
    known,
  );
  if (kind !== 'SelfManagedNodeGroup' || found.some((one) => one.owner.kind !== 'not seen')) return found;
  return [
    {
      subject: 'the nodes',
      owner: { kind: 'eksctl', cluster: known.cluster.name, nodegroup: name },
      marks: 'labels',
      isRead: true,
      change: 'self-managed-node-group-version',
    },
  ];
}
