import { compareWorkloads, saveWorkloads } from '../../for-checks/workload-readiness.ts';
import { noteDefinedVersion } from '../../for-checks/managed-cluster.ts';
import { beginUpdate, updateCommands } from '../../for-checks/update-commands.ts';
import type { ReportedFinding } from '../../judge/result.ts';
import { advice, commands, type Advice } from '../../syntax/advice.ts';
import { continued, sh, type Command } from '../../syntax/shell.ts';
import { format } from '../../syntax/versions.ts';
import { controlPlaneAt, seen, shellTexts, updateSuccessful } from './conditions.ts';
import type { Draft, Known } from './draft.ts';
import { draftTask, toHow } from './draft-task.ts';
import { listStoppedPools, namePools } from './drift-pause.ts';
import { managedFields } from './managed.ts';
import { managedCluster } from './managed-objects.ts';
import { scanCommand } from './own-commands.ts';

const check = 'control-plane/rollback';

/** A rollback insight of EKS, which the tasks for nodes and add-ons make pass. */
export function isInsight({ check: own, rule }: ReportedFinding): boolean {
  return own === check && rule === 'insight';
}

/** Refreshes the rollback insights, which EKS itself does only once a day, and lists them. */
export function insightsTask({ cluster, found, path }: Known): Draft {
  const { name, region } = cluster;
  const again = scanCommand(cluster, sh`--rollback`);
  const own = found.filter(isInsight);
  const list = continued(
    sh`aws eks list-insights --region ${region} --cluster-name ${name}`,
    sh`--filter categories=ROLLBACK_READINESS`,
  );
  return draftTask({
    id: 'insights:refresh',
    kind: 'scan',
    title: 'Refresh the rollback insights: none may block',
    hop: 0,
    stage: 'add-on-before',
    rank: 1,
    closes: own.map(({ fingerprint }) => fingerprint),
    stops: ['control-plane'],
    area: 'control-plane',
    how: toHow(
      advice`EKS rejects a rollback while a rollback insight has the status ERROR, and may reject it while one has UNKNOWN. WARNING does not block it. Refresh the insights, and list them after a minute:\n${commands(sh`aws eks start-insights-refresh --region ${region} --cluster-name ${name}`, list)}\nThe insights do not know what you installed yourself. Scan again, too:\n${commands(again)}\nSave the workloads that are not ready now, and the pods that are \`Pending\`, for the comparison after the rollback:\n${commands(saveWorkloads(format(path.target)))}`,
    ),
    done: [
      seen('every rollback insight has the status PASSING or WARNING', list),
      seen('nothing but these insights blocks the rollback, and nothing else is unknown', again),
    ],
    notes: own.map(({ resource, message }) => `${resource.text}: ${message}`),
  });
}

/** Rolls back the control plane. eksctl does so since pull request 8780 of July 2026. */
export function rollbackTask(known: Known): Draft {
  const { cluster, path, results, rollback } = known;
  const { aws, eksctl } = updateCommands(cluster, path.target);
  const [begins] = shellTexts(beginUpdate(cluster, path.target));
  const { until } = rollback ?? {};
  const how = toHow(
    advice`${forceText(results)}${commands(aws)}\nThe commands wait until the rollback is \`Successful\`, and fail with its errors otherwise. Or with eksctl of July 2026 or later:\n${commands(...eksctl)}${cancelText(known)}`,
  );
  // The table has no row for a rollback: its rows are for an update.
  const { change: _change, ...object } = managedCluster(known, path.target);
  const note = noteDefinedVersion(object.owner, path.target);
  return draftTask({
    id: `control-plane:${format(path.target)}`,
    kind: 'control-plane',
    title: 'Roll back the control plane',
    hop: 0,
    stage: 'control-plane',
    area: 'control-plane',
    from: format(path.current),
    to: format(path.target),
    ...managedFields([object], how),
    how,
    ...(begins === undefined ? {} : { begins }),
    done: [updateSuccessful(cluster, { kind: 'control-plane' }), controlPlaneAt(cluster, path.target)],
    notes: [
      `${cluster.autoMode ? 'The rollback drains no other nodes.' : 'No node is drained.'} Connections to the API server are cut while EKS replaces it; controllers reconnect.`,
      ...(note === undefined ? [] : [note]),
    ],
    ...(until === null || until === undefined ? {} : { until }),
  });
}

/** An accepted insight still makes EKS reject the rollback. */
function forceText(results: Known['results']): Advice {
  const isAccepted = results
    .flatMap(({ findings }) => findings)
    .some((finding) => isInsight(finding) && finding.level !== 'warn' && finding.accepted !== null);
  return isAccepted
    ? advice`Add \`--force\`, because you accepted an insight that does not pass (it skips all insights):\n`
    : advice``;
}

/** EKS can cancel a rollback only while it replaces Auto Mode nodes. */
function cancelText({ cluster: { name, region, autoMode } }: Known): Advice {
  return autoMode
    ? advice`\nEKS replaces the Auto Mode nodes first, which can take hours. Until it rolls back the control plane, you can cancel the rollback: stop the commands with Ctrl+C, then run in the same shell:\n${commands(
        sh`aws eks cancel-update --region ${region} --name ${name} --update-id "$update"`,
      )}`
    : advice``;
}

/** What to check after a rollback. */
export function afterRollback({ cluster: { name, region }, path, readings }: Known): Draft {
  const lines: Command[] = [
    sh`kubectl get nodes`,
    sh`aws eks list-addons --region ${region} --cluster-name ${name}`,
    compareWorkloads(format(path.target)),
  ];
  return draftTask({
    id: 'check:after',
    kind: 'hold',
    title: 'Check the nodes, the add-ons and the workloads',
    hop: 0,
    stage: 'hold',
    at: { component: 'kubernetes', version: format(path.target) },
    after: [`control-plane:${format(path.target)}`],
    how: toHow(
      advice`Check the nodes, the add-ons and the workloads; the last commands compare the workloads with the file from before the rollback, and mark what is new with \`>\`:\n${commands(...lines)}`,
    ),
    done: [
      seen(
        'all nodes are Ready; no workload has fewer ready pods than before: `diff` prints no line with `>`',
        ...lines,
      ),
    ],
    notes: pausedNotes(readings),
  });
}

/** The plan of the update may have paused Karpenter: only that plan knows the budgets of before. */
function pausedNotes(readings: Known['readings']): string[] {
  const pools = listStoppedPools(readings);
  return pools.length === 0
    ? []
    : [
        `The disruption budgets of ${namePools(pools)} allow no disruption. If the plan of the update set them so, do its task that restores them now.`,
      ];
}
