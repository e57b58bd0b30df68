import { advice, commands, type Advice } from '../../src/syntax/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { continued, sh, type Command } from '../../src/syntax/shell.ts';
import { isRollback } from '../../src/syntax/versions.ts';
import { deleteFailedGroup } from '../../src/for-checks/empty-group.ts';
import { healthCommands } from '../../src/for-checks/health-commands.ts';
import { reportedCodes, buildUnreportedHealth } from '../../src/for-checks/health-issues.ts';
import { nodegroupIssues } from './shared/issue-texts.ts';
import { updatingBeforeRollback } from './shared/updating-group.ts';

type Cluster = Facts['cluster'];
type Nodegroup = Facts['nodegroups'][number];

export default defineCheck({
  id: 'nodes/node-group-health',
  title: 'Managed node groups that are not healthy',
  short: { status: 'status unknown', 'no-health': 'health unknown', ...nodegroupIssues },
  task: 'Remove the cause of the health issue',
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocksRollback: ['control-plane'],
  direction: 'both',
  why: `EKS only updates a managed node group that is active ("Nodegroup cannot be updated as it is currently not in
    Active State"), and the update needs new instances that start, join the cluster and become ready. The issues
    of its health check would make the node update fail: a deleted launch template, role or subnet, a limit, no
    free IP addresses. The control plane update itself does not depend on it.

    A group that is being created, updated or deleted is a change in progress: it ends on its own, so it is a
    warning (health issues of a group that is being deleted are ignored). Before a rollback, a group that is being
    updated is a failure: EKS rolls back the control plane only if no update is in progress. A group whose creation or deletion
    failed never becomes active again. Past failed updates of node groups are not read: EKS needs one call per
    group for that, and causes that still exist show in the health of the group.`,
  fix: advice`Remove the cause, wait until the node group is active, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#troubleshoot-managed-node-groups',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/rollback-cluster.html',
  ],
  needs: ['nodegroups'],
  tables: ['health-codes'],

  *run({ nodegroups }, context) {
    const { cluster, tables } = context;
    for (const nodegroup of nodegroups) {
      if (isRollback(context) && nodegroup.status === 'UPDATING') {
        const look = buildStatusCommand(nodegroup.name, cluster.region, cluster.name);
        yield updatingBeforeRollback(nodegroup, toResource(nodegroup), look, context);
      } else yield* statusFindings(nodegroup, cluster);
      if (nodegroup.status !== 'DELETING') yield* issueFindings(nodegroup, cluster, tables['health-codes']);
    }
  },
});

type Status = { level: 'fail' | 'warn'; short: string; text: string; fix: 'wait' | 'look' | 'delete' };

const statuses: ReadonlyMap<string, Status> = new Map(
  Object.entries<Status>({
    CREATING: { level: 'warn', short: 'is being created', text: 'the node group is still being created', fix: 'wait' },
    UPDATING: { level: 'warn', short: 'is being updated', text: 'the node group is being updated', fix: 'wait' },
    DELETING: { level: 'warn', short: 'is being deleted', text: 'the node group is being deleted', fix: 'wait' },
    DEGRADED: {
      level: 'fail',
      short: 'degraded without a reported issue',
      text: 'EKS reports the node group as degraded, without an issue',
      fix: 'look',
    },
    CREATE_FAILED: {
      level: 'fail',
      short: 'creation failed',
      text: 'the creation of the node group failed: EKS will not update it',
      fix: 'delete',
    },
    DELETE_FAILED: {
      level: 'fail',
      short: 'deletion failed',
      text: 'the deletion of the node group failed: EKS will not update it',
      fix: 'delete',
    },
  }),
);

/** Omits DEGRADED with health issues, which have separate findings. */
function* statusFindings(nodegroup: Nodegroup, cluster: Cluster): Generator<Finding> {
  const { status, healthIssues } = nodegroup;
  if (status === 'ACTIVE' || (status === 'DEGRADED' && (healthIssues ?? []).length > 0)) return;
  const known = statuses.get(status);
  const base = {
    rule: 'status',
    resource: toResource(nodegroup),
    evidence: [{ observed: status, required: 'ACTIVE', fact: 'nodegroups' as const }],
    fix: statusFix(nodegroup, cluster, known?.fix ?? 'look'),
  };
  if (known === undefined) {
    yield { ...base, level: 'unknown', message: `unknown status ${status} of the node group` };
    return;
  }
  yield { ...base, level: known.level, short: known.short, message: `${known.text}: its status is ${status}` };
}

function statusFix(nodegroup: Nodegroup, cluster: Cluster, fix: Status['fix']): Advice {
  const { name: group } = nodegroup;
  const { region, name } = cluster;
  if (fix === 'wait')
    return advice`Wait until the change completes.\n${commands(buildStatusCommand(group, region, name))}`;
  if (fix === 'delete') return deleteFailedGroup(cluster, nodegroup);
  return advice`Find the cause in the group's health, its Auto Scaling group's activities and its
    nodes.\n${commands(
      sh`aws eks describe-nodegroup --region ${region} --cluster-name ${name} --nodegroup-name ${group} --query nodegroup.health`,
    )}`;
}

function* issueFindings(nodegroup: Nodegroup, cluster: Cluster, rows: Tables['health-codes']): Generator<Finding> {
  const resource = toResource(nodegroup);
  if (nodegroup.healthIssues === null) {
    const fix = clearFix(nodegroup, cluster, 'Remove the cause of each issue that EKS reports.');
    yield { ...buildUnreportedHealth('nodegroup'), resource, fix };
    return;
  }
  for (const { code, remedy, resourceIds, finding } of reportedCodes('nodegroup', nodegroup.healthIssues, rows)) {
    const known = healthCommands('nodegroup', code, { cluster, nodegroup: nodegroup.name, resourceIds });
    yield { ...finding, resource, fix: clearFix(nodegroup, cluster, remedy, known) };
  }
}

function clearFix(
  { name: group }: Nodegroup,
  { region, name }: Cluster,
  remedy: string,
  known: readonly Command[] = [],
): Advice {
  return advice`${remedy} Then wait until EKS no longer reports it.\n${commands(...known, buildStatusCommand(group, region, name))}`;
}

function buildStatusCommand(group: string, region: string, cluster: string): Command {
  return continued(
    sh`aws eks describe-nodegroup --region ${region} --cluster-name ${cluster} --nodegroup-name ${group}`,
    sh`--query "nodegroup.[status,health]"`,
  );
}

function toResource({ name }: Nodegroup): Resource {
  return { kind: 'NodeGroup', name };
}
