import { isRollbackPath } from '../../judge/direction.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import type { Facts } from '../../facts/facts.ts';
import { deleteFailedGroup } from '../../for-checks/empty-group.ts';
import { waitDeleted } from '../../for-checks/eksctl-groups.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { findingsGone, gone } from './conditions.ts';
import { describeMoves, listDrainedWorkloads, type PodIndex } from './drained-workloads.ts';
import type { Condition, Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { managedFields } from './managed.ts';
import { managedGroup } from './managed-objects.ts';
import { findPart } from './parts.ts';
import { readValue } from './read.ts';
import { stoppedBy } from './stops.ts';

type Nodegroup = Facts['nodegroups'][number];

/** What happened to node groups that are never updated again, by their status. */
const ended: ReadonlyMap<string, 'its creation failed' | 'its deletion failed' | 'being deleted'> = new Map([
  ['CREATE_FAILED', 'its creation failed'],
  ['DELETE_FAILED', 'its deletion failed'],
  ['DELETING', 'being deleted'],
]);

/** The managed node groups that EKS never updates again: those that could not be created or deleted, or that it deletes. */
export function listEnded({ readings }: Pick<Known, 'readings'>): Nodegroup[] {
  return (readValue(readings.nodegroups) ?? []).filter(({ status }) => ended.has(status));
}

/**
 * Whether a finding is about a group that could not be created or deleted: the task that deletes the group closes it, as
 * it does those about its nodes. A deletion that runs ends by itself.
 */
export function isAboutEnded({ check, rule, resource }: ReportedFinding, known: Known): boolean {
  if (check !== 'nodes/node-group-health' || rule !== 'status' || isRollbackPath(known.steps)) return false;
  return listEnded(known).some(({ name, status }) => name === resource.name && status !== 'DELETING');
}

/** The tasks for these groups, instead of an update of their nodes. */
export function endedTasks(known: Known, index: PodIndex): Draft[] {
  const tasks = listEnded(known).map((nodegroup) => ({ nodegroup, task: endedTask(nodegroup, known, index) }));
  // A deletion needs no task unless blockers end with it.
  return tasks.flatMap(({ nodegroup, task }) =>
    nodegroup.status === 'DELETING' && task.closes.length === 0 ? [] : [task],
  );
}

function endedTask(nodegroup: Nodegroup, known: Known, index: PodIndex): Draft {
  const { name, status } = nodegroup;
  const isDeleting = status === 'DELETING';
  const closes = known.found.filter((finding) => isClosed(finding, name, known));
  const stops = stoppedBy(closes, known);
  const nodes = (readValue(known.readings.nodes) ?? []).filter(
    ({ computeType, group }) => computeType === 'managed' && group === name,
  );
  const moves = describeMoves(listDrainedWorkloads(nodes, index), index);
  const how = toHow(isDeleting ? waitHow(name, known) : deleteHow(nodegroup, known));
  return draftTask({
    id: `nodes:managed/${name}:delete`,
    kind: 'nodes',
    title: isDeleting
      ? `Wait until EKS has deleted node group ${name}`
      : `Delete node group ${name}: ${ended.get(status)}`,
    hop: 0,
    stage: known.path.versions.length > 1 ? 'nodes-before' : 'nodes',
    closes: closes.map(({ fingerprint }) => fingerprint),
    stops,
    stopsGroups: [`node group ${name}`],
    area: nodes.length === 0 ? null : 'nodes',
    groups: [`node group ${name}`],
    ...(isDeleting ? { by: 'EKS' } : managedFields([managedGroup(name, known)], how)),
    how,
    done: listConditions(nodegroup, closes, known),
    disturbs: nodes.length === 0 ? null : { nodes: nodes.length, pods: 0, text: moves },
  });
}

function isClosed(finding: ReportedFinding, group: string, known: Known): boolean {
  const { remedy, resource } = finding;
  const isOwn = resource.kind === 'NodeGroup' && resource.name === group;
  if (isOwn && isAboutEnded(finding, known)) return true;
  return findPart(finding) === 'nodes' && (isOwn || remedy === `update-nodegroup:${group}`);
}

function deleteHow(nodegroup: Nodegroup, { cluster }: Known): Advice {
  return advice`EKS does not update this node group. ${deleteFailedGroup(cluster, nodegroup)}`;
}

function waitHow(group: string, { cluster }: Known): Advice {
  return advice`EKS deletes this node group and drains its nodes: do not update it. The command ends when it no longer exists:\n${commands(
    waitDeleted(cluster, group),
  )}`;
}

function listConditions({ name }: Nodegroup, closes: readonly ReportedFinding[], known: Known): Condition[] {
  return [groupGone(known.cluster, name), ...(closes.length === 0 ? [] : [findingsGone(known, closes)])];
}

/** A node group no longer exists. */
export function groupGone({ name, region }: Facts['cluster'], group: string): Condition {
  const list = sh`aws eks list-nodegroups --region ${region} --cluster-name ${name}`;
  return gone(`nodegroup/${group}`, `node group ${group} no longer exists`, list);
}

/** That a group is not active now, which an update requires; empty if it is, or if that is unknown. */
export function statusNotes(group: string, { readings }: Pick<Known, 'readings'>): string[] {
  const status = readValue(readings.nodegroups)?.find(({ name }) => name === group)?.status;
  if (status === undefined || status === 'ACTIVE') return [];
  return [advice`The status of the node group is ${status}: EKS updates it only when it is ACTIVE.`.text];
}
