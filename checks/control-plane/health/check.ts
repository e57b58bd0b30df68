import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Evidence, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import { oneLine } from '../../../src/languages/one-line.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { sh } from '../../../src/languages/shell.ts';
import { reportedCodes, untoldHealth } from '../../../src/subjects/health-issues.ts';
import { parseMinor, type Minor } from '../../../src/languages/versions.ts';

type Cluster = Facts['cluster'];
type Update = Facts['updates'][number];
type Authority = NonNullable<Facts['certificateAuthorities']>[number];

const rotationGuide = 'https://docs.aws.amazon.com/eks/latest/userguide/certificate-authority-rotation.html';

export default defineCheck({
  id: 'control-plane/health',
  title: 'The cluster is not ready for an update',
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS starts an update only on a cluster that is active, with no other update and no rotation of its certificate
    authority on the way. Its own health check names what would make an update fail: a deleted subnet or role, a disabled
    key, too few addresses; it may take three hours to notice. Some of these a cluster does not recover from.

    The status alone does not tell that a cluster is idle: during the rollback of a cluster in Auto Mode it stays ACTIVE
    while nodes are replaced. And the last update that failed is the best hint for the next one: EKS went back to the old
    version by itself, and the cause may still be there.`,
  fix: advice`Clear the cause, wait until the cluster is active and nothing runs, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#cluster-health-status',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_ClusterIssue.html',
    rotationGuide,
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-automode.html',
  ],
  needs: [],
  uses: ['updates', 'certificateAuthorities'],
  tables: ['health-codes'],

  *run({ updates = [], certificateAuthorities }, { cluster, current, tables }) {
    const running = updates.filter(({ status }) => status === 'InProgress');
    yield* statusFindings(cluster, running.length > 0);
    yield* issueFindings(cluster, tables['health-codes']);
    for (const update of running) yield runningUpdate(cluster, update);
    for (const update of updates) {
      if (['InProgress', 'Failed', 'Cancelled', 'Successful'].includes(update.status)) continue;
      yield {
        level: 'unknown',
        rule: 'update-status',
        resource: { kind: 'Update', name: update.id },
        message: `the status ${update.status} of this ${update.type} is not known`,
      } satisfies Finding;
    }
    const failed = lastFailure(updates, current);
    if (failed !== undefined) yield failedUpdate(cluster, failed);
    for (const authority of certificateAuthorities ?? []) yield* authorityFindings(cluster, authority);
  },
});

const statusTexts: Readonly<Record<string, string>> = {
  CREATING: 'the cluster is still being created',
  DELETING: 'the cluster is being deleted',
  FAILED: 'the cluster has failed',
  PENDING: 'the cluster is not ready yet',
  UPDATING: 'an update of the cluster is running',
};

/** UPDATING is left to the update that causes it, where that one is seen. */
function* statusFindings(cluster: Cluster, updateSeen: boolean): Generator<Finding> {
  const { status } = cluster;
  if (status === 'ACTIVE' || (status === 'UPDATING' && updateSeen)) return;
  yield {
    level: 'fail',
    rule: 'status',
    resource: resourceOf(cluster),
    message: `${statusTexts[status] ?? 'the cluster is not active'}: its status is ${status}`,
    evidence: [{ observed: status, required: 'ACTIVE', fact: 'cluster' }],
    fix: advice`Wait until the status is \`ACTIVE\`; a cluster that failed is for AWS Support.\n${commands(
      sh`aws eks describe-cluster --region ${cluster.region} --name ${cluster.name} --query cluster.status`,
    )}`,
  };
}

function* issueFindings(cluster: Cluster, rows: Tables['health-codes']): Generator<Finding> {
  const resource = resourceOf(cluster);
  if (cluster.healthIssues === null) {
    yield { ...untoldHealth('cluster'), resource, fix: clearFix(cluster, 'an issue') };
    return;
  }
  for (const { code, row, finding } of reportedCodes('cluster', cluster.healthIssues, rows)) {
    if (row?.recoverable === false) {
      yield { ...finding, resource, message: `${finding.message} (not recoverable)`, fix: lostFix(code) };
    } else yield { ...finding, resource, fix: clearFix(cluster, code) };
  }
}

function clearFix({ name, region }: Cluster, code: string): Advice {
  return advice`Remove the cause of ${code} and wait until EKS no longer reports it (it may take three hours to notice).\n${commands(
    sh`aws eks describe-cluster --region ${region} --name ${name} --query cluster.health`,
  )}`;
}

function lostFix(code: string): Advice {
  return advice`EKS does not recover a cluster from ${code}: move its workloads to a new cluster. Ask AWS Support before you give it up.`;
}

function runningUpdate(cluster: Cluster, update: Update): Finding {
  return {
    level: 'fail',
    rule: 'running-update',
    resource: { kind: 'Update', name: update.id },
    message: `${titleOf(update)} ${update.createdAt === null ? 'is running' : `has been running since ${update.createdAt}`}`,
    evidence: [{ observed: `${update.type} InProgress`, required: 'no running update', fact: 'updates' }],
    fix: advice`Wait until the update has ended.\n${describeUpdate(cluster, update)}`,
  };
}

/** The newest VersionUpdate that was not cancelled, where it failed and went to a version that the cluster has not reached. */
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
  const codes = update.errors.map(({ code }) => code).join(', ');
  const when = update.createdAt === null ? '' : ` of ${update.createdAt.slice(0, 10)}`;
  return {
    level: 'warn',
    rule: 'failed-update',
    resource: { kind: 'Update', name: update.id },
    message: `the last ${titleOf(update)}${when} failed: ${codes === '' ? 'EKS names no error' : codes}`,
    evidence: update.errors.map(({ code, message, resourceIds }) => ({
      observed: oneLine(message) === '' ? code : `${code}: ${oneLine(message)}`,
      ...(resourceIds.length === 0 ? {} : { resource: resourceIds.join(', ') }),
      fact: 'updates',
    })),
    fix: advice`Make sure that the cause of the failure is gone before you try again.\n${describeUpdate(cluster, update)}`,
  };
}

function titleOf({ type, version }: Update): string {
  return version === null ? type : `${type} to ${version}`;
}

function describeUpdate({ name, region }: Cluster, { id }: Update): Advice {
  return commands(sh`aws eks describe-update --region ${region} --name ${name} --update-id ${id}`);
}

function* authorityFindings(cluster: Cluster, authority: Authority): Generator<Finding> {
  const { id, signingStatus, distributionStatus } = authority;
  const resource = { kind: 'CertificateAuthority', name: id };
  const links = [rotationGuide];
  const evidence: Evidence[] = [
    {
      observed: `signing ${signingStatus}, distribution ${distributionStatus}`,
      required: 'signing IN_USE or NOT_USED, distribution COMPLETE',
      fact: 'certificateAuthorities',
    },
  ];
  const fix = advice`End this step of the rotation before the update: wait for one that runs, repeat one that failed.\n${commands(
    sh`aws eks list-certificate-authorities --region ${cluster.region} --cluster-name ${cluster.name}`,
  )}`;
  if (signingStatus === 'ACTIVATING' || ['IN_PROGRESS', 'DELETING'].includes(distributionStatus)) {
    const step = { IN_PROGRESS: 'distributed', DELETING: 'deleted' }[distributionStatus] ?? 'activated';
    const message = `the certificate authority is being ${step}: EKS updates no version meanwhile`;
    yield { level: 'fail', rule: 'certificate-authority', resource, message, evidence, fix, links };
    return;
  }
  if (distributionStatus === 'FAILED') {
    const message = 'EKS failed to distribute the certificate authority';
    yield { level: 'warn', rule: 'certificate-authority', resource, message, evidence, fix, links };
    return;
  }
  if (['IN_USE', 'NOT_USED'].includes(signingStatus) && distributionStatus === 'COMPLETE') return;
  const message = `a status of the certificate authority is not known: ${signingStatus}, ${distributionStatus}`;
  yield { level: 'unknown', rule: 'certificate-authority', resource, message, evidence, links };
}

function resourceOf({ name }: Cluster): Resource {
  return { kind: 'Cluster', name };
}
