import { deleteGroup, isOfEksctl } from '../../for-checks/eksctl-groups.ts';
import { hasAmazonLinux2, isAmazonLinux2Type } from '../../for-checks/node-images.ts';
import { updateNodegroup } from '../../for-checks/node-replacement.ts';
import { loadTable } from '../../tables/tables.ts';
import { advice } from '../../syntax/advice.ts';
import { chained, sh, type Command } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { shellTexts } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { toHow } from './draft-task.ts';
import { nodeSelector } from './node-how.ts';
import type { PlannedMove } from './planned-moves.ts';
import { readValue } from './read.ts';
import { eksctlSuccessor } from './self-managed-how.ts';

/** How to undo a move; undefined where EKS may have no AMI for it, and where something replaces the nodes by itself. */
export function undoMove(planned: PlannedMove, known: Known): Draft['undo'] {
  const { owner, mode, creates } = planned;
  if (creates !== undefined) return undoReplace(planned, creates, known);
  if (owner.computeType === 'self-managed') return undoSelfManaged(planned, known);
  return owner.computeType === 'managed' && mode === 'update' ? undoUpdate(planned, known) : undefined;
}

function undoUpdate({ owner, move }: PlannedMove, { cluster }: Known): Draft['undo'] {
  const { amiType, resource } = owner;
  if (amiType === 'CUSTOM' || amiType === null) return undefined;
  if (isAmazonLinux2Type(amiType) && !hasAmazonLinux2(move.from, loadTable('amazon-linux-2').rows)) return undefined;
  const back = updateNodegroup(cluster, resource.name, sh`--kubernetes-version ${format(move.from)}`);
  const drains = owner.nodes.length === 0 ? '' : ': EKS drains its nodes again';
  return {
    text: `Update the node group to ${format(move.from)}${drains}.`,
    commands: [...back.commands],
  };
}

/** The old group is deleted last: until then, its nodes can take pods again. */
function undoReplace({ owner }: PlannedMove, creates: string, { cluster, readings }: Known): Draft['undo'] {
  const { name } = owner.resource;
  const nodegroup = readValue(readings.nodegroups)?.find((one) => one.name === name);
  const remove = deleteGroup(cluster, creates, nodegroup !== undefined && isOfEksctl(nodegroup));
  const next = { ...owner, resource: { ...owner.resource, name: creates } };
  const first = owner.nodes.length === 0 ? [] : [uncordon(owner), drain(next)];
  const how =
    owner.nodes.length === 0
      ? advice`Delete ${creates}:`
      : advice`Let its nodes take pods again, then drain and delete ${creates}:`;
  return {
    ...toHow(advice`Possible until ${name} is deleted. ${how}`),
    commands: shellTexts(chained(...first, remove)),
  };
}

/** eksctl drains the nodes of a group before it deletes it. */
function undoSelfManaged({ owner, move }: PlannedMove, { cluster }: Known): Draft['undo'] {
  if (owner.resource.kind !== 'SelfManagedNodeGroup') {
    const nodes = owner.nodes.length === 0 ? '' : ', then replace the nodes in the same way';
    return {
      text: `Set the earlier version of the launch template in the Auto Scaling group again${nodes}.`,
      commands: [],
    };
  }
  const next = eksctlSuccessor(owner, move.to);
  const first = owner.nodes.length === 0 ? [] : [uncordon(owner)];
  return {
    ...toHow(advice`Possible until ${owner.resource.name} is deleted. Delete ${next}:`),
    commands: shellTexts(chained(...first, deleteGroup(cluster, next, true))),
  };
}

function uncordon(owner: PlannedMove['owner']): Command {
  return sh`kubectl uncordon -l ${nodeSelector(owner) ?? ''}`;
}

function drain(owner: PlannedMove['owner']): Command {
  return sh`kubectl drain -l ${nodeSelector(owner) ?? ''} --ignore-daemonsets --delete-emptydir-data`;
}
