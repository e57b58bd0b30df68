import { beginUpdate, updateCommands } from '../../for-checks/update-commands.ts';
import { advice, commands } from '../../syntax/advice.ts';
import { sh } from '../../syntax/shell.ts';
import { format, type Minor } from '../../syntax/versions.ts';
import { controlPlaneAt, seen, shellTexts, updateSuccessful } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { hasRollback, holdTask, rollbackDays } from './hold-task.ts';
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
    return [scanTask(known, hop, to), updateTask(known, { from, to, hop }), ...holdTask(known, { from, to, hop })];
  });
}

/** The scan directly before an update: the data of the plan may be of another day, and tasks before have changed it. */
function scanTask({ cluster }: Known, hop: number, to: Minor): Draft {
  const command = scanCommand(cluster, sh`--target ${format(to)}`);
  return draftTask({
    id: `scan:before:${format(to)}`,
    kind: 'scan',
    title: `Scan again: nothing may block ${format(to)}`,
    hop,
    stage: 'control-plane',
    area: 'control-plane',
    stops: ['control-plane'],
    how: toHow(advice`Scan on the day of the update:
${commands(command)}`),
    done: [seen(`the control plane update to ${format(to)} is not blocked, and nothing is unknown`, command)],
  });
}

/**
 * Source of what happens: https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html
 */
function updateTask(known: Known, { from, to, hop }: { from: Minor; to: Minor; hop: number }): Draft {
  const { cluster } = known;
  const { aws, eksctl } = updateCommands(cluster, to);
  const other = eksctl.length === 0 ? advice`` : advice`\nOr with eksctl:\n${commands(...eksctl)}`;
  const [begins] = shellTexts(beginUpdate(cluster, to));
  return draftTask({
    id: controlPlaneId(to),
    kind: 'control-plane',
    title: 'Update the control plane',
    hop,
    stage: 'control-plane',
    rank: 1,
    at: hop === 0 ? null : { component: 'kubernetes', version: format(from) },
    area: 'control-plane',
    after: hop === 0 ? [] : [controlPlaneId(from)],
    stops: ['nodes'],
    from: format(from),
    to: format(to),
    by: 'aws',
    how: toHow(
      advice`${commands(aws)}\nThe commands wait until the update is \`Successful\`, and fail with its errors otherwise.${other}`,
    ),
    ...(begins === undefined ? {} : { begins }),
    done: [updateSuccessful(cluster), controlPlaneAt(cluster, to)],
    notes: [
      'No node is drained. Connections to the API server are cut while EKS replaces it; controllers reconnect.',
      'If EKS refuses the update because of node versions, first do the node task of this plan that the message names.',
    ],
    ...(hasRollback(known)
      ? {
          undo: {
            text: `Roll back to ${format(from)}: possible for at least ${rollbackDays()} days, while no node runs ${format(to)}.`,
            commands: shellTexts(planCommand(cluster, sh`--rollback`)),
          },
        }
      : {}),
  });
}
