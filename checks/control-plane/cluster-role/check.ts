import { advice, commands, type Advice } from '../../../src/languages/advice.ts';
import { defineCheck, type Finding, type Resource } from '../../../src/check.ts';
import type { Facts } from '../../../src/facts/facts.ts';
import type { Tables } from '../../../src/tables/tables.ts';
import { continued, json, sh, type Command } from '../../../src/languages/shell.ts';
import { needFindings } from './needs.ts';
import { trusts } from './trust.ts';

type Cluster = Facts['cluster'];
type Role = NonNullable<Facts['clusterRole']>;
type Rows = Tables['cluster-role'];
type Trust = Extract<Rows[number], { rowKind: 'trusts' }>;
type Policy = Extract<Rows[number], { rowKind: 'holds' }>;

export default defineCheck({
  id: 'control-plane/cluster-role',
  title: "The cluster's IAM role is missing, or EKS cannot use it",
  severity: 'fail',
  blocks: 'control-plane',
  phase: 'before',
  why: `EKS assumes the cluster's role for what it does in your account: it reads instances and network interfaces, makes
    tags and load balancers; in Auto Mode also nodes and volumes. An update fails where the role is gone or no longer
    trusts EKS. The trust policy is judged with its conditions on aws:SourceArn, aws:SourceAccount and
    aws:PrincipalIsAWSService.

    The policy that AWS keeps for the role is known to be enough, and follows new versions of Kubernetes. Without it, the
    role's own policies, inline and attached, are evaluated as IAM does, with conditions, variables and every Deny, for the
    guide's minimum (\`ec2:DescribeAvailabilityZones\` is new in 1.30); so is a permissions boundary. The minimum does not
    include load balancers made for Services by Kubernetes itself. What an organisation's policies (SCPs) take away is not
    seen. Policies of your own in the place of those for Auto Mode and local clusters are not evaluated.`,
  fix: advice`Restore the role under its name, with the trust policy and the policies of the guide's page.`,
  links: [
    'https://docs.aws.amazon.com/eks/latest/userguide/cluster-iam-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/auto-cluster-iam-role.html',
    'https://docs.aws.amazon.com/eks/latest/userguide/cross-service-confused-deputy-prevention.html',
  ],
  needs: ['clusterRole'],
  uses: ['clusterRolePolicies'],
  tables: ['cluster-role'],

  *run({ clusterRole: role, clusterRolePolicies: policies }, context) {
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
    yield* trustFindings(role, resource, cluster, rows);
    yield* policyFindings(role, resource, cluster, rows);
    if (cluster.outpost || policies === undefined || policies === null) return;
    const holds = ['AdministratorAccess', 'AmazonEKSClusterPolicy'].some((policy) =>
      role.attachedPolicies.includes(policyArn(cluster, policy)),
    );
    yield* needFindings(role, policies, holds, context);
  },
});

function missing(cluster: Cluster, rows: Rows): Finding {
  const arn = cluster.roleArn ?? '';
  return {
    level: 'fail',
    rule: 'missing',
    resource: { kind: 'Role', name: nameOf(arn), arn },
    message: `the cluster's role does not exist in account ${cluster.account}`,
    evidence: [{ observed: 'not found by iam:GetRole', required: arn }],
    fix: advice`Create the role again, under the same name and path: a cluster keeps the role that it was created with.\n${commands(
      ...createCommands(arn, cluster, rows),
    )}`,
  };
}

/** IAM has one role of a name, under whatever path; EKS asks for the whole ARN. */
function elsewhere({ name, arn }: Role, wanted: string, cluster: Cluster, rows: Rows): Finding {
  return {
    level: 'fail',
    rule: 'missing',
    resource: { kind: 'Role', name, arn: wanted },
    message: `the cluster's role does not exist: the role of this name has the path ${pathOf(arn)}, the cluster's ${pathOf(wanted)}`,
    evidence: [{ observed: arn, required: wanted }],
    fix: advice`A role's path cannot be changed. Look what else uses this one, take its policies off and delete it; then create it under the cluster's path.\n${commands(
      sh`aws iam delete-role --role-name ${name}`,
      ...createCommands(wanted, cluster, rows),
    )}`,
  };
}

function createCommands(arn: string, cluster: Cluster, rows: Rows): Command[] {
  const name = nameOf(arn);
  const policies = rowsFor(rows, cluster).filter((row) => row.rowKind === 'holds');
  return [
    continued(
      sh`aws iam create-role --role-name ${name} --path ${pathOf(arn)}`,
      sh`--assume-role-policy-document ${json(trustDocument(cluster, rows))}`,
    ),
    ...policies.map((policy) => attachCommand(cluster, name, policy)),
  ];
}

function* trustFindings(role: Role, resource: Resource, cluster: Cluster, rows: Rows): Generator<Finding> {
  const look = trustFix(role, cluster, rows);
  const { trust } = role;
  if (trust === null) {
    const message = 'its trust policy is not readable';
    yield { level: 'unknown', rule: 'trust', resource, message, fix: look };
    return;
  }
  const wanted = rowsFor(rows, cluster).filter((row) => row.rowKind === 'trusts');
  const answers = wanted.map((row) => ({ row, answer: trusts(trust, row.service, row.action, cluster) }));
  if (cluster.outpost && answers.some(({ answer }) => answer === 'yes')) return;
  for (const { row, answer } of cluster.outpost ? answers.slice(0, 1) : answers) {
    if (answer === 'yes') continue;
    const evidence = [{ observed: evidenceOf(trust), required: `${row.action} for ${row.service}` }];
    const finding = { rule: `trust:${row.action}`, resource, evidence, fix: look, links: [row.source] };
    const what = `${row.service} do ${row.action} for this cluster`;
    if (answer === 'maybe') {
      const message = `whether the trust policy lets ${what} hangs on conditions that are not evaluated`;
      yield { level: row.kind === 'auto-mode' ? 'warn' : 'unknown', message, ...finding };
    } else if (row.kind === 'auto-mode') {
      yield {
        level: 'warn',
        message: `the trust policy does not let ${what}: Auto Mode needs it`,
        blocks: 'nodes',
        ...finding,
      };
    } else {
      yield { level: 'fail', message: `the trust policy does not let ${what}`, ...finding };
    }
  }
}

function trustFix({ name }: Role, cluster: Cluster, rows: Rows): Advice {
  return advice`Look at the trust policy. One that serves:\n${commands(
    sh`aws iam get-role --role-name ${name} --query Role.AssumeRolePolicyDocument`,
    continued(
      sh`aws iam update-assume-role-policy --role-name ${name}`,
      sh`--policy-document ${json(trustDocument(cluster, rows))}`,
    ),
  )}`;
}

function evidenceOf(trust: NonNullable<Role['trust']>): string {
  const statements = trust.map(({ effect, services, actions, conditions }) => {
    const who = services === null ? 'NotPrincipal' : services.join(', ') || 'no service';
    const what = actions === null ? 'NotAction' : actions.join(', ');
    const when = conditions.map(({ operator, key, values }) => ` ${operator} ${key} ${values.join(', ')}`.trimEnd());
    return `${effect} ${who} ${what}${when.length === 0 ? '' : ` if${when.join(' and')}`}`;
  });
  return statements.join('; ');
}

/** The policies of Auto Mode and of local clusters; that of a cluster of a region is evaluated. */
function* policyFindings(
  { name, attachedPolicies }: Role,
  resource: Resource,
  cluster: Cluster,
  rows: Rows,
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
      resource,
      message: `${row.policy} is not attached; policies of your own are not evaluated for it`,
      evidence: [
        {
          observed: attachedPolicies.length === 0 ? 'no attached policy' : attachedPolicies.map(nameOf).join(', '),
          required: row.policy,
        },
      ],
      fix: advice`Attach the policy, or make sure that the role's own policies allow what it does.\n${commands(
        attachCommand(cluster, name, row),
      )}`,
      links: [row.source],
      ...(row.kind === 'auto-mode' ? { blocks: 'nodes' as const } : {}),
    };
  }
}

/** Rows of this kind of cluster, in the table's order. */
function rowsFor(rows: Rows, { outpost, autoMode }: Cluster): (Trust | Policy)[] {
  return rows.flatMap((row) => {
    if (row.rowKind === 'own-policies-need') return [];
    const fits = { region: !outpost, 'auto-mode': !outpost && autoMode, local: outpost }[row.kind];
    return fits ? [row] : [];
  });
}

function trustDocument(cluster: Cluster, rows: Rows): object {
  const wanted = rowsFor(rows, cluster).filter((row) => row.rowKind === 'trusts');
  const Service = wanted[0]?.service ?? '';
  const Action = wanted.filter(({ service }) => service === Service).map(({ action }) => action);
  return {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service }, Action: Action.length === 1 ? Action[0] : Action }],
  };
}

function attachCommand(cluster: Cluster, role: string, { policy }: Policy): Command {
  return sh`aws iam attach-role-policy --role-name ${role} --policy-arn ${policyArn(cluster, policy)}`;
}

function policyArn({ partition }: Cluster, policy: string): string {
  return `arn:${partition}:iam::aws:policy/${policy}`;
}

function nameOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

/** The path between `role/` and the name: `/` unless the role lies in a folder. */
function pathOf(arn: string): string {
  const at = arn.indexOf(':role/');
  return at < 0 ? '/' : arn.slice(at + ':role'.length, arn.lastIndexOf('/') + 1);
}
