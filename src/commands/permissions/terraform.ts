import { iamStatements } from './iam-policy.ts';
import type { Place } from './place.ts';
import { commentLines } from './comment.ts';
import { group, buildRoles, type Role, type Rule } from './rbac-roles.ts';
import type { IamStatement, Permission } from '../../facts/reason.ts';

/**
 * Terraform for what `permissions` need: the policy on an existing role, the role's access entry, the roles of
 * Kubernetes and their bindings. Formatted as by `terraform fmt`.
 * @param place the cluster that it is limited to; undefined: any
 * @param writes separate statements for what a scheduled scan writes
 */
export function terraformConfiguration(
  permissions: readonly Permission[],
  place?: Place,
  writes: readonly IamStatement[] = [],
): string {
  const roles = buildRoles(permissions);
  const kubernetes = roles.length === 0 ? [] : [accessEntry(place), ...roles.flatMap(roleAndBinding)];
  const statements = [...iamStatements(permissions, place), ...writes];
  const description =
    writes.length === 0
      ? 'Read access for eks-preflight'
      : 'Read access for eks-preflight, and access to its state and destinations';
  return `${[head(roles.length > 0), role, policy(statements, description), ...kubernetes].join('\n\n')}\n`;
}

/**
 * aws_eks_access_entry needs version 5.33 of the provider `aws`; the resources named _v1 need version 2.7 of
 * `kubernetes`.
 */
function head(kubernetes: boolean): string {
  return `# The minimum permissions of eks-preflight. Written by \`eks-preflight permissions --format terraform\`.

terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.33"
    }${kubernetes ? kubernetesProvider : ''}
  }
}`;
}

const kubernetesProvider = `
    kubernetes = {
      source  = "hashicorp/kubernetes"
      version = ">= 2.7"
    }`;

const role = `variable "eks_preflight_role_name" {
  description = "existing IAM role that runs eks-preflight"
  type        = string
}

data "aws_iam_role" "eks_preflight" {
  name = var.eks_preflight_role_name
}`;

function policy(statements: readonly IamStatement[], description: string): string {
  return `data "aws_iam_policy_document" "eks_preflight" {
${statements.map(statementBlock).join('\n\n')}
}

resource "aws_iam_policy" "eks_preflight" {
  name        = "eks-preflight"
  description = ${text(description)}
  policy      = data.aws_iam_policy_document.eks_preflight.json
}

resource "aws_iam_role_policy_attachment" "eks_preflight" {
  role       = data.aws_iam_role.eks_preflight.name
  policy_arn = aws_iam_policy.eks_preflight.arn
}`;
}

/** One statement in a policy document. */
export function statementBlock({ sid, actions, resources, condition }: IamStatement): string {
  return `  statement {
    sid       = ${text(sid)}
    effect    = "Allow"
    resources = [${resources.map(text).join(', ')}]
    actions = [
${actions.map((action) => `      ${text(action)},`).join('\n')}
    ]${condition === undefined ? '' : conditionBlock(condition)}
  }`;
}

function conditionBlock({ test, variable, values }: NonNullable<IamStatement['condition']>): string {
  return `

    condition {
      test     = ${text(test)}
      variable = ${text(variable)}
      values   = [${values.map(text).join(', ')}]
    }`;
}

function accessEntry(place: Place | undefined): string {
  const named = place === undefined ? '' : `\n  default     = ${text(place.cluster)}`;
  return `variable "eks_preflight_cluster_name" {
  description = "EKS cluster that eks-preflight scans"
  type        = string${named}
}

# If the authentication mode of the cluster is CONFIG_MAP, there are no access entries: omit this resource, and add under
# mapRoles of kube-system/aws-auth
#   - rolearn: ROLE_ARN
#     username: eks-preflight
#     groups: [${group}]
resource "aws_eks_access_entry" "eks_preflight" {
  cluster_name      = var.eks_preflight_cluster_name
  principal_arn     = data.aws_iam_role.eks_preflight.arn
  kubernetes_groups = [${text(group)}]
}`;
}

/** A ClusterRole, or the Role of a namespace, each with its binding. */
function roleAndBinding({ namespace, rules }: Role): string[] {
  const [type, kind] = namespace === null ? ['cluster_role', 'ClusterRole'] : ['role', 'Role'];
  const label = namespace === null ? 'eks_preflight' : `eks_preflight_${namespace.replaceAll('-', '_')}`;
  const metadata =
    namespace === null
      ? `    name = ${text(group)}`
      : `    name      = ${text(group)}\n    namespace = ${text(namespace)}`;
  const declared = `resource "kubernetes_${type}_v1" "${label}" {
  metadata {
${metadata}
  }

${rules.map(ruleBlock).join('\n\n')}
}`;
  return [declared, binding(`kubernetes_${type}`, kind, label, metadata)];
}

function ruleBlock(rule: Rule): string {
  const entries: [string, readonly string[]][] =
    'urls' in rule
      ? [
          ['non_resource_urls', rule.urls],
          ['verbs', ['get']],
        ]
      : [
          ['api_groups', [rule.apiGroup]],
          ['resources', rule.resources],
          ...(rule.names === undefined ? [] : [['resource_names', rule.names] as [string, readonly string[]]]),
          ['verbs', [rule.verb]],
        ];
  const width = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.map(([name, values]) => `    ${name.padEnd(width)} = [${values.map(text).join(', ')}]`);
  const comment = 'note' in rule && rule.note !== undefined ? `  # ${commentLines(rule.note).join('\n  # ')}\n` : '';
  return `${comment}  rule {\n${lines.join('\n')}\n  }`;
}

function binding(type: string, kind: string, label: string, metadata: string): string {
  return `resource "${type}_binding_v1" "${label}" {
  metadata {
${metadata}
  }

  role_ref {
    api_group = "rbac.authorization.k8s.io"
    kind      = ${text(kind)}
    name      = ${type}_v1.${label}.metadata[0].name
  }

  subject {
    api_group = "rbac.authorization.k8s.io"
    kind      = "Group"
    name      = ${text(group)}
  }
}`;
}

/** A quoted HCL string with escaped template sequences. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('${', '$${').replaceAll('%{', '%%{');
}
