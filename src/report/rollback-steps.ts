import type { Facts } from '../facts/facts.ts';
import { clusterUpdate } from '../for-checks/update-commands.ts';
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
  const named = prepared.flatMap(({ checks }) => checks);
  const others = blocked.filter((id) => !named.includes(id));
  const steps = [
    ...prepared.map(({ what }) => what(format(to))),
    ...(others.length === 0
      ? []
      : [advice`${named.length === 0 ? 'Fix the blockers' : 'Fix the other blockers'} (${others.join(', ')}).`]),
    checkInsights(cluster),
    advice`Roll back the control plane:\n${clusterUpdate(cluster, to)}${cancelText(cluster)}`,
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

/** The command that shows whether the rollback insights pass. */
function checkInsights({ name, region }: Facts['cluster']): Advice {
  return advice`Check that the rollback insights pass:\n${commands(
    continued(
      sh`aws eks list-insights --region ${region} --cluster-name ${name}`,
      sh`--filter categories=ROLLBACK_READINESS`,
    ),
  )}`;
}

/** EKS can cancel a rollback only while it replaces Auto Mode nodes. */
function cancelText({ name, region, autoMode }: Facts['cluster']): Advice {
  return autoMode
    ? advice`\nEKS replaces the Auto Mode nodes first, which can take hours. Until it rolls back the control plane, you can cancel:\n${commands(
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
