import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts, NodeFact } from '../../../src/facts/facts.ts';
import { advice, commands } from '../../../src/syntax/advice.ts';
import { grouped } from '../../../src/syntax/grouped.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { joiningFinding } from '../../../src/for-checks/node-access.ts';
import { blockedBy, resolveLevel } from './levels.ts';
import { listOwnGroups, toManagedGroup, type Group, type OwnGroup } from './groups.ts';

export default defineCheck({
  id: 'nodes/node-role-access',
  title: 'Node groups whose role cannot join the cluster',
  short: {
    role: 'unknown whether nodes can join',
    join: 'nodes cannot join the cluster',
    services: 'Windows nodes cannot reach Services',
    type: 'access entry is for Windows nodes',
    profile: 'instance profile has no role',
  },
  task: {
    '': 'Let nodes with the role join the cluster',
    services: 'Let Windows nodes reach Services',
    type: 'Replace the access entry by one for the nodes',
    profile: 'Add a role to the instance profile',
  },
  severity: 'fail',
  blocks: 'nodes',
  alsoBlocks: ['workloads'],
  phase: 'before',
  direction: 'both',
  why: `A node joins the cluster with the IAM role of its node group. The authentication mode of the cluster decides
    where the role must be: in the ConfigMap aws-auth (CONFIG_MAP), among the access entries (API), or in one of the
    two, where the access entry takes precedence (API_AND_CONFIG_MAP). EKS adds the role when it creates a managed
    node group, but not for a self-managed group. Overwriting aws-auth or deleting the access entry
    removes it: new nodes start but do not join, and the update of the nodes fails.

    Windows nodes need an access entry of type EC2_WINDOWS, or the group eks:kube-proxy-windows in aws-auth: their
    kube-proxy reads Services with the rights of the node. Without it they become Ready, but their pods reach no Services
    and no cluster DNS. For a node group with a custom AMI, its nodes show the operating system; without nodes, either
    type of access entry passes. An access entry of type EC2_WINDOWS for Linux nodes is a warning.

    A Ready node proves that its role can join, so a role with one is not reported for that; Windows nodes without access
    to Services are then a warning. A role whose groups all have a
    desired size of 0, or no instances, is a warning. Node groups that EKS is creating or deleting are not judged. The
    role of a self-managed group is that of the instance profile in its launch template; launch configurations are not
    read.`,
  fix: advice`Give the role of the node group access to the cluster, then scan again.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auth-configmap.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/migrating-access-entries.html',
  ],
  needs: ['nodegroups', 'nodes'],
  uses: ['nodegroupAccessEntries', 'nodegroupAuthRoles', 'autoScalingGroups', 'selfManagedRoles'],
  tables: ['karpenter-node-role', 'managed-changes'],

  *run({ nodegroups, nodes, nodegroupAccessEntries: entries, nodegroupAuthRoles: auth, ...more }, context) {
    const doors = { entries, auth, facts: { entries: 'nodegroupAccessEntries', auth: 'nodegroupAuthRoles' } } as const;
    const managed = nodegroups.map((group) => toManagedGroup(group, nodes));
    const own = listOwnGroups(more.selfManagedRoles ?? [], more.autoScalingGroups ?? [], nodes);
    for (const group of managed)
      if (group.arn === '' && !group.isInMotion && !group.hasReadyNode) yield roleUnknown(group.resource);
    for (const [, [group]] of grouped(
      own.filter(({ arn }) => arn === ''),
      ({ resource }) => resource.name,
    ))
      yield profileFinding(group);
    const unread = unreadGroup(nodegroups, nodes);
    const withRole = [...managed, ...own].filter(({ arn }) => arn !== '');
    for (const [arn, groups] of grouped(withRole, (group) => group.arn)) {
      const judged = groups.filter(({ isInMotion }) => !isInMotion);
      if (judged.length === 0) continue;
      const systems = new Set(judged.flatMap((group) => [...group.systems]));
      const joining = joiningFinding({ name: parseArnName(arn), arn, systems }, doors, context);
      if (joining === undefined || (joining.rule === 'join' && groups.some((group) => group.hasReadyNode))) continue;
      const judgment =
        unread === undefined || joining.rule !== 'join'
          ? { level: resolveLevel(joining, groups) }
          : undecided(joining, unread);
      const finding = { resource: toResource(arn, judged), ...blockedBy(joining), ...joining, ...judgment };
      yield finding.level === 'unknown' ? { ...finding, short: 'unknown whether nodes can join' } : finding;
    }
  },
});

/** EKS requires a role for each group, so a response without one does not show whether nodes can join. */
function roleUnknown(resource: Resource): Finding {
  return {
    level: 'unknown',
    rule: 'role',
    resource,
    message: 'EKS does not report its node role: unknown whether its nodes can join',
    evidence: [{ observed: 'no nodeRole', required: 'the nodeRole that eks:DescribeNodegroup returns' }],
    fix: advice`Check in the EKS console that the role of the node group exists and has access to the cluster.`,
  };
}

/** A warning if the group has a Ready node, which started with another instance profile or before it was deleted. */
function profileFinding({ resource, profile, hasReadyNode, isIdle }: OwnGroup): Finding {
  const { instanceProfile: name, exists } = profile;
  const add = sh`aws iam add-role-to-instance-profile --instance-profile-name ${name} --role-name NODE_ROLE`;
  return {
    level: hasReadyNode || isIdle ? 'warn' : 'fail',
    rule: 'profile',
    resource,
    message: exists
      ? `instance profile ${name} has no role: new nodes cannot join`
      : `instance profile ${name} does not exist: the group cannot launch instances`,
    evidence: [
      {
        observed: exists ? 'no role' : 'no such instance profile',
        required: `instance profile ${name} with the role of the nodes`,
        fact: 'selfManagedRoles',
      },
    ],
    fix: exists
      ? advice`Add the role of the nodes to the instance profile.\n${commands(add)}`
      : advice`Create the instance profile again, with the role of the nodes.\n${commands(
          sh`aws iam create-instance-profile --instance-profile-name ${name}`,
          add,
        )}`,
  };
}

/** The name of a group that was not read but has a Ready node: the group may use any role. */
function unreadGroup(nodegroups: Facts['nodegroups'], nodes: readonly NodeFact[]): string | undefined {
  const read = new Set(nodegroups.map(({ name }) => name));
  const unread = nodes.find((node) => node.computeType === 'managed' && node.ready && !read.has(node.group ?? ''));
  return unread?.group ?? undefined;
}

function undecided({ message }: Pick<Finding, 'message'>, unread: string): Pick<Finding, 'level' | 'message'> {
  const proof = `node group ${unread} has a Ready node, and its role is unknown: if it is the same, nodes can join`;
  return { level: 'unknown', message: `${message}; but ${proof}` };
}

function parseArnName(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

function toResource(arn: string, groups: readonly Group[]): Resource {
  const note = groups.map(({ resource: { kind, name } }) => `${kind} ${name}`).join(', ');
  return { kind: 'Role', name: parseArnName(arn), arn, note };
}
