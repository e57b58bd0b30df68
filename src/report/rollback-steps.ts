import type { Facts } from '../facts/facts.ts';
import { updateCommands } from '../for-checks/update-commands.ts';
import { listUnready } from '../for-checks/workload-readiness.ts';
import type { Result } from '../judge/result.ts';
import { advice, commands, joinAdvice, type Advice } from '../syntax/advice.ts';
import { continued, sh } from '../syntax/shell.ts';
import { forCount, formatList } from '../syntax/english.ts';
import { format, type Minor } from '../syntax/versions.ts';
import type { Report } from './schema.ts';

type Judged = Pick<Result, 'id' | 'findings'>;

/** What must be at the earlier version before the control plane, in the order of the user guide. */
const preparations: readonly { checks: readonly string[]; what: (to: string) => string }[] = [
  { checks: ['nodes/kubelet-skew'], what: (to) => `Replace the nodes that are newer than ${to}` },
  {
    checks: ['addons/compatibility', 'addons/kube-proxy-skew'],
    what: (to) => `Set the add-ons to versions for ${to}`,
  },
];
const own = 'control-plane/rollback';

/**
 * The steps of a rollback: the blockers, the insights, the control plane, and what to check afterwards. What stops the
 * replacement of nodes comes before the nodes, and the insights, which report nodes and add-ons, after them.
 * Sources: https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html,
 * https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html
 */
export function rollbackSteps(
  cluster: Facts['cluster'],
  to: Minor,
  { results, entries }: { results: readonly Judged[]; entries: Report['entries'] },
): Advice {
  const blockers = entries.filter(({ level }) => level === 'fail');
  const listed = (ids: readonly string[]) => blockers.filter(({ checks }) => checks.some((id) => ids.includes(id)));
  const named = [own, ...preparations.flatMap(({ checks }) => checks)];
  const others = blockers.filter(({ checks }) => !checks.some((id) => named.includes(id)));
  const steps = [
    ...(others.length === 0 ? [] : [advice`Fix ${numbers(others)}.`]),
    ...preparations.flatMap(({ checks, what }) => {
      const found = listed(checks);
      return found.length === 0 ? [] : [advice`${what(format(to))} (${numbers(found)}).`];
    }),
    ...(listed([own]).length === 0 ? [] : [advice`Fix ${numbers(listed([own]))}.`]),
    checkInsights(cluster),
    advice`Roll back the control plane${forceText(results)}:\n${startRollback(cluster, to)}${cancelText(cluster)}`,
    checkAfterwards(cluster),
  ];
  return joinAdvice(
    steps.map((step, index) => advice`${index + 1}. ${step}`),
    '\n',
  );
}

/** `entry 2`, `entries 2 and 3`. */
function numbers(entries: Report['entries']): string {
  return `${forCount(entries.length, 'entry', 'entries')} ${formatList(entries.map(({ number }) => `${number}`))}`;
}

/** An accepted insight still makes EKS reject the rollback. */
function forceText(results: readonly Judged[]): Advice {
  const found = results.filter(({ id }) => id === own).flatMap(({ findings }) => findings);
  const isAccepted = found.some(
    ({ rule, level, accepted }) => rule === 'insight' && level !== 'warn' && accepted !== null,
  );
  return isAccepted
    ? advice`, with \`--force\`, because you accepted an insight that does not pass (it skips all insights)`
    : advice``;
}

/** The commands that start the rollback and show its progress. eksctl rolls back since pull request 8780 of July 2026. */
function startRollback(cluster: Facts['cluster'], to: Minor): Advice {
  const { aws, eksctl } = updateCommands(cluster, to);
  return advice`${commands(aws)}\nThe commands wait until the rollback is \`Successful\`, and fail with its errors otherwise. Or with eksctl of July 2026 or later:\n${commands(...eksctl)}`;
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
    ? advice`\nEKS replaces the Auto Mode nodes first, which can take hours. Until it rolls back the control plane, you can cancel the rollback: stop the commands with Ctrl+C, then run in the same shell:\n${commands(
        sh`aws eks cancel-update --region ${region} --name ${name} --update-id "$update"`,
      )}`
    : advice``;
}

function checkAfterwards({ name, region }: Facts['cluster']): Advice {
  return advice`Check the nodes, the add-ons and the workloads; the last command lists those that have fewer ready pods than wanted:\n${commands(
    sh`kubectl get nodes`,
    sh`aws eks list-addons --region ${region} --cluster-name ${name}`,
    listUnready,
  )}`;
}
