import type { Context } from '../../../src/check.ts';
import { behindAddonManager, chooseAddon } from '../../../src/for-checks/eks-addon.ts';
import { noteDefinedVersion } from '../../../src/for-checks/managed-cluster.ts';
import { updateNodegroup } from '../../../src/for-checks/node-replacement.ts';
import { resolveOwner } from '../../../src/for-checks/owners.ts';
import { updateCommands } from '../../../src/for-checks/update-commands.ts';
import { advice, commands, joinAdvice, type Advice } from '../../../src/syntax/advice.ts';
import { continued, sh } from '../../../src/syntax/shell.ts';
import { format, type Minor } from '../../../src/syntax/versions.ts';
import { setPolicy, supportLimit } from '../shared/rollback-support.ts';
import type { Obstacle } from '../shared/rollback-obstacle.ts';

type Here = Pick<Context<'managed-changes'>, 'cluster' | 'tables'>;

/**
 * The steps of a rollback, in the order of the user guide, with those that remove the obstacles.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html
 */
export function rollBackFix(to: Minor, obstacles: readonly Obstacle[], here: Here): Advice {
  const has = (task: Obstacle['task']): boolean => obstacles.some((one) => one.task === task);
  if (has('support')) return supportLimit(to);
  const { cluster } = here;
  const { name, region } = cluster;
  const steps = [
    ...(has('wait') ? [advice`Wait until no update is in progress.`] : []),
    ...(has('policy') ? [setPolicy(here)] : []),
    ...obstacles.flatMap(({ groups = [] }) => groups.map((group) => rollBackGroup(to, group, cluster))),
    ...(obstacles.some(({ hasOtherNodes }) => hasOtherNodes === true)
      ? [advice`Replace nodes of ${format(to + 1)} that belong to no managed node group with nodes of ${format(to)}.`]
      : []),
    ...(has('fargate')
      ? [advice`Stop the pods that run on Fargate with ${format(to + 1)}, and start them again after the rollback.`]
      : []),
    ...obstacles.flatMap(({ addon }) => (addon === undefined ? [] : setAddon(to, addon, here))),
    advice`Check that the rollback insights pass:\n${commands(
      continued(
        sh`aws eks list-insights --region ${region} --cluster-name ${name}`,
        sh`--filter categories=ROLLBACK_READINESS`,
      ),
    )}`,
    rollBackControlPlane(to, cluster),
  ];
  const numbered = steps.map((step, index) => advice`${index + 1}. ${step}`);
  return advice`If you need to roll back to ${format(to)}, follow these steps in order:\n${joinAdvice(numbered, '\n')}`;
}

/** What to do before an update that EKS could not roll back. */
export function prepareFix(to: Minor, obstacles: readonly Obstacle[], here: Here): Advice {
  const has = (task: Obstacle['task']): boolean => obstacles.some((one) => one.task === task);
  if (has('support')) return advice`${supportLimit(to)} Test the update in another cluster first.`;
  return joinAdvice(
    [
      ...(has('policy') ? [setPolicy(here)] : []),
      ...(has('add-ons')
        ? [
            advice`Test the update in another cluster first: while an add-on has a version that is not listed for ${format(to)}, EKS rolls back only with \`--force\`.`,
          ]
        : []),
      advice`After the update, leave the nodes at ${format(to)} until you are sure that you do not need a rollback.`,
    ],
    '\n',
  );
}

function setAddon(to: Minor, addon: NonNullable<Obstacle['addon']>, { cluster, tables }: Here): Advice {
  const set = advice`Choose a version of the add-on ${addon.name} that EKS lists for ${format(to)}, and set it:\n${chooseAddon(cluster, addon, to, 'VERSION')}`;
  return behindAddonManager(set, addon, { cluster, rows: tables['managed-changes'] });
}

function rollBackControlPlane(to: Minor, cluster: Here['cluster']): Advice {
  const note = noteDefinedVersion(resolveOwner({ tags: cluster.tags }), to);
  return advice`Roll back the control plane:\n${commands(updateCommands(cluster, to).aws)}${note === undefined ? '' : advice`\n${note}`}`;
}

function rollBackGroup(to: Minor, group: string, cluster: Here['cluster']): Advice {
  const version = format(to);
  return advice`Roll back the node group ${group}; with a custom AMI, update it to a launch template version with an AMI for ${version} instead:\n${updateNodegroup(cluster, group, sh`--kubernetes-version ${version}`)}`;
}
