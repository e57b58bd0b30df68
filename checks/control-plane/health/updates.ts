import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import type { Finding } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { parseMinor, type Minor } from '../../../src/syntax/versions.ts';
import { formatFailure, listErrors } from '../shared/failed-update.ts';

type Cluster = Facts['cluster'];
type Update = Facts['updates'][number];

/** Findings for running updates, updates with an unknown status, and the last version update if it failed. */
export function* updateFindings(cluster: Cluster, updates: readonly Update[], current: Minor): Generator<Finding> {
  for (const update of updates.filter(isRunning)) yield runningUpdate(cluster, update);
  for (const { id, type, status } of updates) {
    if (['InProgress', 'Failed', 'Cancelled', 'Successful'].includes(status)) continue;
    const message = `unknown status ${status} of this ${type}`;
    yield { level: 'unknown', rule: 'update-status', resource: { kind: 'Update', name: id }, message };
  }
  const failed = lastFailure(updates, current);
  if (failed !== undefined) yield failedUpdate(cluster, failed);
}

export function isRunning({ status }: Update): boolean {
  return status === 'InProgress';
}

function runningUpdate(cluster: Cluster, update: Update): Finding {
  return {
    level: 'fail',
    rule: 'running-update',
    resource: { kind: 'Update', name: update.id },
    message: `${formatTitle(update)} ${update.createdAt === null ? 'is running' : `has been running since ${update.createdAt}`}`,
    evidence: [{ observed: `${update.type} InProgress`, required: 'no running update', fact: 'updates' }],
    fix: advice`Wait until the update completes.\n${describeUpdate(cluster, update)}`,
  };
}

/** The newest VersionUpdate that was not cancelled, if it failed and the cluster has not reached its version since. */
function lastFailure(updates: readonly Update[], current: Minor): Update | undefined {
  const newest = updates
    .filter(({ type, status }) => type === 'VersionUpdate' && status !== 'Cancelled')
    .sort((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1))
    .at(-1);
  if (newest?.status !== 'Failed') return undefined;
  const wanted = newest.version === null ? undefined : parseMinor(newest.version);
  return wanted !== undefined && wanted <= current ? undefined : newest;
}

function failedUpdate(cluster: Cluster, update: Update): Finding {
  return {
    level: 'warn',
    rule: 'failed-update',
    resource: { kind: 'Update', name: update.id },
    message: `the last ${formatTitle(update)}${formatFailure(update)}`,
    evidence: listErrors(update),
    fix: advice`Make sure that the cause of the failure is fixed before you try
      again.\n${describeUpdate(cluster, update)}`,
  };
}

function formatTitle({ type, version }: Update): string {
  return version === null ? type : `${type} to ${version}`;
}

function describeUpdate({ name, region }: Cluster, { id }: Update): Advice {
  return commands(sh`aws eks describe-update --region ${region} --name ${name} --update-id ${id}`);
}
