import { saveWorkloads } from '../../for-checks/workload-readiness.ts';
import { beginUpdate, updateCommands } from '../../for-checks/update-commands.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import { controlPlaneAt, seen, shellTexts, updateSuccessful } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { autoNotes, hasRollback, holdId, holdTask, rollbackDays } from './hold-task.ts';
import { managedFields } from './managed.ts';
import { managedCluster } from './managed-objects.ts';
import { addonsWithCluster, nodesWithCluster } from './managed-together.ts';
import { planCommand, scanCommand } from './own-commands.ts';

/** The id of the task that updates the control plane to a version. */
export function controlPlaneId(to: Minor): string {
  return `control-plane:${format(to)}`;
}

/** One task for each update of the control plane, each followed by a hold. */
export function controlPlaneTasks(known: Known): Draft[] {
  const { versions } = known.path;
  return versions.slice(1).flatMap((to, hop) => {
    const from = versions[hop] ?? known.path.current;
    return [
      scanTask(known, { from, to, hop }),
      updateTask(known, { from, to, hop }),
      ...holdTask(known, { from, to, hop }),
    ];
  });
}

/** One update of the control plane, counted from 0. */
interface Hop {
  from: Minor;
  to: Minor;
  hop: number;
}

/** The update before, and its test: the next update ends the rollback to the version before it. */
function afterHold(from: Minor, hop: number): string[] {
  return hop === 0 ? [] : [controlPlaneId(from), holdId(from)];
}

/** The scan directly before an update: the data of the plan may be of another day, and tasks before have changed it. */
function scanTask({ cluster }: Known, { from, to, hop }: Hop): Draft {
  const command = scanCommand(cluster, sh`--target ${format(to)}`);
  return draftTask({
    id: `scan:before:${format(to)}`,
    kind: 'scan',
    title: `Scan again: nothing may block ${format(to)}`,
    hop,
    stage: 'control-plane',
    area: 'control-plane',
    after: afterHold(from, hop),
    stops: ['control-plane'],
    how: toHow(advice`Scan on the day of the update:
${commands(command)}\nSave the workloads that are not ready now, and the pods that are \`Pending\`; the HOLD compares with this file:\n${commands(saveWorkloads(format(to)))}`),
    done: [
      seen(`the control plane update to ${format(to)} is not blocked, and nothing is unknown`, command),
      seen(
        `the file with the workloads exists, directly before the update`,
        sh`ls -l workloads-before-${format(to)}.txt`,
      ),
    ],
  });
}

/**
 * Source of what happens: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
function updateTask(known: Known, { from, to, hop }: Hop): Draft {
  const { cluster } = known;
  const { aws, eksctl } = updateCommands(cluster, to);
  const other = eksctl.length === 0 ? advice`` : advice`\nOr with eksctl:\n${commands(...eksctl)}`;
  const [begins] = shellTexts(beginUpdate(cluster, to));
  const how = toHow(
    advice`${commands(aws)}\nThe commands wait until the update is \`Successful\`, and fail with its errors otherwise.${other}`,
  );
  return draftTask({
    id: controlPlaneId(to),
    kind: 'control-plane',
    title: 'Update the control plane',
    hop,
    stage: 'control-plane',
    rank: 1,
    at: hop === 0 ? null : { component: 'kubernetes', version: format(from) },
    area: 'control-plane',
    after: afterHold(from, hop),
    stops: ['nodes'],
    from: format(from),
    to: format(to),
    ...managedFields([managedCluster(known, to)], how),
    how,
    ...(begins === undefined ? {} : { begins }),
    done: [updateSuccessful(cluster, { kind: 'control-plane' }), controlPlaneAt(cluster, to)],
    notes: [
      'The update drains no node. Connections to the API server are cut while EKS replaces it; controllers reconnect.',
      ...autoNotes(known),
      'If EKS refuses the update because of node versions, first do the node task of this plan that the message names.',
      ...addonsWithCluster(known, from),
      ...(hop === 0 ? nodesWithCluster(known, from) : []),
    ],
    ...(hasRollback(known)
      ? {
          undo: {
            text: cluster.autoMode
              ? `Roll back to ${format(from)}: possible for at least ${rollbackDays()} days. EKS first rolls back the Auto Mode nodes itself; no other node may run ${format(to)}.`
              : `Roll back to ${format(from)}: possible for at least ${rollbackDays()} days, while no node runs ${format(to)}.`,
            commands: shellTexts(planCommand(cluster, sh`--rollback`)),
          },
        }
      : {}),
  });
}
