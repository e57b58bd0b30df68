import type { Context, Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { RollbackState } from '../../../src/for-checks/rollback.ts';
import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { format, parseMinor } from '../../../src/syntax/versions.ts';
import { describeUnknownTime } from '../shared/rollback-time.ts';

type Here = Pick<Context, 'cluster' | 'current'>;

/** Why EKS cannot roll back the cluster, or why that is unknown. */
export function noWindowFinding(
  state: Exclude<RollbackState, { is: 'open' }>,
  updates: Facts['updates'],
  here: Here,
): Finding {
  if (state.is === 'closed') return closedFinding(updates, here);
  return { rule: state.is, resource: { kind: 'Cluster', name: here.cluster.name }, ...describe(state, updates, here) };
}

function describe(
  state: Exclude<RollbackState, { is: 'open' | 'closed' }>,
  updates: Facts['updates'],
  { cluster }: Here,
): Omit<Finding, 'resource'> {
  if (state.is === 'running') {
    return {
      level: 'warn',
      message: `a rollback to ${format(state.to)} is running`,
      evidence: [{ observed: 'VersionRollback InProgress', required: 'no running update', fact: 'updates' }],
      fix: watchRollback(updates, cluster),
    };
  }
  if (state.is !== 'rolled-back') return { level: 'unknown', ...describeUnknownTime(state) };
  const from = state.from === null ? '' : ` from ${state.from}`;
  const on = state.on === null ? '' : ` on ${state.on.slice(0, 10)}`;
  return {
    level: 'fail',
    message: `the last version change is a rollback${from}${on}: EKS has no update to roll back`,
    evidence: [{ observed: 'VersionRollback Successful', required: 'an update', fact: 'updates' }],
    fix: advice`EKS cannot roll back twice in a row, not even with \`--force\`. To judge the next update, scan without \`--rollback\`.`,
  };
}

function closedFinding(updates: Facts['updates'], { cluster, current }: Here): Finding {
  const { name, createdAt } = cluster;
  const version = format(current);
  const dates = updates.flatMap((update) => {
    const isOwn = update.type === 'VersionUpdate' && update.status === 'Successful';
    return isOwn && parseMinor(update.version ?? '') === current ? [update.createdAt ?? ''] : [];
  });
  const last = dates.toSorted().at(-1)?.slice(0, 10);
  const isCreated = last === undefined;
  const created = `no update to ${version} is known${createdAt === null ? '' : `, and the cluster was created on ${createdAt.slice(0, 10)}`}: EKS can roll back only an update`;
  return {
    level: 'fail',
    rule: isCreated ? 'created' : 'closed',
    resource: { kind: 'Cluster', name },
    message: isCreated
      ? created
      : `the update to ${version} started on ${last}: EKS rolls back only within seven days of an update`,
    evidence: [
      {
        observed: isCreated ? `no update to ${version}` : `VersionUpdate to ${version} on ${last}`,
        required: 'an update within the last seven days',
        fact: 'updates',
      },
    ],
    fix: advice`EKS rejects the rollback, even with \`--force\`: fix the problem at ${version}, or move the workloads to a cluster with ${format(current - 1)}.`,
  };
}

/** Only a rollback of Auto Mode nodes can be canceled: the user guide's page on rollbacks with Auto Mode. */
function watchRollback(updates: Facts['updates'], { name, region, autoMode }: Here['cluster']): Advice {
  const running = updates.find(({ type, status }) => type === 'VersionRollback' && status === 'InProgress');
  const id = running?.id ?? 'UPDATE_ID';
  const cancel = autoMode
    ? advice`\nWhile EKS replaces the Auto Mode nodes, you can cancel the rollback:\n${commands(
        sh`aws eks cancel-update --region ${region} --name ${name} --update-id ${id}`,
      )}`
    : advice``;
  return advice`Wait until the rollback ends:\n${commands(
    sh`aws eks describe-update --region ${region} --name ${name} --update-id ${id}`,
  )}${cancel}`;
}
