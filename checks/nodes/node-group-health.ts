import { advice, commands, type Advice } from '../../src/languages/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import type { Facts } from '../../src/facts/facts.ts';
import type { Tables } from '../../src/tables/tables.ts';
import { continued, sh, type Command } from '../../src/languages/shell.ts';
import { reportedCodes, untoldHealth } from '../../src/subjects/health-issues.ts';

type Cluster = Facts['cluster'];
type Nodegroup = Facts['nodegroups'][number];

export default defineCheck({
  id: 'nodes/node-group-health',
  title: 'Managed node groups that are not healthy',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `EKS updates a managed node group only while it is active ("Nodegroup cannot be updated as it is currently not in
    Active State"), and needs new instances for it that start, join the cluster and get ready. What its health check
    names would fail the update of the nodes: a deleted launch template, role or subnet, a limit, no free addresses.
    The update of the control plane itself does not hang on it.

    A group that is being created, updated or deleted is a change in progress: it ends by itself, so it is a warning (what
    ails a group that is being deleted is not asked). A group that failed to be created or deleted never becomes active
    again. Updates of node groups that failed in the past are not read: EKS asks for one call per group for that, and what
    still holds shows in the group's health.`,
  fix: advice`Clear the cause, wait until the node group is active, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/troubleshooting.html#troubleshoot-managed-node-groups',
    'https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html',
  ],
  needs: ['nodegroups'],
  tables: ['health-codes'],

  *run({ nodegroups }, { cluster, tables }) {
    for (const nodegroup of nodegroups) {
      yield* statusFindings(nodegroup, cluster);
      if (nodegroup.status !== 'DELETING') yield* issueFindings(nodegroup, cluster, tables['health-codes']);
    }
  },
});

type Status = { level: 'fail' | 'warn'; text: string; fix: 'wait' | 'look' | 'delete' };

const statuses: Readonly<Record<string, Status>> = {
  CREATING: { level: 'warn', text: 'the node group is still being created', fix: 'wait' },
  UPDATING: { level: 'warn', text: 'the node group is being updated', fix: 'wait' },
  DELETING: { level: 'warn', text: 'the node group is being deleted', fix: 'wait' },
  DEGRADED: { level: 'fail', text: 'EKS calls the node group degraded and names no issue', fix: 'look' },
  CREATE_FAILED: {
    level: 'fail',
    text: 'the creation of the node group failed, EKS will not update it',
    fix: 'delete',
  },
  DELETE_FAILED: {
    level: 'fail',
    text: 'the deletion of the node group failed, EKS will not update it',
    fix: 'delete',
  },
};

/** DEGRADED is left to the issues that EKS names for it. */
function* statusFindings(nodegroup: Nodegroup, cluster: Cluster): Generator<Finding> {
  const { status, healthIssues } = nodegroup;
  if (status === 'ACTIVE' || (status === 'DEGRADED' && (healthIssues ?? []).length > 0)) return;
  const known = statuses[status];
  const base = {
    rule: 'status',
    resource: resourceOf(nodegroup),
    evidence: [{ observed: status, required: 'ACTIVE', fact: 'nodegroups' as const }],
    fix: statusFix(nodegroup, cluster, known?.fix ?? 'look'),
  };
  if (known === undefined) {
    yield { ...base, level: 'unknown', message: `the status ${status} of the node group is not known` };
    return;
  }
  yield { ...base, level: known.level, message: `${known.text}: its status is ${status}` };
}

function statusFix({ name: group }: Nodegroup, { region, name }: Cluster, fix: Status['fix']): Advice {
  if (fix === 'wait') return advice`Wait until the change has ended.\n${commands(statusOf(group, region, name))}`;
  const which = sh`--region ${region} --cluster-name ${name} --nodegroup-name ${group}`;
  const look = sh`aws eks describe-nodegroup ${which} --query nodegroup.health`;
  if (fix === 'look') {
    return advice`Find the cause in the group's health, its Auto Scaling group's activities and its
      nodes.\n${commands(look)}`;
  }
  return advice`Find the cause, move what still runs there, and delete the group (create it anew where it is
    wanted).\n${commands(look, sh`aws eks delete-nodegroup ${which}`)}`;
}

function* issueFindings(nodegroup: Nodegroup, cluster: Cluster, rows: Tables['health-codes']): Generator<Finding> {
  const resource = resourceOf(nodegroup);
  if (nodegroup.healthIssues === null) {
    yield { ...untoldHealth('nodegroup'), resource, fix: clearFix(nodegroup, cluster, 'an issue') };
    return;
  }
  for (const { code, finding } of reportedCodes('nodegroup', nodegroup.healthIssues, rows)) {
    yield { ...finding, resource, fix: clearFix(nodegroup, cluster, code) };
  }
}

function clearFix({ name: group }: Nodegroup, { region, name }: Cluster, code: string): Advice {
  const look = commands(statusOf(group, region, name));
  return advice`Remove the cause of ${code} and wait until EKS no longer reports it.\n${look}`;
}

function statusOf(group: string, region: string, cluster: string): Command {
  return continued(
    sh`aws eks describe-nodegroup --region ${region} --cluster-name ${cluster} --nodegroup-name ${group}`,
    sh`--query "nodegroup.[status,health]"`,
  );
}

function resourceOf({ name }: Nodegroup): Resource {
  return { kind: 'NodeGroup', name };
}
