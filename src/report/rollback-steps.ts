import type { Facts } from '../facts/facts.ts';
import { updateCommands } from '../for-checks/update-commands.ts';
import type { Result } from '../judge/result.ts';
import { advice, commands, joinAdvice, type Advice } from '../syntax/advice.ts';
import { continued, sh } from '../syntax/shell.ts';
import { format, type Minor } from '../syntax/versions.ts';

type Judged = Pick<Result, 'id' | 'findings'>;

/** What must go back before the control plane, in the order of the user guide, with the checks that name the objects. */
const preparations: readonly { checks: readonly string[]; what: (to: string) => Advice }[] = [
  {
    checks: ['nodes/kubelet-skew'],
    what: (to) => advice`Replace the nodes that are newer than ${to} (nodes/kubelet-skew).`,
  },
  {
    checks: ['addons/compatibility', 'addons/kube-proxy-skew'],
    what: (to) => advice`Set the add-ons to versions for ${to} (addons/compatibility, addons/kube-proxy-skew).`,
  },
];

/**
 * The steps of a rollback: the blockers, the insights, the control plane, and what to check afterwards.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 */
export function rollbackSteps(cluster: Facts['cluster'], to: Minor, results: readonly Judged[]): Advice {
  const blocked = results.filter(({ findings }) => findings.some(isBlocker)).map(({ id }) => id);
  const prepared = preparations.filter(({ checks }) => checks.some((id) => blocked.includes(id)));
  const named = ['control-plane/rollback', ...prepared.flatMap(({ checks }) => checks)];
  const others = blocked.filter((id) => !named.includes(id));
  const steps = [
    ...(others.length === 0 ? [] : [advice`Fix the blockers of ${others.join(', ')}.`]),
    ...prepared.map(({ what }) => what(format(to))),
    ...(blocked.includes('control-plane/rollback') ? [advice`Fix the blockers of control-plane/rollback.`] : []),
    checkInsights(cluster),
    advice`Roll back the control plane${forceText(results)}:\n${startRollback(cluster, to)}${cancelText(cluster)}`,
    checkAfterwards(cluster),
  ];
  return joinAdvice(
    steps.map((step, index) => advice`${index + 1}. ${step}`),
    '\n',
  );
}

function isBlocker({ level, accepted }: Judged['findings'][number]): boolean {
  return level === 'fail' && accepted === null;
}

/** An accepted insight still makes EKS reject the rollback. */
function forceText(results: readonly Judged[]): Advice {
  const own = results.filter(({ id }) => id === 'control-plane/rollback').flatMap(({ findings }) => findings);
  const isAccepted = own.some(
    ({ rule, level, accepted }) => rule === 'insight' && level !== 'warn' && accepted !== null,
  );
  return isAccepted
    ? advice`, with \`--force\`, because you accepted an insight that does not pass (it skips all insights)`
    : advice``;
}

/** The commands that start the rollback and show its progress. eksctl rolls back since pull request 8780 of July 2026. */
function startRollback(cluster: Facts['cluster'], to: Minor): Advice {
  const { aws, eksctl } = updateCommands(cluster, to);
  return advice`${commands(...aws)}\nRepeat the second command, with the update ID that the first prints, until the status is \`Successful\`. Or with eksctl of July 2026 or later:\n${commands(...eksctl)}`;
}

/** The commands that refresh the rollback insights and show them: EKS refreshes them only once a day. */
function checkInsights({ name, region }: Facts['cluster']): Advice {
  return advice`Refresh the insights, and check after a minute that the rollback insights pass:\n${commands(
    sh`aws eks start-insights-refresh --region ${region} --cluster-name ${name}`,
    continued(
      sh`aws eks list-insights --region ${region} --cluster-name ${name}`,
      sh`--filter categories=ROLLBACK_READINESS`,
    ),
  )}`;
}

/** EKS can cancel a rollback only while it replaces Auto Mode nodes. */
function cancelText({ name, region, autoMode }: Facts['cluster']): Advice {
  return autoMode
    ? advice`\nEKS replaces the Auto Mode nodes first, which can take hours. Until it rolls back the control plane, you can cancel the rollback:\n${commands(
        sh`aws eks cancel-update --region ${region} --name ${name} --update-id UPDATE_ID`,
      )}`
    : advice``;
}

function checkAfterwards({ name, region }: Facts['cluster']): Advice {
  return advice`Check the nodes, the add-ons and the pods:\n${commands(
    sh`kubectl get nodes`,
    sh`aws eks list-addons --region ${region} --cluster-name ${name}`,
    sh`kubectl get pods --all-namespaces --field-selector ${'status.phase!=Running,status.phase!=Succeeded'}`,
  )}`;
}
