import { defineCheck, type Finding, type Resource } from '../../src/check.ts';
import type { Facts, NodeFact } from '../../src/facts/facts.ts';
import { advice } from '../../src/syntax/advice.ts';
import { grouped } from '../../src/syntax/grouped.ts';
import { joiningFinding } from '../../src/for-checks/node-access.ts';

type Nodegroup = Facts['nodegroups'][number];
type Used = Nodegroup & { nodeRole: string };

export default defineCheck({
  id: 'nodes/node-role-access',
  title: 'Roles of managed node groups that cannot join the cluster',
  short: 'nodes cannot join the cluster',
  severity: 'fail',
  blocks: 'nodes',
  phase: 'before',
  why: `A node joins the cluster with the IAM role of its node group. The authentication mode of the cluster decides
    where the role must be: in the ConfigMap aws-auth (CONFIG_MAP), among the access entries (API), or in one of the
    two, where the access entry takes precedence (API_AND_CONFIG_MAP). EKS adds the role when it creates a managed
    node group. Overwriting aws-auth or deleting the access entry removes it: new nodes start but do not join, and the
    update of the node group fails.

    A Ready node proves that its role can join, so a role with one is not reported. A role whose node groups all have
    a desired size of 0 is a warning. Node groups that EKS is creating or deleting are not judged, nor are
    self-managed node groups: no API reports their role.`,
  fix: advice`Give the role of the node group access to the cluster, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/migrating-access-entries.html',
  ],
  needs: ['nodegroups', 'nodes'],
  uses: ['nodegroupAccessEntries', 'nodegroupAuthRoles'],
  tables: ['karpenter-node-role'],

  *run({ nodegroups, nodes, nodegroupAccessEntries: entries, nodegroupAuthRoles: auth }, context) {
    const doors = { entries, auth, facts: { entries: 'nodegroupAccessEntries', auth: 'nodegroupAuthRoles' } } as const;
    for (const group of nodegroups)
      if (!hasRole(group) && !inMotion.has(group.status) && !hasReadyNode(group.name, nodes)) yield roleUnknown(group);
    const unread = unreadGroup(nodegroups, nodes);
    for (const [arn, groups] of grouped(nodegroups.filter(hasRole), ({ nodeRole }) => nodeRole)) {
      const judged = groups.filter(({ status }) => !inMotion.has(status));
      if (judged.length === 0 || groups.some(({ name }) => hasReadyNode(name, nodes))) continue;
      const joining = joiningFinding({ name: parseArnName(arn), arn, entryType: entryTypeFor(judged) }, doors, context);
      if (joining === undefined) continue;
      const judgment =
        unread === undefined ? { level: resolveLevel(joining, judged, nodes) } : undecided(joining, unread);
      const finding = { rule: 'join', resource: toResource(arn, judged), ...joining, ...judgment };
      yield finding.level === 'unknown' ? { ...finding, short: 'unknown whether nodes can join' } : finding;
    }
  },
});

/**
 * Statuses in which the access may still change: EKS grants it when it creates a group, and revokes it when it deletes
 * the last group with the role.
 */
const inMotion: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETE_FAILED']);

function hasRole(nodegroup: Nodegroup): nodegroup is Used {
  return nodegroup.nodeRole !== null;
}

/** EKS requires a role for each group, so a response without one does not show whether nodes can join. */
function roleUnknown({ name }: Nodegroup): Finding {
  return {
    level: 'unknown',
    rule: 'role',
    short: 'unknown whether nodes can join',
    resource: { kind: 'NodeGroup', name },
    message: 'EKS does not report its node role: unknown whether its nodes can join',
    evidence: [{ observed: 'no nodeRole', required: 'the nodeRole that eks:DescribeNodegroup returns' }],
    fix: advice`Check in the EKS console that the role of the node group exists and has access to the cluster.`,
  };
}

function selectNodes(group: string, nodes: readonly NodeFact[]): NodeFact[] {
  return nodes.filter((node) => node.computeType === 'managed' && node.group === group);
}

function hasReadyNode(group: string, nodes: readonly NodeFact[]): boolean {
  return selectNodes(group, nodes).some(({ ready }) => ready);
}

/** The name of a group that was not read but has a Ready node: the group may use any role. */
function unreadGroup(nodegroups: readonly Nodegroup[], nodes: readonly NodeFact[]): string | undefined {
  const read = new Set(nodegroups.map(({ name }) => name));
  const unread = nodes.find((node) => node.computeType === 'managed' && node.ready && !read.has(node.group ?? ''));
  return unread?.group ?? undefined;
}

function undecided({ message }: Pick<Finding, 'message'>, unread: string): Pick<Finding, 'level' | 'message'> {
  const proof = `node group ${unread} has a Ready node, and its role is unknown: if it is the same, nodes can join`;
  return { level: 'unknown', message: `${message}; but ${proof}` };
}

function entryTypeFor(groups: readonly Used[]): 'EC2_LINUX' | 'EC2_WINDOWS' {
  return groups.every(({ amiType }) => amiType?.startsWith('WINDOWS_')) ? 'EC2_WINDOWS' : 'EC2_LINUX';
}

function parseArnName(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

function toResource(arn: string, groups: readonly Used[]): Resource {
  return { kind: 'Role', name: parseArnName(arn), arn, note: groups.map(({ name }) => `NodeGroup ${name}`).join(', ') };
}

/** A warning if all groups are scaled to zero: they launch no nodes. */
function resolveLevel(
  { level }: Pick<Finding, 'level'>,
  groups: readonly Used[],
  nodes: readonly NodeFact[],
): Finding['level'] {
  const isIdle = groups.every(({ name, desiredSize }) => desiredSize === 0 && selectNodes(name, nodes).length === 0);
  return level === 'fail' && isIdle ? 'warn' : level;
}
