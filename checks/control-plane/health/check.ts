import { advice, commands, type Advice } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { sh, type Command } from '../../../src/syntax/shell.ts';
import { healthCommands } from '../../../src/for-checks/health-commands.ts';
import { reportedCodes, buildUnreportedHealth } from '../../../src/for-checks/health-issues.ts';
import { isKeyIssue, keyRemedy } from '../shared/key-issues.ts';
import { issueTexts } from './issue-texts.ts';
import { authorityFindings, rotationGuide } from './certificate-authorities.ts';
import { isRunning, updateFindings } from './updates.ts';

type Cluster = Facts['cluster'];

export default defineCheck({
  id: 'control-plane/health',
  title: 'The cluster is not ready for an update',
  short: {
    'no-health': 'health unknown',
    'running-update': 'an update is running',
    'failed-update': 'last version update failed',
    'update-status': 'status of the update unknown',
    ...issueTexts,
  },
  task: {
    '': 'Remove the cause of the health issue',
    'running-update': 'Wait until the running update completes',
    'failed-update': 'Remove the cause of the failed update',
    'certificate-authority': 'Complete the rotation of the cluster CA',
    'issue:ec2subnetnotfound': 'Replace cluster subnets',
    'issue:subnetnotfound': 'Replace cluster subnets',
    'issue:ec2securitygroupnotfound': 'Replace security groups of the cluster',
    'issue:securitygroupnotfound': 'Replace security groups of the cluster',
  },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `EKS starts an update only on a cluster that is active, without another update or a rotation of its certificate
    authority in progress. Its own health check lists what would make an update fail: a deleted subnet or role, a
    disabled key, too few free addresses; it can take three hours to notice. Some of these issues are not
    recoverable.

    The status alone does not show that a cluster is idle: during the rollback of an Auto Mode cluster, it stays
    ACTIVE while nodes are replaced. The last failed update is reported as well: EKS rolled back to the old version,
    and the cause may still exist.`,
  fix: advice`Remove the cause, wait until the cluster is active and no update runs, then scan again.`,
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
    yield* statusFindings(cluster, updates.some(isRunning));
    yield* issueFindings(cluster, tables['health-codes']);
    yield* updateFindings(cluster, updates, current);
    for (const authority of certificateAuthorities ?? []) yield* authorityFindings(cluster, authority);
  },
});

const statusTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CREATING: 'the cluster is still being created',
    DELETING: 'the cluster is being deleted',
    FAILED: 'the cluster has failed',
    PENDING: 'the cluster is not ready yet',
    UPDATING: 'an update of the cluster is running',
  }),
);

/** No finding for UPDATING if a running update was read: that update has its own finding. */
function* statusFindings(cluster: Cluster, updateSeen: boolean): Generator<Finding> {
  const { status } = cluster;
  const what = statusTexts.get(status) ?? 'the cluster is not active';
  if (status === 'ACTIVE' || (status === 'UPDATING' && updateSeen)) return;
  yield {
    level: 'fail',
    rule: 'status',
    short: what,
    resource: toResource(cluster),
    message: `${what}: its status is ${status}`,
    evidence: [{ observed: status, required: 'ACTIVE', fact: 'cluster' }],
    fix: advice`Wait until the status is \`ACTIVE\`; if the cluster has failed, contact AWS Support.\n${commands(
      sh`aws eks describe-cluster --region ${cluster.region} --name ${cluster.name} --query cluster.status`,
    )}`,
  };
}

function* issueFindings(cluster: Cluster, rows: Tables['health-codes']): Generator<Finding> {
  const resource = toResource(cluster);
  if (cluster.healthIssues === null) {
    yield {
      ...buildUnreportedHealth('cluster'),
      resource,
      fix: clearFix(cluster, 'Remove the cause of each issue that EKS reports.'),
    };
    return;
  }
  for (const { code, row, remedy, resourceIds, finding } of reportedCodes('cluster', cluster.healthIssues, rows)) {
    const shared = isKeyIssue(code) ? { remedy: keyRemedy } : {};
    if (row?.recoverable === false) {
      const fix = advice`EKS cannot recover a cluster from ${code}. ${remedy}`;
      yield { ...finding, ...shared, resource, message: `${finding.message} (not recoverable)`, fix };
    } else {
      const known = healthCommands('cluster', code, { cluster, resourceIds });
      yield { ...finding, ...shared, resource, fix: clearFix(cluster, remedy, known) };
    }
  }
}

function clearFix({ name, region }: Cluster, remedy: string, known: readonly Command[] = []): Advice {
  return advice`${remedy} Then wait until EKS no longer reports it (this can take three hours).\n${commands(
    ...known,
    sh`aws eks describe-cluster --region ${region} --name ${name} --query cluster.health`,
  )}`;
}

function toResource({ name }: Cluster): Resource {
  return { kind: 'Cluster', name };
}
