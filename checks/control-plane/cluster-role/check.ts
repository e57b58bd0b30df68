import { advice, commands } from '../../../src/syntax/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { sh } from '../../../src/syntax/shell.ts';
import { isRollback } from '../../../src/syntax/versions.ts';
import { featureFindings } from './features.ts';
import { needFindings } from './needs.ts';
import { attachCommand, createCommands, parseArnName, parseRolePath, policyArn, rowsFor, type Policy } from './role.ts';
import { trustFindings } from './trust-policy.ts';
import { roleFirst } from '../../../src/for-checks/managed-fix.ts';

type Cluster = Facts['cluster'];
type Role = NonNullable<Facts['clusterRole']>;
type Rows = Tables['cluster-role'];
type Changes = Tables['managed-changes'];

export default defineCheck({
  id: 'control-plane/cluster-role',
  title: 'The cluster IAM role is missing, or EKS cannot use it',
  alsoBlocks: ['workloads'],
  short: { missing: 'cluster role does not exist', undecided: 'unknown whether its permissions suffice' },
  task: { '': 'Let EKS use the cluster role', missing: 'Create the cluster role again' },
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  direction: 'both',
  why: `EKS assumes the cluster IAM role for its work in your account: it reads instances and network interfaces,
    creates tags and load balancers; in Auto Mode also nodes and volumes. An update fails if the role does not
    exist or no longer trusts EKS. The trust policy is judged with its conditions on aws:SourceArn,
    aws:SourceAccount and aws:PrincipalIsAWSService.

    The AWS managed policy for the role is sufficient, and follows new versions of Kubernetes. Without it, the
    role's own policies, inline and attached, are evaluated as IAM does, with conditions, variables and every
    Deny, against the minimum of the user guide (\`ec2:DescribeAvailabilityZones\` is new in 1.30); so is a
    permissions boundary. The minimum does not include the load balancers that Kubernetes itself creates for
    Services. Service control policies (SCPs) are not seen. Customer managed and inline policies that replace
    those for Auto Mode and local clusters are not evaluated.

    Security groups for pods (\`ENABLE_POD_ENI\`) and Windows nodes need the policy AmazonEKSVPCResourceController
    besides, or its actions: without it, pods on new nodes stay Pending. It is a warning.`,
  fix: advice`Restore the role under its name, with the trust policy and the policies that the user guide lists.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/cluster-iam-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-cluster-iam-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/cross-service-confused-deputy-prevention.html',
  ],
  needs: ['clusterRole'],
  uses: ['clusterRolePolicies', 'vpcCni', 'nodes'],
  warnsBy: ['vpcCni', 'nodes'],
  tables: ['cluster-role', 'managed-changes'],

  *run({ clusterRole: role, clusterRolePolicies: policies, vpcCni, nodes }, context) {
    const { cluster, tables } = context;
    const rows = tables['cluster-role'];
    if (role === null) {
      yield missing(cluster, rows);
      return;
    }
    if (cluster.roleArn !== null && role.arn !== cluster.roleArn) {
      yield elsewhere(role, cluster.roleArn, cluster, rows);
      return;
    }
    const resource = { kind: 'Role', name: role.name, arn: role.arn };
    yield* trustFindings(role, resource, cluster, tables);
    yield* policyFindings(role, resource, cluster, tables);
    if (cluster.outpost || policies === undefined || policies === null) return;
    yield* needFindings(role, policies, holdsEnough(role, cluster), context);
    if (!isRollback(context)) yield* featureFindings(role, policies, { vpcCni, nodes }, context);
  },
});

/** True if an attached AWS managed policy allows everything that the control plane needs. */
function holdsEnough({ attachedPolicies }: Role, cluster: Cluster): boolean {
  const enough = ['AdministratorAccess', 'AmazonEKSClusterPolicy'];
  return enough.some((policy) => attachedPolicies.includes(policyArn(cluster, policy)));
}

function missing(cluster: Cluster, rows: Rows): Finding {
  const arn = cluster.roleArn ?? '';
  const create = commands(...createCommands(arn, cluster, rows));
  return {
    level: 'fail',
    rule: 'missing',
    resource: { kind: 'Role', name: parseArnName(arn), arn },
    message: `the cluster's role does not exist in account ${cluster.account}`,
    evidence: [{ observed: 'not found by iam:GetRole', required: arn }],
    fix: advice`Create the role again, under the same name and path: a cluster keeps the role that it was created
      with.\n${create}`,
  };
}

/** For a role with the same name but another path: names are unique in IAM, but EKS needs the exact ARN. */
function elsewhere({ name, arn }: Role, wanted: string, cluster: Cluster, rows: Rows): Finding {
  const paths = `the role of this name has the path ${parseRolePath(arn)}, the cluster's ${parseRolePath(wanted)}`;
  return {
    level: 'fail',
    rule: 'missing',
    resource: { kind: 'Role', name, arn: wanted },
    message: `the cluster's role does not exist: ${paths}`,
    evidence: [{ observed: arn, required: wanted }],
    fix: advice`The path of a role cannot be changed, and its name is in use as long as this role exists. Check what
      this role allows and when it was last used; migrate everything else that uses it before you delete
      it.\n${commands(
        sh`aws iam get-role --role-name ${name} --query Role.RoleLastUsed`,
        sh`aws iam list-attached-role-policies --role-name ${name}`,
      )}\nThen create the role under the cluster's path.\n${commands(...createCommands(wanted, cluster, rows))}`,
  };
}

/** Findings for AWS managed policies that are not attached although Auto Mode or a local cluster needs them. */
function* policyFindings(
  { name, attachedPolicies, tags }: Role,
  resource: Resource,
  cluster: Cluster,
  { 'cluster-role': rows, 'managed-changes': changes }: { 'cluster-role': Rows; 'managed-changes': Changes },
): Generator<Finding> {
  const attached = (policy: string) => attachedPolicies.includes(policyArn(cluster, policy));
  if (attached('AdministratorAccess')) return;
  const wanted = rowsFor(rows, cluster).filter(
    (row): row is Policy => row.rowKind === 'holds' && row.kind !== 'region',
  );
  if (cluster.outpost && wanted.some(({ policy }) => attached(policy))) return;
  for (const row of cluster.outpost ? wanted.slice(0, 1) : wanted) {
    if (attached(row.policy)) continue;
    yield {
      level: 'warn',
      rule: `policy:${row.policy}`,
      short: `lacks ${row.policy}`,
      resource,
      message: `${row.policy} is not attached; other policies are not evaluated for it`,
      evidence: [
        {
          observed:
            attachedPolicies.length === 0 ? 'no attached policy' : attachedPolicies.map(parseArnName).join(', '),
          required: row.policy,
        },
      ],
      fix: advice`Attach the policy, or make sure that the role's own policies allow the same actions.
        ${roleFirst(tags, 'cluster-role-policy', changes)}\n${commands(attachCommand(cluster, name, row.policy))}`,
      links: [row.source],
      ...(row.kind === 'auto-mode' ? { blocks: 'nodes' as const } : {}),
    };
  }
}
