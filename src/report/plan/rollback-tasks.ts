import { grouped } from '../../syntax/grouped.ts';
import { format } from '../../syntax/versions.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { everyFix } from '../entries.ts';
import { resourceName } from '../resource-name.ts';
import { findingsGone } from './conditions.ts';
import type { Draft, Known, Stage } from './draft.ts';
import { draftTask } from './draft-task.ts';
import { fixTasks } from './fix-tasks.ts';
import { afterRollback, insightsTask, isInsight, rollbackTask } from './rollback-steps.ts';
import { describeNodes } from './rollback-nodes.ts';
import { lastTasks } from './last-tasks.ts';
import { managedFields, type ManagedObject } from './managed.ts';
import { managedAddon, managedGroup } from './managed-objects.ts';
import { findPart, type Part } from './parts.ts';
import { runningTasks } from './running-tasks.ts';
import { seeTasks } from './see-tasks.ts';
import { softwareTasks } from './software-tasks.ts';
import { stoppedBy } from './stops.ts';

/**
 * The tasks of a rollback, in the order of the user guide: what stops the replacement of nodes, the nodes, the add-ons,
 * the insights, which report on nodes and add-ons, then the control plane, and what to check after it.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 * @returns null if EKS offers no rollback
 */
export function rollbackTasks(known: Known): Draft[] | null {
  if (!isOffered(known)) return null;
  const found = known.found.filter((finding) => !isInsight(finding));
  const shared = { ...known, found };
  return [
    ...runningTasks(shared),
    ...seeTasks(shared),
    ...fixTasks(shared),
    ...replacing(known, 'nodes', 'nodes-before'),
    ...replacing(known, 'add-on', 'add-on-before'),
    insightsTask(known),
    rollbackTask(known),
    afterRollback(known),
    ...softwareTasks(shared),
    ...lastTasks(known),
  ];
}

/** EKS offers a rollback while its window is known, and while the earlier version is supported. */
function isOffered({ rollback, results }: Known): boolean {
  const isUnsupported = results.some(
    ({ id, findings }) =>
      id === 'control-plane/rollback' && findings.some(({ rule, level }) => rule === 'support' && level === 'fail'),
  );
  return rollback !== undefined && rollback.until !== null && !isUnsupported;
}

/** A task for each group of nodes, or for each add-on, that must be at the earlier version first. */
function replacing(known: Known, part: Part, stage: Stage): Draft[] {
  const own = known.found.filter((finding) => findPart(finding) === part && finding.level !== 'warn');
  return [...grouped(own, ({ resource }) => resource.text).values()].map((findings) =>
    replacementTask(known, findings, stage),
  );
}

function replacementTask(
  known: Known,
  findings: readonly [ReportedFinding, ...ReportedFinding[]],
  stage: Stage,
): Draft {
  const { path, readings, drain = [] } = known;
  const [{ resource }] = findings;
  const isNodes = stage === 'nodes-before';
  const name = resourceName(resource);
  const drained = drain.find(({ name: own, computeType }) => own === resource.name && computeType !== 'auto');
  const how = { text: everyFix(findings), commands: [...new Set(findings.flatMap((one) => one.commands))] };
  return draftTask({
    id: `${isNodes ? 'nodes' : 'add-on'}:${name}:${format(path.target)}`,
    kind: isNodes ? 'nodes' : 'add-on',
    title: isNodes ? `Replace the nodes of ${name}` : `Set ${name} to a version for ${format(path.target)}`,
    hop: 0,
    stage,
    closes: findings.map(({ fingerprint }) => fingerprint),
    stops: stoppedBy(findings, known),
    area: isNodes ? 'nodes' : null,
    groups: drained === undefined ? [] : [drained.group],
    from: isNodes ? format(path.current) : addonVersion(resource.name, readings),
    to: isNodes ? format(path.target) : null,
    ...managedFields(toManaged(resource, known), how),
    how,
    done: [findingsGone(known, findings)],
    disturbs: drained === undefined ? null : { nodes: drained.nodes, pods: 0, text: [] },
    ...(isNodes ? describeNodes(known, findings) : {}),
  });
}

/** A node group is replaced by another one, for which the table has no row: only its manager is named. */
function toManaged({ kind, name }: ReportedFinding['resource'], known: Known): ManagedObject[] {
  if (kind === 'NodeGroup') return [managedGroup(name, known)];
  return kind === 'EKS add-on' ? [managedAddon(name, known)] : [];
}

function addonVersion(name: string, { addons }: Known['readings']): string | null {
  return addons?.ok === true ? (addons.value.find((one) => one.name === name)?.version ?? null) : null;
}
