import { grouped } from '../../syntax/grouped.ts';
import type { Place } from './place.ts';
import type { IamAction, IamStatement, Permission } from '../../facts/reason.ts';

/** The resources that reads are limited to, by statement. */
type Scope = 'Cluster' | 'Nodegroups' | 'FargateProfiles' | 'Addons' | 'PodIdentities' | 'AccessEntries' | NotEks;
type NotEks =
  | 'Roles'
  | 'InstanceProfiles'
  | 'Policies'
  | 'Keys'
  | 'Vpcs'
  | 'PrefixLists'
  | 'Queues'
  | 'Rules'
  | 'LogGroups'
  | 'AuditLog';

/**
 * The resource type that AWS names for each action. An action that is not listed has none: AWS allows it on `*` only.
 * Source: the column "Resource types" of the Service Authorization Reference
 * (https://docs.aws.amazon.com/service-authorization/latest/reference/), pages of Amazon EKS, IAM, KMS, EC2, EC2 Auto
 * Scaling, SQS, EventBridge, CloudWatch, CloudWatch Logs and Service Quotas.
 */
const scopeByAction: Readonly<Partial<Record<IamAction, Scope>>> = {
  'eks:DescribeCluster': 'Cluster',
  'eks:DescribeInsight': 'Cluster',
  'eks:DescribeInsightsRefresh': 'Cluster',
  'eks:DescribeUpdate': 'Cluster',
  'eks:ListAccessEntries': 'Cluster',
  'eks:ListAddons': 'Cluster',
  'eks:ListCertificateAuthorities': 'Cluster',
  'eks:ListFargateProfiles': 'Cluster',
  'eks:ListInsights': 'Cluster',
  'eks:ListNodegroups': 'Cluster',
  'eks:ListPodIdentityAssociations': 'Cluster',
  'eks:ListUpdates': 'Cluster',
  'eks:StartInsightsRefresh': 'Cluster',
  'eks:DescribeNodegroup': 'Nodegroups',
  'eks:DescribeFargateProfile': 'FargateProfiles',
  'eks:DescribeAddon': 'Addons',
  'eks:DescribePodIdentityAssociation': 'PodIdentities',
  'eks:DescribeAccessEntry': 'AccessEntries',
  'iam:GetRole': 'Roles',
  'iam:GetRolePolicy': 'Roles',
  'iam:ListAttachedRolePolicies': 'Roles',
  'iam:ListRolePolicies': 'Roles',
  'iam:GetInstanceProfile': 'InstanceProfiles',
  'iam:GetPolicy': 'Policies',
  'iam:GetPolicyVersion': 'Policies',
  'kms:DescribeKey': 'Keys',
  'kms:ListGrants': 'Keys',
  'ec2:DescribeVpcAttribute': 'Vpcs',
  'ec2:GetManagedPrefixListEntries': 'PrefixLists',
  'sqs:GetQueueUrl': 'Queues',
  'events:DescribeRule': 'Rules',
  'logs:DescribeLogGroups': 'LogGroups',
  'logs:FilterLogEvents': 'AuditLog',
  'logs:StartQuery': 'AuditLog',
};

/** ARNs, in the formats of the same reference. A VPC, a prefix list or a key may belong to another account or to AWS. */
function listResourceArns(scope: Scope, { partition, region, account, cluster }: Place): string[] {
  const eks = `arn:${partition}:eks:${region}:${account}`;
  const iam = `arn:${partition}:iam::${account}`;
  const resources: { [Each in Scope]: string[] } = {
    Cluster: [`${eks}:cluster/${cluster}`],
    Nodegroups: [`${eks}:nodegroup/${cluster}/*`],
    FargateProfiles: [`${eks}:fargateprofile/${cluster}/*`],
    Addons: [`${eks}:addon/${cluster}/*`],
    PodIdentities: [`${eks}:podidentityassociation/${cluster}/*`],
    AccessEntries: [`${eks}:access-entry/${cluster}/*`],
    Roles: [`${iam}:role/*`],
    InstanceProfiles: [`${iam}:instance-profile/*`],
    Policies: [`${iam}:policy/*`, `arn:${partition}:iam::aws:policy/*`],
    Keys: [`arn:${partition}:kms:${region}:*:key/*`],
    Vpcs: [`arn:${partition}:ec2:${region}:*:vpc/*`],
    PrefixLists: [`arn:${partition}:ec2:${region}:*:prefix-list/*`],
    Queues: [`arn:${partition}:sqs:${region}:${account}:*`],
    Rules: [`arn:${partition}:events:${region}:${account}:rule/*`],
    LogGroups: [`arn:${partition}:logs:${region}:${account}:log-group:*`],
    AuditLog: [`arn:${partition}:logs:${region}:${account}:log-group:/aws/eks/${cluster}/cluster:*`],
  };
  return resources[scope];
}

/**
 * The statements that allow the IAM actions among `permissions`: reads, and what `--refresh-insights` and `--with logs`
 * need.
 * @param place the cluster that they are limited to, as far as AWS supports it; undefined: any
 */
export function iamStatements(permissions: readonly Permission[], place?: Place): IamStatement[] {
  const scopes = [...listScopes(permissions)];
  if (place === undefined)
    return [{ sid: 'EksPreflight', actions: scopes.map(([action]) => action), resources: ['*'] }];
  const alike = [...grouped(scopes, ([, own]) => own.join('')).values()];
  return (
    alike
      .map((group) => ({ actions: group.map(([action]) => action), scopes: group[0][1] }))
      // The actions that AWS allows only on `*` come first.
      .toSorted((a, b) => Math.sign(a.scopes.length) - Math.sign(b.scopes.length))
      .map(({ actions, scopes: own }) => ({
        sid: `EksPreflight${own.join('')}`,
        actions,
        resources: own.length === 0 ? ['*'] : own.flatMap((scope) => listResourceArns(scope, place)),
      }))
  );
}

/** What each IAM action is limited to: several kinds of resources if it is called for several kinds of objects. */
function listScopes(permissions: readonly Permission[]): Map<IamAction, Scope[]> {
  const called = permissions.filter((permission) => 'iam' in permission);
  const byAction = grouped(called, ({ iam }) => iam);
  return new Map([...byAction].map(([action, own]) => [action, scopesFor(action, new Set(own.map(({ of }) => of)))]));
}

function scopesFor(action: IamAction, kinds: ReadonlySet<string | undefined>): Scope[] {
  const usual = scopeByAction[action];
  const scopes = [usual, kinds.has('nodegroup') && 'Nodegroups', kinds.has('addon') && 'Addons'] as const;
  return scopes.filter((scope) => scope !== undefined && scope !== false);
}

/**
 * An IAM policy document that allows the IAM actions among `permissions`.
 * @param writes separate statements for what a scheduled scan writes
 */
export function iamPolicy(
  permissions: readonly Permission[],
  place?: Place,
  writes: readonly IamStatement[] = [],
): string {
  const all = [...iamStatements(permissions, place), ...writes];
  const Statement = all.map(({ sid, actions, resources, condition }) => ({
    Sid: sid,
    Effect: 'Allow',
    Action: actions,
    Resource: resources.length === 1 ? resources[0] : resources,
    ...(condition === undefined ? {} : { Condition: { [condition.test]: { [condition.variable]: condition.values } } }),
  }));
  return `${JSON.stringify({ Version: '2012-10-17', Statement }, null, 2)}\n`;
}
